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
