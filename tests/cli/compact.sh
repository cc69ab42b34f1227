#!/bin/bash
# Cold pages made short instead of evicted: what is kept, where the rest is, and the way back.
. "${0%/*}/lib.sh"
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z
ok init
talk() { # NAME: a page of some length that says much by the way
  {
    printf '# Talk %s\n\n' "$1"
    printf 'We looked at the checkout of the shop and at what customers wrote about it last month.\n\n'
    for i in $(seq 1 40); do printf 'Then we went on about this and about that, and everybody was glad that it took so long, glad indeed %s.\n' "$i"; done
    printf '\n- [decision] Orders stay in Postgres 15.4 until 2027-03-01 (see https://example.org/a_(b) and src/orders/store.cc:88)\n'
    printf -- '- The limit is $1,200 per order, error E0308 means `kOutOfStock`; ask @ann or [[people/ann|Ann]].\n\n'
    printf '```sh\npsql -p 5432 shop\n```\n\n注文の締切は2026年12月24日、送料は980円です。\n'
  } >page
  ok write-page "sessions/2026/01/$1" --body-file page
}
talk one
talk two
talk pinned
ok pin sessions/2026/01/pinned
ok write-page sessions/2026/01/short --body "# Short

Port 5432."
ok write-page notes/link --body "[[sessions/2026/01/one]]"
in_wiki ls-files -s default >before
bytes_before=$(wc -c <"$wiki/default/shop/sessions/2026/01/one.md")
export AI_MEMORY_NOW=2026-06-05T10:00:00Z
config=$work/config.toml
printf '[decay]\ncompact_cold_episodic = true\n' >"$config"
am_config=(--config "$config")

step "explain and forecast say what would happen"
ok "${am_config[@]}" explain sessions/2026/01/one
says "would compact it (compact): retention"
ok "${am_config[@]}" forecast --json
says '"pass":"compact"'

step "a dry run shows the pages as they would be, and changes nothing"
head=$(in_wiki rev-parse HEAD)
ok "${am_config[@]}" sweep --dry-run
says "compact: would compact 2 pages in default/shop"
says "+compacted: true"
says "+## Kept"
says_not "sessions/2026/01/pinned.md b/"
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
grep '^[+-]' out >dry

step "the sweep does that; pinned and short pages stay, and no page is evicted"
ok "${am_config[@]}" sweep
says "compact: compacted 2 pages in default/shop"
says "cold, but not compacted"
run=$(sed -n 's/^Run \([0-9A-Z]*\) .*/\1/p' out)
in_wiki diff --no-renames "$head" HEAD -- | grep '^[+-]' | cmp -s dry - || complain "the dry run showed something else"
is "pages" 5 "$(in_wiki ls-files 'default/*.md' | wc -l)"
is "pass" "compact" "$(in_wiki log -1 --format='%(trailers:key=Ai-Memory-Pass,valueonly)' | head -1)"
page=$wiki/default/shop/sessions/2026/01/one.md
[ "$(($(wc -c <"$page") * 2))" -lt "$bytes_before" ] || complain "it is hardly shorter"
for kept in "# Talk one" "compacted: true" "15.4" "2027-03-01" "https://example.org/a_(b)" "src/orders/store.cc:88" '$1,200' E0308 \
  kOutOfStock "@ann" "[[people/ann|Ann]]" "psql -p 5432 shop" "2026年12月24日" "980円" "restore-page --at ${head:0:12} default/shop:sessions/2026/01/one.md"; do
  grep -qF -- "$kept" "$page" || complain "the compacted page lacks $kept"
done
clean

step "what would bring it back is told where the short page is all that there is to restore"
ok restore-page sessions/2026/01/one
tells "already as in commit"
command=$(sed -n 's/.*; `ai-memory \(.*\)` brings it back$/\1/p' err)
ok $command --dry-run
says "+Then we went on about this"
says "-compacted: true"
ok restore-page sessions/2026/01/short
tells "already as in commit"
tells_not "whole text"
ok "${am_config[@]}" explain sessions/2026/01/short --json
says '"due":null'

step "it is found by what it kept, and is as old as it was"
ok search "Postgres orders"
says "sessions/2026/01/one.md"
ok list --json
is "age" 5 "$(grep -o '"changed":"2026-01-05T10:00:00Z"' out | wc -l)"

step "a second run has nothing to do, whatever the clock"
ok "${am_config[@]}" sweep
says "Nothing to do"
AI_MEMORY_NOW=2031-01-01T00:00:00Z ok "${am_config[@]}" sweep
says "Nothing to do"
says "compacted pages do not go for coldness"

step "the line in the page brings the full text back, byte for byte"
command=$(grep -o 'restore-page --at [^`]*' "$page")
# shellcheck disable=SC2086
ok $command
is "blob" "$(grep one.md before | cut -d' ' -f2)" "$(in_wiki ls-files -s default/shop/sessions/2026/01/one.md | cut -d' ' -f2)"
ok "${am_config[@]}" sweep
says "Nothing to do"
ok undo "$run"
in_wiki ls-files -s default | cmp -s before - || complain "undo left something different"

step "a page edited by hand and not committed yet waits for its commit"
export AI_MEMORY_NOW=2026-12-05T10:00:00Z
printf '[wiki]\ncommit_hand_edits = false\n[decay]\ncompact_cold_episodic = true\n' >"$config"
sed -i 's/^type: session/type: session # mine/' "$page"
ok "${am_config[@]}" sweep --dry-run
says "1  cold, but not compacted: edited by hand and not committed yet"
says "compact: would compact 1 page in default/shop"
