#!/bin/bash
# Pages go out as files, as one document and as a bundle, and nothing of the user's is lost on the way.
. "${0%/*}/lib.sh"
ok init
ok write-page -p shop notes/plan.md --title "A plan" --description "What we *do*" --body "See [[other]]."
ok write-page -p shop other.md --body "Other."
ok write-page -p till other.md --body "Of another project."
in_shop=$wiki/default/shop
printf 'no front matter' >"$in_shop/bare.md"
printf 'caf\xe9\n' >"$in_shop/latin.md"
printf -- '---\ntitle: [unclosed\n---\ntext\n' >"$in_shop/broken.md"
printf 'an index by hand\n' >"$in_shop/index.md"
printf -- '---\r\ntags: [a]\r\n---\r\nWindows\r\n' >"$in_shop/crlf.md"
am commit </dev/null # tells of broken.md

step "a dry run lists and writes nothing, not even the folder"
ok export -p shop files -n
says "Would write 7 files to files:"
says "  new      notes/plan.md"
[ -e files ] && complain "the dry run made the folder"

step "files are written byte for byte, once"
ok export -p shop files
prints "Wrote 7 files to files."
for page in notes/plan other bare latin broken index crlf; do
  cmp "$in_shop/$page.md" "files/$page.md" || complain "$page differs"
done
is "files" 7 "$(find files -type f | wc -l)"
stamp=$(stat -c %y files/other.md)
ok export -p shop files
prints "Nothing to write to files.
7 files there already, with the same text."
is "time of a file written before" "$stamp" "$(stat -c %y files/other.md)"

step "a file with other text is kept and named, unless it is to be replaced"
echo mine >>files/other.md
fails 6 export -p shop files
tells "other.md: a file with other text is there"
tells "--overwrite replaces them"
grep -q mine files/other.md || complain "the file was replaced"
ok export -p shop files --overwrite
cmp "$in_shop/other.md" files/other.md || complain "other.md was not replaced"
is "temporaries" "" "$(find files -name '.*' -type f)"

step "A23: symbolic links in the folder are neither followed nor replaced"
mkdir outside linked
echo precious >outside/other.md
ln -s ../outside linked/notes
ln -s ../outside/other.md linked/other.md
fails 6 export -p shop linked --overwrite
tells "notes/plan.md: notes is a link or a file, not a folder"
tells "other.md: a link, a folder or a special file of that name stands there"
tells "are never replaced"
tells_not "--overwrite replaces"
is "what lies behind the link" "precious" "$(cat outside/*)"
[ -L linked/other.md ] || complain "the link was replaced"

step "A27: what a killed export left half-written goes with the next, and nothing else does"
half=.ai-memory-0123456789abcdef.tmp
touch files/$half files/notes/$half files/.ai-memory-0123456789abcde.tmp files/.ai-memory-0123456789abcdeg.tmp
mkdir files/.ai-memory-aaaaaaaaaaaaaaaa.tmp files/elsewhere
touch files/elsewhere/$half
ln -s ../outside/other.md files/.ai-memory-bbbbbbbbbbbbbbbb.tmp
before=$(find files | sort)
ok export -p shop files --dry-run
is "files after a preview" "$before" "$(find files | sort)"
ok export -p shop files
[ ! -e files/$half ] && [ ! -e files/notes/$half ] || complain "half-written files are still there"
is "all others" "$(grep -vxF -e files/$half -e files/notes/$half <<<"$before")" "$(find files | sort)"
rm -r files/.ai-memory-* files/elsewhere

step "A28: where the disk is full nothing half-written is left, and what was there is whole"
mkdir full
echo old >full/other.md
head -c 60000 /dev/zero | tr '\0' x >"$in_shop/large.md"
(trap '' XFSZ; ulimit -f 8; "$AI_MEMORY" export -p shop full --overwrite >/dev/null 2>"$work/err") && complain "no failure was told"
is "what was there" "old" "$(cat full/other.md)"
is "files" "full/other.md" "$(find full -type f)"
rm "$in_shop/large.md"

step "all projects, each in its folder"
ok export --all-projects all
cmp "$wiki/default/till/other.md" all/default/till/other.md || complain "till is not there"
cmp "$in_shop/other.md" all/default/shop/other.md || complain "shop is not there"

step "one document holds all, and gives every page back"
ok read-page -p shop other.md
ok export -p shop --format json --usage
python3 - "$work/out" "$in_shop" <<'PY' || complain "the document does not give the pages back"
import base64, json, os, sys
document = json.load(open(sys.argv[1]))
assert document["schema"] == 1 and len(document["pages"]) == 7, document
for page in document["pages"]:
    text = base64.b64decode(page["base64"]) if "base64" in page else page["text"].encode()
    assert text == open(os.path.join(sys.argv[2], page["name"]), "rb").read(), page
by_name = {page["name"]: page for page in document["pages"]}
assert "base64" in by_name["latin.md"] and "text" not in by_name["latin.md"]
plan = by_name["notes/plan.md"]
assert plan["links"] == [{"target": "other", "path": "default/shop/other.md", "line": plan["links"][0]["line"]}], plan
assert plan["front_matter"]["description"] == "What we *do*", plan
assert plan["text"].endswith(plan["body"]) and plan["created"] and plan["changed"], plan
assert by_name["other.md"]["accesses"] == 1 and by_name["bare.md"]["accesses"] == 0
PY
ok export -p shop --format json pages.json
prints "Wrote 1 file to pages.json."
ok export -p shop --format json pages.json
says "Nothing to write"

step "a bundle of the Open Knowledge Format has a type on every page, and a list"
fails 6 export -p shop --format okf bundle
says "Renamed index.md to index-page.md: the format keeps the name for itself"
tells "default/shop:broken.md: its front matter cannot be read, line 3"
tells "default/shop:latin.md: is not text"
cmp "$in_shop/notes/plan.md" bundle/notes/plan.md || complain "a page with a type was changed"
is "a page without front matter" "$(printf -- '---\ntype: note\n---\nno front matter')" "$(cat bundle/bare.md)"
is "a page with CRLF" "$(printf -- '---\r\ntags: [a]\r\ntype: note\r\n---\r\nWindows\r\n' | od -c)" "$(od -c <bundle/crlf.md)"
is "the list" '---
okf_version: "0.2"
---
<!-- generated by ai-memory: lists this bundle -->

# Pages

* [bare](bare.md)
* [crlf](crlf.md)
* [index](index-page.md)
* [other](other.md)

# notes

* [A plan](notes/plan.md) - What we \*do\*' "$(cat bundle/index.md)"
ok delete-page -p shop other.md
fails 6 export -p shop --format okf bundle
says "Wrote 1 file to bundle."
grep -q other.md bundle/index.md && complain "the list was not made anew"
fails 6 import bundle -p again --json
says_not "default/again/index.md"

step "wrong calls say what to do"
fails 2 export -p shop
tells "hint: ai-memory export -p shop DIR"
fails 4 export -p nowhere files
tells "default/nowhere: no such project"
fails 2 export -p shop "$wiki/default/shop"
tells "is in the wiki"
fails 2 export -p shop bare --usage
echo text >plainfile
fails 2 export -p shop plainfile
tells "plainfile: is not a folder"
fails 2 export -p shop files --format xml

step "a program gets one document about the files"
ok export -p till more --json
says '"added":["other.md"]'
