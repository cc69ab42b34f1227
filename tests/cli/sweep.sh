#!/bin/bash
# What a sweep does, says and refuses.
. "${0%/*}/lib.sh"
ok init
old=2026-01-01T00:00:00Z
page() { # PATH FRONT-MATTER-LINES… : a page of January 2026, for bring
  local file=$work/from/$1
  shift
  mkdir -p "${file%/*}"
  { echo ---; for line in "created: $old" "updated: $old" "$@"; do echo "$line"; done; echo ---; echo "text of ${file##*/}"; } >"$file"
}
# What is imported is as old as it says; what is committed by hand is as old as the edit.
bring() {
  local project
  for project in from/default/*; do ok import "$project" -p "${project##*/}"; done
  rm -r from
}
head_of() { in_wiki rev-parse HEAD; }
there() { [ -e "$wiki/$1" ] || complain "$1 is gone"; }
gone() { [ ! -e "$wiki/$1" ] || complain "$1 is still there"; }

step "without pages there is nothing to go"
ok sweep
says "There are no pages."

step "with nothing to do it says so, makes no commit, and names what goes next"
page default/shop/sessions/2026/01/cold.md
bring
before=$(head_of)
ok sweep
says "Nothing to do"
says "Next to go cold: default/shop:sessions/2026/01/cold.md, 2026-12-13T12:00:00Z"
is "HEAD" "$before" "$(head_of)"

page default/shop/sessions/2026/01/pinned.md "pinned: true"
page default/shop/notes/semantic.md
page default/shop/procedures/procedural.md
page default/shop/sessions/2026/01/banana.md "tier: banana"
page default/shop/sessions/2026/01/broken.md "x: [a" "y: b"
page default/shop/scratch/done.md "tier: working" "ended: $old"
page default/shop/notes/expired.md "expires_at: 2026-12-01"
page default/shop/notes/expired-pinned.md "expires_at: 2026-12-01" "pinned: true"
page default/shop/notes/bad-expiry.md "expires_at: 2026-02-30"
page default/other/notes/expired.md "expires_at: 2026-12-01"
bring

step "a date of expiry is the end of that day (A40)"
export AI_MEMORY_NOW=2026-12-01T23:59:59Z
ok sweep -p shop --pass ttl
says "Nothing to do"
export AI_MEMORY_NOW=2026-12-02T00:00:00Z
ok sweep -p shop --pass ttl --dry-run
says "would remove 2 pages from default/shop"
says "a TTL beats a pin"

step "a dry run changes nothing and the real run does exactly that (A41)"
export AI_MEMORY_NOW=2026-12-20T00:00:00Z
echo "not yet committed" >>"$wiki/default/shop/notes/semantic.md"
before=$(head_of) shown=$(in_wiki status --porcelain)
ok sweep -p shop --dry-run --json
cp out dry.json
ok sweep -p shop --dry-run
says "hand-edits: would commit 1 page edited by hand in default/shop"
says "evict: would remove 1 page from default/shop"
says "working: would remove 1 page from default/shop"
says "-text of cold.md"
says_not "-text of pinned.md"
is "HEAD" "$before" "$(head_of)"
is "status" "$shown" "$(in_wiki status --porcelain)"
ok sweep -p shop --json
removed() { grep -o '"path":"[^"]*","action":"remove","pass":"[^"]*","reason":"[^"]*","score":[^,]*' "$1" | sort; }
is "removed pages" "$(removed dry.json)" "$(removed out)"
is "how many" 4 "$(removed out | wc -l)"
is "commits" "sweep: evict 1 page in shop
sweep: remove 1 working page in shop
sweep: remove 2 expired pages in shop
hand edit: 1 page in shop" "$(in_wiki log --format=%s "$before"..)"
is "authors" "Ann
ai-memory" "$(in_wiki log --format=%an "$before".. | sort -u)"

step "only what may go has gone (A35, A36, A40)"
for name in notes/expired notes/expired-pinned scratch/done sessions/2026/01/cold; do gone default/shop/$name.md; done
for name in sessions/2026/01/pinned notes/semantic procedures/procedural sessions/2026/01/banana \
  sessions/2026/01/broken notes/bad-expiry; do there default/shop/$name.md; done
there default/other/notes/expired.md
ok search -p shop cold --files
prints ""
clean

step "the report says why each page stayed"
ok sweep --dry-run --verbose
says "pinned"
says "protected: "
says "tier semantic never decays"

step "the run is listed, explained in its commit, and taken back whole"
ok log --runs
says "forget-sweep"
in_wiki log -1 --format=%B >message
grep -q '^- default/shop/sessions/2026/01/cold.md: retention 0\.000. < 0.20$' message || complain "no score in the commit: $(cat message)"
ok undo --last
for name in notes/expired scratch/done sessions/2026/01/cold; do there default/shop/$name.md; done
grep -q "not yet committed" "$wiki/default/shop/notes/semantic.md" || complain "the undo took a hand edit back"
clean
ok sweep -p shop
says "restored not long ago"
there default/shop/sessions/2026/01/cold.md

step "a second sweep at once does nothing"
before=$(head_of)
exec 9>>"$AI_MEMORY_HOME/state/sweep.lock"
flock -n 9 || complain "the lock is held"
fails 3 sweep
tells "another sweep is at work"
flock -u 9
exec 9>&-
is "HEAD" "$before" "$(head_of)"

step "during a merge it does nothing, and status tells the error (A22, A49)"
in_wiki rev-parse HEAD >"$wiki/.git/MERGE_HEAD"
fails 3 sweep
tells "merge"
is "HEAD" "$before" "$(head_of)"
ok status
says "last sweep   2026-12-20T00:00:00Z"
says "last error   2026-12-20T00:00:00Z forget-sweep: $wiki/: a merge is in progress"
rm "$wiki/.git/MERGE_HEAD"
ok sweep
ok status
says_not "last error"

