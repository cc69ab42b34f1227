#!/bin/bash
# Years in a minute: pages age, are read, are evicted a few a day, and come back.
. "${0%/*}/lib.sh"
ok init
session() { # PROJECT NAME: a session page of January 2026
  printf -- '---\ncreated: 2026-01-01T00:00:00Z\nupdated: 2026-01-01T00:00:00Z\n---\n# %s\n\ntext of %s\n' "$2" "$2"
}
mkdir -p from/{shop,big}/sessions/2026/01
for n in $(seq -w 12); do session shop "talk-$n" >"from/shop/sessions/2026/01/talk-$n.md"; done
for n in $(seq -w 200); do session big "talk-$n" >"from/big/sessions/2026/01/talk-$n.md"; done
for project in shop big; do ok import from/$project -p $project; done
ok status
left() { find "$wiki/default/$1" -name '*.md' 2>/dev/null | wc -l; }

step "a read page stays when an unread twin goes (A37)"
for day in 01 02 03 04 05; do
  AI_MEMORY_NOW=2026-12-${day}T00:00:00Z ok read-page default/shop:sessions/2026/01/talk-01
done
export AI_MEMORY_NOW=2026-12-20T00:00:00Z
ok explain default/shop:sessions/2026/01/talk-01
says "n           5"
says "would keep it"
ok explain default/shop:sessions/2026/01/talk-02
says "it is cold"
says "would remove it"
ok explain default/shop:sessions/2026/01/talk-12
says "would leave it for a later run"

step "reads count on days of their own, and a read whose count cannot be kept is a read all the same (A37)"
score() { python3 -c 'import json; d = json.load(open("out")); print(d["score"])'; }
ok explain default/shop:sessions/2026/01/talk-01 --json
read_score=$(score)
ok explain default/shop:sessions/2026/01/talk-02 --json
python3 -c 'import sys; sys.exit(not float(sys.argv[1]) > float(sys.argv[2]))' "$read_score" "$(score)" ||
  complain "the page that is read scores $read_score, its twin $(score)"
python3 - "$AI_MEMORY_HOME/state/memory.sqlite" <<'P' &
import sqlite3, sys, time, os
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
open("held", "w").close()
while not os.path.exists("let-go"): time.sleep(0.01)
P
while [ ! -e held ]; do read -rt 0.01 <> <(:); done
AI_MEMORY_NOW=2026-12-19T00:00:00Z ok read-page default/shop:sessions/2026/01/talk-03
says "text of talk-03"
touch let-go
wait

step "one run takes five pages, or a tenth of a large project"
cp -r "$wiki/default" before
ok sweep
says "evict: removed 5 pages from default/shop"
says "evict: removed 20 pages from default/big"
is "left in shop" 7 "$(left shop)"
is "left in big" 180 "$(left big)"
[ -e "$wiki/default/shop/sessions/2026/01/talk-01.md" ] || complain "the page that is read has gone"
ok log --runs
says "25 pages"
clean

step "a restored page has its exact bytes"
ok restore-page default/shop:sessions/2026/01/talk-02
cmp before/shop/sessions/2026/01/talk-02.md "$wiki/default/shop/sessions/2026/01/talk-02.md" || complain "bytes differ"
ok undo --last

step "undo makes the tree what it was; a hand edit made since survives"
echo "written after the sweep" >>"$wiki/default/big/sessions/2026/01/talk-150.md"
run=$(in_wiki log --format='%(trailers:key=Ai-Memory-Run,valueonly)' --grep 'sweep: evict' -1 | head -1)
ok undo "$run"
tail -1 "$wiki/default/big/sessions/2026/01/talk-150.md" | grep -q "written after the sweep" || complain "the hand edit is gone"
sed -i '$d' "$wiki/default/big/sessions/2026/01/talk-150.md"
diff -r before "$wiki/default" >differences || complain "the tree differs: $(head differences)"

step "daily runs drain the rest but for the page that is read, and then there is nothing to do"
ok commit -m "as before"
for day in 2027-01-{06..31} 2027-02-{01..28}; do
  export AI_MEMORY_NOW=${day}T00:00:00Z
  case $day in *0) ok read-page default/shop:sessions/2026/01/talk-01 ;; esac
  ok sweep --quiet
  prints ""
done
ok sweep
is "left in shop" 1 "$(left shop)"
is "left in big" 0 "$(left big)"
says "Nothing to do"
clean

step "a clock set back evicts nothing, and no time zone changes a score (A38, A39)"
before=$(in_wiki rev-parse HEAD)
AI_MEMORY_NOW=2025-01-01T00:00:00Z ok sweep
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
AI_MEMORY_NOW=2027-02-28T00:00:00Z TZ=Pacific/Kiritimati ok explain default/shop:sessions/2026/01/talk-01 --json
cp out there
AI_MEMORY_NOW=2027-02-28T00:00:00Z TZ=America/New_York ok explain default/shop:sessions/2026/01/talk-01 --json
cmp there out || complain "the time zone shows"

step "dates ahead of the clock, and of no calendar: no page lives for ever, none dies of it (A38)"
export AI_MEMORY_NOW=2027-03-01T00:00:00Z
mkdir -p dates/sessions/2026/01
for created in 9999-12-31 1970-01-01 0000-00-00 2027-03-01T00:00:10Z 2027-03-11 2037-03-01; do
  printf -- '---\ncreated: %s\nupdated: %s\n---\n# c%s\n' "$created" "$created" "$created" \
    >"dates/sessions/2026/01/c${created:0:10}-${created: -3:2}.md"
done
for ahead in 2027-03-01T00:00:10Z 2027-03-11T00:00:00Z 2037-03-01T00:00:00Z; do
  session dates "read-$ahead" >"dates/sessions/2026/01/read-${ahead:0:10}.md"
done
ok import dates -p dates
for ahead in 2027-03-01T00:00:10Z 2027-03-11T00:00:00Z 2037-03-01T00:00:00Z; do
  AI_MEMORY_NOW=$ahead ok read-page "default/dates:sessions/2026/01/read-${ahead:0:10}"
done
for page in "$wiki"/default/dates/sessions/2026/01/*.md; do
  ok explain "default/dates:sessions/2026/01/$(basename "$page")" --json
  python3 -c 'import json, math; r = json.load(open("out"))["score"]; assert math.isfinite(r) and 0 <= r <= 3, r' ||
    complain "the score of $(basename "$page")"
done
fails 6 doctor
for name in c9999-12-31--3 c2027-03-11--1 c2037-03-01--0; do
  says "$name.md:2: its date lies ahead of the clock"
done
says_not "c2027-03-01-10.md: its date"
before=$(in_wiki rev-parse HEAD)
AI_MEMORY_NOW=2026-03-01T00:00:00Z ok sweep --all # the clock is a year behind
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
ok read-page default/dates:sessions/2026/01/read-2037-03-01 # a read of today takes the future's place
export AI_MEMORY_NOW=2028-06-01T00:00:00Z
ok explain default/dates:sessions/2026/01/read-2037-03-01
says "it is cold"
ok explain default/dates:sessions/2026/01/read-2027-03-11
says "it is cold"
