#!/bin/bash
# Everyday queries find their pages; no query is an error (A01, A02, A03).
. "${0%/*}/lib.sh"
ok init
ok write-page notes/hooks --body "We run pre-commit hooks; don't skip them with --force. Edit /etc/hosts by hand."
ok write-page notes/lang --body "C++ code calls retentionScore for the retention of a page, at 50% load."
ok write-page notes/light --body "部署方案：照明の設定を修正。"
ok write-page notes/db --body "Nightly migration of the database runs at 02:00." --tag ops --kind procedure
ok -p shop write-page notes/cart --body "The cart forgets its database."

step "a filter whose value no page has is told, with those there are"
ok search --kind procedur database
tells "no page is of the kind procedur; there are: note, procedure"
ok search kind:procedur database
tells "no page is of the kind procedur"
ok search --tag opps --kind PROCEDURE database
tells "no page has the tag opps"
tells_not "of the kind"
ok search --tag OPS --kind note database
tells_not "no page"
ok search --kind note --tag ops/sub database
tells "no page has the tag ops/sub"

step "words as people type them"
found() {
  local page=$1
  shift
  ok search --files "$@"
  says "$page"
}
found notes/hooks.md pre-commit
found notes/hooks.md "don't"
found notes/hooks.md --force
found notes/hooks.md hosts
found notes/lang.md C++
found notes/lang.md retention score
found notes/lang.md 50%
found notes/light.md 照明
found notes/light.md 部署
found notes/db.md database migration
found notes/db.md "when does the database migration run"
found notes/db.md '"migration of the database"'
found notes/db.md 'migrat*'
found notes/db.md tag:ops database
found notes/db.md database --kind procedure

step "what is excluded or elsewhere is not found"
ok search --files database -nightly
says_not notes/db.md
ok search --files database
says_not cart
ok search --files database --all-projects
says shop:notes/cart.md
ok search --files '"database migration of"'
says_not notes/db.md

step "no input is an error, and a blank one finds nothing"
for query in 'NEAR(' 'AND' 'NOT x' 'a OR' '*' 'title:x' '^x' '{t b}:x' '[a,b]' '[[x]]' '"open' '-' '--' '()' '"' "'" 'path:' '\' '%' ';--'; do
  ok search "$query"
  tells_not "error"
done
for query in '' ' ' '"' '-' '()'; do
  ok search "$query"
  prints "no results"
done
ok search ""
tells "give some words"
ok search --files qqqzzz
prints ""
tells "(in default/default, chosen by default; --all-projects looks everywhere)"
ok search "$(printf 'word %.0s' $(seq 2000))"
fails 1 search --exit-code qqqzzz
ok search --exit-code database
for number in 0 x -1 1.5; do
  fails 2 search x --limit="$number"
  tells "--limit: needs a whole number, 1 or more, not $number"
done
fails 2 search x --kind
fails 2 search x --since yesterday

step "a hit shows where the words stand"
ok search database migration
says "notes/db.md  2026-11-29"
says "Nightly migration of the database"
ok search --json migration
says '"schema":1'
says '"resolved_by":"default"'
says '"path":"default/default/notes/db.md"'
ok search --json light:照明 照明
says '"text":"部署方案：照明の設定を修正。","marks":[[5,7]]'
ok search --jsonl database --all-projects
is "hits" 2 "$(wc -l <"$work/out")"
ok search --explain migration
says "score"

step "the index can be thrown away (nothing in it is the only copy of a page)"
ok search --json --no-touch database --all-projects
cp out before
rm -rf "$AI_MEMORY_HOME/state"
ok reindex
says "5 pages"
ok search --json --no-touch database --all-projects
cmp before out || complain "the rebuilt index answers differently"
clean

step "colours only where they are wanted"
mark=$'\e[1;31mmigration\e[0m'
NO_COLOR= ok search migration
says_not "$mark"
NO_COLOR= CLICOLOR_FORCE=1 ok search migration
says "$mark"
NO_COLOR= CLICOLOR_FORCE=1 ok search migration --no-color
says_not "$mark"
NO_COLOR=1 CLICOLOR_FORCE=1 ok search migration
says_not "$mark"

