#!/bin/bash
# A wiki from nothing: pages are written, read, added to, listed, removed and brought back.
. "${0%/*}/lib.sh"

step "before there is a wiki"
fails 4 list
tells "no wiki at $wiki"
tells "hint: \`ai-memory init\` makes one"

step "a new wiki; making it twice does no harm"
ok init
prints "$wiki"
ok init
tells "already there"
tells "project default/default (by default)"
ok init --quiet
prints ""
is "stderr" "" "$(cat err)"
clean

step "a page under a path of its own"
ok write-page notes/plan --body "Ship on Friday."
prints "notes/plan.md"
ok read-page notes/plan
prints "---
type: note
created: 2026-11-29T12:00:00Z
updated: 2026-11-29T12:00:00Z
---
Ship on Friday."
is "the file" "$(cat "$work/out")" "$(cat "$wiki/default/default/notes/plan.md")"
clean

step "text on the command line ends its line, a file's and a pipe's stay byte for byte"
echo "Then rest." >>"$wiki/default/default/notes/plan.md"
is "last lines" "Ship on Friday.
Then rest." "$(tail -n 2 "$wiki/default/default/notes/plan.md")"
ok append notes/plan --body "After that, more."
is "lines" 8 "$(wc -l <"$wiki/default/default/notes/plan.md")"
printf 'no end' | am write-page notes/bytes
printf 'no end' >text
ok write-page notes/bytes2 --body-file text
for name in bytes bytes2; do is "the end of $name" "end" "$(tail -c 3 "$wiki/default/default/notes/$name.md")"; done
ok write-page notes/empty --body ""
is "an empty text" "---" "$(tail -n 1 "$wiki/default/default/notes/empty.md")"
ok write-page notes/ended --body "one line
"
is "lines" 6 "$(wc -l <"$wiki/default/default/notes/ended.md")"
for name in bytes bytes2 empty ended; do ok delete-page notes/$name; done
ok log notes/ended
says "deleted by delete-page"
ok write-page notes/plan --overwrite --body "Ship on Friday."
clean

step "a page placed by its kind and title, its text from a pipe"
printf '# Retry budget\nWe retry three times.\n' | am write-page --title "Retry budget: 再試行" --kind decision --tag net --tag retry
is "status" 0 $status
prints "decisions/retry-budget-再試行.md"
ok read-page decisions/retry-budget-再試行
says 'title: "Retry budget: 再試行"'
says "tags: [net, retry]"
printf 'x' | am write-page --title "Stand-up" --kind session
prints "sessions/2026/11/2026-11-29-stand-up.md"

step "nothing is overwritten by accident (A10), nor taken for its twin (A06)"
fails 3 write-page notes/plan --body "Ship on Monday."
tells "there is such a page already"
fails 3 write-page notes/Plan --body "Ship on Monday."
tells "differs only in case or Unicode form from notes/plan.md"
ok read-page notes/plan
says "Friday"

step "--overwrite keeps the front matter and replaces the text; history has the old one"
ok write-page notes/plan --overwrite --title "The plan" --body "Ship on Monday." --dry-run
says "+Ship on Monday."
ok read-page notes/plan
says "Friday"
AI_MEMORY_NOW=2026-11-30T08:00:00Z ok write-page notes/plan --overwrite --title "The plan" --body "Ship on Monday."
ok read-page notes/plan
prints "---
type: note
created: 2026-11-29T12:00:00Z
updated: 2026-11-30T08:00:00Z
title: The plan
---
Ship on Monday."
ok log notes/plan
is "versions" 5 "$(wc -l <"$work/out")"

step "text at the end of a page, on a line of its own"
ok append notes/plan --body "Then rest."
ok read-page notes/plan
says "Ship on Monday.
Then rest."
fails 4 append notes/plam --body "x"
tells "did you mean \`notes/plan.md\`? (\`write-page\` makes a new page)"
fails 4 read-page plan
tells "did you mean \`notes/plan.md\`?"

step "a list, for people and for programs"
ok list
is "pages" 3 "$(wc -l <"$work/out")"
says "2026-11-29	semantic	decision	Retry budget: 再試行	decisions/retry-budget-再試行.md"
ok list --kind session
is "sessions" 1 "$(wc -l <"$work/out")"
ok list --tag net --tag retry --json
says '"title":"Retry budget: 再試行"'
ok list --tag net --tag other
prints ""
tells "no pages in default/default that match"
ok list --jsonl
is "documents" 3 "$(grep -c '^{"schema":1,' "$work/out")"
ok write-page notes/later --body "x" --expires 2027-01-01
AI_MEMORY_NOW=2026-12-10T00:00:00Z ok append notes/later --body "y"
ok list --since 2026-12-01
is "changed since" 1 "$(wc -l <"$work/out")"
AI_MEMORY_NOW=2026-12-10T12:00:00Z ok list --since 12h
says "notes/later.md"
AI_MEMORY_NOW=2026-12-10T13:00:00Z ok list --since 12h
tells "no pages"

