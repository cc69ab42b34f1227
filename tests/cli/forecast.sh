#!/bin/bash
# Which pages will go when: what is foretold is what the sweeps then do.
. "${0%/*}/lib.sh"
export AI_MEMORY_NOW=2026-01-01T00:00:00Z
ok init
ok forecast
prints "0 of 0 pages go within 180 days, if nobody reads or edits them"
ok write-page sessions/one --kind session --body "We met."
ok write-page notes/plan --body "stays"
ok write-page notes/until --body "x" --expires 2026-02-01
AI_MEMORY_NOW=2026-01-20T00:00:00Z ok write-page sessions/two --kind session --body "We met again."

step "as text: a chart, and the pages in the order of time"
ok forecast
says "3 of 4 pages go within 180 days"
says "2026-02-02  notes/until.md  expires"
says "2026-03-22  sessions/one.md  cold"
says "2026-04-10  sessions/two.md  cold"
says_not "notes/plan"
is "the chart" 3 "$(grep -c '█' out)"
ok forecast --limit 1
says_not "sessions/one"
tells "2 more"
ok forecast --days 40
says "1 of 4 pages goes within 40 days"
fails 2 forecast --days 0

step "as JSON and as a picture"
ok forecast --json
says '"count":4'
says '"path":"default/default/notes/until.md","time":"2026-02-02T00:00:00Z","pass":"ttl"'
ok forecast --svg
says "<svg "
says "sessions/one.md"

step "explain has the times of forecast, and none where a page stays"
ok write-page scratch/idea --body "x"
ok write-page sessions/soon --body "x" --expires 2026-01-09
ok forecast --json
grep -o '"path":"[^"]*","time":"[^"]*"' out >coming
is "coming" 5 "$(wc -l <coming)"
while IFS='"' read -r _ _ _ path _ _ _ time _; do
  ok explain ":${path}" --json
  says "\"due\":\"$time\""
done <coming
ok explain notes/plan --json
says '"due":null'
ok delete-page scratch/idea
ok delete-page sessions/soon

step "the sweeps of those days do it"
AI_MEMORY_NOW=2026-03-22T00:00:00Z ok sweep
says "notes/until.md"
[ -e "$wiki/default/default/sessions/one.md" ] || complain "it was to go later that day"
AI_MEMORY_NOW=2026-03-23T00:00:00Z ok sweep
[ ! -e "$wiki/default/default/sessions/one.md" ] || complain "it was to be gone"
[ -e "$wiki/default/default/sessions/two.md" ] || complain "it was to go in April"
clean
