#!/bin/bash
# Repositories as people have them: no identity, signing and hooks, another owner, odd indexes, formats and histories.
. "${0%/*}/lib.sh"
ok init
ok write-page notes/plan --body "zebra"
old_session() { # NAME: a page that a sweep evicts, once it has been seen for a while
  mkdir -p "$wiki/default/default/sessions/2025/01"
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\n# %s\n' "$1" \
    >"$wiki/default/default/sessions/2025/01/$1.md"
}
old_session 会議
old_session signed
ok list
export AI_MEMORY_NOW=2027-06-01T00:00:00Z

step "cron's bare environment: no HOME, no locale, no terminal, no identity (A19)"
last="sweep in a bare environment"
env -i PATH="$PATH" GIT_CONFIG_NOSYSTEM=1 AI_MEMORY_NOW=$AI_MEMORY_NOW "$AI_MEMORY" --home "$AI_MEMORY_HOME" \
  sweep --max-evictions 1 >"$work/out" 2>"$work/err" </dev/null || complain "exit status $?"
says "会議.md"
is "authors" "ai-memory <ai-memory@localhost>" "$(in_wiki log -1 --format='%an <%ae>')"
is "author of the hand edit" "ai-memory user <ai-memory@localhost>" "$(in_wiki log -1 --skip=1 --format='%an <%ae>')"
in_wiki config user.name ""
ok append notes/plan --body "one"
is "author" "ai-memory user" "$(in_wiki log -1 --format=%an)"
in_wiki config --unset user.name
clean

step "signing, a signer that never ends, and hooks that fail: none is used (A24)"
cat >"$work/never" <<'S'
#!/bin/sh
echo "$0 was run" >>"$(dirname "$0")/was-run"
exit 1
S
chmod +x "$work/never"
git config --global commit.gpgsign true
git config --global gpg.program "$work/never"
for hook in pre-commit commit-msg post-commit prepare-commit-msg reference-transaction; do
  cp "$work/never" "$wiki/.git/hooks/$hook"
done
ok append notes/plan --body "two"
ok sweep
ok undo --last
for place in "$work" "$wiki/.git/hooks"; do [ ! -e "$place/was-run" ] || complain "$(cat "$place/was-run")"; done
rm -f "$wiki"/.git/hooks/*
git config --global --unset commit.gpgsign
clean

step "fifty sweeps with nothing to do: no commit, no file written (A25)"
ok sweep
before=$(in_wiki rev-parse HEAD) files=$(find "$wiki" -type f -not -path '*/.git/ai-memory*' -printf '%p %T@ %s\n' | sort)
for _ in $(seq 50); do ok sweep --quiet; done
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
is "files" "$files" "$(find "$wiki" -type f -not -path '*/.git/ai-memory*' -printf '%p %T@ %s\n' | sort)"

step "many one-line writes: each costs as much as the first, and loose objects are told or packed (A25)"
writes=60 pages=100
[ -z "${AI_MEMORY_TEST_LONG:-}" ] || writes=1000 pages=2000
mkdir -p many/fan
for n in $(seq $pages); do mkdir -p many/fan/$((n % 20)) && echo "page $n" >many/fan/$((n % 20))/n$n.md; done
ok import many -p many
loose() { in_wiki count-objects | cut -d' ' -f1; }
bytes() { find "$wiki/.git/objects" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }'; }
ok append notes/plan --body "line 0"
count=$(loose) size=$(bytes)
ok append notes/plan --body "line 1"
each=$(($(loose) - count)) cost=$(($(bytes) - size))
[ $each -le 8 ] || complain "one line makes $each objects"
count=$(loose) size=$(bytes)
for n in $(seq $writes); do ok append notes/plan --body "line $n"; done
[ $(($(loose) - count)) -le $((each * writes)) ] || complain "$writes writes make $(($(loose) - count)) objects, one $each"
# The page itself grows by its lines; nothing else may.
grown=$(($(bytes) - size)) page=$(wc -c <"$wiki/default/default/notes/plan.md")
[ $grown -le $((writes * (cost + 200 + page))) ] || complain "$writes writes take $grown bytes, one $cost"
export AI_MEMORY_WIKI__MAX_LOOSE_OBJECTS=20
ok status
[ -z "${AI_MEMORY_TEST_LONG:-}" ] || says "ai-memory maintain" # an estimate, that takes some hundred of them
ok maintain
is "loose objects" 0 "$(loose)"
unset AI_MEMORY_WIKI__MAX_LOOSE_OBJECTS
before=$(in_wiki rev-parse HEAD)
for _ in 1 2 3; do ok read-page notes/plan && ok search zebra; done
ok sweep --quiet
is "HEAD after reads" "$before" "$(in_wiki rev-parse HEAD)"
clean

