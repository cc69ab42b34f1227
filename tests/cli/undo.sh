#!/bin/bash
# A sweep taken back as one: every page as it was, and what was written since is kept.
. "${0%/*}/lib.sh"
ok init
for i in 1 2 3 4; do
  AI_MEMORY_NOW=2020-01-0${i}T00:00:00Z ok write-page "sessions/2020/01/s$i" --kind session --body "Session $i.
Talked about release $i.
Nothing else.
"
done
AI_MEMORY_NOW=2020-01-05T00:00:00Z ok list
in_wiki ls-files -s default >before

step "nothing to undo yet"
fails 4 undo --last
tells "no run to undo"
fails 4 undo 01ARZ3NDEKTSV4RRFFQ69G5FAV
fails 2 undo

step "years later a sweep removes what is cold; the dry run says the same and does nothing (A41)"
export AI_MEMORY_NOW=2026-11-29T12:00:00Z
head=$(in_wiki rev-parse HEAD)
ok forget-sweep --dry-run
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
ok forget-sweep
is "pages left" 0 "$(in_wiki ls-files 'default/*.md' | wc -l)"
ok log --runs
is "runs" 1 "$(grep -c "^0" "$work/out")"
run=$(cut -d' ' -f1 "$work/out")
ok log sessions/2020/01/s1
says "removed"
clean

step "undo: a dry run, then the whole run, byte for byte"
ok undo "$run" --dry-run
says "+Session 1."
is "pages left" 0 "$(in_wiki ls-files 'default/*.md' | wc -l)"
ok undo "$run"
says "sessions/2020/01/s1.md"
in_wiki ls-files -s default >after
cmp before after || complain "the tree is not as before the sweep"
ok search --files release --no-touch
is "found again" 4 "$(wc -l <"$work/out")"
clean

step "what came back is left alone by the next sweep"
ok forget-sweep
is "pages left" 4 "$(in_wiki ls-files 'default/*.md' | wc -l)"

step "an undone run is not undone again, and the undo itself can be"
ok log --runs
says "sweep: evict 4 pages in default (undone)"
says "    takes back sweep: evict 4 pages in default, 2026-11-29 12:00"
fails 4 undo --last
tells "no run to undo"
clean

step "a run of which nothing is left to take back"
ok undo "$run" --dry-run
prints ""
tells "nothing to undo: every page of run $run is as it was before"
ok undo "$run"
tells "nothing to undo: every page of run $run is as it was before"

step "a page that somebody wrote anew in the meantime is left alone, and that is said (exit status 6)"
export AI_MEMORY_NOW=2030-01-01T00:00:00Z
ok forget-sweep
is "pages left" 0 "$(in_wiki ls-files 'default/*.md' | wc -l)"
ok write-page sessions/2020/01/s1 --body "Another thing altogether."
fails 6 undo --last
tells "sessions/2020/01/s1.md: left alone"
says "sessions/2020/01/s2.md"
says_not "s1.md"
is "the new page" "Another thing altogether." "$(tail -n 1 "$wiki/default/default/sessions/2020/01/s1.md")"
is "pages" 4 "$(in_wiki ls-files 'default/*.md' | wc -l)"
clean

step "a run of which nothing can be taken back is a conflict (exit status 3)"
ok write-page scratch/x --body "first" --expires 2030-01-02
AI_MEMORY_NOW=2030-01-04T00:00:00Z ok forget-sweep --pass ttl
[ ! -e "$wiki/default/default/scratch/x.md" ] || complain "the expired page is still there"
ok write-page scratch/x --body "second"
head=$(in_wiki rev-parse HEAD)
fails 3 undo --last
tells "nothing could be undone"
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
clean

step "undo --last says what it takes back, and which newer single changes stay"
mkdir -p "$work/notes" && echo "# A" >"$work/notes/a.md"
ok import "$work/notes"
ok write-page notes/m --body "x"
ok delete-page notes/m
ok undo --last --dry-run
tells 'would undo'
tells 'import: 1 page from notes'
tells 'made since and no part of a run: "delete notes/m.md in default" and 1 more'
ok undo --last
tells '(import: 1 page from notes, 2030-01-01 00:00): 1 page'
fails 2 undo --last "$run"
tells "not both"

step "a restored page never becomes the twin of another"
ok write-page notes/case --body "x"
ok move-page notes/case notes/CASE
fails 3 restore-page notes/case
tells "differs only in case or Unicode form from notes/CASE.md"
clean

step "names in a diff read as they are"
ok write-page notes/会議 --body "x"
ok delete-page notes/会議 --dry-run
says "diff --git a/default/default/notes/会議.md b/default/default/notes/会議.md"
says "--- a/default/default/notes/会議.md"
ok move-page notes/会議 notes/打合せ --dry-run
says "rename to default/default/notes/打合せ.md"
(in_wiki apply --check - <"$work/out") || complain "git cannot apply it"
echo x >"$wiki/default/default/notes/a\"b 会.md"
ok diff
says 'a\"b \344'

step "a page that a sweep took for its past date comes back, also where the date cannot be taken out by itself"
notes=$wiki/default/default/notes
printf -- '---\n{title: x, expires_at: 2020-01-01}\n---\nbody\n' >"$notes/flow.md"
printf -- '---\nexpires_at: &x 2020-01-01\ntitle: *x\n---\nbody\n' >"$notes/anchor.md"
printf -- '---\n? expires_at\n: 2020-01-01\ntitle: x\n---\nbody\n' >"$notes/question.md"
printf -- '---\nexpires_at: >\n  2020-01-01\ntitle: x\n---\nbody\n' >"$notes/folded.md"
rm -rf "$work/kept"
cp -r "$notes" "$work/kept"
ok commit
ok sweep
for name in flow anchor question; do
  [ ! -e "$notes/$name.md" ] || complain "$name.md is still there"
  ok restore-page notes/$name
  tells "notes/$name.md: expired 2020-01-02T00:00:00Z, so the next sweep removes it again; take expires_at out of it"
  cmp "$work/kept/$name.md" "$notes/$name.md" || complain "$name.md is not as it was"
done
ok restore-page notes/folded
tells "without its expires_at: 2020-01-01"
tells_not "removes it again"
is "folded.md" "$(printf -- '---\ntitle: x\n---\nbody')" "$(cat "$notes/folded.md")"
clean

step "of two pages that stood side by side and differ only in case each can be brought back"
echo one >"$notes/Twin.md"
echo two >"$notes/twin.md"
if [ "$(cat "$notes/Twin.md")" = one ]; then
  ok commit
  ok delete-page notes/Twin
  tells "restore-page notes/Twin.md"
  ok restore-page notes/Twin
  is "Twin.md" one "$(cat "$notes/Twin.md")"
  is "twin.md" two "$(cat "$notes/twin.md")"
  ok delete-page notes/twin
  ok restore-page notes/twin.md
  is "twin.md" two "$(cat "$notes/twin.md")"
  clean
fi
fails 3 restore-page notes/case
tells "\`--as NEWPATH\` brings it back under another name"

step "what could steer a terminal in a name is made visible"
rm -f "$notes"/[a-z]*.md
ok commit --accept-removals
printf -- '---\nexpires_at: 2020-01-01\n---\nbody\n' >"$notes/$(printf 'e\033[31mc')".md
ok commit
ok sweep
ok undo --last
says 'notes/e\x1b[31mc.md'
says_not "$(printf '\033')"
tells_not "$(printf '\033')"
