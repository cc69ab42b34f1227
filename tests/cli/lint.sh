#!/bin/bash
# What lint finds in pages, what it mends, and what it leaves in peace.
samples=$(realpath "${0%/*}/../../examples/sample/default/web-shop")
. "${0%/*}/lib.sh"
export AI_MEMORY_EMBEDDING__PROVIDER=none
AI_MEMORY_NOW=2026-10-01T12:00:00Z ok init
AI_MEMORY_NOW=2026-10-01T12:00:00Z ok list  # from now on it is known which pages are read
shop=$wiki/default/shop
page() { # PATH TEXT: a file of the project shop, as printf has it
  mkdir -p "$(dirname "$shop/$1")"
  printf -- "$2" >"$shop/$1.md"
}
finds() { # KIND TEXT: and nothing of another kind that was asked for
  ok lint --kind "$1" -q
  says "$2"
}
ids() { grep -o '"id":"[0-9a-f]*"' out; }

step "a harmless wiki gives nothing"
page notes/plan '# Plan\n\nSee [[notes/budget]] and [the log](../log.md).\n\n- [question] Which shelf?\n- [answer] The third.\n'
page notes/budget '# Budget\n\nThe lamps cost 1,200 a month, as [[plan]] says. Commit 3f786850e387550fdab836ed7e6dc881de23001b.\n'
page sessions/2026/11/kickoff 'We met and drew the shop on a napkin; Ben orders the lamps.\n'
page log '## [2026-11-01T00:00:00Z] write | notes/plan\n'
ok lint
prints "Nothing found in 3 pages."
ok lint --exit-code
ok lint --exit-code --kind all -p default/shop notes/plan
prints "Nothing found in 1 page."
ok lint --quiet
prints ""
ok lint --json
says '"pages":3,"counts":{},"findings":[]'

step "every kind is found where it is planted"
key=ghp_abcdefghijklmnopqrstuvwxyz0123456789
page decisions/lost 'One.\n\nSee [[notes/nowhere]].\n'
finds broken_link "shop:decisions/lost.md:3: leads to no page: default/shop/notes/nowhere"
page notes/old-shelf '---\nvalid_until: 2026-11-01\n---\nThe shelf by the door.\n'
page notes/where 'Boxes lie on [[notes/old-shelf]].\n'
finds stale_context "notes/where.md:1: links to notes/old-shelf.md as to what is so"
page notes/doubt '---\ntitle: Doubt\n---\nThe lamp is blue.\n'
ok feedback shop:notes/doubt wrong --reason "it is green"
finds feedback_flagged "notes/doubt.md:3: salience is as low"
page notes/leaving '---\npinned: true\nexpires_at: 2026-12-24\n---\nA pinned page.\n'
finds pinned_expiring "notes/leaving.md:3: pinned, yet it goes: expires_at is 2026-12-25"
page notes/asking '# Asking\n\n- [question] Which port?\n- [?] Who has the key?\n'
finds unresolved_question "notes/asking.md:3: has no answer: Which port?"
says "notes/asking.md:4: has no answer: Who has the key?"
page notes/yaml '---\ntitle: a: b\n---\nBroken.\n'
finds bad_front_matter "notes/yaml.md:2: "
page notes/banana '---\ntier: banana\n---\nNo tier.\n'
finds unknown_tier "notes/banana.md:2: tier: 'banana'"
page notes/february '---\nexpires_at: 2026-02-30\n---\nNo day.\n'
finds bad_date "notes/february.md:2: expires_at: '2026-02-30'"
page notes/tomorrow '---\ncreated: 2031-01-01\n---\nAhead.\n'
finds future_date "notes/tomorrow.md:2: its date lies ahead of the clock: created is 2031-01-01"
page notes/latin '\xfc is no UTF-8\n'
finds not_text "notes/latin.md: the file is not UTF-8"
page notes/conflict 'a\n<<<<<<< HEAD\nthe lamp is green\n=======\nthe lamp is red\n>>>>>>> theirs\n'
finds conflict_markers "notes/conflict.md:2: holds the two versions of a conflict"
page "notes/plan.sync-conflict-20261101-101010-ABC" '# Plan\n\nA line of its own.\n'
page "notes/plan (Ann's conflicted copy 2026-11-01)" '# Plan\n\nAnother line.\n'
finds conflict_copy "notes/plan.sync-conflict-20261101-101010-ABC.md: is a conflict copy of notes/plan.md"
says "notes/plan (Ann's conflicted copy 2026-11-01).md: is a conflict copy of notes/plan.md"
page notes/Twin 'Upper.\n'
page notes/twin 'Lower.\n'
if [ -e "$shop/notes/Twin.md" ] && [ "$(cat "$shop/notes/Twin.md")" = Upper. ]; then
  finds case_twins "notes/Twin.md: differs only in case or Unicode form from notes/twin.md"
