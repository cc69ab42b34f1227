#!/bin/bash
# Every command typed wrongly: it says what, why and what to type instead, on stderr alone, and nothing has changed.
. "${0%/*}/lib.sh"
ok init
ok write-page notes/plan --body x
state() { in_wiki rev-parse HEAD; find "$wiki" -name .git -prune -o -type f -exec sha256sum {} + | sort; }
before=$(state)
# wrong ARGUMENTS… -- CAUSE [HINT]: exit status 2, stdout empty, the cause in an error line, the hint in a hint line.
wrong() {
  local arguments=()
  while [ "$1" != -- ]; do arguments+=("$1"); shift; done
  fails 2 "${arguments[@]}"
  is "stdout" "" "$(cat out)"
  [ -z "${2-}" ] || is "error" "ai-memory: error: $2" "$(head -n 1 err)"
  case ${3-} in
    '') grep -q '^hint: .' err || complain "no hint" ;;
    *) is "hint" "hint: $3" "$(grep '^hint: ' err)" ;;
  esac
}

step "no such command"
wrong serach x -- "serach: no such command" "did you mean \`search\`?"
wrong frobnicate -- "frobnicate: no such command" "\`ai-memory --help\` lists the commands"
wrong help frobnicate -- "frobnicate: no such command"
for pair in move:move-page delete:delete-page read:read-page restore:restore-page forget:forget-sweep; do
  wrong "${pair%:*}" -- "${pair%:*}: no such command" "did you mean \`${pair#*:}\`?"
done
wrong $'li\033st' -- "li st: no such command"
wrong --limit 3 list -- "3: no such command" "options of a command stand behind its name"
wrong -p -- "-p: its value is missing" "usage: -p P"
fails 2
tells "Usage: ai-memory"
is "stdout" "" "$(cat out)"

step "no such option, for every command"
for command in $("$AI_MEMORY" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do
  case $command in search | ask) continue ;; esac # where every other word is text
  wrong "$command" --frobnicate -- "$command: --frobnicate: no such option" "\`ai-memory $command --help\` lists what it takes"
  wrong "$command" --jsno -- "$command: --jsno: no such option" "did you mean \`--json\`?"
  wrong "$command" --json=yes -- "$command: --json: takes no value"
  wrong "$command" --project -- "$command: --project: its value is missing" "usage: --project P"
done
wrong list --fils -- "list: --fils: no such option"
wrong list -x -- "list: -x: no such option"

step "an argument lacks"
for command in append delete-page read-page restore-page explain why pin unpin related move-page import feedback purge completions; do
  "$AI_MEMORY" "$command" --help >/dev/null 2>&1 || continue
  fails 2 "$command"
  is "stdout" "" "$(cat out)"
  grep -qE "^ai-memory: error: $command: [A-Z]+ is missing$" err || complain "no word of the argument that lacks"
  tells "hint: usage: ai-memory $command"
done
wrong feedback notes/plan -- "feedback: VERDICT is missing"
wrong undo -- "undo: which run?"

step "one argument too many"
wrong read-page notes plan -- "read-page: plan: one argument too many" \
  "usage: ai-memory read-page [OPTIONS] PATH   (a name with spaces stands in quotes)"
wrong list x -- "list: x: one argument too many"
wrong status x -- "status: x: one argument too many"
wrong init a b -- "init: b: one argument too many"
wrong delete-page a b -- "delete-page: b: one argument too many"

step "values that are none"
wrong list --limit x -- "list: --limit: needs a whole number, 1 or more, not x"
wrong search --limit 0 x -- "search: --limit: needs a whole number, 1 or more, not 0"
wrong list --limit -1 -- "list: --limit: needs a whole number, 1 or more, not -1"
for command in list recent "search x"; do
  wrong $command --since soon -- "${command% x}: --since: not a value it takes: soon" \
    "it takes a date (2026-11-29) or month, an RFC 3339 time, or a span: 12h, 30d, 2w"
done
wrong related notes/plan --depth 4 -- "related: --depth: not a value it takes: 4" "it takes 1, 2 or 3"
wrong search -- "search: WORDS is missing" "usage: ai-memory search [OPTIONS] WORDS..."
wrong search --limit 3 -- "search: WORDS is missing"
ok search ""
says "no results"
ok search --limt 3 zzz
tells "--limt is searched for as text; did you mean \`--limit\`?"
says "no results"
ok search -- --limt
tells_not "is searched for as text"
touch file
fails 1 init file/x
is "error" "ai-memory: error: $work/file/x/wiki: Not a directory" "$(head -n 1 err)"
tells "hint: a file stands where a folder is needed"
rm file
wrong list --tier banana -- "list: --tier: not a value it takes: banana" \
  "it is one of working, episodic, semantic, procedural, unknown"
wrong list --tier semantik -- "list: --tier: not a value it takes: semantik" "did you mean \`semantic\`? it is one of working, episodic, semantic, procedural, unknown"
wrong feedback notes/plan helpfull -- "feedback: VERDICT: not a value it takes: helpfull" "did you mean \`helpful\`? it is one of helpful, unhelpful, stale, wrong"
wrong import . --format obsidian -- "import: --format: not a value it takes: obsidian"
wrong config shw -- "config: ACTION: not a value it takes: shw" "did you mean \`show\`? it is one of show, path, check"
wrong config show decay.lambada -- "decay.lambada: no such setting" "did you mean \`decay.lambda\`?"
wrong forget-sweep --max-evictions many -- "forget-sweep: --max-evictions: needs a whole number, 0 or more, not many"
wrong sweep --pass foo -- "sweep: --pass: not a value it takes: foo" \
  "it is one of hand-edits, ttl, inbox, working, dedup, compact, evict, purge, ledger"
wrong export --format okf - -- "export: -: okf is many files, for which stdout is no place"
wrong export - -- "export: -: md is many files, for which stdout is no place"
wrong write-page x --body x --expires soon --
wrong write-page x --body x --tier banana -- "write-page: --tier: not a value it takes: banana"
wrong -p a/b/c list -- "project or workspace (by flag): no name for a folder: b/c"
wrong list --limit -- "list: --limit: its value is missing" "usage: --limit N"

step "options that exclude each other, or come twice"
wrong log --runs notes/plan -- "log: PATH and --runs: not both" "give one of them"
wrong write-page x --body a --body-file b --
wrong list --limit 3 --limit 4 -- "list: --limit: given more than once" "give it once"
wrong forget-sweep --all -p default --
wrong --home "$AI_MEMORY_HOME" init elsewhere -- "init: a folder and --home were both given" "give one of them"

step "nothing has changed"
is "wiki" "$before" "$(state)"
clean
[ ! -e elsewhere ] || complain "init made a folder"
