#!/bin/bash
# Pages that are broken, locks that are held, git in the middle of something: told, and nothing is lost.
. "${0%/*}/lib.sh"
ok init
ok write-page notes/plan --body "Ship on Friday."
notes=$wiki/default/default/notes

step "broken front matter: the text is found, the bytes stay (A12)"
printf -- '---\ntitle: a: b\n---\nzebra\n' >"$notes/broken.md"
ok search --files zebra
prints "notes/broken.md"
tells "notes/broken.md:2"
ok status
says "protected    1"
fails 2 write-page notes/broken --overwrite --body "new"
ok append notes/broken --body "more"
is "the file" "$(printf -- '---\ntitle: a: b\n---\nzebra\nmore')" "$(cat "$notes/broken.md")"

step "what is wrong in a page's front matter is told wherever the page is looked at"
printf -- '---\ntier: banana\n---\nx\n' >"$notes/banana.md"
printf -- '---\npinned: maybe\nsalience: much\ncreated: 2026-02-30\n---\nx\n' >"$notes/odd.md"
ok status
says "protected    2"
says "default/default/notes/banana.md:2: tier: 'banana'"
says "problems     3 in uncommitted pages"
says "default/default/notes/odd.md:2: pinned: 'maybe'"
for command in "read-page notes/odd" "explain notes/odd" "commit notes/odd"; do
  ok $command
  tells "notes/odd.md:2: pinned: 'maybe'"
  tells "notes/odd.md:3: salience: 'much'"
  tells "notes/odd.md:4: created: '2026-02-30'"
done
ok sweep --dry-run
says "protected until mended (\`ai-memory status\` names the fault)"
rm "$notes/banana.md" "$notes/odd.md"
ok commit

step "bytes that are no text: reported, read as they are, never added to (A15)"
printf 'caf\351 \0 after' >"$notes/latin.md"
cp "$notes/latin.md" before
ok read-page notes/latin
cmp before out || complain "not read byte for byte"
fails 1 append notes/latin --body "x"
tells "notes/latin.md: the file holds a NUL byte; it is no text"
cmp before "$notes/latin.md" || complain "the file was changed"
fails 2 write-page notes/new --body "$(printf 'caf\351')"
tells "not UTF-8"
[ ! -e "$notes/new.md" ] || complain "a page that is no text was written"
ok commit

step "titles, tags and the like are text too"
for option in title kind description tag; do
  fails 2 write-page notes/new --body x --$option $'x\xff'
  tells "--$option: not UTF-8"
done
fails 2 write-page notes/new --body x --title $'red \e[31m'
tells "--title: holds a control character"
[ ! -e "$notes/new.md" ] || complain "a page with a title that is no text was written"

step "a page that would be larger than a page may be is not made, and not made so by adding to it"
head -c $((20 * 1024 * 1024 - 200)) /dev/zero | tr '\0' x >large
ok write-page notes/large --body-file large
before=$(sha256sum <"$notes/large.md")
for run in "" --dry-run; do
  fails 2 append notes/large --body "$(head -c 1000 large)" $run
  tells "notes/large.md: would be larger than a page may be"
done
is "the file" "$before" "$(sha256sum <"$notes/large.md")"
head -c 190 large >>large
fails 2 write-page notes/larger --body-file large
tells "notes/larger.md: would be larger than a page may be"
[ ! -e "$notes/larger.md" ] || complain "a page too large was written"
ok delete-page notes/large

step "a lock held by another program: the page is written, the next command commits it (A18)"
touch "$wiki/.git/index.lock"
AI_MEMORY_WIKI__LOCK_WAIT_SECS=0 fails 3 write-page notes/locked --body "kept"
tells "$wiki/.git/index.lock"
tells "s old"
[ -f "$wiki/.git/index.lock" ] || complain "the lock of another program was removed"
is "the text" "kept" "$(tail -n 1 "$notes/locked.md")"
rm "$wiki/.git/index.lock"
ok list
says "notes/locked.md"
ok commit
clean
for n in 1 2 3; do printf -- '---\nexpires_at: 2026-01-01\n---\nx\n' >"$notes/expired$n.md"; done
echo "by hand" >>"$notes/plan.md"
before=$(in_wiki rev-parse HEAD) shown=$(in_wiki status --porcelain)
touch -d '1 hour ago' "$wiki/.git/index.lock"
for command in sweep commit "delete-page notes/plan" "move-page notes/plan notes/elsewhere" "import $work/none"; do
  AI_MEMORY_WIKI__LOCK_WAIT_SECS=0 am $command </dev/null
  [ $status -ne 0 ] || complain "success that did nothing"
