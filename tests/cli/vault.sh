#!/bin/bash
# An Obsidian vault of 300 notes comes in, is edited in both programs' manner and goes out again, byte for byte.
. "${0%/*}/lib.sh"
ok init

note() { # NAME TEXT: a note of the vault, written in May 2025
  mkdir -p "vault/$(dirname "$1")"
  printf '%b' "$2" >"vault/$1"
  touch -d '2025-05-0'$((${#1} % 9 + 1))'T10:00:00Z' "vault/$1"
}
make_vault() {
  mkdir -p vault/.obsidian/plugins vault/.trash vault/attachments
  echo '{}' >vault/.obsidian/app.json
  echo 'deleted' >vault/.trash/old.md
  for i in $(seq 1 5); do printf '\x89PNG\r\n%s' "$i" >"vault/attachments/picture $i.PNG"; done
  echo '%PDF' >vault/attachments/paper.pdf
  echo '{"nodes":[]}' >vault/board.canvas
  echo 'views: []' >vault/table.base
  ln -s ../outside vault/linked
  ln -s /etc/passwd vault/passwd.md
  for i in $(seq 1 200); do
    note "areas/area $((i % 7))/Note $i.md" \
      "---\ntags: [area/sub$((i % 5)), status/open]\naliases: [N$i]\n---\n# Note $i\n\nSee [[Note $((i % 200 + 1))]] and ![[picture 1.PNG]]. #inline/tag$((i % 3)) ^b$i\n"
  done
  for i in $(seq 1 70); do
    note "daily/$(date -u -d "2025-01-01 +$i days" +%F).md" "- [ ] task $i\n- [x] done\n\n> [!note] A callout\n> with [[Note $i|a label]]\n"
  done
  note "日本語/設計メモ.md" '---\n# comment stays\ntitle: 設計メモ\ntags: 設計, 検索\ncustom: { a: 1 }\n---\n\n[[Note 1]] と [[areas/area 2/Note 2]] #設計/索引\n'
  note "crlf.md" '---\r\ntags:\r\n  - crlf\r\n---\r\n# Windows\r\n[[Note 3#Note 3]]\r\n'
  note "bom.md" '\xef\xbb\xbf---\ntitle: BOM\n---\ntext'
  note "bom crlf.md" '\xef\xbb\xbf# With a BOM\r\n\r\ntext\r\n'
  note "no final newline.md" 'zebra'
  note "empty.md" ''
  note "query.md" '```dataview\nLIST FROM #not-a-tag\n```\n\n[[nowhere at all]] %%hidden%%\n'
  note "templates/daily.md" '---\ncreated: {{date}}\n---\n# {{title}}\n'
  note "properties.md" '---\ncreated: 2023-02-03T04:05:06\nmodified: 2024-01-02\naliases: Props\n---\n![[Note 5#^b5]]\n'
  note "Budget & Rev (Q4) [x].md" 'brackets\n'
  note "hash #1 | pipe.md" 'refused\n'
  note 'What "now"?.md' 'refused\n'
  note "CON.md" 'device\n'
  printf 'dash\n' >vault/-dash.md
  note "Case.md" 'upper\n'
  note "case.md" 'lower\n'
  note "🐘.md" 'elephant\n'
  note "latin.md" 'caf\xe9\n'
  note "picture.md" '\x89PNG\r\n\x00\x01'
  note "$(printf 'x%.0s' $(seq 1 230)).md" 'long\n'
}
make_vault
notes=$(find vault -name '*.md' -type f -not -path '*/.*' | wc -l)
value() { python3 -c 'import json, sys; print(eval("json.load(sys.stdin)" + sys.argv[1]))' "$1" <"$work/out"; }

step "a dry run says what would come in and writes nothing"
ok import vault -p notes -n
says "vault is an Obsidian vault."
says "Would import $notes pages:"
[ -e "$wiki/default/notes" ] && complain "the dry run wrote pages"

step "A06, A23, A32: every note comes in, twins too; what is no note is counted"
ok import vault -p notes --json
is "added" "$notes" "$(value '["added"].__len__()')"
is "other files" "{'base': 1, 'canvas': 1, 'pdf': 1, 'png': 5}" "$(value '["other_files"]')"
is "links not followed" 2 "$(value '["symlinks"]')"
is "sources" "an Obsidian vault" "$(value '["sources"][0]["kind"]')"
is "problems" "[]" "$(value '["problems"]')"
is "links that lead nowhere" "[{'page': 'default/notes:query.md', 'link': '[[nowhere at all]], line 5'}]" \
  "$(value '["content"]["links_nowhere"]')"
is "renamed" "-dash.md CON.md What \"now\"?.md case.md hash #1 | pipe.md $(printf 'x%.0s' $(seq 1 230)).md" \
  "$(value '["renamed"] and " ".join(sorted(r["what"] for r in json.load(open("'"$work/out"'"))["renamed"]))')"
clean

step "A07, A14, A15: each byte is as it was, whatever the name, the line ends, the front matter or the text"
same=0
while IFS= read -r -d '' file; do
  there="$wiki/default/notes/${file#vault/}"
  [ -e "$there" ] || continue
  cmp -s "$file" "$there" && same=$((same + 1)) || complain "$file differs"
done < <(find vault -name '*.md' -type f -not -path '*/.*' -print0)
[ $same -ge $((notes - 8)) ] || complain "only $same of $notes are under their own name"

step "tags, nested and inline, aliases and links work as in Obsidian"
ok search -p notes tag:area --limit 1000 --files
is "pages of tag area" 200 "$(wc -l <"$work/out")"
ok search -p notes tag:inline --limit 1000 --files
is "pages of tag inline" 200 "$(wc -l <"$work/out")"
ok search -p notes tag:設計/索引 --files
prints "日本語/設計メモ.md"
ok search -p notes tag:not-a-tag --files
prints ""
ok search -p notes Props --files
says "properties.md"

step "times are the front matter's, else the files'"
times() { ok list -p notes --json; value '["pages"] and sorted((p["path"], p["created"], p["changed"]) for p in json.load(open("'"$work/out"'"))["pages"])'; }
times >"$work/times"
grep -qF "('default/notes/properties.md', '2023-02-03T04:05:06Z', '2024-01-02T00:00:00Z')" "$work/times" || complain "properties.md has other times"
grep -qF "('default/notes/query.md', '2025-05-09T10:00:00Z', '2025-05-09T10:00:00Z')" "$work/times" || complain "query.md has other times"

step "a clone and a rebuilt index have the same times"
mkdir -p "$work/other/state"
git clone -q "$wiki" "$work/other/wiki"
AI_MEMORY_HOME=$work/other times >"$work/times2"
cmp "$work/times" "$work/times2" || complain "the clone has other times"
fails 6 reindex # latin.md and picture.md are no text
times >"$work/times2"
cmp "$work/times" "$work/times2" || complain "the rebuilt index has other times"

step "a second import changes nothing"
before=$(in_wiki rev-parse HEAD)
ok import vault -p notes
says "Nothing new."
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "edited in both manners, exported, and equal where nothing changed"
printf '%s' "$(cat "$wiki/default/notes/crlf.md")" >"$work/save.tmp" # another program writes anew and renames
printf '\r\nmore\r\n' >>"$work/save.tmp"
mv "$work/save.tmp" "$wiki/default/notes/crlf.md"
ok append -p notes "日本語/設計メモ.md" --body "追記"
ok export -p notes exported
says "Wrote $notes files to exported."
while IFS= read -r -d '' file; do
  cmp -s "$file" "exported/${file#"$wiki"/default/notes/}" || complain "the export of $file differs from the wiki"
  name=${file#"$wiki"/default/notes/}
  [ -e "vault/$name" ] && { cmp -s "vault/$name" "exported/$name" || echo "$name" >>differing; }
done < <(find "$wiki/default/notes" -name '*.md' -print0)
is "what differs from the vault" "crlf.md 日本語/設計メモ.md" \
  "$(sort differing | tr '\n' ' ' | sed 's/ $//')"

step "what went since is not brought back, unless it is asked for"
ok delete-page -p notes "no final newline.md"
mv "$wiki/default/notes/empty.md" "$wiki/default/notes/moved.md"
ok commit
ok import vault -p notes
says "Nothing new."
says "2 pages imported before, removed or renamed since; not brought back"
says "2 pages edited here since the import, kept: crlf.md, 日本語/設計メモ.md."
ok import vault -p notes --again --json
is "brought back" "['default/notes/empty.md', 'default/notes/no final newline.md']" "$(value '["added"]')"
ok undo --last
ok import vault -p notes --json
is "what an undo took back comes in again" "['default/notes/empty.md', 'default/notes/no final newline.md']" \
  "$(value '["added"]')"

step "below a folder of the project"
ok import vault/daily -p notes --into old/journal
[ -e "$wiki/default/notes/old/journal/2025-01-02.md" ] || complain "not below old/journal"
fails 2 import vault/daily -p notes --into ../up
clean

step "a folder under git gives its commits' times"
mkdir kept
git -C kept init -q
printf 'one\n' >kept/a.md
git -C kept add -A
GIT_AUTHOR_DATE=2024-03-01T10:00:00Z git -C kept commit -qm one
printf 'two\n' >>kept/a.md
GIT_AUTHOR_DATE=2024-04-01T10:00:00Z git -C kept commit -qam two
git -C kept mv a.md b.md
GIT_AUTHOR_DATE=2024-05-01T10:00:00Z git -C kept commit -qm renamed
ok import kept -p kept
in_wiki log -1 --format=%b >"$work/body"
grep -qF -- "- default/kept/b.md: created 2024-03-01T10:00:00Z, changed 2024-04-01T10:00:00Z" "$work/body" ||
  complain "the commit says: $(cat "$work/body")"

step "a folder of basic-memory is told as such, its observations and relations are read"
mkdir basic
cat >"basic/Coffee.md" <<'NOTE'
---
title: Coffee Brewing
type: note
permalink: drinks/coffee-brewing
tags: [coffee]
---
# Coffee Brewing

## Observations
- [method] Pour over wants 94 °C #brewing (measured)
- [preference] Light roast

## Relations
- relates to [[Tea]]
- pairs_with [[drinks/tea-time]] (in the morning)
NOTE
printf -- '---\ntitle: Tea\ntype: note\npermalink: drinks/tea-time\n---\n' >basic/Tea.md
ok import basic -p basic
says "basic is a folder of basic-memory."
says "2 links (2 relations), 2 tags, 2 observations; every link leads to a page."
ok read-page -p basic Coffee --json
is "observation" "{'category': 'method', 'text': 'Pour over wants 94 °C #brewing', 'tags': ['brewing'], 'context': 'measured', 'line': 10}" \
  "$(value '["observations"][0]')"
is "relations" "[('related_to:relates_to', 'default/basic/Tea.md'), ('related_to:pairs_with', 'default/basic/Tea.md')]" \
  "$(value '["links"] and [(l["relation"], l["path"]) for l in json.load(open("'"$work/out"'"))["links"]]')"
