#!/bin/bash
# What changed last and what was read last; lists in other orders, and as paths for other programs.
. "${0%/*}/lib.sh"

step "a wiki without pages"
ok init
for command in recent "recent --read" list; do
  ok $command
  prints ""
done
ok recent
tells "no pages in default/default"
ok list --paths
prints ""
ok recent --json
says '"pages":[]'

at() { local time=$1; shift; AI_MEMORY_NOW=$time ok "$@"; }
at 2026-11-01T08:00:00Z write-page notes/zebra --title "a zebra" --body "one"
at 2026-11-02T09:30:00Z write-page notes/plan --title "The plan" --body "$(seq 1 40)"
at 2026-11-03T10:00:00Z write-page decisions/気象 --title "気象" --body "x"
at 2026-11-20T10:00:00Z append notes/zebra --body "more"

step "the newest change first, with its time"
ok recent
prints "2026-11-20T10:00:00Z	a zebra	notes/zebra.md
2026-11-03T10:00:00Z	気象	decisions/気象.md
2026-11-02T09:30:00Z	The plan	notes/plan.md"
ok recent --limit 1
prints "2026-11-20T10:00:00Z	a zebra	notes/zebra.md"
ok recent --kind decision
prints "2026-11-03T10:00:00Z	気象	decisions/気象.md"
ok recent --since 2026-11-20
prints "2026-11-20T10:00:00Z	a zebra	notes/zebra.md"
ok recent --since 2h
prints ""
tells "no pages in default/default that match"
ok recent --json
says '{"schema":1,"scope":{"workspace":"default"'
ok recent --jsonl
is "documents" 3 "$(grep -c '^{"schema":1,"path"' "$work/out")"

step "a wiki of many pages: no more than twenty, unless asked for"
ok -p many init
for n in $(seq 10 34); do
  mkdir -p "$wiki/default/many"
  echo "page $n" >"$wiki/default/many/p$n.md"
  touch -d "2026-11-10T00:00:$n Z" "$wiki/default/many/p$n.md"
done
ok -p many recent
is "lines" 20 "$(wc -l <"$work/out")"
ok -p many recent --limit 30
is "lines" 25 "$(wc -l <"$work/out")"
ok recent --all-projects --limit 100
is "lines" 28 "$(wc -l <"$work/out")"
says "default/many:p12.md"

step "read last; pages that nobody read are not among them"
ok recent --read
prints ""
tells "no pages in default/default that were read"
at 2026-11-21T10:00:00Z read-page notes/plan
at 2026-11-22T10:00:00Z read-page decisions/気象
ok recent --read
prints "2026-11-22T10:00:00Z	気象	decisions/気象.md
2026-11-21T10:00:00Z	The plan	notes/plan.md"
ok recent --read --since 2026-11-22
prints "2026-11-22T10:00:00Z	気象	decisions/気象.md"

step "other orders of a list; the first column is what it is sorted by"
ok list --sort title
is "titles" "a zebra,The plan,気象," "$(cut -f 4 "$work/out" | tr '\n' ,)"
ok list --sort size
is "first" notes/plan.md "$(head -n 1 "$work/out" | cut -f 5)"
is "its size" "$(stat -c %s "$wiki/default/default/notes/plan.md")" "$(head -n 1 "$work/out" | cut -f 1)"
ok list --sort created
is "created" "2026-11-03,2026-11-02,2026-11-01," "$(cut -f 1 "$work/out" | tr '\n' ,)"
ok list --sort changed
is "changed" "2026-11-20,2026-11-03,2026-11-02," "$(cut -f 1 "$work/out" | tr '\n' ,)"
ok list --sort read
is "read" "2026-11-22,2026-11-21,never," "$(cut -f 1 "$work/out" | tr '\n' ,)"
ok list --sort path
is "by path" "decisions/気象.md,notes/plan.md,notes/zebra.md," "$(cut -f 5 "$work/out" | tr '\n' ,)"
fails 2 list --sort colour
tells "colour"

step "paths alone, for other programs"
ok list --paths
prints "decisions/気象.md
notes/plan.md
notes/zebra.md"
ok list -0 --kind note
is "bytes" "notes/plan.md@notes/zebra.md@" "$(tr '\0' @ <"$work/out")"
ok list --paths --json
says '"pages":[{"path":"default/default/decisions/気象.md"'
odd=$'notes/two\nlines\tand\e.md'
printf 'oddity\n' >"$wiki/default/default/$odd"
for command in "list --paths --kind note" "search --files oddity"; do
  ok $command
  says 'notes/two\x0alines\x09and\x1b.md'
done
for command in list recent "search oddity"; do
  ok $command
  is "controls in the output of $command" "" "$(grep -a $'two$\|\e' "$work/out")"
done
ok list -0
[[ $(tr '\0\n' '@!' <"$work/out") == *"${odd//$'\n'/!}@"* ]] || complain "the exact name is not there"
rm "$wiki/default/default/$odd"
