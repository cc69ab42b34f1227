#!/bin/bash
# Text from elsewhere comes in once, whole, in one commit that can be taken back.
. "${0%/*}/lib.sh"
ok init
commits() { in_wiki rev-list --count HEAD; }

step "a folder of markdown comes in byte for byte, in one commit"
mkdir -p "vault/ideas" "vault/.obsidian"
printf '\xef\xbb\xbf---\r\ntitle: Harbour # why\r\n---\r\nno final newline' >"vault/ideas/Harbour plan.md"
printf 'zebra crossing\n' >"vault/Why?.md"
echo '{}' >vault/.obsidian/app.json
echo 'x' >vault/picture.png
ln -s /etc/passwd vault/link.md
ok import vault --project notes
says "Imported 2 pages"
says "Renamed Why?.md to why.md"
says "1 file that is not markdown was left out: 1 png."
says "1 symbolic link was not followed."
is "commits" 2 "$(commits)"
cmp "vault/ideas/Harbour plan.md" "$wiki/default/notes/ideas/Harbour plan.md" || complain "bytes differ"
ok search -p notes zebra --files
prints "why.md"
is "subject" "import: 2 pages from vault" "$(in_wiki log -1 --format=%s)"
is "author" "Ann" "$(in_wiki log -1 --format=%an)"
clean

step "a second import does nothing; a page edited here is kept, and one that changed on both sides is named"
ok import vault -p notes
says "Nothing new."
is "commits" 2 "$(commits)"
echo "mine" >>"$wiki/default/notes/why.md"
ok import vault -p notes
says "1 page edited here since the import, kept: why.md."
tells_not "warning"
printf 'zebra crossings\n' >"vault/Why?.md"
fails 6 import vault -p notes
tells "default/notes:why.md: holds other text than Why?.md"
is "commits" 2 "$(commits)"
grep -q mine "$wiki/default/notes/why.md" || complain "the hand edit is gone"

step "one file that is left out is one file"
mkdir few
echo x >few/a.md
echo y >few/b.txt
ok import few -p few
says "1 file that is not markdown was left out: 1 txt."

step "many pages that are kept are one line"
mkdir many
for i in 1 2 3 4 5; do
  echo "theirs" >many/$i.md
  ok write-page -p many $i.md --body mine
done
fails 6 import many -p many
tells "5 pages hold other text than their files: default/many:1.md, default/many:2.md, default/many:3.md and 2 more"
is "lines of warning" 1 "$(grep -c warning "$work/err")"
fails 6 import many -p many --json
is "kept in JSON" 5 "$(grep -o '"why":"holds other text' "$work/out" | wc -l)"

step "an oddly named file never takes the name or the page of another"
mkdir odd
echo '# real' >odd/dash.md
ok import odd -p odd
echo '# odd' >odd/-dash.md
ok import odd -p odd --overwrite
says "Renamed -dash.md to dash-2.md: '-dash.md' starts with '-'; dash.md is the page of the file of that name"
ok read-page odd:dash
prints "# real"
ok read-page odd:dash-2
prints "# odd"
echo '# odd, changed' >odd/-dash.md
ok import odd -p odd --overwrite
ok read-page odd:dash
prints "# real"
ok read-page odd:dash-2
prints "# odd, changed"
ok import odd -p odd
says "Nothing new."
printf 'x' >"$(printf 'odd/e\xcc\x81.md')"
ok import odd -p odd
says "its letters are the same in another Unicode form (NFC)"

step "an import that was undone leaves no claim to a name"
mkdir claim
echo '# odd' >claim/-x.md
ok import claim -p claim
ok undo --last
echo '# real' >claim/x.md
ok import claim -p claim
ok read-page claim:x
prints "# real"

step "a folder without markdown is told as such, hidden notes are counted"
mkdir none
echo x >none/.hidden.md
ok import none -p none
says "No markdown in none; what begins with a dot is not looked at."
says "1 hidden markdown file was left out: none/.hidden.md."
tells_not "Nothing new"

step "--overwrite replaces it, and history keeps the hand edit"
ok import vault -p notes --overwrite
prints "vault is an Obsidian vault.
Imported 1 page in commit $(in_wiki log -1 --format=%h --abbrev=10):
  default/notes: 1 page
1 page there already, with the same text.
Renamed Why?.md to why.md: it holds '?'; none of <>:\"|?* may stand in a name
1 file that is not markdown was left out: 1 png.
1 symbolic link was not followed."
in_wiki log -p --format=%s >history
grep -q '^+mine' history || complain "the hand edit is in no commit"

step "a dry run lists and changes nothing"
echo "new" >vault/new.md
before=$(in_wiki rev-parse HEAD)
ok import vault -p notes --dry-run
says "Would import 1 page"
says "  new      new.md"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
[ -e "$wiki/default/notes/new.md" ] && complain "the dry run wrote a page"

step "conversations become one dated page a session, in a project each"
cat >talk.json <<'JSON'
[{"id": "1", "speaker_a": "Ann", "speaker_b": "Ben", "qa": [], "sessions": [
  {"date_time": "1:56 pm on 8 May, 2023", "turns": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I bought a kayak."}]},
  {"date_time": "6:00 pm on 8 May, 2023", "turns": [{"speaker": "Ben", "dia_id": "D2:1", "text": "How is the kayak?"}]},
  {"date_time": "never", "turns": []}]}]
JSON
fails 6 import --format locomo talk.json
tells "conversation 1, session 3: has a date_time that is no time: never"
says "default/locomo-1: 2 pages"
ok list -p locomo-1
says "Ann and Ben, 8 May 2023 (session 1)"
says "Ann and Ben, 8 May 2023 (session 2)"
grep -q '^trust: untrusted$' "$wiki"/default/locomo-1/sessions/2023/05/*-1.md || complain "the page is not marked untrusted"
clean

step "undo takes the import back"
ok undo --last
[ -e "$wiki/default/locomo-1" ] && complain "pages of the import are still there"
clean

step "what cannot be read is told, and nothing is written"
before=$(in_wiki rev-parse HEAD)
fails 4 import nowhere
echo "[" >bad.json
fails 1 import bad.json
tells "bad.json: not JSON: line 2, byte 1: the text ends too early"
tells_not "json.exception"
fails 2 import "$wiki"
tells "is in the wiki already"
mkfifo pipe.json pipe.md
for source in pipe.json pipe.md /dev/zero; do
  for format in auto locomo markdown; do
    fails 2 import --format $format $source
    tells "$source: not a file or folder, but a pipe, a device or the like"
  done
done
truncate -s 600M huge.json
fails 1 import huge.json
tells "huge.json: is over 500 MB"
rm huge.json pipe.json pipe.md
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "folders too deep for a page, and too deep for the system, are named"
mkdir deep
(cd deep && for i in $(seq 45); do mkdir "$(printf 'd%.0s' {1..100})" && cd d* || exit; [ $i -ne 10 ] || echo x >here.md; done)
nested=$(printf 'e/%.0s' {1..62})
mkdir -p "deep/$nested"
echo x >"deep/${nested}x.md"
fails 6 import deep -p deep
says "1 page"
tells "its folders are nested over 60 deep"
tells "cannot be"

step "a program gets one document"
ok import vault -p notes --json
says '"added":["default/notes/new.md"]'
says '"problems":[]'
