#!/bin/bash
# Pages get other names; links to them follow in the same commit, and one command takes it back.
. "${0%/*}/lib.sh"
ok init
cd "$HOME" || exit 1
store=$wiki/default/default
page() { mkdir -p "$(dirname "$store/$1")" && printf '%s' "$2" >"$store/$1"; }

page notes/plan.md '---
title: The plan   # kept as typed
updated: 2020-01-01
---
See [next](next.md), ![i](../files/i.png) and [[next]].

The end.
'
page notes/next.md '[[plan]] [[notes/plan#Part|p]] [t](plan.md "x") `[[plan]]`
```
[[plan]]
```
'
page notes/計画.md '[[plan|計画]]
'
mkdir -p "$store/files" && printf png >"$store/files/i.png"
ok commit
in_wiki add -A && in_wiki commit -qm "a picture"
ok read-page notes/plan
cp -r "$store" "$work/before"

step "a dry run shows what will change, and changes nothing"
head=$(in_wiki rev-parse HEAD)
ok move-page -n notes/plan archive/old
says "rename to default/default/archive/old.md"
says "+See [next](../notes/next.md), ![i](../files/i.png) and [[next]]."
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
clean

step "the move: one commit, links rewritten, code and front matter as they were (A17)"
ok move-page notes/plan archive/old
prints "archive/old.md"
tells "moved 1 page; 5 links rewritten in 3 pages"
is "commits" 1 "$(in_wiki rev-list --count "$head..HEAD")"
is "next" '[[old]] [[archive/old#Part|p]] [t](../archive/old.md "x") `[[plan]]`
```
[[plan]]
```' "$(cat "$store/notes/next.md")"
is "its title" "title: The plan   # kept as typed" "$(sed -n 2p "$store/archive/old.md")"
is "計画" "[[old|計画]]" "$(cat "$store/notes/計画.md")"
[ ! -e "$store/notes/plan.md" ] || complain "the old file is still there"
clean

step "its history, use and age go along"
ok log archive/old
is "versions" 2 "$(wc -l <"$work/out")"
ok list --json
says '"path":"default/default/archive/old.md"'
ok explain archive/old --json
says '"accesses":1'
says '"body_changed":"2026-11-29T12:00:00Z"'
AI_MEMORY_NOW=2027-06-01T00:00:00Z ok move-page archive/old archive/older
AI_MEMORY_NOW=2027-06-01T00:00:00Z ok explain notes/next --json
says '"body_changed":"2026-11-29T12:00:00Z"'
ok reindex
AI_MEMORY_NOW=2027-06-01T00:00:00Z ok explain notes/next --json
says '"body_changed":"2026-11-29T12:00:00Z"'
AI_MEMORY_NOW=2027-06-01T00:00:00Z ok explain archive/older --json
says '"body_changed":"2026-11-29T12:00:00Z"'
says '"accesses":1'

step "undo takes moves back, byte for byte, and what was written since stays"
ok undo --last
printf 'More.\n' >>"$store/archive/old.md"
ok undo "$(am log --runs && awk '/  move / && !/undone/ {print $1; exit}' "$work/out")"
is "notes/plan" "$(cat "$work/before/notes/plan.md"; printf 'More.\n')" "$(cat "$store/notes/plan.md")"
for file in notes/next.md notes/計画.md; do
  cmp "$work/before/$file" "$store/$file" || complain "$file is not as before"
done
[ ! -e "$store/archive" ] || complain "the folder archive is still there"
ok explain notes/plan --json
says '"accesses":1'
clean

step "what cannot be moved is refused, and nothing changes"
head=$(in_wiki rev-parse HEAD)
fails 4 move-page notes/none x
fails 2 move-page notes/plan notes/plan
fails 3 move-page notes/plan notes/next
tells "something has this name already"
fails 3 move-page notes/plan notes/Next
tells "in case alone"
fails 2 move-page notes/ notes/deeper
tells "lies in the folder"
fails 2 move-page notes/plan ../x
fails 2 move-page notes/plan 'a?'
fails 2 move-page notes/ x.md
fails 2 move-page notes/plan
fails 3 move-page notes/plan files/i.png/x
fails 4 move-page files/ elsewhere/
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
clean