fi
page notes/lamp-a '# The blue lamp\n\nIt stands in the hall.\n'
page notes/lamp-b '# The Blue Lamp\n\nIt hangs in the shop.\n'
finds duplicate_title "notes/lamp-a.md: has the same title as notes/lamp-b.md"
page notes/key "Two words.\n\nThe token is $key here.\n"
finds secret "notes/key.md:3: looks like a secret (github-token)"
says_not "$key"
page sessions/2026/11/short 'ok\n'
finds low_information "sessions/2026/11/short.md: says too little to learn from: 2 characters only"
page notes/one '---\nsuperseded_by: "[[notes/two]]"\n---\nFirst.\n'
page notes/two '---\nsuperseded_by: "[[notes/three]]"\n---\nSecond.\n'
page notes/three 'Third.\n'
finds stub_chain "notes/one.md:2: is superseded by notes/two.md, which is superseded itself; notes/three.md"
page notes/alone 'Nobody knows this page.\n'
finds orphan "notes/alone.md: no page links here, and it links to none"
head -c 20971521 /dev/zero | tr '\0' a >"$shop/notes/huge.md"
finds oversize "notes/huge.md: the file is over 20 MB"
rm "$shop/notes/huge.md"
page concepts/database '# Database\n\nThe database on shop-1 listens on port 5433.\n'
page notes/environment '# Environment\n\n| name | why |\n| --- | --- |\n| PGHOST | the host |\n\nThe database on shop-1 listens on port 5432.\n'
finds contradiction "concepts/database.md:3: says 5433 where notes/environment.md:7 says 5432 ("
page notes/calm '# Calm\n\nThe hall is calm.\n'
page notes/noise '# Noise\n\n- contradicts [[notes/calm]]\n'
finds contradiction "notes/noise.md:3: says that it contradicts notes/calm.md"
in_wiki add -A && in_wiki commit -qm pages
AI_MEMORY_NOW=2026-10-02T12:00:00Z ok write-page shop:sessions/2026/10/unread \
  --body "We spoke of the blue lamp, and nobody looked at this again."
finds stale "sessions/2026/10/unread.md: nobody has read it since it was written"

page sessions/2026/10/replaced '---\nsuperseded_by: "[[notes/plan]]"\n---\nWe spoke of the green lamp, and wrote the plan instead.\n'
in_wiki add -A && GIT_COMMITTER_DATE=2026-10-02T12:00:00Z in_wiki commit -qm replaced --date 2026-10-02T12:00:00Z
ok lint --kind stale
says "unread.md"
says_not "replaced.md"
rm "$shop/sessions/2026/10/replaced.md"
in_wiki add -A && in_wiki commit -qm removed

step "text is by kind with counts, and the hint of a kind is said once"
ok lint
says "contradiction (2): two pages state different values"
says "unresolved_question (2): "
is "hints" 1 "$(grep -c 'put a list item' out)"
says_not "orphan ("
says " findings in "
ok lint --kind all
says "orphan ("
ok lint --kind unresolved_question,case_twins --kind bad_date
says "unresolved_question (2)"
says "bad_date (1)"
says_not "contradiction"
is "git status" "" "$(in_wiki status --porcelain)"

step "pages and projects narrow it; the other page of a pair counts too"
ok lint shop:notes/asking
says "2 findings in 1 page."
ok lint --kind contradiction shop:notes/environment
says "concepts/database.md:3"
ok lint -p default
prints "Nothing found in 0 pages."
fails 4 lint -p shpo
fails 4 lint shop:notes/there-is-none

step "--exit-code tells programs; an unknown kind is refused by name"
fails 1 lint --exit-code
ok lint
fails 1 lint --exit-code --json --kind secret
ok lint --exit-code --kind secret shop:notes/plan
fails 2 lint --kind bananas
tells "bananas"
tells "contradiction, broken_link, stub_chain"
ok lint --help
for kind in contradiction broken_link orphan low_information; do says "$kind"; done

step "JSON has each with a stable id"
ok lint --kind unresolved_question --json
says '"counts":{"unresolved_question":2}'
says '"path":"default/shop/notes/asking.md","line":3,"message":"has no answer: Which port?"'
before=$(ids)
page notes/asking 'Words above.\n\n# Asking\n\nMore.\n\n- [question] Which port?\n- [?] Who has the key?\n'
ok lint --kind unresolved_question --jsonl
says '"line":7'
is "ids" "$before" "$(ids)"
is "lines" 2 "$(wc -l <out)"
ok lint --kind contradiction --json
before=$(ids)
page concepts/database 'Words above.\n\n# Database\n\nThe database on shop-1 listens on port 5433.\n'
ok lint --kind contradiction --json
is "ids" "$before" "$(ids)"
says '"others":["default/shop/notes/environment.md"]'