done
AI_MEMORY_WIKI__LOCK_WAIT_SECS=0 fails 3 sweep
tells "$wiki/.git/index.lock"
tells ", 36"
[ -f "$wiki/.git/index.lock" ] || complain "the lock of another program was removed"
rm "$wiki/.git/index.lock"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
is "git status" "$shown" "$(in_wiki status --porcelain)"
ok sweep
says "ttl: removed 3 pages"
clean

step "git in the middle of a merge, or on no branch (A22)"
before=$(in_wiki rev-parse HEAD)
in_wiki rev-parse HEAD >"$wiki/.git/MERGE_HEAD"
for command in "write-page notes/x --body x" "append notes/plan --body x" "delete-page notes/plan" commit "commit -n"; do
  fails 3 $command
  tells "a merge is in progress"
done
ok status
says "a merge is in progress"
ok read-page notes/plan
[ -f "$wiki/.git/MERGE_HEAD" ] || complain "MERGE_HEAD is gone"
rm "$wiki/.git/MERGE_HEAD"
in_wiki checkout -q --detach
fails 3 write-page notes/x --body x
fails 3 commit --dry-run
tells "detached"
in_wiki checkout -q -
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
clean

step "a page that was committed with git's conflict markers in it (A22)"
printf '# Talk\n<<<<<<< HEAD\nFriday\n=======\nMonday\n>>>>>>> theirs\n' >"$notes/conflict.md"
cp "$notes/conflict.md" conflict-before
in_wiki add . && in_wiki commit -qm "markers and all"
fails 6 doctor
says "default/default/notes/conflict.md:2: holds the two versions of a conflict"
ok sweep
ok search --files Monday
says "notes/conflict.md"
cmp conflict-before "$notes/conflict.md" || complain "the page was changed"
rm "$notes/conflict.md"
ok commit

step "copies that sync tools make are pages of their own; doctor names the pair (A33)"
printf 'common\nonly in plan\n' >"$notes/trip.md"
printf 'common\nonly by syncthing\n' >"$notes/trip.sync-conflict-20261101-101010-ABC.md"
printf 'common\nonly by Ann\n' >"$notes/trip (Ann's conflicted copy 2026-11-01).md"
ok search --files common
is "pages" 3 "$(wc -l <out)"
for word in plan syncthing Ann; do
  ok search "\"only in $word\" OR \"only by $word\"" --files
  is "pages with the line of $word" 1 "$(wc -l <out)"
