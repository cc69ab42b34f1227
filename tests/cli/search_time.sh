#!/bin/bash
# Search in time: what was true then, the wiki as it was committed then, and what a sweep has removed since.
. "${0%/*}/lib.sh"
ok init
at() { export AI_MEMORY_NOW=$1T12:00:00Z; }

step "what was true at a time"
at 2026-03-10
printf -- '---\nvalid_from: 2025-01\nvalid_until: 2025-12\nconfidence: 0.8\n---\nThe rent is 800 euros.\n' | am write-page notes/rent-old
printf -- '---\nvalid_from: 2026-01\n---\nThe rent is 900 euros.\n' | am write-page notes/rent-new
ok search --files rent
prints "notes/rent-new.md"
ok search --files rent --valid-at 2025-06
prints "notes/rent-old.md"
ok search --files rent --valid-at 2024-06-01
prints ""
ok search --any-time rent
says "valid 2025-01-01 to 2025-12-31, confidence 0.8"
says "valid from 2026-01-01"
fails 2 search rent --valid-at soon
tells "soon"
fails 2 search rent --valid-at 2025-06 --any-time

step "the wiki as it was committed then"
at 2026-04-10
ok write-page notes/rent-new --overwrite --body "The rent is 950 euros since April."
ok write-page notes/garden --body "The garden has a well."
at 2026-06-10
ok search --as-of 2026-03 rent
says "The rent is 900 euros."
says_not 950
tells "as committed 2026-03-10"
ok search --as-of 2026-03-10 --files well
prints ""
ok search --as-of 2026-04 --files well
prints "notes/garden.md"
ok search --as-of HEAD~1 --json rent
says '"as_of":{'
says "$(in_wiki rev-parse HEAD~1)"
copy=$AI_MEMORY_HOME/state/as-of/$(in_wiki rev-parse HEAD~1)
for damage in "echo /nowhere >'$copy/wiki/.git/objects/info/alternates'" "rm -r '$copy/wiki/default'" \
  "echo x >'$copy/wiki/.git/HEAD'" "rm -r '$copy'; echo x >'$copy'"; do
  sh -c "$damage"
  ok search --as-of HEAD~1 rent # made anew
  says "The rent is 950 euros"
done
fails 2 search --as-of "" rent
fails 4 search --as-of 2020-01-01 rent
tells "no commit at or before 2020-01-01"
fails 4 search --as-of nonsense rent
ok list --json
says '"accesses":1'
in_wiki status --porcelain >"$work/porcelain"
is "the wiki" "" "$(cat "$work/porcelain")"

step "what is edited since does not show in the past, and the past is not written to"
echo "The rent is a secret." >>"$wiki/default/default/notes/rent-new.md"
ok search --as-of 2026-03 "rent"
says_not "secret"
ok search rent
says "secret"
ok commit -m "by hand"

step "a page that a sweep removed is told with the way back"
at 2026-06-11
for name in a b c d e f; do ok write-page sessions/$name --body "The boiler was mended by $name, who left the key."; done
at 2030-01-01
ok sweep
ok search --files "boiler key"
says sessions/f.md
tells "(a sweep removed sessions/a.md and others like it on 2030-01-01; \`ai-memory restore-page sessions/a.md\` brings it back)"
ok search "boiler unicorn"
tells_not "a sweep removed"
ok delete-page sessions/f
ok search "boiler unicorn"
prints "no results"
tells "a sweep removed sessions/"
ok search --json "boiler mended"
says '"removed":[{'
gone=$(grep -o 'sessions/[a-f].md' "$work/out" | head -n 1)
ok restore-page "$gone"
ok search --files "boiler"
says "$gone"
ok search "rent"
tells_not "a sweep removed"

step "a budget of tokens"
for i in 1 2 3 4 5 6 7 8; do ok write-page notes/long$i --body "zebra $(printf 'word %.0s' $(seq 30))"; done
ok search zebra --tokens 60
[ "$(wc -c <"$work/out")" -lt 400 ] || complain "more than the budget"
says zebra
fails 2 search zebra --tokens 0

step "pages around the results"
ok write-page notes/heating --body "The heating has a manual. [[notes/plumber]]"
ok write-page notes/plumber --body "Call Mara. [[notes/tools]]"
ok write-page notes/tools --body "A wrench."
ok search --files heating
prints "notes/heating.md"
ok search --files heating --related 1
prints "notes/heating.md
related to these:
notes/plumber.md"
ok search --files heating --related 2
says notes/tools.md
ok search --json heating --related 1
says '"related":[{"path":"default/default/notes/plumber.md","title":"plumber","distance":1,"kind":"link"'
fails 2 search heating --related 4
