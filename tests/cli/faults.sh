#!/bin/bash
# Every step of every command that writes is broken in turn: the process is killed there, the system says EIO or that
# the disk is full, or it writes half. Nothing is lost, the state is the one before or after, failure is loud, and all
# works again (A27, A28, A31, A49). Reading commands write the search index, so they are here too.
#   FAULTS_PER_COMMAND=N faults.sh   that many points of each command (all: every one, which takes hours); AI_MEMORY_TEST_LONG: 60, with 200 cold pages
#   FAULTS_COMMANDS='sweep|undo'     only those; FAULTS_SEED=N   other points
. "${0%/*}/lib.sh"
: "${FAULTS:=${AI_MEMORY%/cli/*}/tests/cli/faults}"
"$FAULTS" count -- true
[ $? -ne 92 ] || skip "this system does not allow ptrace"
cold=12 per_command=1
[ -z "${AI_MEMORY_TEST_LONG-}" ] || cold=200 per_command=60
per_command=${FAULTS_PER_COMMAND:-$per_command}
RANDOM=${FAULTS_SEED:-11}
export GIT_OPTIONAL_LOCKS=0 EDITOR='echo typed by hand >>'
pages=$wiki/default/default base=$work/base scene=$work/scene before= after=
was=0 kills=0 faults=0 ended=0 done_anyway=0 between=0 lost=0

fresh() { # FROM: the wiki is as it was there
  rm -rf "$AI_MEMORY_HOME" "$work/target"
  cp -a "$1" "$AI_MEMORY_HOME"
}
# Every word of the wiki that a person could miss: history, what git thinks of the files, and the files.
state() {
  { in_wiki log --format='%T %s' HEAD; in_wiki status --porcelain -uall; } 2>&1
  cd "$wiki" 2>/dev/null && find . -path ./.git -prune -o -type f -exec sha1sum {} + | sort -k 2
  [ ! -d "$work/target" ] || (cd "$work/target" && find . -type f -exec sha1sum {} + | sort -k 2)
}
lines_on_disk() { find "$wiki/default" -type f -name '*.md' -exec cat {} +; }
lines_of_history() { in_wiki rev-list --objects --all | cut -c 1-40 | in_wiki cat-file --batch; }

