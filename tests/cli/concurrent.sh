#!/bin/bash
# Writers, a sweeper with every pass, readers, an editor that saves to the inbox too, and a person's own git at once
# (A29): every line that anybody wrote is on disk or in history, none of our commands meets a lock it cannot wait for, and
# readers wait for nobody.
#   FIGHT_SECS=N concurrent.sh   fights that long instead of a few rounds; AI_MEMORY_TEST_LONG: 300
. "${0%/*}/lib.sh"
[ -z "${AI_MEMORY_TEST_LONG-}" ] || : "${FIGHT_SECS:=300}"
secs=${FIGHT_SECS:-0} writers=8 rounds=3 appends=3
[ "$secs" -eq 0 ] || rounds=25 appends=100000
notes=$wiki/default/default/notes inbox=$wiki/default/default/inbox
printf '[decay]\ncompact_cold_episodic = true\ndedup_cold_clusters = true\nledger_retention_months = 6\nrestore_grace_days = 0\nunknown_usage_grace_days = 0\n' >every-pass.toml
ok init
ok write-page notes/log --body "start"
ok write-page notes/edited --body "start"
for n in $(seq 40); do
  file=$wiki/default/default/sessions/2025/01/s$n.md
  mkdir -p "${file%/*}"
  # Twins, each second of them linked to, and pages that are worth making shorter.
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\nsession line %s\n' $((n % 20)) >"$file"
  printf 'linked line %s [[sessions/2025/01/s%s]]\n' "$n" "$n" >"$notes/linked-$n.md"
  { printf -- '---\ncreated: 2025-01-01T00:00:00Z\n---\n# Long %s\n\n' "$n" && printf "The index on orders was missing, said %s of us.\n" {one,two,three,four,five,six,seven,eight,nine,ten}{,teen}; } \
    >"${file%/*}/long$n.md"
done
for month in 1 2 3 4; do printf '## [2025-0%s-03T10:00:00Z] session-start | Talk\n' $month >"$wiki/default/default/log-2025-0$month.md"; done
in_wiki add . && in_wiki commit -qm ledgers
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
  return 1
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
    # To the sweeper, whose clock is ahead, all of this was saved long ago: pages are filed, merged and made short while
    # the editor is at them. Where one has gone the editor makes it anew.
    mkdir -p "$inbox" "$notes/../sessions/2025/01"
    echo "dropped $n" >>"$inbox/drop-$((n % 5)).md" && echo "dropped $n" >>"$work/wrote-editor"
    echo "went on $n" >>"$notes/../sessions/2025/01/s$((n % 10 + 1)).md" && echo "went on $n" >>"$work/wrote-editor"
    echo "linked anew $n" >>"$notes/linked-$((n % 40 + 1)).md" && echo "linked anew $n" >>"$work/wrote-editor"
  done
) &
ended+=($!)
( while [ -e "$work/fighting" ]; do
    AI_MEMORY_NOW=2027-06-01T00:00:00Z "$AI_MEMORY" --config every-pass.toml sweep --max-evictions 3 >>"$work/swept" 2>"$work/err-sweep" </dev/null
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
AI_MEMORY_NOW=2028-06-01T00:00:00Z ok --config every-pass.toml sweep --max-evictions 300 # what the fight left over
for pass in hand-edits inbox dedup compact ledger; do
  in_wiki log --format=%B | grep -q "^Ai-Memory-Pass: $pass$" || complain "no sweep had a page for $pass"
done
in_wiki log --all --format= -p --no-renames --text | sed -n 's/^[+]//p' | sort -u >"$work/history"
find "$wiki/default" -name '*.md' -exec cat {} + | sort -u >"$work/present"
cat "$work"/wrote-* | sort -u >"$work/wrote"
is "lost lines" "" "$(comm -23 "$work/wrote" <(sort -u "$work/history" "$work/present"))"
is "lines of our commands that are not in history" "" "$(grep -E '^(page|line)' "$work/wrote" | comm -23 - "$work/history")"
is "pages" $((writers * rounds)) "$(find "$notes" -name 'w*.md' | wc -l)"
is "appended lines" "$(grep -c '^line' "$work/wrote")" "$(grep -c '^line' "$notes/log.md")"
ok list --paths
is "listed" "$(cd "$wiki/default/default" && find . -name '*.md' ! -name 'log-*' | sed 's|^\./||' | sort)" "$(sort "$work/out")"
ok doctor --full
clean
count() { cat "$work/$1" 2>/dev/null | wc -l; }
echo "   ${SECONDS} s: $(grep -cE '^(page|line)' "$work/wrote") lines by $writers writers," \
  "$(grep -cE '^(typed|saved|dropped|went|linked)' "$work/wrote") by an editor," \
  "$(count sweeps) sweeps with $(grep -cE '^(inbox|dedup|compact|ledger):' "$work/swept") of the new passes, $(count reads) reads, $(in_wiki rev-list --count HEAD) commits," \
  "$(count user-commits) of them typed by the person, 0 lost"