step "a page that ends before it begins is warned of, whoever says so"
ok write-page notes/late --body "x" --expires 2026-01-01 -n
tells "warning: --expires: 2026-01-01 is past; the next sweep removes the page"
printf -- '---\nexpires_at: 2026-01-01\n---\nx\n' | am write-page notes/late -n
tells "warning: expires_at: 2026-01-01 is past; the next sweep removes the page"
printf -- '---\nexpires_at: 2027-01-01\n---\nx\n' | am write-page notes/late -n
tells_not "is past"

step "a name in the other Unicode normal form means the page that is there"
notes=$wiki/default/default/notes
printf 'Zoe\n' >"$notes/"$'zoe\u0308.md'
ok read-page $'notes/zo\u00eb'
prints "Zoe"
fails 3 write-page $'notes/zo\u00eb' --body x
tells "there is such a page already"
ok append $'notes/zo\u00eb' --body more
is "files" 1 "$(ls "$notes" | grep -c '^zo')"
ok delete-page $'notes/zo\u00eb'
ok write-page $'notes/ren\u00e9' --body René
ok read-page $'notes/rene\u0301'
says "René"
ok delete-page $'notes/ren\u00e9'

step "a page removed and brought back, byte for byte"
cp "$wiki/default/default/notes/plan.md" before
ok delete-page notes/plan --dry-run
says "-Ship on Monday."
ok delete-page notes/plan
[ ! -e "$wiki/default/default/notes/plan.md" ] || complain "the file is still there"
fails 4 read-page notes/plan
tells "ai-memory restore-page notes/plan.md"
fails 4 delete-page notes/plan
ok restore-page notes/plan --list
says "removed"
ok restore-page notes/plan
cmp before "$wiki/default/default/notes/plan.md" || complain "the page came back changed"
ok restore-page notes/plan
tells "already"
first=$(in_wiki log --format=%h --reverse -- default/default/notes/plan.md | head -n 1)
ok restore-page notes/plan --at "$first" --as notes/first-plan
ok read-page notes/first-plan
says "Friday"
ok restore-page notes/plan --at "$first" --as notes/first-plan
prints "notes/first-plan.md"
tells "notes/first-plan.md: already as in commit"

step "a page of three versions, renamed and edited, then evicted, comes back by either name (A26)"
mkdir -p "$wiki/default/default/sessions/2025/01"
old=$wiki/default/default/sessions/2025/01/a.md
for n in 1 2 3; do
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\nmine:  %s # stays\n---\n# A\n\nline one\nline two\nversion %s' $n $n >"$old"
  cp "$old" "a-$n"
  in_wiki add . && in_wiki -c commit.gpgsign=false commit -qm "version $n"
done
in_wiki mv default/default/sessions/2025/01/a.md default/default/sessions/2025/01/b.md
new=${old%a.md}b.md
printf '\nand more' >>"$new"
cp "$new" b-4
in_wiki commit -qam "renamed and edited"
second=$(in_wiki rev-parse HEAD~2)
ok list
AI_MEMORY_NOW=2027-06-01T00:00:00Z ok sweep
[ ! -e "$new" ] || complain "the page was not evicted"
before=$(in_wiki rev-parse HEAD)
ok restore-page sessions/2025/01/b --list
is "versions" 5 "$(wc -l <out)"
says "evict"
says "retention 0."
says "version 1"
ok restore-page sessions/2025/01/b
cmp b-4 "$new" || complain "b came back with other bytes"
in_wiki merge-base --is-ancestor "$before" HEAD || complain "history was rewritten"
is "new commits" 1 "$(in_wiki rev-list --count "$before..HEAD")"
ok restore-page sessions/2025/01/a
cmp a-3 "$old" || complain "a came back with other bytes"
ok restore-page sessions/2025/01/b --at "$second" --as sessions/2025/01/c
cmp a-2 "${old%a.md}c.md" || complain "--at brought other bytes"
rm "$new"
in_wiki commit -qam "by hand"
ok restore-page sessions/2025/01/b --list
says "by hand"
ok restore-page sessions/2025/01/b
cmp b-4 "$new" || complain "b came back with other bytes"
rm -r "${old%/*}"
ok commit
clean

step "a name that is none is told the page it may mean, by folder, alias, title or file name"
ok write-page decisions/one --title "First One" --body x
ok write-page decisions/two --body-file - <<<'---
aliases: [Zweite]
---
x'
fails 4 read-page decisions
tells "decisions: a folder, not a page"
tells "its pages: \`decisions/one.md\`, "
fails 4 read-page decisions/
for name in "first one" One decison/one; do
  fails 4 read-page "$name"
  tells "did you mean \`decisions/one.md\`?"
done
fails 4 read-page decisions/nix
tells_not "did you mean"
fails 4 write-page x --body-file nofile
tells "nofile: no such file"
clean