step "a branch without a commit, and a branch that was switched"
in_wiki checkout -q -b other
ok append notes/plan --body "on the other branch"
in_wiki checkout -q main
ok search --files "other branch"
prints ""
in_wiki checkout -q other
ok search --files "other branch"
prints "notes/plan.md"
in_wiki checkout -q main
in_wiki checkout -q --orphan fresh
in_wiki rm -rqf --cached .
ok write-page notes/orphan --body "first of its branch"
is "commits" 1 "$(in_wiki rev-list --count HEAD)"
is "branch" fresh "$(in_wiki branch --show-current)"
in_wiki checkout -qf main
ok status

step "a split index is refused with the command that converts it, and nothing is changed"
in_wiki update-index --split-index
fails 3 append notes/plan --body "no"
tells "git update-index --no-split-index"
ok search --files zebra
prints "notes/plan.md"
in_wiki update-index --no-split-index
ok append notes/plan --body "three"
clean

step "a linked work tree, a shallow and a partial clone work as wikis"
git clone -q --depth 1 "file://$wiki" "$work/shallow/wiki"
ok --home "$work/shallow" append notes/plan --body "shallow"
tells_not "warning"
ok --home "$work/shallow" log notes/plan
is "versions" 2 "$(wc -l <"$work/out")"
ok --home "$work/shallow" search --files zebra
prints "notes/plan.md"
ok --home "$work/shallow" reindex
ok --home "$work/shallow" doctor --full
is "status" "" "$(git -C "$work/shallow/wiki" status --porcelain)"
in_wiki config uploadpack.allowFilter true
git clone -q --filter=blob:none "file://$wiki" "$work/partial/wiki"
ok --home "$work/partial" append notes/plan --body "partial"
fails 1 --home "$work/partial" log notes/plan
tells "git fetch --refetch --no-filter"
git -C "$work/partial/wiki" -c gc.auto=0 -c maintenance.auto=false fetch -q --refetch --no-filter origin 2>/dev/null
ok --home "$work/partial" log notes/plan
ok --home "$work/partial" doctor
mkdir "$work/linked"
in_wiki worktree add -q "$work/linked/wiki" -b linked
ok --home "$work/linked" append notes/plan --body "linked"
ok --home "$work/linked" doctor
is "linked" "" "$(git -C "$work/linked/wiki" status --porcelain)"
is "the linked branch" "append to notes/plan.md in default" "$(in_wiki log -1 --format=%s linked)"
in_wiki worktree remove --force "$work/linked/wiki"

step "a repository of SHA-256 objects is refused by name"
git init -q --object-format=sha256 "$work/sha256/wiki"
fails 1 --home "$work/sha256" list
tells "sha256"
fails 1 --home "$work/sha256" doctor

step "another owner: refused with the remedy, and taken when declared safe (A20)"
if [ "$(id -u)" -eq 0 ] && chown -R 65534 "$wiki/.git" "$wiki" 2>/dev/null; then
  state() { find "$wiki" -type f -printf '%p %T@ %s %U\n' | sort; }
  before=$(state)
  for command in "append notes/plan --body four" "write-page notes/x --body y" list "read-page notes/plan" sweep commit \
    "undo --last" status; do
    fails 1 $command
    tells "$wiki: belongs to another user"
    tells "git config --global --add safe.directory $wiki"
  done
  fails 1 doctor
  says "git config --global --add safe.directory $wiki"
  last="list without HOME"
  env -u HOME "$AI_MEMORY" --home "$AI_MEMORY_HOME" list >"$work/out" 2>"$work/err" && complain "taken without HOME"
  tells "safe.directory"
  git config --global --add safe.directory "$wiki/elsewhere"
  fails 1 list
  is "the wiki" "$before" "$(state)"
  git config --global --add safe.directory "$wiki"
  ok append notes/plan --body "four"
  clean
  git config --global --add safe.directory "" # an empty value takes back what came before
  fails 1 list
  git config --global --unset-all safe.directory
  fails 1 list
  git config --global --add safe.directory '*'
  ok append notes/plan --body "five"
  clean
  git config --global --unset-all safe.directory
  mkdir -p "$HOME/.config/git"
  printf '[safe]\n\tdirectory = %s/\n' "$wiki" >"$HOME/.config/git/config"
  ok append notes/plan --body "six"
  chown -R 0 "$wiki"
  rm "$HOME/.config/git/config"
  ok append notes/plan --body "seven"
  clean
fi
