#!/bin/bash
# How pages fade is a setting: what each curve needs is noted whatever the curve, so none is lost by changing it.
. "${0%/*}/lib.sh"
export AI_MEMORY_NOW=2026-03-01T12:00:00Z
ok init
ok write-page sessions/talk --body "We met." --kind session
ok write-page sessions/left --body "Nobody came." --kind session
AI_MEMORY_NOW=2026-03-03T12:00:00Z ok read-page sessions/talk
AI_MEMORY_NOW=2026-03-03T12:00:30Z ok read-page sessions/talk
AI_MEMORY_NOW=2026-03-13T12:00:00Z ok read-page sessions/talk
export AI_MEMORY_NOW=2026-03-23T12:00:00Z
ok search met # lists it, which is no review
ok explain sessions/talk --json
says '"curve":"exponential"'
says '"reviews":2'
ok explain sessions/left --json
before=$(<out)

step "fsrs6: openings count from the time before it was chosen, and feedback is a review"
export AI_MEMORY_DECAY__CURVE=fsrs6
ok explain sessions/talk
says "= salience·R(idle, S)"
says "cold below 0.6"
says "the last one 2026-03-13T12:00:00Z"
stability() { sed -n 's/.*"stability":\([0-9]*\)\..*/\1/p' out; }
ok explain sessions/left --json
is "stability of a page nobody opened" 2 "$(stability)"
ok explain sessions/talk --json
opened=$(stability)
[ "$opened" -gt 10 ] || complain "two openings make a page stabler: $opened days"
ok feedback sessions/talk helpful
ok explain sessions/talk --json
says '"reviews":3'
[ "$(stability)" -gt $((2 * opened)) ] || complain "a helpful page is stabler: $(stability) days after $opened"
ok feedback sessions/talk wrong
ok explain sessions/talk --json
[ "$(stability)" -lt "$opened" ] || complain "a wrong one is not: $(stability) days"
ok feedback sessions/talk wrong # within the same second
ok explain sessions/talk --json
says '"reviews":5'
ok feedback sessions/left helpful --dry-run
ok explain sessions/left --json
says '"reviews":0'

step "its own threshold says what a sweep takes"
AI_MEMORY_NOW=2026-08-01T12:00:00Z ok sweep --dry-run
says "sessions/left.md"
says "< 0.60"
AI_MEMORY_DECAY__FSRS6_COLD_THRESHOLD=0.3 AI_MEMORY_NOW=2026-08-01T12:00:00Z ok sweep --dry-run
says "evict: would remove 1 page"

step "power: by accesses, with its own threshold"
export AI_MEMORY_DECAY__CURVE=power
ok explain sessions/left
says "= salience·importance·(1 + 19·idle/S)^(−1/2)"
says "cold below 0.01"
ok explain sessions/left --json
says '"stability":1.0'

step "and back: nothing was lost; another name is refused"
unset AI_MEMORY_DECAY__CURVE
ok explain sessions/left --json
is "what explain says" "$before" "$(<out)"
AI_MEMORY_DECAY__CURVE=linear fails 2 explain sessions/left
tells "exponential|fsrs6|power"
clean
