#!/bin/bash
# The manual and the program's own help agree: commands, their options, exit statuses.
#   manual.sh SOURCE_ROOT PROGRAM
set -u
page=$1/man/ai-memory.1 program=$(realpath "$2")
failed=0
complain() { echo "$1"; failed=1; }

# ".Ss name" (or ".Ss name, name") begins the section of a command; "Fl -option" anywhere in it is explained there.
commands_part() { awk '/^\.Sh/ { on = /^\.Sh COMMANDS/ } on' "$page"; }
manual_commands() { commands_part | sed -n 's/^\.Ss //p' | sed 's/, */\n/g' | sort; }
section() {
  commands_part | awk -v want="$1" '
    /^\.Ss/ { on = 0; for (i = 2; i <= NF; i++) { sub(/,$/, "", $i); if ($i == want) on = 1 } }
    on'
}
help_commands() { "$program" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | sort; }
# Option names at the start of help's lines: "  -n,--dry-run  Show …", "  --at REV  …".
help_options() { "$program" "$1" --help | sed -n 's/^  *\(-[a-zA-Z0-9], *\)\{0,1\}--\([a-z][a-z-]*\).*/\2/p' | sort -u; }
options_in() { grep -oE 'Fl -[a-z][a-z-]*' | sed 's/^Fl -//' | sort -u; }

commands=$(help_commands)
[ "$(echo "$commands" | wc -l)" -gt 10 ] || complain "--help lists too few commands: $commands"
difference=$(diff <(manual_commands) <(echo "$commands"))
[ -z "$difference" ] || complain "commands of the manual (<) and of --help (>) differ:"$'\n'"$difference"
# The overview at the head of COMMANDS names each once.
overview=$(commands_part | awk '/^\.Ss/ { exit } /^\.El/ { exit } /^\.Cm/' | sed 's/^\.Cm //; s/ , /\n/g' | sort)
difference=$(diff <(echo "$overview") <(echo "$commands"))
[ -z "$difference" ] || complain "the manual's overview (<) and --help (>) differ:"$'\n'"$difference"

global=$(awk '/^\.Sh/ { on = /^\.Sh OPTIONS/ } on' "$page" | options_in)
for command in $commands; do
  part=$(section "$command")
  grep -qE "^\.D1 Nm Cm $command( |$)" <<<"$part" || complain "$command has no line \`.D1 Nm Cm $command ...\` in the manual"
  options=$(help_options "$command")
  for option in $options; do
    grep -qx -- "$option" <<<"$(options_in <<<"$part")"$'\n'"$global" || complain "$command --$option is not in the manual"
  done
  # And nothing that the program does not know: of this command, or where another one is named before (`.Cm log Fl -runs`).
  for option in $(grep -vE '^\.Cm [a-z-]+ Fl ' <<<"$part" | options_in); do
    grep -qx -- "$option" <<<"$options" || complain "the manual's $command --$option is not in --help"
  done
done

# The statuses that error.hh can give are the ones that the manual explains.
explained=$(awk '/^\.Sh/ { on = /^\.Sh EXIT STATUS/ } on' "$page" | sed -n 's/^\.It \([0-9]*\)$/\1/p' | sort -n)
known=$({ echo 0; echo 6; echo 130; sed -n 's/^ *[a-z_]* = \([0-9]*\),.*/\1/p' "$1/wiki/error.hh"; } | sort -n)
difference=$(diff <(echo "$explained") <(echo "$known"))
[ -z "$difference" ] || complain "exit statuses of the manual (<) and of the program (>) differ:"$'\n'"$difference"

# .Ql quotes all that follows it on its line as one.
found=$(grep -nE '^\.(Ql|Pq Ql) [^ ]+ , |(^\.| )Ql .* (No|Ql) ' "$1"/man/ai-memory*.[157])
[ -z "$found" ] || complain "several words in the quotes of one .Ql:"$'\n'"$found"

if command -v mandoc >/dev/null; then
  for file in "$1"/man/ai-memory*.[157]; do lint=$(mandoc -Tlint -Wwarning "$file" 2>&1) || complain "mandoc: $lint"; done
fi
exit $failed