step "--fix mends what has one obvious target, and nothing else (A17)"
page archive/box '# Box\n'
page notes/old-name '# Old name\n'
page notes/mends '# A **page**\r\n\r\nSee [[notes/box|the box]], [box](box.md#Part), [[drawer/BOX]] and [[old-name]].\r\n\r\n```\n[[notes/box]]\n```\n[[notes/nowhere]]'
page notes/pinned '---\npinned: true\n---\n[[notes/box]]\n'
ok commit
ok move-page shop:notes/old-name shop:notes/new-name
sed -i 's/\[\[new-name\]\]/[[old-name]]/' "$shop/notes/mends.md"
grep -q 'old-name' "$shop/notes/mends.md" || complain "the link to the moved page is not planted"
ok commit
cp -r "$shop" before
head=$(in_wiki rev-parse HEAD)
ok lint --fix --dry-run
cp out dry
says '-See [[notes/box|the box]], [box](box.md#Part), [[drawer/BOX]] and [[old-name]].'
says '+See [[archive/box|the box]], [box](../archive/box.md#Part), [[archive/box]] and [[new-name]].'
says '+superseded_by: "[[notes/three]]"'
says_not 'nowhere'
tells "notes/pinned.md:4: not mended: the page is pinned"
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
diff -r before "$shop" || complain "the dry run wrote"
AI_MEMORY_NOW=2026-12-05T12:00:00Z ok lint --fix --kind broken_link,stub_chain
says "mended default/shop:notes/mends.md:3: leads to no page: default/shop/notes/box.md; archive/box.md must be meant"
says "mended default/shop:notes/one.md:2: "
says "notes/mends.md:8: leads to no page: default/shop/notes/nowhere"
says "notes/pinned.md:4: leads to no page"
says_not "stub_chain ("
grep -v '^index' dry >expected
in_wiki diff --no-color --abbrev=7 "$head" HEAD | grep -v '^index' >got
diff expected got || complain "the dry run printed another diff than the commit has"
is "commit" "lint: mend 5 links" "$(in_wiki log -1 --format=%s)"
clean
grep -q '^\[\[notes/box\]\]$' "$shop/notes/mends.md" || complain "the code block was changed"

step "a mended page keeps its age: only what its links say has changed"
ok list --since 2026-12-01
prints ""

step "undo takes all of it back, byte for byte"
ok undo --last
diff -r before "$shop" || complain "not as before"
ok lint --fix --json --kind stub_chain
says '"fixed":[{"kind":"stub_chain"'
says '"findings":[]'
says '"run":"'
ok lint --fix --json --kind stub_chain
says '"commit":null,"run":null,"fixed":[],"left":[]'

step "a session page that links to a note, and what it names as evidence, are what it is believed by"
page notes/believed '---\nevidence: ["[[sessions/2026/11/kickoff]]"]\nsource: a letter\n---\nThe shop opens in May.\n'
page sessions/2026/11/again 'We said so again: [[notes/believed]], to be sure.\n'
ok explain shop:notes/believed
says "belief"
says "2 session pages, 1 further piece of evidence"
ok explain shop:notes/believed --json
says '"evidence":{"sessions":["default/shop/sessions/2026/11/again.md","default/shop/sessions/2026/11/kickoff.md"],"pages":[],"sources":["a letter"]'
says '"support":2.2'
ok explain shop:notes/plan
says_not "belief"
ok explain shop:notes/calm
says "against"

step "--fix follows pages that were renamed by hand, with git and without"
page notes/by-mv '# Renamed with mv\n\nIts text stays as it was.\n'
page notes/by-git '# Renamed with git mv\n\nIts text stays as well.\n'
page notes/follows 'See [[notes/by-mv]], [[by-git]] and [[notes/by-mv|the first]].\n'
ok commit
mv "$shop/notes/by-mv.md" "$shop/archive/lamp.md"
ok commit
in_wiki mv default/shop/notes/by-git.md default/shop/notes/chair.md && in_wiki commit -qm rename
mv "$shop/archive/lamp.md" "$shop/archive/light.md"  # and once more
ok commit
ok lint --fix --kind broken_link shop:notes/follows
says "mended default/shop:notes/follows.md:1: leads to no page: default/shop/notes/by-mv.md; archive/light.md must be meant"
is "links" "See [[archive/light]], [[chair]] and [[archive/light|the first]]." "$(cat "$shop/notes/follows.md")"

step "of the sample pages two contradict each other, and nothing else is told there"
ok -p sample import "$samples"
ok lint -p sample
is "findings" 1 "$(grep -c '^[a-z].*\.md:[0-9]*: ' out)"
says "concepts/database.md:16: says 5433 where notes/environment-variables.md:21 says 5432 ("
says "1 finding in "
