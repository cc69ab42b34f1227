#!/bin/bash
# What the README tells a newcomer to type works as it stands there, one command after the other, begun in the clone.
#   readme.sh SOURCE_ROOT PROGRAM
set -eu
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir "$home/bin" "$home/tmp"
ln -s "$(realpath "$2")" "$home/bin/ai-memory"
awk '/^## / { on = /^## Five minutes/ } /^```/ { code = !code; next } on && code' "$1/README.md" >"$home/commands"
[ "$(grep -c ai-memory "$home/commands")" -gt 10 ] || { echo "no commands found in the README"; exit 1; }

for variable in $(compgen -e AI_MEMORY_ || true) XDG_DATA_HOME XDG_CONFIG_HOME; do unset "$variable"; done
export HOME=$home PATH=$home/bin:$PATH TMPDIR=$home/tmp
git init --quiet "$home/ai-memory"
cd "$home/ai-memory"
set -o pipefail
bash -euxo pipefail "$home/commands" 2>&1 | tee "$home/said"

# A real sweep happens in the wiki to throw away only, and is taken back.
cd "$home"
[ "$(ai-memory list | wc -l)" = 2 ] || { echo "the reader's own wiki should hold two pages"; exit 1; }
[ "$(ai-memory log --runs | wc -l)" = 0 ] || { echo "a run in the reader's own wiki"; exit 1; }
thrown=$(echo "$home"/tmp/*)
[ "$(ai-memory --home "$thrown" list | wc -l)" = 2 ] || { echo "the swept pages should be back"; exit 1; }