step "a folder, into one that is there and across projects"
ok move-page notes/ archive/notes/
is "pages" 3 "$(in_wiki ls-files 'default/default/archive/notes/*.md' | wc -l)"
is "next" '[[plan]] [[archive/notes/plan#Part|p]] [t](plan.md "x") `[[plan]]`' "$(head -1 "$store/archive/notes/next.md")"
ok move-page archive/notes/plan shop:
is "next" '[[shop:plan]] [[shop:plan#Part|p]] [t](../../../shop/plan.md "x") `[[plan]]`' "$(head -1 "$store/archive/notes/next.md")"
ok move-page shop:plan archive/notes --json
says '"moved":[{"from":"default/shop/plan.md","to":"default/default/archive/notes/plan.md"}]'
fails 2 move-page archive/notes ..
ok move-page archive/notes notes
ok move-page default: store:
is "all pages" 3 "$(in_wiki ls-files 'default/store/notes/*.md' | wc -l)"
ok move-page store: default:
clean

step "a page edited by hand is committed as it was before it is rewritten"
printf 'By hand: [[plan]].\n' >>"$store/notes/計画.md"
ok move-page notes/plan notes/roadmap
in_wiki log -3 --format=%s | grep -q "^hand edit: default/default/notes/計画.md" || complain "no hand edit commit"
in_wiki log -p -2 -- default/default/notes | grep -qF '+By hand: [[plan]].' || complain "the bytes typed are in no commit"
is "by hand" "By hand: [[roadmap]]." "$(tail -1 "$store/notes/計画.md")"
clean

step "staged, ignored and broken pages are left and told of (exit status 6)"
page notes/staged.md '[[roadmap]]
'
in_wiki add default/default/notes/staged.md
page notes/broken.md '---
a: b: c
---
[[roadmap]]
'
page private/x.md '[[roadmap]]
'
echo 'private/' >>"$wiki/.git/info/exclude"
fails 6 move-page notes/roadmap notes/plan
tells "notes/staged.md: 1 link: not rewritten: it has staged changes"
tells "notes/broken.md: 1 link: not rewritten"
tells "private/x.md: 1 link: not rewritten: it is ignored"
is "staged" "[[roadmap]]" "$(cat "$store/notes/staged.md")"
is "broken" "[[roadmap]]" "$(tail -1 "$store/notes/broken.md")"
fails 3 move-page notes/staged notes/other
fails 3 move-page private/x notes/other
fails 3 move-page notes/next private/next
in_wiki reset -q
rm "$store/notes/broken.md" "$store/notes/staged.md"

step "restore-page brings the old name back beside the new one"
ok restore-page notes/roadmap
is "both" 2 "$(ls "$store"/notes/roadmap.md "$store"/notes/plan.md | wc -l)"
clean

step "where no page can go, nothing is written at all, and the dry run says so too"
mkdir -p "$wiki/default/default/sm" && git -C "$wiki/default/default/sm" init -q
ok write-page notes/target --body "# target"
ok write-page notes/linking --body "[t](target.md) [[notes/target]]"
before=$(in_wiki rev-parse HEAD)
fails 3 move-page -n notes/target sm/
tells "is another git repository"
fails 3 move-page notes/target sm/
tells "nothing was moved"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
rm -rf "$wiki/default/default/sm"

step "undo moves a page and the links to it, or neither"
ok move-page notes/target moved/target
run=$(sed -n 's/.*ai-memory undo //p' "$work/err")
ok write-page notes/target --body "# another page of that name"
fails 3 undo "$run"
tells "move-page"
[ -e "$wiki/default/default/moved/target.md" ] || complain "the moved page is gone"
is "links" "[t](../moved/target.md) [[moved/target]]" "$(tail -n 1 "$wiki/default/default/notes/linking.md")"
ok log --runs
grep -qF "$run" "$work/out" && ! grep -F "$run" "$work/out" | grep -qF "(undone)" || complain "it counts as undone"
ok delete-page notes/target
ok undo "$run"
is "links" "[t](target.md) [[notes/target]]" "$(tail -n 1 "$wiki/default/default/notes/linking.md")"
[ ! -e "$wiki/default/default/moved/target.md" ] || complain "the page is in both places"
clean

step "a page that moved is not told of as removed, nor one that an undo moved back"
ok write-page notes/alpha --body "gryphon lives here"
ok move-page notes/alpha notes/gamma
ok search gryphon
says "notes/gamma.md"
tells_not "removed"
ok undo --last
ok search gryphon
says "notes/alpha.md"
tells_not "removed"
ok reindex
ok search gryphon
tells_not "removed"
