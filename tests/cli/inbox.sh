#!/bin/bash
# What is dropped in inbox/ is filed by a sweep, and monthly ledgers go when they are told to.
. "${0%/*}/lib.sh"
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z
ok init
ok write-page notes/idea --body "# Idea

An old one."
ok write-page notes/link --body "See [[inbox/idea]] and [the choice](../inbox/deep/choice.md#why)."
inbox=$wiki/default/shop/inbox
mkdir -p "$inbox/deep"
printf '# Idea\r\n\r\nBuy a bike. [[link]]\r\n' >"$inbox/idea.md"
printf -- '---\ntype: decision\n---\nWe use git. [[../idea]]\n' >"$inbox/deep/choice.md"
printf -- '---\ntype: session\n---\nWe talked.\n' >"$inbox/talk.md"
printf -- '---\nx: [a\n---\nbroken\n' >"$inbox/broken.md"
touch -d 2026-01-05T10:00:00Z "$inbox"/*.md "$inbox"/deep/*.md
cp "$inbox/idea.md" idea

step "what was changed a moment ago stays: somebody may be at it"
AI_MEMORY_NOW=2026-01-05T10:05:00Z ok sweep
says_not "inbox: filed"
AI_MEMORY_NOW=2026-01-05T10:05:00Z ok sweep --dry-run --verbose
is "pages that rest" 3 "$(grep -c 'in the inbox and changed within ten minutes: a later sweep files it' out)"
AI_MEMORY_NOW=2026-01-05T10:05:00Z ok explain inbox/idea
says "would keep it: in the inbox and changed within ten minutes"
in_wiki ls-files -s default >before

step "later a dry run says where it would go, and the sweep takes it there with its links"
export AI_MEMORY_NOW=2026-01-06T10:00:00Z
head=$(in_wiki rev-parse HEAD)
ok sweep --dry-run
says "inbox: would file 3 pages of the inbox in default/shop"
says "goes to notes/idea-2.md"
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
ok sweep
says "goes to decisions/deep/choice.md"
says "goes to sessions/2026/01/talk.md"
cmp -s idea "$wiki/default/shop/notes/idea-2.md" || complain "the bytes of the page changed"
is "links" 'See [[notes/idea-2]] and [the choice](../decisions/deep/choice.md#why).' "$(tail -n 1 "$wiki/default/shop/notes/link.md")"
[ -e "$inbox/broken.md" ] || complain "a page with broken front matter was moved"
clean
ok list --json
is "age" 1 "$(grep -o '"path":"default/shop/notes/idea-2.md"[^}]*"changed":"2026-01-05T10:00:00Z"' out | wc -l)"
ok sweep
says "Nothing to do"
ok log notes/idea-2
says "inbox/idea.md"
ok undo --last
in_wiki ls-files -s default | cmp -s before - || complain "undo left something different"

ok sweep --dry-run
says_not "inbox: would file"

step "a sweep of one project leaves what another project links to, and files the others"
export AI_MEMORY_NOW=2026-01-26T10:00:00Z
ok write-page notes/far -p other --body "[[shop:inbox/talk]]"
ok sweep -p shop --dry-run
tells "inbox/talk.md was not filed: default/other:notes/far.md links to it, and only one project is swept"
says_not "goes to sessions/2026/01/talk.md"
says "goes to notes/idea-2.md"
says "goes to decisions/deep/choice.md"
ok sweep --dry-run --all
says "goes to sessions/2026/01/talk.md"

step "ledgers stay unless a number of months is set; then the old ones go, but the two newest"
for month in 2025-01 2025-02 2025-03 2025-04; do
  printf '## [%s-03T10:00:00Z] session-start | Talk\n' "$month" >"$wiki/default/shop/log-$month.md"
done
printf '## [2025-01-03T10:00:00Z] session-start | Talk\n' >"$wiki/default/shop/log.md"
printf 'A page of this name, written by hand.\n' >"$wiki/default/shop/log-2024-01.md"
in_wiki add default/shop/log*.md
in_wiki commit -qm ledgers
ok sweep --all
says_not "ledger:"
printf '[decay]\nledger_retention_months = 6\n' >config.toml
ok --config config.toml sweep --pass ledger --dry-run
says "ledger: would remove 2 pages from default/shop"
says "its month, 2025-02, ended 10 full months ago (kept for 6); git history and backups keep it"
says "-## [2025-01-03T10:00:00Z]"
ok --config config.toml sweep --pass ledger
is "left" "log-2024-01.md log-2025-03.md log-2025-04.md log.md" "$(cd "$wiki/default/shop" && echo log*)"
clean
ok undo --last
[ -e "$wiki/default/shop/log-2025-01.md" ] || complain "undo brought no ledger back"