step "with search.belief_weight, evidence puts a page before its equal, and --explain says how far it is believed"
for name in north south; do ok write-page "notes/$name" --body "The shelf is blue."; done
ok write-page sessions/talk --body "So it is: [[notes/south]]."
ok search --explain --no-touch blue shelf
cp out before
says_not "belie"
AI_MEMORY_SEARCH__BELIEF_WEIGHT=0 ok search --explain --no-touch blue shelf
cmp -s before out || complain "a weight of 0 changes something"
ok search --files --no-touch blue shelf
is "the first without it" notes/north.md "$(head -n 1 out)"
export AI_MEMORY_SEARCH__BELIEF_WEIGHT=0.5
ok search --files --no-touch blue shelf
is "the first with it" notes/south.md "$(head -n 1 out)"
ok search --explain --no-touch blue shelf
says ", belief 0.2835,"
says ", believed 1.142"
says ", belief 0,"
says ", believed 1"
ok search --json --no-touch blue shelf
says '"belief":0.283'
says '"believed":1.141'
AI_MEMORY_SEARCH__BELIEF_WEIGHT=-1 fails 2 search shelf
ok explain notes/south
says "belief      0.2835"
unset AI_MEMORY_SEARCH__BELIEF_WEIGHT

step "what is to come first comes first, however far behind the others it is"
mkdir -p "$wiki/far/p/sessions" "$wiki/far/p/notes"
for n in $(seq 60); do echo "deploy deploy deploy deploy $n" >"$wiki/far/p/sessions/s$n.md"; done
{ seq 400; echo "deploy"; } >"$wiki/far/p/notes/long.md"
{ echo "---"; echo "pinned: true"; echo "---"; seq 500; echo "deploy"; } >"$wiki/far/p/sessions/pinned.md"
far() { ok --workspace far -p p search --files --no-touch --limit 2 "$@" deploy; head -n 1 "$work/out"; }
is "neither asked for" 2 "$(far >/dev/null; grep -c 'sessions/s[0-9]' "$work/out")"
is "notes first" notes/long.md "$(far --notes-first)"
is "pinned first" sessions/pinned.md "$(far --pin-first)"
is "both" sessions/pinned.md "$(far --notes-first --pin-first)"
far --notes-first --pin-first >/dev/null
is "the second of both" notes/long.md "$(tail -n 1 "$work/out")"
ok --workspace far -p p search --files --no-touch --limit 1 --notes-first tier:episodic tier:semantic
is "among all" notes/long.md "$(head -n 1 "$work/out")"

step "filters leave out with a - before them, and --tag is as tag:, with a # and alone"
ok write-page notes/beast --body "The wombat sleeps." --tag zoo
ok write-page decisions/beast --body "The wombat stays." --tag farm
found_are() { # FILES QUERY…
  local expected=$1
  shift
  ok search --files --no-touch "$@"
  is "found by $*" "$expected" "$(sort "$work/out" | tr '\n' ' ')"
}
found_are "decisions/beast.md notes/beast.md " wombat
found_are "decisions/beast.md " wombat -kind:note
found_are "notes/beast.md " wombat -path:decisions
found_are "notes/beast.md " wombat -tag:farm
found_are "" wombat -tier:semantic
found_are "" wombat -project:"$("$AI_MEMORY" status --json | grep -o '"project":"[^"]*"' | cut -d '"' -f 4)"
found_are "notes/beast.md " wombat --tag '#zoo'
found_are "notes/beast.md " --tag '#zoo'
found_are "notes/beast.md " --tag zoo
ok list --tag '#zoo'
says "notes/beast.md"

step "a command that is told works as printed, though flags named the wiki and the project"
AI_MEMORY_NOW=2026-11-29T12:00:00Z ok write-page -p burrow sessions/lost --body "The narwhal came."
AI_MEMORY_NOW=2027-11-29T12:00:00Z ok sweep -p burrow
[ ! -e "$wiki/default/burrow/sessions/lost.md" ] || complain "it was to be gone"
home=$AI_MEMORY_HOME
unset AI_MEMORY_HOME
ok --home "$home" -p burrow search narwhal
command=$(sed -n 's/.*; `ai-memory \(.*\)` brings it back.*/\1/p' err)
ok $command
[ -e "$wiki/default/burrow/sessions/lost.md" ] || complain "it is not back"
fails 4 --home "$home" -p burrow read-page nothing
tells "\`ai-memory list --home $home -p burrow\`"
fails 4 --home "$work/none" search x
tells "\`ai-memory init --home $work/none\`"
ok --home "$home" -p burrow sweep
says_not "ai-memory undo --home"
AI_MEMORY_NOW=2028-11-29T12:00:00Z ok --home "$home" -p burrow sweep
command=$(sed -n 's/.*(take it back: ai-memory \(.*\))$/\1/p' out)
ok $command
[ -e "$wiki/default/burrow/sessions/lost.md" ] || complain "it is not back again"
export AI_MEMORY_HOME=$home
