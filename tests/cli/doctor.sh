#!/bin/bash
# What doctor sees, and what maintain makes smaller.
. "${0%/*}/lib.sh"

step "without a wiki"
fails 1 doctor
says "there is no wiki"
says "\`ai-memory init\` makes one"
is "times it is said" 1 "$(grep -c 'no wiki' "$work/out")"

step "a sound wiki"
ok init
for i in 1 2 3 4 5; do ok write-page "notes/p$i" --body "zebra $i"; done
ok doctor --full
says "5 pages read"
says "5 pages, the same as on disk"
says "objects read, all sound"
says_not warning
says_not "fault  "
ok doctor --quiet
prints ""
ok doctor --json
says '{"schema":1,"home":'
says '"level":"ok"'
says_not '"level":"fault"'

step "maintain: a preview, then one pack; nothing is lost, and a second run has nothing to do"
before=$(in_wiki cat-file --batch-all-objects --batch-check)
loose=$(find "$wiki/.git/objects" -type f | wc -l)
ok maintain --dry-run
says "would pack $loose objects"
is "loose files" "$loose" "$(find "$wiki/.git/objects" -type f | wc -l)"
ok maintain
says "$loose objects"
is "objects" "$before" "$(in_wiki cat-file --batch-all-objects --batch-check)"
is "loose files" "" "$(find "$wiki/.git/objects" -type f -not -path '*/pack/*')"
clean
ok maintain --json
says '"objects":{"packed":0,'
ok search --files zebra
is "found" 5 "$(wc -l <"$work/out")"
ok maintain --quiet
prints ""

step "what a killed command left half-written goes"
touch "$wiki/.git/objects/pack/pack_git2_abcdef"
ok doctor
says "half-written by a killed command"
find "$wiki/.git/objects" -name "*_git2_*" -exec touch -d "2 hours ago" {} +
ok maintain --dry-run
says "would remove 1 half-written file"
ok maintain
says "removed 1 half-written file of killed commands"
[ ! -e "$wiki/.git/objects/pack/pack_git2_abcdef" ] || complain "it is still there"

step "each trouble is named, with what to do; the exit status tells how bad it is"
notes=$wiki/default/default/notes
printf -- '---\npinned: maybe\n---\nx\n' >"$notes/odd.md"
cp "$notes/p1.md" "$notes/P1.md"
touch "$wiki/.git/index.lock"
fails 6 doctor
says "odd.md:2: pinned: 'maybe'"
says "differs only in case or Unicode form from default/default/notes/P1.md"
says "index.lock"
printf 'url: postgres://shop:geheim99@db/shop\n' >"$notes/db.md"
fails 6 doctor
says "notes/db.md:1: looks like a secret (password)"
says_not geheim99
rm "$notes/db.md" "$notes/odd.md" "$notes/P1.md" "$wiki/.git/index.lock"
mkdir -p "$HOME/.config/ai-memory"
echo 'no = table' >"$HOME/.config/ai-memory/config.toml"
fails 1 doctor
says "config.toml"
rm "$HOME/.config/ai-memory/config.toml"
echo '*.md' >"$wiki/.gitignore"
cp "$notes/p1.md" "$notes/new.md"
ok doctor
says "1 that git ignores"
rm "$wiki/.gitignore" "$notes/new.md"

step "an empty branch file: doctor says which file, and what to do"
before=$(in_wiki rev-parse HEAD)
printf '' >"$wiki/.git/refs/heads/main"
fails 1 doctor
says "refs/heads/main: has no bytes"
says ".git/logs/refs/heads/main"
says "\`ai-memory doctor --repair\` would"
says "  - set refs/heads/main to commit"
[ -s "$wiki/.git/refs/heads/main" ] && complain "doctor repaired without being asked"

step "and --repair does it: the branch, a lost text, the index of git and the search index"
printf 'broken' >"$wiki/.git/index"
printf 'garbage, not a database, garbage, not a database' >"$AI_MEMORY_HOME/state/memory.sqlite"
ok doctor --repair --full
tells "will set refs/heads/main to commit ${before:0:10}"
tells "will set git's index aside"
says_not "fault  "
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
clean
ok search --files zebra
is "found" 5 "$(wc -l <"$work/out")"
ok doctor --repair --json
says '"repairs":[],"repaired":[]'
