#!/bin/bash
# The manual page and the program's own help agree: commands, their options, exit statuses, version.
#   manual.sh SOURCE_ROOT PROGRAM
set -u
page=$1/man/ai-memory.1 program=$2
failed=0
complain() { echo "$1"; failed=1; }

# "Cm name" at the head of an item of COMMANDS; "Fl -name" anywhere in that command's part.
manual_commands() { sed -n 's/^\.It Cm \([a-z][a-z-]*\).*/\1/p' "$page" | sort -u; }
manual_part() { awk -v want="$1" '/^\.(It Cm|Sh)/ { inside = ($2 == "Cm" && $3 == want) } inside' "$page"; }
help_commands() { "$program" --help | awk '/^[Ss]ubcommands:|^[Cc]ommands/ { on = 1; next } /^[^ ]/ { on = 0 } on && /^  [a-z]/ { print $1 }' | sort -u; }
help_options() { "$program" "$1" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u; }

commands=$(help_commands)
[ "$(echo "$commands" | wc -l)" -gt 10 ] || complain "--help lists too few commands: $commands"
difference=$(diff <(manual_commands) <(echo "$commands"))
[ -z "$difference" ] || complain "commands of the manual (<) and of --help (>) differ:"$'\n'"$difference"

global=$(awk '/^\.Sh COMMANDS/ { exit } /^\.It Fl/' "$page")
for command in $commands; do
  part=$(manual_part "$command")
  for option in $(help_options "$command"); do
    [ "$option" = --help ] && continue
    grep -qE -- "Fl -${option#--}( |$)" <<<"$part" || grep -qE -- "Fl -${option#--}( |$)" <<<"$global" ||
      complain "$command $option is not in the manual"
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
