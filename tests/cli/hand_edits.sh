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

step "all four states of the user's work are as they were after every command that writes (A21)"
in_wiki reset -q --hard
printf -- '---\nexpires_at: 2026-01-01\n---\nx\n' >"$wiki/default/default/notes/expired.md"
ok write-page notes/d --body "d"
ok commit
echo todo >"$wiki/todo.txt"
in_wiki add todo.txt
echo print >"$wiki/scratch.py"
echo "edited by hand" >>"$wiki/default/default/notes/b.md"
in_wiki rm -q --cached default/default/notes/c.md
mkdir -p imported && echo imported >imported/i.md
kept() { # what git says, and what the files hold
  in_wiki status --porcelain
  in_wiki diff --cached --raw
  cat "$wiki/todo.txt" "$wiki/scratch.py" "$wiki"/default/default/notes/[bc].md
}
before=$(kept)
while read -r command; do
  start=$(in_wiki rev-parse HEAD)
  ok $command
  is "the user's work after $command" "$before" "$(kept)"
  in_wiki log --format= --name-only "$start.." >touched
  ! grep -q 'todo\|scratch\|/[bc]\.md' touched || complain "committed by $command: $(cat touched)"
done <<'C'
write-page notes/e --body e
append notes/d --body more
write-page notes/d --overwrite --body other
pin notes/d
feedback notes/d helpful
move-page notes/d notes/moved
undo --last
delete-page notes/d
restore-page notes/d
import imported
undo --last
sweep --pass ttl
undo --last
C
fails 3 append notes/c --body x # its removal is staged
fails 3 delete-page notes/c
is "the user's work" "$before" "$(kept)"
ok sweep # commits the unstaged edit in the user's name, as it must before it changes a page; the others stay
is "author" "Ann" "$(in_wiki log -1 --format=%an -- default/default/notes/b.md)"
is "what is left" "$(grep -v '^ M' <<<"$before" | head -4)" "$(kept | head -4)"
rm -f "$wiki/todo.txt" "$wiki/scratch.py"
in_wiki reset -q --hard
ok commit

step "as editors save: the page stays in the index with its pin and use, and none of their files gets in (A32)"
notes=$wiki/default/default/notes
ok write-page notes/essay --pinned --body "walrus draft"
ok read-page notes/essay
vim_save() { # backup by rename, a swap file, a probe
  : >"$notes/.essay.md.swp" && : >"$notes/4913" && rm "$notes/4913"
  mv "$notes/essay.md" "$notes/essay.md~" && cp "$notes/essay.md~" "$notes/essay.md" && echo "$1" >>"$notes/essay.md"
  [ "${2:-}" = leave ] || rm "$notes/essay.md~" "$notes/.essay.md.swp"
}
rename_save() { # Visual Studio Code, Obsidian: another file takes the page's place
  cp "$notes/essay.md" "$notes/essay.md.tmp" && echo "$1" >>"$notes/essay.md.tmp" && mv "$notes/essay.md.tmp" "$notes/essay.md"
}
emacs_save() { # a lock that is a link to nowhere, an autosave, a backup
  ln -sf nobody@nowhere:1 "$notes/.#essay.md" && cp "$notes/essay.md" "$notes/#essay.md#" && cp "$notes/essay.md" "$notes/essay.md~"
  echo "$1" >>"$notes/essay.md" && rm "$notes/.#essay.md" "$notes/#essay.md#" "$notes/essay.md~"
}
mkdir -p "$wiki/.obsidian" "$wiki/.trash"
echo walrus >"$wiki/.obsidian/workspace.md"
echo walrus >"$wiki/.trash/essay.md"
for n in 1 2 3; do
  vim_save "vim $n" leave
  ok search --files walrus
  prints "notes/essay.md"
  rename_save "code $n"
  emacs_save "emacs $n"
  ok search --files walrus
  prints "notes/essay.md"
  ok commit
