#!/bin/bash
# git in the middle of something, for real: every command that writes says so and changes nothing; reads work (A22).
. "${0%/*}/lib.sh"
ok init
for n in 1 2 3; do ok write-page notes/p$n --body "zebra $n"; done
ok write-page notes/shared --body "base"
mkdir -p "$wiki/default/default/sessions/2025/01" from
printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\n# cold\n' \
  >"$wiki/default/default/sessions/2025/01/cold.md"
echo imported >from/new.md
echo first >from/first.md
ok import from
rm from/first.md
echo imported >from/new2.md
ok commit
export AI_MEMORY_NOW=2027-06-01T00:00:00Z
ok feedback notes/p1 helpful
ok delete-page notes/p3
git_() { in_wiki "$@" >"$work/git.log" 2>&1; }
page=default/default/notes/shared.md

# Two branches that meet in the same line of one page, and differ in another.
git_ checkout -q -b theirs
sed -i 's/^base/theirs/' "$wiki/$page"
echo "from their side" >"$wiki/default/default/notes/theirs.md"
git_ add -A
git_ commit -qm "theirs"
git_ checkout -q main
sed -i 's/^base/ours/' "$wiki/$page"
git_ commit -qam "ours"

# All that a state consists of: git's own files of it, the branch, the index as git sees it, and every file on disk.
state_of() {
  (
    cd "$wiki" || exit
    git symbolic-ref -q HEAD
    git for-each-ref
    git ls-files --stage
    git status --porcelain
    find . -path ./.git -prune -o -type f -printf '%p %T@ %s\n' | sort
    find .git -maxdepth 1 \( -name '*_HEAD' -o -name 'BISECT*' -o -name 'MERGE*' -o -name 'AUTO_MERGE' \) -printf '%f %s\n' | sort
    find .git/rebase-merge .git/rebase-apply .git/sequencer -type f -printf '%p %s\n' 2>/dev/null | sort
  )
}

writers() { # one a line
  cat <<W
write-page notes/new --body x
write-page notes/p1 --overwrite --body x
append notes/p1 --body x
append notes/shared --body x
delete-page notes/p1
pin notes/p1
move-page notes/p1 notes/moved
restore-page notes/p3
restore-page notes/p1 --force --at $restorable
feedback notes/p1 unhelpful
undo --last
import $work/from
commit
sweep
sweep --dry-run
W
}
restorable=$(in_wiki log --format=%H --reverse -- default/default/notes/p1.md | head -1)

refuses() { # WORDS: every writing command is refused with these words, and all is as it was
  local before command
  before=$(state_of)
  while read -r command; do
    fails 3 $command
    tells "$1"
  done < <(writers)
  cat >"$work/editor" <<'E'
#!/bin/sh
echo "typed" >>"$1"
E
  chmod +x "$work/editor"
  EDITOR=$work/editor fails 3 edit notes/p1
  tells "$1"
  ok maintain
  is "the state" "$before" "$(state_of)"
  ok search --files zebra
  says "notes/p1.md"
  ok read-page notes/p1
  ok list
  ok log notes/p1
  ok reindex
  ok status
  says "$1"
  am doctor </dev/null
  says "$1"
  is "the state after reads" "$before" "$(state_of)"
  [ ! -e "$wiki/.git/refs/ai-memory/pending" ] || complain "a pending ref is left"
}

step "a merge with an unmerged page"
git_ merge theirs && complain "the merge had no conflict"
grep -q '<<<<<<<' "$wiki/$page" || complain "no markers in the page"
refuses "a merge is in progress"
git_ merge --abort
clean

step "a merge that is resolved, but not yet committed"
git_ merge theirs
echo resolved >"$wiki/$page"
git_ add -A
refuses "a merge is in progress"
git_ merge --abort
clean

step "a rebase stopped half-way, by either machinery"
git_ rebase theirs && complain "the rebase had no conflict"
refuses "rebase is in progress"
git_ rebase --abort
git_ rebase --apply theirs && complain "the rebase had no conflict"
refuses "rebase is in progress"
git_ rebase --abort
GIT_SEQUENCE_EDITOR="sed -i s/^pick/edit/" git_ rebase -i HEAD~1
refuses "rebase is in progress"
git_ rebase --abort
clean

step "a cherry-pick, a revert, and their sequences"
git_ cherry-pick theirs && complain "no conflict"
refuses "a cherry-pick is in progress"
git_ cherry-pick --abort
sed -i 's/^ours/later/' "$wiki/$page"
git_ commit -qam later
git_ revert HEAD~1 && complain "no conflict"
refuses "a revert is in progress"
git_ revert --abort
git_ revert --no-edit HEAD~1 HEAD && complain "no conflict"
refuses "revert is in progress"
git_ revert --abort
git_ cherry-pick theirs main~1 && complain "no conflict"
refuses "cherry-pick is in progress"
git_ cherry-pick --abort
clean

step "git am stopped half-way"
in_wiki format-patch -q -1 --stdout theirs >"$work/patch"
git_ am "$work/patch" && complain "no conflict"
refuses "git am is in progress"
git_ am --abort
clean

step "a bisect, and no branch at all"
git_ bisect start HEAD HEAD~3
refuses "bisect is in progress"
git_ bisect reset
git_ checkout -q --detach
refuses "HEAD is detached"
git_ checkout -q main
clean

step "afterwards all goes on as before"
ok append notes/p1 --body "goes on"
ok sweep
says "evict: removed 1 page"
clean
