#!/bin/bash
# Cold pages that say the same become one; what only looks alike stays apart.
. "${0%/*}/lib.sh"
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z
ok init
page() { # PATH: its body comes by stdin
  cat >body
  ok write-page "$1" --body-file body
}
twin() { printf '# Deploy\n\nWe rolled back the deploy of the shop at 10:30.\n\nThe cause was a missing index on orders, and nobody had seen it.\n'; }
twin | page sessions/2026/01/a
twin | sed 's/^# /### /; s/$/  /' | page sessions/2026/01/b
twin | page sessions/2026/01/c
AI_MEMORY_PROJECT=other; twin | page sessions/2026/01/a; AI_MEMORY_PROJECT=shop
n=0
while IFS='|' read -r one two; do # A34, with much else alike
  n=$((n + 1))
  for text in "$one" "$two"; do printf '# Notes\n\nAbout the shop and how it is run, as we said on the phone that day.\n\n%s\n' "$text" | page "sessions/2026/02/$n-$RANDOM"; done
done <<'P'
The deadline is 15 Oct.|The deadline is 16 Oct.
We run v2.3.1 of it.|We run v2.3.2 of it.
It listens on port 5432.|It listens on port 5433.
The limit is $1,200 a day.|The limit is $12,000 a day.
The region is eu-west-1.|The region is eu-west-2.
Restart the worker.|Do not restart the worker.
締切は10月15日です。|締切は10月16日です。
この設定は有効です。|この設定は無効です。
Run `make PREFIX=/opt`.|Run `make prefix=/opt`.
P
page notes/hand <<'P'
See [[sessions/2026/01/b#Deploy|the deploy]], [again](../sessions/2026/01/c.md), `[[sessions/2026/01/b]]` and [[b]].
P
page notes/pinned <<<'[[sessions/2026/01/b]]'
ok pin notes/pinned
cp "$wiki/default/shop/sessions/2026/01/a.md" "$wiki/default/shop/sessions/2026/01/a.sync-conflict-20261101-101010-ABC.md"
ok commit
in_wiki ls-files -s default >before
export AI_MEMORY_NOW=2026-04-20T10:00:00Z # cold, but above decay.evict_threshold
config=$work/config.toml
printf '[decay]\ndedup_cold_clusters = true\n' >"$config"

step "off unless asked for"
ok sweep --pass dedup --dry-run
says "nothing to do"

step "a dry run shows the merge and the links, and changes nothing"
head=$(in_wiki rev-parse HEAD)
tables >tables-before
AI_MEMORY_DECAY__COMPACT_COLD_EPISODIC=true ok --config "$config" sweep --dry-run
ok --config "$config" sweep --dry-run
tables | diff - tables-before >written || complain "the dry run wrote into the sidecar: $(cut -c1-300 written)"
ok --config "$config" sweep --pass dedup --dry-run --verbose
says "cold, but not merged: a conflict copy"
says "cold, but not merged: near, but not the same as sessions/2026/02/"
ok --config "$config" sweep --dry-run
says "dedup: would merge 3 pages in default/shop"
says "in the same words"
is "HEAD" "$head" "$(in_wiki rev-parse HEAD)"
grep '^[+-]' out | sort >dry

step "three twins become one, the other project's stays, and nothing that differs is merged (A34, A48, A33)"
ok --config "$config" sweep
says "dedup: merged 3 pages in default/shop"
says_not "evict"
in_wiki diff --no-renames "$head" HEAD -- | grep '^[+-]' | sort | cmp -s dry - || complain "the dry run showed something else"
is "changed pages" "default/shop/notes/hand.md
default/shop/sessions/2026/01/a.md
default/shop/sessions/2026/01/b.md
default/shop/sessions/2026/01/c.md" "$(in_wiki diff --name-only "$head" HEAD)"
grep -qF 'superseded_by: "[[sessions/2026/01/a]]"' "$wiki/default/shop/sessions/2026/01/b.md" || complain "the stub names no survivor"
is "commits" 1 "$(in_wiki rev-list --count "$head"..)"
clean

step "live links lead to the survivor, code stays, and a pinned page is not rewritten (A17)"
tail -n 1 "$wiki/default/shop/notes/hand.md" >got
is "links" 'See [[sessions/2026/01/a#Deploy|the deploy]], [again](../sessions/2026/01/a.md), `[[sessions/2026/01/b]]` and [[a]].' "$(cat got)"
grep -qF '[[sessions/2026/01/b]]' "$wiki/default/shop/notes/pinned.md" || complain "a pinned page was rewritten"
ok read-page sessions/2026/01/b
tells "sessions/2026/01/b.md is superseded by sessions/2026/01/a.md; this is that page"
cmp -s out "$wiki/default/shop/sessions/2026/01/a.md" || complain "it is not the survivor"
ok read-page sessions/2026/01/b --json
says '"path":"default/shop/sessions/2026/01/a.md","asked":"default/shop/sessions/2026/01/b.md"'
ok read-page sessions/2026/01/b --exact
cmp -s out "$wiki/default/shop/sessions/2026/01/b.md" || complain "it is not the stub"
tells "is superseded by"
tells_not "this is that page"
ok restore-page sessions/2026/01/b
tells "already as in commit"
tells "its whole text is in commit"
ok search "missing index on orders"
says_not "sessions/2026/01/b.md"
says "sessions/2026/01/a.md"

step "stubs are followed one after the other, a circle or a page that is gone ends it, and what a person wrote is no stub"
stub() { # PAGE SURVIVOR
  printf -- '---\nsuperseded_by: "[[%s]]"\n---\nMerged into [[%s]].\n\nThe full text is in commit abc; `ai-memory restore-page x` brings it back.\n' \
    "$2" "$2" >"$wiki/default/shop/$1.md"
}
stub notes/s1 notes/s2
stub notes/s2 notes/s3
printf -- '---\nsuperseded_by: "[[notes/hand]]"\n---\nMerged into [[notes/hand]] by me.\n' >"$wiki/default/shop/notes/s3.md"
stub notes/o1 notes/o2
stub notes/o2 notes/o1
stub notes/lost notes/nowhere
ok read-page notes/s1
says "by me"
tells "notes/s1.md is superseded by notes/s3.md; this is that page"
tells "notes/s3.md is superseded by notes/hand"
ok read-page notes/s3
says "by me"
for name in o1 lost; do
  ok read-page notes/$name
  cmp -s out "$wiki/default/shop/notes/$name.md" || complain "it is another page"
  tells "notes/$name.md is superseded by"
done
rm "$wiki"/default/shop/notes/{s1,s2,s3,o1,o2,lost}.md

step "again and an hour later there is nothing to do: what was merged rests for a day, with compaction too"
ok --config "$config" sweep
says "Nothing to do"
AI_MEMORY_NOW=2026-04-20T11:00:00Z ok --config "$config" sweep
says "Nothing to do"
printf '[decay]\ndedup_cold_clusters = true\ncompact_cold_episodic = true\n' >"$work/both.toml"
ok --config "$work/both.toml" explain sessions/2026/01/c
says "changed by a sweep 0.0 days ago"
is "commits" 1 "$(in_wiki rev-list --count "$head"..)"

step "undo brings all back byte for byte"
ok undo --last
in_wiki ls-files -s default | cmp -s before - || complain "undo left something different"
clean

step "a pinned page is the survivor and keeps its bytes (A35)"
ok pin sessions/2026/01/c
cp "$wiki/default/shop/sessions/2026/01/c.md" pinned
export AI_MEMORY_NOW=2026-05-20T10:00:00Z
ok --config "$config" sweep --pass dedup
says "sessions/2026/01/c.md"
cmp -s pinned "$wiki/default/shop/sessions/2026/01/c.md" || complain "the pinned page changed"
grep -qF 'superseded_by: "[[sessions/2026/01/c]]"' "$wiki/default/shop/sessions/2026/01/a.md" || complain "a is no stub"

step "a page with the marks of a merge conflict takes no part (A22)"
for name in m1 m2; do
  printf '# Same\n\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n' >"$wiki/default/shop/sessions/2026/01/$name.md"
done
AI_MEMORY_NOW=2026-05-20T10:00:00Z ok commit
export AI_MEMORY_NOW=2026-10-01T10:00:00Z
ok --config "$config" sweep --pass dedup --dry-run
says_not "m1.md"
