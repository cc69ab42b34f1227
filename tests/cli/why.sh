#!/bin/bash
# What a page rests on, what speaks against it, what happened to it, and what comes next, in words.
. "${0%/*}/lib.sh"
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z
ok init
shop=$wiki/default/shop
page() { # PATH: its text comes by stdin
  mkdir -p "$shop/${1%/*}"
  cat >"$shop/$1.md"
}
talk() { # AT
  printf -- '---\nupdated: 2026-01-05T10:00:00Z\n---\n# Deploy\n\nWe rolled back the deploy of the shop at %s.\n\n' "$1"
  printf 'The index on orders was missing, said %s of us.\n' {one,two,three,four,five,six,seven,eight,nine,ten}{,teen}
}
reads() { "$AI_MEMORY" list --json | tr , '\n' | grep '"accesses"' | sort -u; }

step "a page that names nothing rests on itself alone"
ok write-page notes/plan --title Plan --body "The shop opens in May."
ok why notes/plan
says "itself alone: it names no evidence, and no session page links to it"
says "nothing that is known"
says "  written"
says "The next sweep would keep it: tier semantic never decays"
says_not "believed"
is "reads" '"accesses":0' "$(reads)"

step "sessions, pages, sources and observations, and how far they carry it"
talk 10:30 | page sessions/2026/01/a
printf 'So it is: [[notes/believed]], to be sure.\n' | page sessions/2026/01/b
page notes/believed <<'P'
---
evidence: ["[[sessions/2026/01/a]]", "[[notes/plan]]"]
source: a letter
---
The database on shop-1 listens on port 5432.

- [decision] we keep it #lamp (Ann, by phone)
- [fact] it is old
P
ok commit
ok why notes/believed
says "session: sessions/2026/01/a.md"
says "session: sessions/2026/01/b.md"
says "page: notes/plan.md"
says "source: a letter"
says "line 7: we keep it #lamp, by Ann, by phone"
says_not "it is old"
says "believed to 0.55 (at most 0.95) = 0.55 for 2 session pages and 2 further pieces of evidence × 1.00 for the newest of it, 0.0 days old"
says_not "÷"
says "  written by hand"
ok explain notes/believed
says "belief      0.5507"

step "contradictions as lint names them, those declared, and feedback up to the last good word"
printf 'The database on shop-1 listens on port 5433.\n\n- contradicts [[sessions/2026/01/b]]\n' | page notes/ports
ok commit
ok why notes/believed
says "contradiction: "
says "notes/ports.md"
ok lint notes/believed --kind contradiction --json
grep -o '"id":"[0-9a-f]*"' out | head -n 1 >id
[ -s id ] || complain "lint finds none"
ok why notes/believed --json
says "$(cat id)"
ok why sessions/2026/01/b
says "contradiction: notes/ports.md: says that it contradicts sessions/2026/01/b.md"
ok feedback notes/plan wrong --reason "before that"
ok feedback notes/plan helpful
ok feedback notes/plan wrong --reason "it is June"
ok why notes/plan
says "feedback: said to be wrong, 2026-01-05: it is June"
says "feedback_flagged: salience is as low as feedback can put it"
says_not "feedback: said to be wrong, 2026-01-05: before that"
printf -- '---\nsuperseded_by: "[[notes/plan]]"\nvalid_until: 2026-01-02\n---\nThe shop opens in April.\n\n- contradicts [[sessions/2026/01/a]]\n' | page notes/old
ok why notes/old
says "it is superseded by notes/plan"
says "it was true until 2026-01-0"
says "written by hand, and not committed yet"
ok commit
ok why notes/plan
says "page: notes/old.md, merged into this one"
ok why sessions/2026/01/a
says "contradiction: notes/old.md, though one of the two no longer holds"

step "compacted: what happened, what comes next, and where the whole text is"
printf '[decay]\ncompact_cold_episodic = true\ndedup_cold_clusters = true\n' >config.toml
export AI_MEMORY_NOW=2026-06-05T10:00:00Z
ok --config config.toml why sessions/2026/01/a
says "The next sweep would compact it (compact): retention 0."
cp "$shop/sessions/2026/01/a.md" whole
ok --config config.toml sweep
ok log --runs
run=$(grep -o '^[0-9A-Z]\{26\}' out | head -n 1)
ok --config config.toml why sessions/2026/01/a
says "  compacted: retention 0."
says "(compact, run $run)"
says "The next sweep would keep it: compacted"
says "its whole text is in commit"
command=$(sed -n 's/.*; `ai-memory \(.*\)` brings it back$/\1/p' out)
ok $command
cmp -s whole "$shop/sessions/2026/01/a.md" || complain "the command brings something else back"
ok why sessions/2026/01/a
says "  restored: as of 2026-01-05"
says_not "whole text"

step "merged: the stub says where its text went, the survivor what it took in, also when the stub is gone"
export AI_MEMORY_NOW=2026-06-06T10:00:00Z
for name in c d; do page "sessions/$name" <<<'The window of the shop is clean.'; done
ok commit
export AI_MEMORY_NOW=2026-11-06T10:00:00Z
ok --config config.toml sweep --pass dedup
says "merged 2 pages"
ok why sessions/d
says "it is superseded by sessions/c"
says "  merged into another page: says the same as sessions/c.md"
says "restore-page sessions/d.md --at"
says_not "session: sessions/c.md"
says "itself alone"
ok why sessions/c
says "session: sessions/d.md, merged into this one"
says "for 1 session page"
says "  took in other pages: takes in 1 page"
ok delete-page sessions/d
ok why sessions/c
says "page: sessions/d.md, merged into this one"

step "evicted: what happened, where the text is, and the command that brings it back"
talk 11:30 | page sessions/late
ok commit
cp "$shop/sessions/late.md" whole
export AI_MEMORY_NOW=2027-07-06T10:00:00Z
ok sweep
ok why sessions/late
says "It is gone"
says "removed on 2027-07-06T10:00:00Z: retention 0."
says "(evict, run "
says_not "What comes next"
says_not "It rests on"
command=$(sed -n 's/.*; `ai-memory \(.*\)` brings it back$/\1/p' out)
ok why sessions/late --json
says '"there":false'
says '"rests_on":null,"against":null'
says '"next_sweep":null'
ok $command
cmp -s whole "$shop/sessions/late.md" || complain "the command brings something else back"
ok undo --last
ok why sessions/2026/01/b
says "  as it was before, by undo: "

step "moved and filed pages keep their history; the old name leads on"
ok move-page notes/plan notes/sooner/plan
ok why notes/plan
says "it is notes/sooner/plan.md now"
ok why notes/sooner/plan
says "  moved: moved from default/shop/notes/plan.md (move, run "
says "  written, as default/shop/notes/plan.md"

step "--limit, what was edited meanwhile, and names that are none"
ok append notes/sooner/plan --body "Or in June."
echo "by hand" >>"$shop/notes/sooner/plan.md"
ok why notes/sooner/plan --limit 1
says "edited by hand, and not committed yet"
says "  added to"
says "… and 5 before that (--limit)"
says_not "  moved"
ok why notes/sooner/plan --limit 1 --json
says '"earlier":5'
fails 4 why notes/never
tells "notes/never.md: no such page"
printf '## [2026-01-03T10:00:00Z] session-start | Talk\n' >"$shop/log.md"
fails 4 why log
tells "is a file of the wiki but no page"
