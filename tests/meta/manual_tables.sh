#!/bin/bash
# The tables of the manual are those of the program: settings, keys of the front matter, folders, JSON, variables.
#   manual_tables.sh SOURCE_ROOT PROGRAM
set -u
man=$1/man program=$(realpath "$2")
failed=0
complain() { echo "$1"; failed=1; }
same() {  # WHAT MANUAL PROGRAM
  [ -n "$3" ] || complain "the program names no $1"
  local difference
  difference=$(diff <(sort <<<"$2") <(sort <<<"$3"))
  [ -z "$difference" ] || complain "$1 of the manual (<) and of the program (>) differ:"$'\n'"$difference"
}
part() { awk -v want="$2" '/^\.Sh/ { on = substr($0, 5) == want } on' "$man/$1"; }

# Settings, "name = default (type, range, unit)", in both; "# half_life_working =" has no default.
defaults=$("$program" config --defaults)
settings=$(awk '
  /^\[/ { section = substr($1, 2, length($1) - 2) }
  /^# .*\.( \(.*\))$/ { kind = substr($0, match($0, /\([^(]*\)$/)) }
  /^[a-z_]+ = / { print section "." $0, kind }
  /^# [a-z_]+ =$/ { print section "." $2, "= unset", kind }' <<<"$defaults")
same settings "$(sed -n 's/\\(dq/"/g; s/^\.It Va \([a-z_.]*\) No = \(.*\) Pq \(.*\)$/\1 = \2 (\3)/p' "$man/ai-memory-config.5")" "$settings"
difference=$(diff "$1/config.example.toml" <(echo "$defaults"))
[ -z "$difference" ] || complain "config.example.toml (<) and config --defaults (>) differ:"$'\n'"$difference"

# Keys of the front matter that are read, in page.cc and as evidence, and the folders that page.cc knows.
same "front matter keys" "$(part ai-memory-page.7 'FRONT MATTER' | sed -n 's/^\.It Va \(.*\) No (.*/\1/p' | sed 's/ , /\n/g')" \
  "$({ grep -hoE '(text|list|boolean|number|time)\("[a-z_]+"|auto\* key : \{.*\}' "$1/wiki/page.cc"
    grep -oE 'kEvidenceKeys = \{.*\}' "$1/index/page_evidence.cc"; } | grep -oE '"[a-z_]+"' | tr -d '"' |
    sort -u)"
same folders "$(part ai-memory-page.7 FOLDERS | sed -n 's/^\.It Pa \(.*\) Ta \(.*\) Ta \(.*\)/\1 \2 \3/p')" \
  "$(sed -n 's/.*{"\([a-z_][a-z_]*\)", Tier::\([a-z]*\), "\([a-z]*\)"}.*/\1 \2 \3/p' "$1/wiki/page.cc")"

# What stands at the top of the commonest JSON documents.
json_keys() { grep -oE 'document\["[a-z_]+"\]' "$1/cli/$2" | sed 's/.*"\(.*\)".*/\1/' | sort -u; }
for pair in status:cmd_status.cc search:cmd_search.cc list:page_list.cc explain:cmd_explain.cc sweep:sweep_report.cc \
  related:cmd_related.cc graph:cmd_graph.cc pin:cmd_pin.cc purge:cmd_purge.cc; do
  [ -n "$(json_keys "$1" "${pair#*:}")" ] || complain "JSON of ${pair%%:*}: no key is in cli/${pair#*:}"
  json=$(part ai-memory.1 JSON | awk -v want="${pair%%:*}" '
    /^\.It Cm/ { on = 0; for (i = 3; i <= NF; i++) if ($i == want) on = 1 }
    on')
  for key in $(json_keys "$1" "${pair#*:}"); do
    grep -qE "^\.Va (.* )?$key( |$)" <<<"$json" || complain "JSON of ${pair%%:*}: $key is not in the manual"
  done
done

# What lint finds, in the order in which it is shown.
same "kinds of findings" "$(awk '/^\.Ss/ { on = $2 == "lint" } on' "$man/ai-memory.1" | sed -n 's/^\.It Cm \([a-z_]*\)$/\1/p' | nl)" \
  "$("$program" lint --help | awk '/^Kinds:/ { on = 1 } /^$/ { on = 0 } on' | tr '\n' ' ' | sed 's/^Kinds: //; s/; /\n/g' |
    sed -n 's/^\([a-z_]*\) - .*/\1/p' | grep -vx all | nl)"

# Variables that the sources read; HOME, PATH and COLUMNS are everybody's, the settings' own names are a pattern.
same variables "$(part ai-memory.1 ENVIRONMENT | sed -n 's/^\.It Ev //p' | sed 's/ , /\n/g; s/Ev //g' | grep -vx 'AI_MEMORY_ Ns.*')" \
  "$(grep -rhoE '(getenv|variable|from|is_set)\("[A-Z_]+"\)|"(NO_COLOR|CLICOLOR_FORCE)"' "$1/cli" --include='*.cc' | grep -oE '"[A-Z_]+"' |
    tr -d '"' | grep -vxE 'HOME|PATH|COLUMNS' | sort -u)"
exit $failed
