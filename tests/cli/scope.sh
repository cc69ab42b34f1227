#!/bin/bash
# Where one stands decides the project; flags and variables decide more; every shown path leads back to its page.
. "${0%/*}/lib.sh"
ok init

by() {
  ok status --json
  says "\"scope\":{\"workspace\":\"$1\",\"project\":\"$2\",\"resolved_by\":\"$3\"}"
}
step "from the weakest to the strongest"
by default default default
mkdir -p code/web-shop/src
git init -q code/web-shop
cd code/web-shop/src
by default web-shop git
printf 'workspace = "work"\nproject = "shop"\n' >../.ai-memory.toml
by work shop .ai-memory.toml
AI_MEMORY_PROJECT=env by work env environment
AI_MEMORY_PROJECT=a/env by a env environment
ok status --json -p flag
says '"project":"flag","resolved_by":"flag"'
ok -p flag status --json
says '"project":"flag","resolved_by":"flag"'
fails 2 -p ../x status
tells "no name for a folder"

step "what nobody named is told: where a page went, and no project is made by a colon"
rm ../.ai-memory.toml
ok write-page notes/here --body x
prints "notes/here.md"
tells "in project default/web-shop (by git)"
ok append notes/here --body y
tells "in project default/web-shop (by git)"
ok append notes/here --body y --quiet
tells_not "in project"
ok append web-shop:notes/here --body y -p other
tells_not "in project"
AI_MEMORY_PROJECT=web-shop ok append notes/here --body y
tells_not "in project"
ok init
tells "project default/web-shop (by git)"
fails 2 write-page "meeting 10:30" --body x
tells "there is no project \`meeting 10\` yet"
tells "-p 'meeting 10'"
fails 2 write-page "meeting 10:30" --body x --dry-run
[ ! -e "$wiki/default/meeting 10" ] || complain "a project was made"
ok write-page later:notes/x --body x -p later
ok write-page later:notes/y --body y
prints "default/later:notes/y.md"
printf 'workspace = "work"\nproject = "shop"\n' >../.ai-memory.toml

step "a page of the project, named from there and from elsewhere"
ok write-page notes/cart --body "The cart."
prints "notes/cart.md"
[ -f "$wiki/work/shop/notes/cart.md" ] || complain "the page is not in work/shop"
cd "$work"
for name in work/shop:notes/cart work/shop/notes/cart.md :work/shop/notes/cart "$wiki/work/shop/notes/cart.md"; do
  ok read-page "$name"
  says "The cart."
done
fails 4 read-page shop:notes/cart
tells "work/shop:notes/cart.md"
ok list --all-projects
says "work/shop:notes/cart.md"

step "a project that -p names and nobody wrote to is none"
ok write-page plan --body x -p work/vault
last_sweep() { "$AI_MEMORY" status --json | sed 's/.*"last_sweep"/"last_sweep"/; s/"last_error".*//'; }
ok sweep
before=$(last_sweep)
for command in list recent log graph checkpoints diff commit sweep "search x" "export files"; do
  fails 4 $command -p work/valt
  tells "work/valt: no such project"
  tells "did you mean \`work/vault\`?"
  is "stdout" "" "$(cat out)"
done
fails 4 sweep --quiet -p nosuch
is "last sweep" "$before" "$(last_sweep)"
fails 4 read-page work/valt:plan
tells "did you mean \`work/vault:plan.md\`?"
ok delete-page plan -p work/vault
tells "restore-page work/vault:plan.md"
ok log -p work/vault
ok list -p work/vault

step "inside the wiki the folder decides, and file names are file names"
cd "$wiki/work/shop/notes"
by work shop "wiki folder"
ok read-page cart.md
ok write-page ./till --body "The till."
[ -f till.md ] || complain "no file till.md here"
cd "$work"

step "no path leads out of the wiki (A08)"
for path in ../x a/../../../x /etc/passwd 'C:\x' .git/config con 'a|b' notes/; do
  fails 2 write-page "$path" --body x
done
for title in .. /etc/x a/../../b 'C:\x' -rf CON 🐘 '{'; do
  ok write-page --title="$title" --body x
done
fails 2 write-page --title "" --body x
is "files beside the wiki" "" "$(find "$work" -newer "$wiki/.gitattributes" -name '*.md' -not -path "$wiki/*")"
clean
