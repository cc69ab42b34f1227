#!/bin/bash
# Where things stand, on one screen, with what to type next; and what runs did, told by log.
. "${0%/*}/lib.sh"
ok init

step "an empty wiki says how to begin"
ok status
says "next         ai-memory write-page --title TITLE --body TEXT  (the first page)"
says "             ai-memory import DIR  (notes you have already)"

step "nothing to do: nothing is said to do"
ok write-page notes/plan --body "Ship on Friday." --pinned
ok status
says "pages        1: 1 semantic; 1 pinned"
says "last sweep   never"
says_not "next"

step "each thing to do names its command, the most pressing first"
mkdir -p "$wiki/default/default/sessions/2025/01"
for n in 1 2 3 4 5 6 7; do
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\n# t%s\n' $n \
    >"$wiki/default/default/sessions/2025/01/t$n.md"
done
ok commit
export AI_MEMORY_NOW=2027-06-01T00:00:00Z
printf -- '---\ntitle: a: b\n---\nx\n' >"$wiki/default/default/notes/it's a fault.md"
ok status
says "due          5 would go in a sweep now, 2 in later ones"
says "protected    1"
is "what is next" "next         ai-memory edit 'notes/it'\''s a fault.md'  (1 page no sweep may touch until mended)
             ai-memory commit  (1 page edited by hand)
             ai-memory forget-sweep --dry-run  (7 pages are due to go)" "$(sed -n '/^next/,$p' "$work/out")"
is "lines" 1 "$(($(wc -l <"$work/out") <= 24))"
ok status --json
says '"due":{"now":5,"later":2}'
says '"next":[{"command":"ai-memory edit '
mkdir "$work/many"
for n in $(seq 1000); do echo "$n" >"$work/many/$n"; done
find "$work/many" -type f | in_wiki hash-object -w --stdin-paths >/dev/null
AI_MEMORY_WIKI__MAX_LOOSE_OBJECTS=1 ok status
says "ai-memory maintain  (about "

step "what status counts is what a sweep does; it packs loose objects when there are many"
AI_MEMORY_WIKI__MAX_LOOSE_OBJECTS=1 ok sweep --dry-run
[ -n "$(find "$wiki/.git/objects/17" -type f)" ] || complain "a dry run packs"
AI_MEMORY_WIKI__MAX_LOOSE_OBJECTS=1 ok sweep
says "evict: removed 5 pages"
[ -z "$(find "$wiki/.git/objects/17" -type f 2>/dev/null)" ] || complain "loose objects are left"
ok undo --last
clean

step "what status says to type next does that from the same folder, whatever flags chose the project"
ok write-page notes/well --body x -p other
printf -- '---\ntitle: a: b\n---\nx\n' >"$wiki/default/other/notes/broken.md"
ok status -p other
says "ai-memory edit default/other:notes/broken.md"
says "ai-memory commit -p default/other"
says "uncommitted  1"
ok status -p other --home "$AI_MEMORY_HOME"
says "ai-memory edit --home $AI_MEMORY_HOME default/other:notes/broken.md"
ok commit

step "a page that is no UTF-8 is named by its file; JSON lists all faults, and the last sweep by its parts"
rm "$wiki/default/other/notes/broken.md"
for n in 1 2 3 4; do printf 'caf\351\n' >"$wiki/default/other/notes/latin$n.md"; done
ok status -p other
says "\${EDITOR:-vi} $wiki/default/other/notes/latin1.md"
says "save it as UTF-8"
says "and 1 more"
fails 6 doctor
says "save $wiki/default/other/notes/latin1.md as UTF-8"
fails 1 edit other:notes/latin1
tells "save $wiki/default/other/notes/latin1.md as UTF-8"
ok status -p other --json
says "latin4.md"
says '"last_sweep":{"time":"2027-06-01T00:00:00Z","run":"'
says '"last_error":null'
rm "$wiki"/default/other/notes/latin?.md
ok commit

step "log --runs tells what each run did"
ok log --runs
says "  sweep: evict 5 pages in default"
says "(undone)"
ok log --runs --json
says '"subjects":["sweep: evict 5 pages in default"]'
