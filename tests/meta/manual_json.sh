#!/bin/bash
# The top-level keys of each command's JSON are those that the manual's section JSON lists, found by running the command.
#   manual_json.sh SOURCE_ROOT PROGRAM
set -u
AI_MEMORY=$(realpath "$2")
export AI_MEMORY
page=$(realpath "$1")/man/ai-memory.1
. "$(realpath "$1")/tests/cli/lib.sh"

# Keys of the outermost object, one a line.
top_keys() {
  awk '{
    depth = 0; inside = 0; key = ""
    for (i = 1; i <= length($0); i++) {
      c = substr($0, i, 1)
      if (inside) {
        if (c == "\\") i++
        else if (c == "\"") inside = 0
        else if (depth == 1) key = key c
      } else if (c == "\"") { inside = 1; key = "" }
      else if (c == "{" || c == "[") depth++
      else if (c == "}" || c == "]") depth--
      else if (c == ":" && depth == 1) print key
    }
  }' "$work/out" | grep -vx schema | sort -u
}
# The words behind ".Va" up to the first item of a list of its own; "A page: .Va …" and the like tell of inner objects.
section() {
  awk '/^\.Sh/ { on = /^\.Sh JSON/ } on' "$page" | awk -v want="$1" '
    /^\.It Cm/ { on = 0; for (i = 3; i <= NF; i++) if ($i == want) on = 1 }
    /^\.El/ { on = 0 }
    on'
}
manual_keys() { section "$1" | sed -n 's/^\.Va //p' | tr ' ' '\n' | grep -E '^[a-z_][a-z0-9_]*$' | sort -u; }
seen=" "
documents() {  # COMMAND ARGUMENTS…
  am "$@" --json </dev/null
  [ -s "$work/out" ] || complain "no JSON (exit status $status)"
  grep -q '^{"schema":1' "$work/out" || complain "the document does not begin with its schema"
  seen+="$1 "
  for key in $(top_keys); do
    manual_keys "$1" | grep -qx -- "$key" || complain "JSON of $1: $key is not in the manual"
  done
}

ok init
documents topics
ok write-page notes/plan --body '[[notes/other]]'
ok write-page sessions/kickoff --body y
ok write-page sessions/standup --body y
ok write-page notes/b --body y
echo edited >>"$wiki/default/default/notes/plan.md"
mkdir vault
echo text >vault/page.md
EDITOR="sh -c 'echo more >>\"\$1\"' --" ; export EDITOR
documents init "$work/elsewhere"
documents status
documents forecast
documents diff
documents commit
documents write-page notes/new --body x
documents write-page notes/new --body y --overwrite -n
documents append notes/new --body x
documents edit notes/new
documents pin notes/new
documents unpin notes/new
documents feedback notes/new helpful
documents search x
documents ask x
documents read-page notes/plan
documents list
documents recent
documents related notes/plan
documents graph
documents graph --auto --around notes/plan
documents explain sessions/kickoff
documents why sessions/kickoff
documents log
documents log notes/plan
documents log --runs
documents checkpoints
documents diff notes/plan HEAD~1
documents move-page notes/b notes/c
documents delete-page notes/new
documents restore-page notes/new
documents restore-page notes/new --list
documents purge notes/new
documents import vault
documents export "$work/exported"
AI_MEMORY_NOW=2030-01-01T00:00:00Z documents forget-sweep -n
AI_MEMORY_NOW=2030-01-01T00:00:00Z documents sweep
documents why sessions/kickoff
documents undo --last -n
documents undo --last
documents config
documents config path
documents config check
documents config --defaults
documents doctor
documents lint
documents lint --fix
documents lint --fix -n
documents dream --now
documents proposals
documents daemon -n
documents daemon --once
documents install-timers -n
documents embed
documents embed --status
documents maintain
documents reindex
documents version

step "every command has been looked at"
for command in $("$AI_MEMORY" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do
  [[ $seen == *" $command "* ]] || [ "$command" = completions ] || complain "the JSON of $command is not looked at here"
done