# --- what must hold after each fault
nothing_is_lost() {
  local gone
  gone=$(comm -23 "$work/written" <({ lines_on_disk; lines_of_history; } 2>/dev/null | sort -u))
  [ -z "$gone" ] || { lost=$((lost + 1)); complain "$where: lost: $gone"; }
}
before_or_after() {
  now=$(state)
  [ "$now" != "$after" ] && [ "$now" != "$before" ] || return
  # A command of several commits may stand between two of them, with nothing half done; and one that says that it left
  # some pages out has left them as they were.
  if { [ "$was" -eq 6 ] || { [ "$commits" -gt 1 ] && grep -qxF "$(in_wiki log -1 --format='%T %s')" "$work/steps"; }; } &&
    [ -z "$(in_wiki status --porcelain -uall)" ]; then
    between=$((between + 1))
    return
  fi
  complain "$where: neither before nor after: $(diff <(echo "$before") <(echo "$now")) ; $(diff <(echo "$after") <(echo "$now"))"
}
# What could not be removed, and what a killed `maintain` had begun, goes later; doctor names it.
nothing_is_left_over() {
  local left
  left=$(find "$wiki" -name '.ai-memory-*' -o -name '*.lock' ! -name 'ai-memory*.lock' -o -name '*_git2_*' -o \
    -name 'index.ai-memory*' -o -name '*recovered*' -o -path '*/refs/ai-memory/pending')
  [ -n "$left" ] || return
  if [[ $where == *" unlink"* || $left == */pack/*_git2_* ]]; then
    am doctor </dev/null
    says "half-written"
  else
    complain "$where: left behind: $left"
  fi
}
index_is_the_disk() {
  ok list --paths
  is "$where: the list" "$(cd "$pages" && find . -name '*.md' ! -name 'log-*' | sed 's|^\./||' | sort)" "$(sort "$work/out")"
  ok search --files --limit 1000 zebra
  is "$where: found" "$(cd "$pages" && grep -rlw zebra . --include='*.md' | sed 's|^\./||' | sort)" "$(sort "$work/out")"
}
list_without_usage() { "$AI_MEMORY" list --json 2>&1 | tr , '\n' | grep -vE '"(accesses|last_access)":'; }
all_is_sound() {
  in_wiki fsck --strict >"$work/fsck" 2>&1 || complain "$where: git fsck: $(cat "$work/fsck")"
  am doctor --full --quiet </dev/null
  # A sweep that failed is told until one goes well.
  [ $status -eq 0 ] || [ -z "$(grep -v '^warning  last sweep: failed' "$work/out")" ] || complain "$where: doctor is not content"
  local listed
  listed=$(list_without_usage)
  rm -r "$AI_MEMORY_HOME"/state/memory.sqlite*
  ok reindex
  is "$where: the list after reindex" "$listed" "$(list_without_usage)"
}
causes='No space left|disk is full|Input/output error|I/O error'
# What SQLite makes of a file that it may open for reading only.
causes+='|readonly database|opened for reading'
failure_is_loud() { # FAULT
  [ $status -lt 128 ] || complain "$where: died of signal $((status - 128))"
  cat "$work/out" "$work/err" >"$work/told"
  [ -s "$work/told" ] || complain "$where: failed without a word"
  [[ $1 == kill* ]] || grep -qE "$causes" "$work/told" || complain "$where: the cause is not named"
}

one_round() { # FAULT WORDS…: FAULT is kill 12, fail EIO 12, short 12+, …
  local fault=$1 number
  shift
  fresh "$scene"
  last="faults $fault -- ai-memory $*"
  "$FAULTS" --log "$work/calls" $fault -- "$AI_MEMORY" "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
  number=${fault##* }
  where="$fault: $(sed -n "${number%+}p" "$work/calls")"
  [ $status -ne 91 ] || { ended=$((ended + 1)); return; }
  if [[ $fault == kill* ]]; then kills=$((kills + 1)); else faults=$((faults + 1)); fi
  if [ $status -eq 0 ]; then
    cmp -s "$work/out" "$work/said" || [ -s "$work/err" ] || complain "$where: other words, without a warning"
  elif [ $status -ne 90 ]; then
    failure_is_loud "$fault"
  fi
  was=$status
  local said
  said=$(cat "$work/err")
  $next
  if [ "$was" -eq 0 ]; then
    is "$where: what was said to be done ($said)" "$after" "$(state)"
  else
    before_or_after
  fi
  if [ "$(state)" = "$after" ]; then
    [ "$was" -eq 0 ] || done_anyway=$((done_anyway + 1))
    [ "$before" = "$after" ] || ok write-page notes/next --body "the next one"
  elif [ "$(state)" = "$before" ]; then
    ok "$@"
    is "$where: the state after the command was run again" "$after" "$(state)"
  fi
  nothing_is_left_over
  nothing_is_lost
  index_is_the_disk
  [ $(((kills + faults) % 8)) -ne 0 ] || all_is_sound
}

# The points of a command at which it is broken, and how.
points() { # COUNT
  local n all=()
  for n in $(seq "$1"); do
    all+=("kill $n" "fail EIO $n" "fail ENOSPC $n+")
    if sed -n "${n}p" "$work/steps-of-command" | grep -qE '^[0-9]+ p?write'; then all+=("short $n" "short $n+"); fi
  done
  if [ "$per_command" = all ]; then
    printf '%s\n' "${all[@]}"
  else
    # Once the branch is moved there is no way back.
    n=$(grep -nE ' rename .*/\.git/index$' "$work/steps-of-command" | cut -d : -f 1 | tail -n 1)
    [ -z "$n" ] || echo "fail EIO $n"
    for n in $(seq "$per_command"); do echo "${all[(RANDOM * 32768 + RANDOM) % ${#all[@]}]}"; done
  fi
}

next='ok list --paths'
try() { # NAME ARRANGE WORDS…: one command, in the wiki that ARRANGE makes
  [[ $1 =~ ^(${FAULTS_COMMANDS:-.*})$ ]] || return
  local name=$1 arrange=$2 fault count failed=$failures start=$((kills + faults))
  shift 2
  fresh "$base"
  $arrange
  rm -rf "$scene"
  cp -a "$AI_MEMORY_HOME" "$scene"
  before=$(state)
  { lines_on_disk; lines_of_history; } 2>/dev/null | sort -u >"$work/written"
  tip=$(in_wiki rev-parse -q --verify HEAD || echo none)
  last="ai-memory $*"
  "$FAULTS" --log "$work/steps-of-command" count -- "$AI_MEMORY" "$@" >"$work/out" 2>"$work/err" </dev/null ||
    complain "$name: does not work without a fault"
  cp "$work/out" "$work/said"
  after=$(state)
  in_wiki log --format='%T %s' HEAD >"$work/steps" 2>/dev/null
  commits=$(in_wiki rev-list --count "$tip..HEAD" 2>/dev/null || echo 0)
  count=$(wc -l <"$work/steps-of-command")
  points "$count" >"$work/points"
  while read -r fault <&3; do
    one_round "$fault" "$@"
    [ $((failures - failed)) -lt 12 ] || { echo "$name: and so on"; break; }
  done 3<"$work/points"
  step "$name: $count steps, $((kills + faults - start)) broken"
}
as_it_is() { :; }

# --- the wiki
export AI_MEMORY_NOW=2025-06-01T00:00:00Z
ok init
mkdir -p "$pages/notes/sub" "$pages/sessions/2025/01" "$work/vault/deep"
for n in 1 2 3 4; do
  printf -- '# Page %s\n\nzebra %s, see [[notes/p%s]] and [two](sub/q1.md)\n' $n $n $((n % 4 + 1)) >"$pages/notes/p$n.md"
done
for n in 1 2; do printf 'zebra sub %s, see [[notes/p%s]]\n' $n $n >"$pages/notes/sub/q$n.md"; done
for n in $(seq "$cold"); do
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\nzebra cold %s\n' "$n" \
    >"$pages/sessions/2025/01/s$n.md"
done
ok commit
ok list
for n in 1 2 3 4; do echo "zebra of the vault $n" >"$work/vault/deep/v$n.md"; done
mv "$AI_MEMORY_HOME" "$base"
export AI_MEMORY_NOW=2026-11-29T12:00:00Z

hand_edit() { echo "typed $RANDOM" >>"$pages/notes/p1.md"; }
hand_edits() {
  hand_edit
  echo "zebra, a new page" >"$pages/notes/hand.md"
  rm "$pages/notes/p4.md"
}
removed_page() { ok delete-page notes/p2; }
swept() { ok sweep --max-evictions 300; }
# Something for every pass of a sweep: twins that links lead to, pages that are worth compacting, an inbox, old ledgers.
busy_wiki() {
  local n name inbox=$pages/inbox
  mkdir -p "$inbox/deep" "$pages/sessions/2025/02" "$pages/scratch"
  for name in one two; do
    printf -- '---\ncreated: 2025-01-01T00:00:00Z\n---\nzebra, said twice of %s.\n' "$name" | tee "$pages/sessions/2025/02/$name-a.md" >"$pages/sessions/2025/02/$name-b.md"
    { echo "# Talk $name" && printf 'The zebra on orders was missing, said %s of us.\n' {one,two,three,four,five,six,seven,eight,nine,ten}{,teen}; } \
      >"$pages/sessions/2025/02/long-$name.md"
    echo "zebra of the inbox, $name" >"$inbox/deep/$name.md"
    echo "zebra scratch $name" >"$pages/scratch/$name.md"
    printf -- '---\nexpires_at: 2026-01-01\n---\nover %s\n' "$name" >"$pages/notes/over-$name.md"
    echo "zebra links to [[sessions/2025/02/$name-b]] and [it](../inbox/deep/$name.md)" >"$pages/notes/links-$name.md"
  done
  for n in 1 2 3 4; do printf '## [2025-0%s-03T10:00:00Z] session-start | Talk %s\n' $n $n >"$pages/log-2025-0$n.md"; done
  find "$pages" -name '*.md' -newer "$work/vault" -exec touch -d 2025-06-01 {} +
  in_wiki add . && GIT_AUTHOR_DATE=2025-06-01T00:00:00Z GIT_COMMITTER_DATE=2025-06-01T00:00:00Z in_wiki commit -qm "by the person"
  AI_MEMORY_NOW=2025-06-02T00:00:00Z ok list
  echo "typed $RANDOM" >>"$pages/notes/p1.md"
}
every_pass=(--config "$work/every-pass.toml")
printf '[decay]\ncompact_cold_episodic = true\ndedup_cold_clusters = true\nledger_retention_months = 6\n' >"$work/every-pass.toml"
hand_edit_before_sweep() { echo "typed $RANDOM" >>"$pages/sessions/2025/01/s1.md"; }

try write-page as_it_is write-page notes/new --body "zebra, a new page"
try overwrite hand_edit write-page notes/p1 --overwrite --body "another zebra"
try append hand_edit append notes/p1 --body "added"
try edit hand_edit edit notes/p1
try move-page hand_edit move-page notes/p1 notes/moved/p1
try move-folder as_it_is move-page notes/sub notes/sup
try pin hand_edit pin notes/p1 notes/p3
try feedback as_it_is feedback notes/p1 helpful
try delete-page hand_edit delete-page notes/p1
try commit hand_edits commit
try sweep hand_edit_before_sweep sweep --max-evictions 300
try sweep-every-pass busy_wiki "${every_pass[@]}" sweep --max-evictions 300
if [[ sweep-every-pass =~ ^(${FAULTS_COMMANDS:-.*})$ ]]; then
  for did in "hand edit: " "remove 2 expired pages" "file 2 inbox pages" "remove 2 working pages" "merge 4 cold pages" "compact 2 pages" "remove 2 ledgers"; do
    grep -qF "$did" "$work/steps" || complain "the sweep did not do this: $did"
  done
fi
try undo swept undo --last
swept_by_every_pass() { busy_wiki && ok "${every_pass[@]}" sweep --max-evictions 300; }
try undo-every-pass swept_by_every_pass undo --last
try restore-page removed_page restore-page notes/p2
try import as_it_is import --into vault "$work/vault"
try reindex hand_edits reindex
try maintain as_it_is maintain
try list hand_edits list --paths
try search hand_edits search --files zebra
next="ok export --overwrite $work/target"  # the files are whole one by one; the folder, when it has been run through
try export hand_edit export --overwrite "$work/target"

# A wiki that is being made: the next `init` makes it whole.
nothing() { rm -rf "$AI_MEMORY_HOME" && mkdir "$AI_MEMORY_HOME"; }
# A branch that a power cut left empty: nothing else works until it is mended, by the same command.
empty_branch() { : >"$wiki/.git/refs/heads/main"; }
next='ok doctor --repair --quiet'
try repair empty_branch doctor --repair --quiet
next='ok init'
try init nothing init

echo "$kills kill points, $faults faults, $lost lost ($ended ended before, $done_anyway done or finished all the same, $between between two commits)"
