#!/bin/bash
# Writers, a sweeper, readers, an editor and a person's own git at once (A29): every line that anybody wrote is on disk
# or in history, none of our commands meets a lock it cannot wait for, and readers wait for nobody.
#   FIGHT_SECS=N concurrent.sh   fights that long instead of a few rounds; AI_MEMORY_TEST_LONG: 300
. "${0%/*}/lib.sh"
[ -z "${AI_MEMORY_TEST_LONG-}" ] || : "${FIGHT_SECS:=300}"
secs=${FIGHT_SECS:-0} writers=8 rounds=3 appends=3
[ "$secs" -eq 0 ] || rounds=25 appends=100000
notes=$wiki/default/default/notes
ok init
ok write-page notes/log --body "start"
ok write-page notes/edited --body "start"
for n in $(seq 40); do
  file=$wiki/default/default/sessions/2025/01/s$n.md
  mkdir -p "${file%/*}"
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\nsession line %s\n' "$n" >"$file"
done
ok commit

step "readers wait for nobody: every lock is held, and hand edits are seen all the same"
echo "typed meanwhile" >>"$notes/edited.md"
touch "$wiki/.git/index.lock"
mkdir -p "$AI_MEMORY_HOME/state"
for command in "search meanwhile" "read-page notes/log" list status "log notes/log" explain\ notes/log; do
  last="$command beside a held lock"
  flock "$wiki/.git/ai-memory.lock" flock "$AI_MEMORY_HOME/state/sweep.lock" \
    env AI_MEMORY_WIKI__LOCK_WAIT_SECS=600 "$AI_MEMORY" $command >"$work/out" 2>"$work/err" </dev/null ||
    complain "exit status $?"
done
last="a second sweep"
flock "$AI_MEMORY_HOME/state/sweep.lock" "$AI_MEMORY" sweep >"$work/out" 2>"$work/err" </dev/null
is "a second sweep's exit status" 3 $?
tells "another sweep is at work: held by another program"
rm "$wiki/.git/index.lock"
ok commit

step "the fight"
export AI_MEMORY_WIKI__LOCK_WAIT_SECS=120 # eight writers on two cores, under sanitizers too
ours() { # WHAT COMMAND…: one of our commands, which must not fail
  local what=$1
  shift
  "$AI_MEMORY" "$@" >/dev/null 2>"$work/err-$what" </dev/null && return
  echo "$what: status $?: ai-memory $*: $(head -c 500 "$work/err-$what")" >>"$work/failed"
}
fighting() { # ROUND LIMIT
  if [ "$secs" -gt 0 ]; then [ $SECONDS -lt "$secs" ] && [ "$1" -lt "$2" ]; else [ "$1" -lt "$2" ]; fi
}
SECONDS=0
touch "$work/fighting"
ended=()
for writer in $(seq $writers); do
  (
    for ((n = 0; n < rounds; n++)); do
      ours "w$writer" write-page "notes/w$writer-$n" --body "page $writer $n" && echo "page $writer $n" >>"$work/wrote-$writer"
    done
    for ((n = 0; ; n++)); do
      fighting $n $appends || break
      ours "w$writer" append notes/log --body "line $writer $n" && echo "line $writer $n" >>"$work/wrote-$writer"
    done
  ) &
  ended+=($!)
done
( # an editor: now added to in place, now a new file renamed over the old one
  for ((n = 0; ; n++)); do
    fighting $n $((appends * writers)) || break
    echo "typed $n" >>"$notes/edited.md" && echo "typed $n" >>"$work/wrote-editor"
    { cat "$notes/saved.md" 2>/dev/null; echo "saved $n"; } >"$notes/.saved.md.swp"
    mv "$notes/.saved.md.swp" "$notes/saved.md" && echo "saved $n" >>"$work/wrote-editor"
  done
) &
ended+=($!)
( while [ -e "$work/fighting" ]; do
    AI_MEMORY_NOW=2027-06-01T00:00:00Z "$AI_MEMORY" sweep --max-evictions 1 >/dev/null 2>"$work/err-sweep" </dev/null
    case $? in
      0 | 3 | 6) echo >>"$work/sweeps" ;;
      *) echo "sweep: $(head -c 500 "$work/err-sweep")" >>"$work/failed" ;;
    esac
    grep -qi "database is locked\|index is locked\|is being written to" "$work/err-sweep" &&
      echo "sweep: $(head -c 500 "$work/err-sweep")" >>"$work/failed"
    [ "$secs" -eq 0 ] || sleep 1
  done ) &
others=($!)
( while [ -e "$work/fighting" ]; do ours reader search line && ours reader read-page notes/log && echo >>"$work/reads"; done ) &
others+=($!)
( while [ -e "$work/fighting" ]; do
    in_wiki commit -qam "by the person" >/dev/null 2>&1 && echo >>"$work/user-commits"
    [ "$secs" -eq 0 ] || sleep 0.2
  done ) &
others+=($!)
wait "${ended[@]}"
rm "$work/fighting"
wait "${others[@]}"

step "all is there"
last="the fight"
[ ! -e "$work/failed" ] || complain "$(head -20 "$work/failed")"
ok commit
in_wiki log --all --format= -p --no-renames --text | sed -n 's/^[+]//p' | sort -u >"$work/history"
find "$wiki/default" -name '*.md' -exec cat {} + | sort -u >"$work/present"
cat "$work"/wrote-* | sort -u >"$work/wrote"
is "lost lines" "" "$(comm -23 "$work/wrote" <(sort -u "$work/history" "$work/present"))"
is "lines of our commands that are not in history" "" "$(grep -E '^(page|line)' "$work/wrote" | comm -23 - "$work/history")"
is "pages" $((writers * rounds)) "$(find "$notes" -name 'w*.md' | wc -l)"
is "appended lines" "$(grep -c '^line' "$work/wrote")" "$(grep -c '^line' "$notes/log.md")"
ok list --paths
is "listed" "$(cd "$wiki/default/default" && find . -name '*.md' | sed 's|^\./||' | sort)" "$(sort "$work/out")"
ok doctor --full
clean
count() { cat "$work/$1" 2>/dev/null | wc -l; }
echo "   ${SECONDS} s: $(grep -cE '^(page|line)' "$work/wrote") lines by $writers writers," \
  "$(grep -cE '^(typed|saved)' "$work/wrote") by an editor," \
  "$(count sweeps) sweeps, $(count reads) reads, $(in_wiki rev-list --count HEAD) commits," \
  "$(count user-commits) of them typed by the person, 0 lost"
