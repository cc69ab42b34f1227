#!/bin/bash
# What a person does with an editor and git is seen at once, committed when asked, and never swept along.
. "${0%/*}/lib.sh"
ok init
ok write-page notes/plan --body "Ship on Friday."
page=$wiki/default/default/notes/plan.md

step "an edit is found by its new words before anybody commits it"
echo "zebra crossing" >>"$page"
ok search zebra --files
prints "notes/plan.md"
ok status
says "uncommitted  1"
ok diff
says "+zebra crossing"
ok diff notes/plan
says "+zebra crossing"

step "page text does not reach a terminal's controls; elsewhere its bytes stay"
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
  printf 'red \033[31m bell \a c1 \302\233 bidi \342\200\256 end\n' >"$wiki/default/default/notes/esc.md"
  for command in "read-page --no-touch notes/esc" "diff notes/esc" "delete-page -n notes/esc"; do
    last="$command (on a terminal)"
    AI_MEMORY_PAGER=cat script -qec "'$AI_MEMORY' $command" /dev/null </dev/null >out 2>err
    says 'red \x1b[31m bell \x07 c1 \u009b bidi \u202e end'
    ok $command
    says "$(cat "$wiki/default/default/notes/esc.md")"
  done
  rm "$wiki/default/default/notes/esc.md"
else
  echo "SKIPPED: no pseudo-terminal to be had here"
fi

step "it is committed when asked, by its author"
ok commit --dry-run
says "modified"
is "commits" 2 "$(in_wiki rev-list --count HEAD)"
ok commit -m "Zebras"
is "subject" "Zebras" "$(in_wiki log -1 --format=%s)"
is "author" "Ann" "$(in_wiki log -1 --format=%an)"
ok commit
tells "nothing to commit"
ok diff
is "diff" "" "$(cat "$work/out")"
clean

step "a page written over a hand edit keeps the edit in history"
echo "only on disk" >>"$page"
ok append notes/plan --body "from the program"
in_wiki log -p --format=%s -- default/default/notes/plan.md >history
grep -q "hand edit: default/default/notes/plan.md" history || complain "no commit of the hand edit"
grep -q "^+only on disk" history || complain "the hand edit is in no commit"
clean

step "staged, untracked and other work of the user stays as it is (A21)"
ok write-page notes/b --body "b"
ok write-page notes/c --body "c"
echo todo >"$wiki/todo.txt"
in_wiki add todo.txt
echo edited >>"$wiki/default/default/notes/b.md"
echo print >"$wiki/scratch.py"
in_wiki rm -q --cached default/default/notes/c.md
before=$(in_wiki status --porcelain)
ok write-page notes/a --body "a"
is "git status" "$before" "$(in_wiki status --porcelain)"
is "files of our commit" "default/default/notes/a.md" "$(in_wiki show --format= --name-only HEAD)"
ok commit notes/b
in_wiki status --porcelain | grep -q "b.md" && complain "b.md was not committed"
in_wiki status --porcelain | grep -q "^A  todo.txt" || complain "todo.txt is no longer staged"
in_wiki status --porcelain | grep -q "^D  default/default/notes/c.md" || complain "c.md is no longer staged"

step "what is staged or unmerged is left to git, and the exit status says so"
for run in "" --dry-run; do
  fails 6 commit $run
  tells "notes/c.md: left alone: has staged changes or is unmerged"
  tells "nothing else to commit"
done
in_wiki reset -q
echo edited >>"$page"
blob=$(in_wiki rev-parse HEAD:default/default/notes/b.md)
printf '0 %040d\t%s\n' 0 default/default/notes/b.md >unmerged
printf '100644 %s %s\tdefault/default/notes/b.md\n' "$blob" 1 "$blob" 2 "$blob" 3 >>unmerged
in_wiki update-index --index-info <unmerged
fails 6 commit
tells "notes/b.md: left alone: has staged changes or is unmerged"
says "notes/plan.md"
in_wiki reset -q
echo ignored.md >"$wiki/.git/info/exclude"
echo x >"$wiki/default/default/notes/ignored.md"
ok commit
fails 6 commit notes/ignored
tells "notes/ignored.md: left alone: is ignored by .gitignore"
rm "$wiki/default/default/notes/ignored.md"

step "-p names the project of which edits are shown and committed; without it they are those of all"
ok write-page plan --body x -p vault
echo "of the vault" >>"$wiki/default/vault/plan.md"
echo "of default" >>"$page"
ok diff -p vault
says "+of the vault"
says_not "+of default"
ok diff --all-projects
says "+of the vault"
says "+of default"
ok commit -p vault --quiet
prints "plan.md"
is "subject" "hand edit: default/vault/plan.md" "$(in_wiki log -1 --format=%s)"
ok checkpoints -p vault --limit 1
says "hand edit: default/vault/plan.md"
fails 2 commit -p vault --all-projects
ok commit --json -p vault
says '"commit":null'
ok commit --quiet
prints "notes/plan.md"
ok checkpoints -p vault --limit 1
says_not "notes/plan.md"

step "very many missing pages are no edit that is committed without a word"
rm "$wiki/todo.txt" "$wiki/scratch.py"
for i in $(seq 30); do printf 'page %s' "$i" >"$wiki/default/default/notes/n$i.md"; done
ok commit
rm "$wiki"/default/default/notes/n*.md
fails 3 commit
tells "pages are missing"
ok commit --accept-removals
clean
