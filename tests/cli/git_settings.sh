#!/bin/bash
# Settings of git, the environment and the index that people have: nothing misleads, nothing of the user's is changed.
. "${0%/*}/lib.sh"
notes=$wiki/default/default/notes

step "variables of a git hook's environment lead nowhere else and reach nobody"
fresh
git init -q "$work/other"
before=$(find "$work/other" -type f -printf '%p %T@\n' | sort)
(
  export GIT_DIR=$work/other/.git GIT_WORK_TREE=$work/other GIT_INDEX_FILE=$work/other/.git/index GIT_PREFIX=sub/ \
    GIT_OBJECT_DIRECTORY=$work/objects GIT_ALTERNATE_OBJECT_DIRECTORIES=$work/none GIT_NAMESPACE=elsewhere \
    GIT_CEILING_DIRECTORIES=$work GIT_AUTHOR_NAME=Somebody GIT_COMMITTER_DATE=2001-01-01T00:00:00Z
  ok append notes/plan --body "from a hook"
  echo hand >>"$notes/b.md"
  ok commit
  ok sweep
  ok init
  ok --home "$work/made" init
  ok search --files zebra
  exit $failures
) || complain "the environment misled a command"
is "the other repository" "$before" "$(find "$work/other" -type f -printf '%p %T@\n' | sort)"
is "authors" "Ann" "$(in_wiki log -1 --format=%an)"
[ ! -e "$work/objects" ] || complain "objects were written elsewhere"
clean

step "core.worktree that names another folder, core.bare by mistake: refused with the remedy, nothing is committed"
before=$(in_wiki rev-parse HEAD)
mkdir "$work/elsewhere"
for fault in "core.worktree=$work/elsewhere" core.bare=true; do
  in_wiki config "${fault%%=*}" "${fault#*=}"
  for command in list "append notes/plan --body x" commit sweep status; do
    fails 1 $command
  done
  case $fault in
    core.bare*) tells "git -C $wiki config core.bare false" ;;
    *) tells "git -C $wiki config --unset core.worktree" ;;
  esac
  fails 1 doctor
  says "git -C $wiki config"
  git config --file "$wiki/.git/config" --unset "${fault%%=*}"
done
git config --file "$wiki/.git/config" core.bare false
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
ok list
clean
in_wiki config core.worktree ../  # as submodules and `--separate-git-dir` have it, and the right one
works "core.worktree"

step "an extension of git's that is not known is refused by name; so is a .git without HEAD, and a bare repository"
in_wiki config core.repositoryFormatVersion 1
in_wiki config extensions.foo true
fails 1 append notes/plan --body x
tells "extensions.foo"
tells "hint: "
fails 1 doctor
says "extensions.foo"
git config --file "$wiki/.git/config" --unset extensions.foo
mv "$wiki/.git/HEAD" "$work/HEAD"
fails 1 list
tells "HEAD: is missing"
tells "ai-memory doctor --repair"
fails 1 doctor
says "point HEAD, which says nothing, at the branch main"
mv "$work/HEAD" "$wiki/.git/HEAD"
in_wiki config core.worktree /nowhere/at/all
fails 1 list
tells "/nowhere/at/all"
tells_not "HEAD: is missing"
git config --file "$wiki/.git/config" --unset core.worktree
git init -q --bare "$work/bare/wiki"
for command in init list "write-page notes/x --body y"; do
  fails 1 --home "$work/bare" $command
  tells "is a bare repository"
done
[ ! -e "$work/bare/wiki/.git" ] || complain "a repository was made inside another"

step "a HEAD that says nothing is pointed at the branch that it stood on last"
in_wiki checkout -q -b topic/now
ok append notes/plan --body "On a branch."
: >"$wiki/.git/HEAD"
ok doctor --repair
is "HEAD" "ref: refs/heads/topic/now" "$(cat "$wiki/.git/HEAD")"
in_wiki checkout -q main
in_wiki branch -q -D topic/now

step "a wiki is not made inside another repository"
git init -q "$work/outer"
fails 2 --home "$work/outer/home" init
tells "lies inside the git repository"
[ ! -e "$work/outer/home/wiki" ] || complain "something was made all the same"

