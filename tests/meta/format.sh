#!/bin/bash
# Every C++ file is as clang-format leaves it. Skipped (77) where the version that the project uses is not installed.
#   format.sh SOURCE_ROOT
set -u
cd "$1" || exit 1
clang-format --version 2>/dev/null | grep -q 'version 14\.' || { echo "needs clang-format 14"; exit 77; }
folders=()
for folder in wiki decay index dream cli bench tests; do [ -d "$folder" ] && folders+=("$folder"); done
find "${folders[@]}" -type f \( -name '*.cc' -o -name '*.hh' \) -print0 | sort -z | xargs -0 clang-format --dry-run -Werror