done
fails 6 doctor
says "notes/trip.sync-conflict-20261101-101010-ABC.md: is a conflict copy of default/default/notes/trip.md"
says "notes/trip (Ann's conflicted copy 2026-11-01).md: is a conflict copy of default/default/notes/trip.md"
ok sweep
is "files" 3 "$(ls "$notes" | grep -c '^trip')"
in_wiki ls-files >tracked
! grep -q sqlite tracked || complain "the sidecar is tracked"
case $AI_MEMORY_HOME/state/ in "$wiki"/*) complain "the sidecar lies in the tracked tree" ;; esac
rm "$notes"/trip*
ok commit

step "links are not followed and not written through (A23)"
echo secret >"$work/outside.md"
ln -s "$work/outside.md" "$notes/link.md"
ln -s "$work" "$notes/folder"
ok search --files secret
prints ""
fails 4 read-page notes/link
am write-page notes/folder/outside --overwrite --body "x" </dev/null
[ $status -ne 0 ] || complain "written through a link"
is "the file outside" "secret" "$(cat "$work/outside.md")"
mkfifo "$notes/pipe.md"
mkdir "$notes/dir.md"
ln -s loop-b "$notes/loop-a" && ln -s loop-a "$notes/loop-b"
ln -s . "$notes/round"
ln -s loop.md "$notes/loop.md"
for command in list "search secret" reindex "read-page notes/loop" "read-page notes/round/plan"; do
  last="$command" && timeout 20 "$AI_MEMORY" $command >out 2>err </dev/null
  [ $? -ne 124 ] || complain "the loop does not end"
  says_not "secret"
done
before=$(in_wiki rev-parse HEAD)
ok commit
tells "nothing to commit"
ok sweep
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
rm "$notes"/loop* "$notes/round"
for path in link pipe dir folder/x; do
  fails 3 write-page notes/$path --body x
  tells "hint: nothing was written; choose another path"
done
rm -r "$notes/link.md" "$notes/folder" "$notes/pipe.md" "$notes/dir.md"

step "a link that takes a folder's place between the look and the write (A23)"
ok write-page away/p --body "inside"
mkdir -p "$work/private" && echo "outside" >"$work/private/p.md"
cat >"$work/swap" <<E
#!/bin/sh
mv "$wiki/default/default/away" "$work/was-there" && ln -s "$work/private" "$wiki/default/default/away"
echo typed >>"\$1"
E
chmod +x "$work/swap"
EDITOR=$work/swap am edit away/p </dev/null
[ $status -ne 0 ] || complain "written through a link"
is "the file outside" "outside" "$(cat "$work/private/p.md")"
is "files outside" "p.md" "$(ls "$work/private")"
ok search --files outside
prints ""
rm "$wiki/default/default/away"
mv "$work/was-there" "$wiki/default/default/away"
grep -rqs typed "$AI_MEMORY_HOME/state" || complain "what was typed is lost"
clean

if [ "$(id -u)" -ne 0 ]; then  # root may read everything
  step "what may not be read is told, and not taken for gone"
  chmod 000 "$notes/plan.md"
  fails 1 read-page notes/plan
  tells "notes/plan.md: Permission denied"
  ok list
  says "notes/plan.md"
  chmod 644 "$notes/plan.md"
  chmod 000 "$notes"
  for command in "search Friday" list reindex; do
    fails 1 $command
    tells "default/default/notes: Permission denied"
  done
  chmod 755 "$notes"
fi

step "a sidecar that is damaged is set aside and made anew (A31)"
echo garbage >"$AI_MEMORY_HOME/state/memory.sqlite"
rm -f "$AI_MEMORY_HOME"/state/memory.sqlite-*
ok search --files Friday
says "notes/plan.md"
tells "warning"

step "a page of the wiki that another one replaces says so"
printf -- '---\nsuperseded_by: notes/plan\n---\nThe old plan.\n' >"$notes/old.md"
ok read-page notes/old
says "The old plan."
tells "is superseded by notes/plan"
ok commit
clean

step "a pipe in the place of the sidecar is told and never opened"
mv "$AI_MEMORY_HOME/state/memory.sqlite" "$work/sidecar"
rm -f "$AI_MEMORY_HOME"/state/memory.sqlite-*
mkfifo "$AI_MEMORY_HOME/state/memory.sqlite"
for command in list status "search Friday" reindex; do
  timeout 20 "$AI_MEMORY" $command >"$work/out" 2>"$work/err"
  status=$? last="$command, with a pipe as the sidecar"
  is "exit status" 1 $status
  tells "state/memory.sqlite: a pipe, socket or device, not a file"
done
timeout 20 "$AI_MEMORY" read-page notes/plan >"$work/out" 2>"$work/err" || complain "a page cannot be read"
rm "$AI_MEMORY_HOME/state/memory.sqlite"
mv "$work/sidecar" "$AI_MEMORY_HOME/state/memory.sqlite"
ok list

step "a clock that git cannot keep is refused, before anything is written"
head=$(in_wiki rev-parse HEAD)
for now in 1969-12-31T23:59:59Z 2106-01-01T00:00:00Z 2107-01-01T00:00:00Z; do
  AI_MEMORY_NOW=$now fails 2 append notes/plan --body late
  tells "AI_MEMORY_NOW: before 1970 or after 2105: $now"
done
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
clean
AI_MEMORY_NOW=2105-12-31T23:59:59Z ok append notes/plan --body late
is "commit time" 4291747199 "$(in_wiki log -1 --format=%ct)"
