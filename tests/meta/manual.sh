#!/bin/bash
# The manual page and the program's own help agree: commands, their options, exit statuses, version.
#   manual.sh SOURCE_ROOT PROGRAM
set -u
page=$1/man/ai-memory.1 program=$(realpath "$2")
failed=0
complain() { echo "$1"; failed=1; }

commands_part() { awk '/^\.Sh/ { on = /^\.Sh COMMANDS/ } on' "$page"; }

# ".It Cm name" begins a command's part; "Fl -option" anywhere in it is an option that it explains. Commands that stand
# under one another share their part.
manual_commands() { commands_part | sed -n 's/^\.It Cm \([a-z][a-z-]*\).*/\1/p' | sort -u; }
manual_part() {
  commands_part | awk -v want="$1" '
    /^\.It Cm/ { if (!heads) inside = 0; heads = 1; if ($3 == want) inside = 1 }
    !/^\.It Cm/ { heads = 0 }
    /^\.S[hs]/ { inside = 0 }
    inside'
}
help_commands() { "$program" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | sort -u; }
# Option names at the start of help's lines: "  -n,--dry-run  Show …", "  --at REV  …".
help_options() { "$program" "$1" --help | sed -n 's/^  \(-[a-zA-Z],\)\{0,1\}--\([a-z][a-z-]*\).*/\2/p' | sort -u; }

commands=$(help_commands)
[ "$(echo "$commands" | wc -l)" -gt 10 ] || complain "--help lists too few commands: $commands"
difference=$(diff <(manual_commands) <(echo "$commands"))
[ -z "$difference" ] || complain "commands of the manual (<) and of --help (>) differ:"$'\n'"$difference"

global=$(awk '/^\.Sh COMMANDS/ { exit } /^\.Sh OPTIONS/ { on = 1 } on' "$page")
shared=$(manual_part search)  # what list takes "as search does"
for command in $commands; do
  part=$(manual_part "$command")
  [ "$command" != list ] || part+=$shared
  for option in $(help_options "$command"); do
    grep -qE -- "Fl -$option( |$)" <<<"$part"$'\n'"$global" || complain "$command --$option is not in the manual"
  done
  # And nothing that the program does not know.
  for option in $(manual_part "$command" | grep -oE 'Fl -[a-z][a-z-]*' | sed 's/^Fl -//' | sort -u); do
    help_options "$command" | grep -qx -- "$option" || complain "the manual's $command --$option is not in --help"
  done
done

# Settings and their defaults: "lambda = 0.02", or "# half_life_working =" where there is none.
settings=$("$program" config --defaults | awk '
  /^\[/ { section = substr($1, 2, length($1) - 2) }
  /^[a-z_]+ = / { print section "." $1, $3 }
  /^# [a-z_]+ =$/ { print section "." $2, "unset" }' | sort)
difference=$(diff <(sed -n 's/^\.It Va \([a-z_.]*\) No = \([^ ]*\).*/\1 \2/p' "$page" | sort) <(echo "$settings"))
[ -n "$settings" ] || complain "config --defaults names no setting"
[ -z "$difference" ] || complain "settings of the manual (<) and of the program (>) differ:"$'\n'"$difference"

# Keys of the front matter that page.cc reads, and the folders that it knows.
pages_part=$(awk '/^\.Sh/ { on = /^\.Sh PAGES/ } on' "$page")
keys=$(grep -oE '(text|list|boolean|number|time)\("[a-z_]+"' "$1/wiki/page.cc" | sed 's/.*"\(.*\)"/\1/' | sort -u)
manual_keys=$(sed -n 's/^\.It Va \(.*\) No (.*/\1/p' <<<"$pages_part" | sed 's/ , /\n/g' | sort)
difference=$(diff <(echo "$manual_keys") <(echo "$keys"))
[ -z "$difference" ] || complain "front matter keys of the manual (<) and of page.cc (>) differ:"$'\n'"$difference"
folders=$(sed -n 's/.*{"\([a-z_][a-z_]*\)", Tier::\([a-z]*\), "\([a-z]*\)"}.*/\1 \2 \3/p' "$1/wiki/page.cc" | sort)
difference=$(diff <(sed -n 's/^\.It Pa \(.*\) Ta \(.*\) Ta \(.*\)/\1 \2 \3/p' <<<"$pages_part" | sort) <(echo "$folders"))
[ -n "$folders" ] || complain "page.cc names no folder"
[ -z "$difference" ] || complain "folders of the manual (<) and of page.cc (>) differ:"$'\n'"$difference"

# What stands at the top of the commonest JSON documents.
json_keys() { grep -oE 'document\["[a-z_]+"\]' "$1/cli/$2" | sed 's/.*"\(.*\)".*/\1/' | sort -u; }
for pair in status:cmd_status.cc search:cmd_search.cc list:cmd_list.cc explain:cmd_explain.cc sweep:sweep_report.cc; do
  part=$(awk -v want="${pair%%:*}" '/^\.Sh/ { json = /^\.Sh JSON/ } /^\.It Cm/ { on = json && $3 == want } on' "$page")
  for key in $(json_keys "$1" "${pair#*:}"); do
    grep -qE "^\.Va (.* )?$key( |$)" <<<"$part" || complain "JSON of ${pair%%:*}: $key is not in the manual"
  done
done

# The statuses that error.hh can give are the ones that the manual explains.
for status in $(sed -n 's/^ *\([a-z_]*\) = \([0-9]*\),.*/\2/p' "$1/wiki/error.hh") 0 6 130; do
  grep -qE "^\.It $status\b|^\.It Er $status\b" <(awk '/^\.Sh EXIT STATUS/ { on = 1; next } /^\.Sh/ { on = 0 } on' "$page") ||
    complain "exit status $status is not in the manual"
done

if command -v mandoc >/dev/null; then
  lint=$(mandoc -Tlint -Wwarning "$page" 2>&1) || complain "mandoc: $lint"
fi
exit $failed
