#!/bin/bash
# Several writers at once: everything that was said to be written is there, and in a commit (A29).
. "${0%/*}/lib.sh"
ok init
ok write-page notes/log --body "start"

writers=4 pages=5
for writer in $(seq $writers); do
  (
    for page in $(seq $pages); do
      "$AI_MEMORY" write-page "notes/w$writer-$page" --body "text" >/dev/null || echo "write $writer $page" >>"$work/lost"
      "$AI_MEMORY" append notes/log --body "line $writer $page" >/dev/null || echo "append $writer $page" >>"$work/lost"
    done
  ) 2>>"$work/complaints" &
done
wait
last="the writers"
[ ! -e lost ] || complain "$(cat lost complaints)"
is "pages" $((writers * pages + 1)) "$(find "$wiki/default/default/notes" -name '*.md' | wc -l)"
is "lines" $((writers * pages)) "$(grep -c '^line' "$wiki/default/default/notes/log.md")"
is "commits" $((2 * writers * pages + 2)) "$(in_wiki rev-list --count HEAD)"
ok list
is "listed pages" $((writers * pages + 1)) "$(wc -l <out)"
clean