done
rm -f "$notes"/essay.md~ "$notes/.essay.md.swp"
ok list --json
says '"path":"default/default/notes/essay.md"'
python3 -c 'import json; p = [p for p in json.load(open("out"))["pages"] if "essay" in p["path"]]; assert len(p) == 1 and p[0]["pinned"] and p[0]["accesses"] >= 1, p' ||
  complain "the page lost its pin or use"
(trap - EXIT; for n in $(seq 20); do "$AI_MEMORY" sweep --quiet >>sweeps 2>&1 || echo "status $?" >>sweeps; done) &
sweeps=$!
for n in $(seq 20); do
  rename_save "save $n"
  vim_save "again $n"
done
wait $sweeps
! grep -q status sweeps || complain "a sweep failed: $(cat sweeps)"
for n in $(seq 20); do grep -qx "save $n" "$notes/essay.md" && grep -qx "again $n" "$notes/essay.md" || complain "save $n is lost"; done
ok commit
in_wiki log --format= --name-only >ever
! grep -q 'swp\|~$\|4913\|\.tmp\|obsidian\|trash\|#' ever || complain "an editor's file was committed: $(grep 'swp\|~$\|4913\|\.tmp\|obsidian\|trash\|#' ever)"
ok search --files walrus
prints "notes/essay.md"
rm -r "$wiki/.obsidian" "$wiki/.trash"

step "what is staged or unmerged is left to git, and the exit status says so"
in_wiki rm -q --cached default/default/notes/c.md
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
rm -f "$wiki/todo.txt" "$wiki/scratch.py"
for i in $(seq 30); do printf 'page %s' "$i" >"$wiki/default/default/notes/n$i.md"; done
ok commit
rm "$wiki"/default/default/notes/n*.md
fails 3 commit
tells "pages are missing"
ok commit --accept-removals
clean

step "a page that may not be read is left out and named; all others go on, and it is not taken for removed"
other=()
if [ "$(id -u)" -eq 0 ]; then other=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
chmod 755 "$work" "$HOME"
if "${other[@]}" "$AI_MEMORY" version >/dev/null 2>&1; then
  as_other() { # STATUS ARGUMENTS…, as a user without rights
    last="ai-memory ${*:2} (without rights)"
    status=0
    "${other[@]}" "$AI_MEMORY" "${@:2}" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ $status -eq "$1" ] || complain "exit status $status, not $1"
    is "times $locked is named" 1 "$(grep -cF "default/locked/$locked.md: Permission denied" "$work/err")"
    says_not "$locked.md"
  }
  folder=$wiki/default/locked locked=z
  mkdir -p "$folder"
  for name in a b z; do echo "text of $name" >"$folder/$name.md"; done
  ok commit
  echo changed >>"$folder/z.md"
  chmod 000 "$folder/z.md"
  [ "$(id -u)" -ne 0 ] || chown -R 65534:65534 "$AI_MEMORY_HOME"
  as_other 6 commit
  as_other 6 forget-sweep
  echo more >>"$folder/a.md"
  as_other 0 --project locked status
  says "modified  a.md"
  as_other 0 --project locked diff
  says "+more"
  as_other 0 --project locked move-page b bb
  as_other 0 --project locked commit a
  prints "modified   a.md"
  echo more >>"$folder/a.md"
  as_other 6 commit
  says "locked:a.md"
  echo new >"$folder/n.md"
  chmod 000 "$folder/n.md"
  locked=n as_other 6 commit
  is "pages in history" "a.md bb.md z.md" "$(git -C "$wiki" -c safe.directory='*' ls-tree --name-only HEAD default/locked/ | xargs -n 1 basename | xargs)"
  chmod 644 "$folder"/?.md
  last="commit, all of it readable"
  "${other[@]}" "$AI_MEMORY" commit >"$work/out" 2>"$work/err" || complain "exit status $?"
  says "modified   default/locked:z.md"
  says "new        default/locked:n.md"
else
  step "SKIPPED: setpriv, or the program for others, is not here"
fi