step "the user's staged, unstaged and untracked work stays as it was (A21)"
export AI_MEMORY_NOW=2027-02-01T00:00:00Z
for name in b c staged; do page default/shop/notes/$name.md; done
bring
echo todo >"$wiki/default/shop/todo.txt"
in_wiki add default/shop/todo.txt
in_wiki rm -q --cached default/shop/notes/c.md
echo more >>"$wiki/default/shop/notes/staged.md"
in_wiki add default/shop/notes/staged.md
echo print >"$wiki/default/shop/scratch.py"
shown=$(in_wiki status --porcelain)
ok sweep -p shop
says "evict: removed 1 page"
is "status" "$shown" "$(in_wiki status --porcelain)"
in_wiki reset -q
rm "$wiki/default/shop/todo.txt" "$wiki/default/shop/scratch.py"
ok commit -m "as it is"

step "TTL in all its forms, by the second, and hidden before the sweep (A40)"
ttl() { page "default/ttl/notes/$1.md" "expires_at: $2"; }
ttl day 2027-03-01
ttl zone 2027-03-01T00:00:00+09:00
ttl utc 2027-03-01T00:00:00Z
ttl bare 2027-03-01T00:00:00
ttl bad 2027-02-30
ttl zero 0
ttl past 2020-01-01
page default/ttl/notes/pinned.md "pinned: true" "expires_at: 2027-03-01T00:00:00Z"
page default/ttl2/notes/past.md "expires_at: 2020-01-01"
bring
at() { # TIME NAMES: what a sweep of the project at that time would remove
  AI_MEMORY_NOW=$1 ok sweep -p ttl --pass ttl --dry-run --json
  is "expired at $1" "$2" "$(echo $(grep -o '"path":"[^"]*","action":"remove"' out | sed 's|.*/||; s|.md".*||' | sort))"
}
at 2027-02-28T14:59:59Z "past"
at 2027-02-28T15:00:00Z "past zone"
at 2027-02-28T23:59:59Z "past zone"
at 2027-03-01T00:00:00Z "bare past pinned utc zone"
at 2027-03-01T23:59:59Z "bare past pinned utc zone"
at 2027-03-02T00:00:00Z "bare day past pinned utc zone"
export AI_MEMORY_NOW=2027-03-02T00:00:00Z
for name in day utc pinned past; do
  ok search -p ttl "\"text of $name\"" --files
  prints ""
done
for name in bad zero; do
  ok search -p ttl "\"text of $name\"" --files
  says "notes/$name.md"
  ok read-page default/ttl:notes/$name
  tells "expires_at: '"
done
ok sweep -p ttl --pass ttl --dry-run
says "a TTL beats a pin"
ok sweep -p ttl --pass ttl
gone default/ttl/notes/pinned.md
for name in bad zero; do there default/ttl/notes/$name.md; done
there default/ttl2/notes/past.md
for name in day pinned; do
  ok restore-page default/ttl:notes/$name
  grep -q "text of $name" "$wiki/default/ttl/notes/$name.md" || complain "$name is not brought back"
done
clean

step "a dry run over thirty candidates leaves every byte, and tells the real run's set with its reasons and scores (A41)"
for n in $(seq -w 30); do page default/thirty/sessions/2026/01/s$n.md; done
for n in $(seq -w 3); do page default/thirty/notes/e$n.md "expires_at: 2026-12-31"; done
bring
ok status
all_of() { # tree, refs, and every table but those that a look may bring up to date
  find "$wiki" -type f -not -path '*/.git/ai-memory*' -printf '%p %T@ %s\n' | sort
  in_wiki for-each-ref
  tables
}
export AI_MEMORY_NOW=2027-06-01T00:00:00Z
ok sweep -p thirty --dry-run # the first look at this time of day
before=$(all_of)
ok sweep -p thirty --max-evictions 30 --dry-run --json
removed out >planned
ok sweep -p thirty --max-evictions 30 --dry-run
says "would remove 30 pages"
says_not "removed 30"
all_of >all-after
diff <(echo "$before") all-after >all-differences || complain "the dry run changed: $(cut -c1-300 all-differences)"
is "planned" 33 "$(wc -l <planned)"
! grep -v '"reason":"..*","score":[0-9.e-]*$' planned || complain "a page without its reason or score"
ok sweep -p thirty --max-evictions 30 --json
is "removed" "$(cat planned)" "$(removed out)"
is "files left" 0 "$(find "$wiki/default/thirty" -name '*.md' 2>/dev/null | wc -l)"
clean

step "a wiki of which much is missing is not acted on"
for n in $(seq 40); do page default/many/notes/$n.md; done
bring
mv "$wiki/default/many" aside
before=$(head_of)
fails 3 sweep
tells "40 pages are missing"
fails 3 sweep --dry-run
is "HEAD" "$before" "$(head_of)"
mv aside "$wiki/default/many"
ok sweep

step "--quiet is silent unless something fails, for cron"
page default/quiet/notes/expired.md "expires_at: 2026-12-01"
ok import -q from/default/quiet -p quiet
prints ""
ok sweep -q --dry-run
says "would remove 1 page from default/quiet"
ok sweep -q
prints ""
is "stderr" "" "$(cat err)"
gone default/quiet/notes/expired.md
ok sweep -q --dry-run
prints ""
rm -r from
clean

step "what is no pass or no project is refused"
fails 2 sweep --pass evictoin
tells "sweep: --pass: not a value it takes: evictoin"
fails 2 sweep --max-evictions x
tells "--max-evictions: needs a whole number, 0 or more, not x"
fails 2 sweep --all -p shop
