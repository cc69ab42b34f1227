#!/bin/bash
# What scripts/quickstart builds is all that `meson install` then wants: installed.sh SOURCE_ROOT BUILD_ROOT
set -euo pipefail
source_root=$1 build=$2
read -r -a targets < <(sed -nE 's/.*ninja -C \$build ([a-z ]+)$/\1/p' "$source_root/scripts/quickstart" | head -n 1)
[ ${#targets[@]} -gt 0 ] || { echo "scripts/quickstart names no targets for ninja"; exit 1; }
built=$(for target in "${targets[@]}"; do ninja -C "$build" -t query "$target"; done | sed -nE 's/^ +\|? ?([^ ].*)$/\1/p')
status=0
while read -r file; do
  grep -qxF -- "$file" <<<"$built" || { echo "$file is installed, but '${targets[*]}' do not build it"; status=1; }
done < <(meson introspect "$build" --installed | python3 -c '
import json, os, sys
build = os.path.realpath(sys.argv[1])
for file in json.load(sys.stdin):
    if os.path.realpath(file).startswith(build + os.sep):
        print(os.path.relpath(os.path.realpath(file), build))' "$build")
exit $status
