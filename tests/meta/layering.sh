#!/bin/bash
# A folder includes only itself and the folders to its left: wiki <- decay <- index <- dream <- cli.
#   layering.sh SOURCE_ROOT
set -u
cd "$1" || exit 1
line=(wiki decay index dream cli)
failed=0

complain() { echo "$1"; failed=1; }

for position in "${!line[@]}"; do
  folder=${line[$position]}
  [ -d "$folder" ] || continue
  right=("${line[@]:$((position + 1))}")
  for other in "${right[@]}"; do
    found=$(grep -rnE "#include [\"<](\.\./)*$other/" --include='*.cc' --include='*.hh' "$folder")
    [ -z "$found" ] || complain "$folder/ must not know $other/:"$'\n'"$found"
    # Link order: neither the library nor the tests of this folder get anything from the right.
    found=$(grep -nE "(^|[^a-z_'])${other}(_lib|_dep)?([^a-z_'/.]|$)" "$folder/meson.build" "tests/$folder/meson.build" 2>/dev/null |
      grep -v ':[0-9]*:#')
    [ -z "$found" ] || complain "$folder/ must not link $other/:"$'\n'"$found"
  done
done

# Includes are written from the root (of the project, or of tests/ for what tests share).
found=$(grep -rnE '#include "' --include='*.cc' --include='*.hh' "${line[@]}" tests 2>/dev/null |
  grep -vE '#include "(wiki|decay|index|dream|cli|tests|support|bench)/')
[ -z "$found" ] || complain "includes not written from the root:"$'\n'"$found"

# The headers of libraries, slow to read and full of foreign names, do not cross folders: a header of ours that reaches
# one is included in its own folder only.
heavy=$(grep -rlE '#include <((git2|sqlite3|cmark-gfm|yaml-cpp|toml\+\+|CLI|zlib)[./-]|nlohmann/json\.hpp)' --include='*.hh' \
  "${line[@]}" 2>/dev/null)
heavy=$(sort -u <<<"$heavy" | grep .)
while :; do
  more=$heavy
  for header in $heavy; do
    more+=$'\n'$(grep -rlF "#include \"$header\"" --include='*.hh' "${line[@]}" 2>/dev/null)
  done
  more=$(sort -u <<<"$more" | grep .)
  [ "$more" != "$heavy" ] || break
  heavy=$more
done
for header in $heavy; do
  found=$(grep -rnF "#include \"$header\"" --include='*.cc' --include='*.hh' "${line[@]}" 2>/dev/null | grep -v "^${header%%/*}/")
  [ -z "$found" ] || complain "a library crosses folders through $header:"$'\n'"$found"
done

# Only cli/ knows the clock, the environment and the terminal; nobody knows chance. (A lock file's age is told by the
# clock that stamped the file.)
found=$(grep -rnE 'getenv\(|system_clock::now|[^a-z_.]time\((nullptr|NULL|0)\)|std::(cout|cerr)|[^a-z_][fv]?printf\(|random_device|[^a-z_]s?rand\(' \
  --include='*.cc' --include='*.hh' wiki decay index dream 2>/dev/null |
  grep -vE '^wiki/(git_lock|commit_steps)\.cc:.*std::time\(nullptr\) - info\.st_mtim')
[ -z "$found" ] || complain "clock, environment, chance or output outside cli/:"$'\n'"$found"
exit $failed
