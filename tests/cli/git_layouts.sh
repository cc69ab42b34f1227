#!/bin/bash
# Where git keeps things, and what it leaves out: sparse checkouts, separate folders, other repositories, odd branches.
. "${0%/*}/lib.sh"
notes=$wiki/default/default/notes

step "a sparse checkout: pages outside of the cone are not taken for removed"
fresh
for n in $(seq 30); do mkdir -p from && echo "page $n" >from/n$n.md; done
ok import from -p other
in_wiki sparse-checkout set --cone default/default
[ ! -e "$wiki/default/other" ] || complain "the checkout is not sparse"
committed=$(in_wiki ls-tree -r --name-only HEAD default/other)
ok commit
tells "nothing to commit"
ok status
says "uncommitted  none"
tells_not "missing"
ok sweep --all
tells_not "missing"
ok reindex
tells_not "missing"
works "a sparse checkout"
is "what is committed outside" "$committed" "$(in_wiki ls-tree -r --name-only HEAD default/other)"
for command in "write-page n1 --body x -p other" "restore-page default/other:n1"; do
  fails 3 $command
  tells "is kept out of the work tree by git"
done
rm "$notes"/*.md
fails 4 read-page notes/plan
ok commit --dry-run
says "removed    notes/plan.md"
says_not "n1.md"
in_wiki checkout -q -- default/default
in_wiki sparse-checkout set --cone --sparse-index default/default
before=$(in_wiki rev-parse HEAD)
for command in "append notes/plan --body x" commit sweep "undo --last"; do
  fails 3 $command
  tells "git sparse-checkout reapply --no-sparse-index"
done
ok read-page notes/plan
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
in_wiki sparse-checkout reapply --no-sparse-index
ok append notes/plan --body x
in_wiki sparse-checkout disable
is "pages" 30 "$(find "$wiki/default/other" -name '*.md' | wc -l)"
clean

step "git's folder elsewhere, and pages in a submodule of somebody's repository"
fresh
in_wiki init -q --separate-git-dir "$work/git-folder"
[ -f "$wiki/.git" ] || complain ".git is no file"
works "a separate git folder"
git init -q "$work/outer"
git -C "$work/outer" -c protocol.file.allow=always submodule add -q "$work/git-folder" memory/wiki 2>/dev/null
AI_MEMORY_HOME=$work/outer/memory ok append notes/plan --body "in a submodule"
AI_MEMORY_HOME=$work/outer/memory ok doctor
is "git status of the submodule" "" "$(git -C "$work/outer/memory/wiki" status --porcelain)"

step "repositories inside of the wiki, submodules too, are their owners': never read, committed or written into"
fresh
git init -q "$work/sub"
echo "koala" >"$work/sub/s.md"
git -C "$work/sub" add . && git -C "$work/sub" commit -qm sub
in_wiki -c protocol.file.allow=always submodule add -q "$work/sub" default/default/sub 2>/dev/null
in_wiki commit -qm "a submodule"
works "a submodule"
ok write-page inner/p --body "before it was a repository"
git init -q "$wiki/default/default/inner"
echo "koala" >"$wiki/default/default/inner/q.md"
echo "koala" >>"$wiki/default/default/sub/s.md"
shown=$(in_wiki status --porcelain)
ok search --files koala
prints ""
ok commit
tells "nothing to commit"
ok sweep
for folder in sub inner; do
  fails 3 write-page $folder/x --body y
  tells "is another git repository"
  fails 3 move-page notes/b $folder/b
  [ -f "$notes/b.md" ] || complain "the page was moved all the same"
done
is "git status" "$shown" "$(in_wiki status --porcelain)"
is "what is committed" default/default/inner/p.md "$(in_wiki ls-tree -r --name-only HEAD default/default/inner)"

step "objects of another repository, replaced and grafted commits, packed refs, an object in a pack and loose"
fresh
git clone -q --shared "$wiki" "$work/shared/wiki"
git clone -q --reference "$wiki" "file://$wiki" "$work/reference/wiki"
for home in shared reference; do
  (AI_MEMORY_HOME=$work/$home wiki=$work/$home/wiki notes=$work/$home/wiki/default/default/notes && works $home && exit $failures) ||
    complain "not as in a plain clone"
done
in_wiki replace HEAD "$(in_wiki commit-tree -m replaced 'HEAD^{tree}')"
works "a replaced commit"
in_wiki replace -d "$(in_wiki replace -l)" >/dev/null
in_wiki rev-parse HEAD >"$wiki/.git/info/grafts"
ok append notes/plan --body "grafted"
rm "$wiki/.git/info/grafts"
in_wiki gc -q
in_wiki pack-refs --all --prune
[ ! -e "$wiki/.git/refs/heads/main" ] || complain "the branch is not packed"
works "packed refs"

step "branches of any name, and one that is another name of a branch"
fresh
in_wiki checkout -q -b "feature/ünï-文/x"
works "a branch of slashes"
is "the branch" "feature/ünï-文/x" "$(in_wiki branch --show-current)"
in_wiki branch -D -q main
in_wiki pack-refs --all --prune
works "the same, packed"
in_wiki symbolic-ref refs/heads/alias "refs/heads/feature/ünï-文/x"
in_wiki symbolic-ref HEAD refs/heads/alias
works "a symbolic branch"
is "the alias" "refs/heads/feature/ünï-文/x" "$(in_wiki symbolic-ref refs/heads/alias)"
is "the branch itself" "$(in_wiki rev-parse HEAD)" "$(in_wiki rev-parse "refs/heads/feature/ünï-文/x")"
git config --global init.defaultBranch trunk
rm -rf "$AI_MEMORY_HOME"
ok init
is "the first branch of a new wiki" main "$(in_wiki branch --show-current)"
rm -rf "$AI_MEMORY_HOME"
git init -q "$wiki"
git config --global --unset init.defaultBranch

step "a branch without a commit: reads find nothing, the first page makes the first commit"
for command in list status "search x" log checkpoints diff sweep reindex recent maintain; do ok $command; done
ok commit
tells "nothing to commit"
fails 4 undo --last
fails 4 read-page notes/x
echo "by hand" >"$wiki/hand.md"
in_wiki add hand.md
shown=$(in_wiki status --porcelain)
ok write-page notes/first --body "first"
is "git status" "$shown" "$(in_wiki status --porcelain)"
in_wiki rm -q --cached hand.md
ok commit
is "the commits" "hand edit: hand.md
write notes/first.md in default" "$(in_wiki log --format=%s)"
is "the branch" trunk "$(in_wiki branch --show-current)"

step "a branch that is switched between the commands, and while one of them waits for its editor"
fresh
in_wiki checkout -q -b other
ok append notes/plan --body "koala"
in_wiki checkout -q main
ok search --files koala
prints ""
cat >"$work/editor" <<E
#!/bin/sh
git -C "$wiki" checkout -q \$BRANCH
echo "typed meanwhile" >>"\$1"
E
chmod +x "$work/editor"
EDITOR=$work/editor BRANCH=other fails 3 edit notes/plan
tells "notes/plan.md"
is "the page on the other branch" "koala" "$(tail -n 1 "$notes/plan.md")"
grep -rqs "typed meanwhile" "$AI_MEMORY_HOME/state" || complain "what was typed is lost"
is "the branches' commits" "append to notes/plan.md in default" "$(in_wiki log -1 --format=%s other)"
clean
before=$(in_wiki rev-parse other)
EDITOR=$work/editor BRANCH=main ok edit notes/b # the same there as here
is "the branch of the editor's start" "$before" "$(in_wiki rev-parse other)"
is "the branch that is checked out" "typed meanwhile" "$(in_wiki show main:default/default/notes/b.md | tail -n 1)"
clean
