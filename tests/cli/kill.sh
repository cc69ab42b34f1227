#!/bin/bash
# kill -9 at any instant of every command that writes: whatever a person wrote is on disk or in a commit, the next
# command works, and the index says what the disk says (A27).
#   KILL_ROUNDS=N kill.sh   that many commands instead of a few; AI_MEMORY_TEST_LONG: 560, and sweeps of 200 pages
. "${0%/*}/lib.sh"
cold=30 evictions=4 longest=90
[ -z "${AI_MEMORY_TEST_LONG-}" ] || { : "${KILL_ROUNDS:=560}"; cold=200 evictions=300 longest=300; }
rounds=${KILL_ROUNDS:-28}
RANDOM=${KILL_SEED:-7}
notes=$wiki/default/default/notes
export AI_MEMORY_NOW=2025-06-01T00:00:00Z
ok init

# The person's lines: each is unlike any other, and none may ever be lost.
lines=0
by_hand() { # FILE: an editor's save
  lines=$((lines + 1))
  mkdir -p "${1%/*}"
  echo "hand $lines $RANDOM" | tee -a "$1" >>"$work/written"
}
for n in $(seq 12); do
  by_hand "$notes/p$n.md"
  echo "see [[p$((n % 12 + 1))]] and [[notes/p$((n % 7 + 1))|seven]]" >>"$notes/p$n.md"
done
for n in $(seq "$cold"); do
  file=$wiki/default/default/sessions/2025/01/s$n.md
  mkdir -p "${file%/*}"
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\n' >"$file"
  by_hand "$file"
done
for n in $(seq 10); do
  file=$wiki/default/default/sessions/2025/02/twin$n.md
  mkdir -p "${file%/*}"
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\nsaid by all twins of the shop\n' >"$file"
done
ok commit
mkdir -p "$work/vault/sub"
for n in $(seq 60); do
  echo "import $n $RANDOM" | tee "$work/vault/sub/i$n.md" >>"$work/imported"
done
export EDITOR='echo "typed $RANDOM" >>'
AI_MEMORY_NOW=2026-06-01T00:00:00Z ok sweep --max-evictions 3
says "removed 3 pages"

# What stands in the work tree now is there already or must be found in history later.
remember() {
  find "$wiki/default" -name '*.md' -exec cat {} + | grep -E '^(hand|import|typed|said|added) ' >>"$work/written"
}

a_page() { find "$wiki/default/default" -name 'p*.md' | shuf -n 1 --random-source=<(yes $RANDOM) | sed "s|^$wiki/default/default/||"; }
command_of_round() { # N
  local page
  page=$(a_page)
  case $(($1 % 14)) in
    0) echo "write-page notes/new-$1 --body 'said $1'" ;;
    1) echo "append '$page' --body 'added $1'" ;;
    2) echo "move-page '$page' notes/moved/" ;;
    3) echo "move-page notes/moved notes/back-$1" ;;
    4) echo "delete-page '$page'" ;;
    5) echo "restore-page sessions/2025/01/s$(($1 % cold + 1))" ;;
    6) echo "sweep --max-evictions $evictions" ;;
    7) echo "undo --last" ;;
    8) echo "import --into in-$1 '$work/vault'" ;;
    9) echo "pin '$page' sessions/2025/01/s$((RANDOM % cold + 1))" ;;
    10) echo "edit '$page'" ;;
    11) echo "commit" ;;
    12) echo "maintain" ;;
    13) echo "reindex" ;;
  esac
}

killed=0 ended=0
step "$rounds commands, each killed at some instant"
for round in $(seq 0 $((rounds - 1))); do
  # What was brought back is spared for a while.
  AI_MEMORY_NOW=$(date -u -d "2026-11-29 +$((round / 14 * 100)) days" +%FT%TZ)
  # Every other time round, what is cold is merged and shortened, not evicted.
  gentle=$([ $((round / 14 % 2)) -eq 0 ] && echo true || echo false)
  export AI_MEMORY_DECAY__COMPACT_COLD_EPISODIC=$gentle AI_MEMORY_DECAY__DEDUP_COLD_CLUSTERS=$gentle
  [ $((round % 5)) -ne 0 ] || by_hand "$wiki/default/default/inbox/dropped$round.md"
  page=$(a_page)
  [ -z "$page" ] || by_hand "$wiki/default/default/$page"
  remember
  words=$(command_of_round "$round")
  last="round $round: ai-memory $words"
  eval "exec $AI_MEMORY $words" >"$work/out" 2>"$work/err" </dev/null &
  child=$!
  # Some at their start, some in the middle of their work.
  # The one test that waits: no other way leads to an instant that nobody chose.
  sleep "0.$(printf %03d $((RANDOM % (longest - 10) + 10)))"
  if kill -9 $child 2>/dev/null; then killed=$((killed + 1)); else ended=$((ended + 1)); fi
  wait $child 2>/dev/null
  remember
  ok list --paths
  grep -vxF -f <(cd "$wiki/default/default" && find . -name '*.md' | sed 's|^\./||') "$work/out" >"$work/ghosts" &&
    complain "listed, and not on disk: $(cat "$work/ghosts")"
  if [ $((round % 6)) -eq 5 ]; then
    ok write-page "notes/after-$round" --body "said after $round"
    rm -f "$notes/after-$round.md"
  fi
done
step "everything that was ever on disk is on disk or in history, and all is in order"
ok commit --accept-removals
in_wiki log --all --format= -p --no-renames --text | sed -n 's/^[+]//p' | sort -u >"$work/history"
find "$wiki/default" -name '*.md' -exec cat {} + | sort -u >"$work/present"
lost=$(sort -u "$work/written" | comm -23 - <(sort -u "$work/history" "$work/present"))
is "lost lines" "" "$lost"
echo "$rounds rounds, $killed killed, $ended ended before, $(grep -c . <<<"$lost") lost"
ok doctor --full
clean
is "left behind" "" "$(find "$wiki" -name '*.ai-memory*' -o -name '*.lock' ! -name ai-memory.lock ! -name ai-memory-maintain.lock | grep -v '/\.git/ai-memory')"
