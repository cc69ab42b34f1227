#!/bin/bash
# What the README tells a newcomer to type works as it stands there, one command after the other.
#   readme.sh SOURCE_ROOT PROGRAM
set -eu
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir "$home/bin"
ln -s "$(realpath "$2")" "$home/bin/ai-memory"
awk '/^## / { on = /^## Five minutes/ } /^```/ { code = !code; next } on && code' "$1/README.md" >"$home/commands"
[ "$(grep -c ai-memory "$home/commands")" -gt 10 ] || { echo "no commands found in the README"; exit 1; }

for variable in $(compgen -e AI_MEMORY_ || true) XDG_DATA_HOME XDG_CONFIG_HOME; do unset "$variable"; done
export HOME=$home PATH=$home/bin:$PATH
mkdir "$home/shop"
cd "$home/shop"
bash -euxo pipefail "$home/commands"