step "the ways in which git keeps its index"
fresh
in_wiki update-index --index-version 4
works "index version 4"
is "version" 4 "$(head -c 8 "$wiki/.git/index" | od -An -tu1 | awk '{print $8}')"
fresh
in_wiki config core.untrackedCache true
in_wiki update-index --force-untracked-cache
in_wiki status --porcelain
works "the untracked cache"
fresh
in_wiki config core.fsmonitor true
in_wiki config core.fsmonitorHookVersion 2
in_wiki config feature.manyFiles true
in_wiki config index.skipHash true
works "feature.manyFiles"
settings=(core.fileMode=false core.precomposeUnicode=true core.preloadIndex=false core.symlinks=false
  core.trustctime=false core.checkStat=minimal core.logAllRefUpdates=false gc.auto=1 core.quotePath=false
  core.abbrev=4 core.fsync=none log.date=iso user.useConfigOnly=true commit.template=/nowhere)
fresh
for setting in "${settings[@]}"; do
  [ -z "${AI_MEMORY_TEST_LONG:-}" ] || fresh # each by itself, else all of them together
  in_wiki config "${setting%%=*}" "${setting#*=}"
  [ -z "${AI_MEMORY_TEST_LONG:-}" ] || works "$setting"
done
[ -n "${AI_MEMORY_TEST_LONG:-}" ] || works "all of them"

step "core.ignoreCase: twins stay apart, and nothing is said to be changed that is not (A06)"
fresh
in_wiki config core.ignoreCase true
printf 'capital\n' >"$notes/B.md"
ok commit
ok commit
tells "nothing to commit"
ok status
says "uncommitted  none"
ok append notes/B --body "to the capital one"
is "the other twin" "b" "$(tail -n 1 "$notes/b.md")"
is "the files" "default/default/notes/B.md default/default/notes/b.md" "$(echo $(in_wiki ls-files | grep -i /b.md))"

step "a change of permissions alone is the user's: not taken for an edit, not undone"
fresh
chmod 755 "$notes/b.md"
shown=$(in_wiki status --porcelain)
ok status
says "uncommitted  none"
ok sweep
ok append notes/plan --body x
ok append notes/b --body "more"
is "git status" "$shown" "$(in_wiki status --porcelain)"
is "permissions" 755 "$(stat -c %a "$notes/b.md")"
in_wiki commit -qam "executable"
ok append notes/b --body "still"
clean

step "skip-worktree, assume-unchanged and intent-to-add entries stay, and an absent page of theirs is not removed"
for flag in skip-worktree assume-unchanged; do
  fresh
  in_wiki update-index --$flag default/default/notes/b.md
  mark=$(in_wiki ls-files -v default/default/notes/b.md)
  ok append notes/plan --body x
  is "the mark" "$mark" "$(in_wiki ls-files -v default/default/notes/b.md)"
  rm "$notes/b.md"
  ok commit
  tells "nothing to commit"
  ok sweep
  is "in HEAD" default/default/notes/b.md "$(in_wiki ls-tree -r --name-only HEAD default/default/notes/b.md)"
  fails 3 write-page notes/b --body "over what is not seen"
  tells "is kept out of the work tree by git"
  [ ! -e "$notes/b.md" ] || complain "the page was written all the same"
  is "the mark" "$mark" "$(in_wiki ls-files -v default/default/notes/b.md)"
  in_wiki update-index --no-$flag default/default/notes/b.md
  in_wiki checkout -q -- default/default/notes/b.md
  clean
done
echo new >"$notes/ita.md"
in_wiki add -N default/default/notes/ita.md
shown=$(in_wiki status --porcelain)
ok append notes/plan --body x
ok sweep
fails 6 commit
tells "notes/ita.md: left alone"
fails 3 append notes/ita --body x
is "git status" "$shown" "$(in_wiki status --porcelain)"

step "hooks of core.hooksPath are not run either (A24)"
fresh
mkdir "$work/hooks"
for hook in pre-commit post-commit reference-transaction post-index-change; do
  printf '#!/bin/sh\necho %s >>%s/hook-was-run\nexit 1\n' $hook "$work" >"$work/hooks/$hook"
  chmod +x "$work/hooks/$hook"
done
git config --global core.hooksPath "$work/hooks"
ok append notes/plan --body x
ok sweep
ok write-page notes/c --body c
[ ! -e "$work/hook-was-run" ] || complain "run: $(cat "$work/hook-was-run")"
git config --global --unset core.hooksPath
