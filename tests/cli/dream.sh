#!/bin/bash
# A language model joins cold pages that say the same. What it wrote is checked; one that fails, lies or is not there
# loses nothing (A42 to A49).
: "${MODEL_SERVER:?names the built server for tests}" "${FAULTS:?names the built breaker of system calls}"
. "${0%/*}/server.lib.sh"
. "${0%/*}/lib.sh"
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z AI_MEMORY_EMBEDDING__PROVIDER=none
unset ${!AI_MEMORY_LLM__@} ${!AI_MEMORY_DREAM__@}
export AI_MEMORY_DECAY__RESTORE_GRACE_DAYS=0 # what was undone may be dreamt of at once
ok init
told() { # what all twins say
  printf '# %s\n\nWe rolled back the deploy of the shop at 10:30 on 2026-01-04, by hand and without a plan.\n\nThe cause was a missing index on orders.customer_id, and nobody had seen it in review or in the tests.\n\nNever deploy on Friday; call @ann at port 5432 or see https://wiki.example/deploy for the list of steps.\n\n' "$1"
}
told Deploy >a
{ told Deploy; echo "The fix took 25 minutes."; } >b
cat >c <<'P'
# Cache

The cache of the shop has 512 MB on host cache-01 and is emptied each Sunday at 03:00 by a job of its own.

Whoever needs more of it asks @bob, who has the password of the console and knows how to make it larger.
P
cp c d
echo "Its log is /var/log/cache.log." >>d
for page in a b c d; do ok write-page sessions/2026/01/$page --body-file $page; done
AI_MEMORY_PROJECT=other ok write-page sessions/2026/01/a --body-file a
in_wiki ls-files -s default >before
start=$(in_wiki rev-parse HEAD)
same() { in_wiki ls-files -s default | cmp -s before - || complain "a page is not as it was"; clean; }
export AI_MEMORY_NOW=2026-04-20T10:00:00Z # cold, but above decay.evict_threshold

step "off by default, and what is missing is named; merging without a model works"
ok dream --now
says "No dream: dream.enabled is false"
export AI_MEMORY_DREAM__ENABLED=true AI_MEMORY_DREAM__REQUIRE_APPROVAL=false
ok dream --now
says 'no language model: llm.provider is "none"'
export AI_MEMORY_LLM__PROVIDER=openai
ok dream --now
says "llm.model: is not set"
export AI_MEMORY_LLM__MODEL=tiny AI_MEMORY_LLM__API_KEY_ENV=TEST_MODEL_KEY
ok dream --now
says "TEST_MODEL_KEY: is not set"
AI_MEMORY_DECAY__DEDUP_COLD_CLUSTERS=true ok sweep --dry-run --pass dedup
says "dedup: would merge"
same

key=test-model-key-0123456789
start_server "$MODEL_SERVER"
export AI_MEMORY_LLM__BASE_URL=http://127.0.0.1:$port/v1 TEST_MODEL_KEY=$key AI_MEMORY_LLM__MAX_RETRIES=0

step "a dry run asks nothing and lists the clusters"
ok dream --dry-run
says "would ask about 2 pages, novelty 1.00"
says "sessions/2026/01/b.md"
is "requests" 0 "$(requests)"
same

step "near pages that contradict each other stay apart, and the fact that differs is named"
export AI_MEMORY_PROJECT=tapes
for tape in 17 18; do
  printf 'The archive of the old shop lies on tape %s in the cellar, and nobody but Ann and Ben may ever take it out.\n\nWhoever wants to read some of it asks one of them, waits for a day or so, and gets a copy of the part that was meant.\n' \
    $tape >tape
  AI_MEMORY_NOW=2026-01-05T10:00:00Z ok write-page sessions/2026/01/tape-$tape --body-file tape
done
ok status
tables >tables-before
ok dream --dry-run -p tapes
tables | diff - tables-before >written || complain "the dry run wrote into the sidecar: $(cut -c1-300 written)"
says "Nothing to dream of"
says "2 cold pages are near others but stay apart, for a fact differs"
ok dream --dry-run -p tapes --json
says '"apart":{"pages":2,"pairs":[{"pages":["default/tapes/sessions/2026/01/tape-17.md","default/tapes/sessions/2026/01/tape-18.md"],"kind":"number","left":"17","right":"18"}]}'
export AI_MEMORY_PROJECT=shop
in_wiki ls-files -s default >before
start=$(in_wiki rev-parse HEAD)

step "nothing is asked while somebody uses the wiki"
ok list
ok dream
says "the wiki was used 0 seconds ago"
is "requests" 0 "$(requests)"
AI_MEMORY_NOW=2026-04-20T10:04:59Z ok dream
says "the wiki was used 299 seconds ago"
AI_MEMORY_NOW=2026-04-20T09:54:00Z ok dream --max-clusters 0 # the clock was set back
says_not "seconds ago"
is "requests" 0 "$(requests)"

step "each cluster becomes one page that names its sources, in one run; the other project's page is in no request (A48)"
AI_MEMORY_NOW=2026-04-20T10:05:00Z ok dream
says "made one page of 2 pages"
is "requests" 2 "$(requests)"
is "commits" 2 "$(in_wiki rev-list --count "$start"..)"
in_wiki log -1 --format=%s | grep -q '^dream: make one page of 2 in shop (openai tiny)' || complain "the commit says something else"
in_wiki diff --name-only "$start" HEAD | grep -q other/ && complain "another project's page was changed"
kept=$wiki/default/shop/sessions/2026/01
grep -lqF superseded_by "$kept"/[ab].md || complain "no stub"
whole=$(grep -L superseded_by "$kept"/[ab].md)
for fact in 10:30 orders.customer_id "Never deploy" "25 minutes" "## Merged from"; do
  grep -qF "$fact" "$whole" || complain "the page lacks: $fact"
done
ok why sessions/2026/01/a
says "a language model"
ok list # pages are as old as the notes in them
is "ages" 2026-01-05 "$(cut -f 1 "$work/out" | sort -u)"
ok dream --last
says "made one page of 2 pages"
ok log --runs
says "dream"
clean

step "undo brings all back byte for byte, and what was undone is not asked about again"
ok undo --last
same
ok dream --now
says "taken back since"
is "requests" 2 "$(requests)"
again() { # as if nothing had been asked yet
  python3 - "$AI_MEMORY_HOME/state/memory.sqlite" <<'P' || complain "the sidecar cannot be written"
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as sidecar:
    for table in 'dreamt', 'proposals':
        sidecar.execute('DELETE FROM ' + table)
P
  : >"$served/log"
}

step "A44: a number that is lost or made up is refused, and the report says which"
again
mode drop
fails 6 dream --now
says "refused the rewrite of 2 pages"
says "lost time 10:30"
same
again
mode invent
fails 6 dream --now --json
says '"fault":"invented","kind":"date","text":"2031-04-01"'
same
is "requests" 4 "$(requests)" # each cluster's model was told once what was found
ok dream --now
says "refused on 2026-04-20"
is "requests" 4 "$(requests)"
again
AI_MEMORY_DREAM__MAX_CORRECTIONS=0 fails 6 dream --now
is "requests" 2 "$(requests)"

step "a model that is told what it lost may mend it"
again
mode drop-untold
ok dream --now
says "made one page of 2 pages"
says ", asked again, about"
is "requests" 4 "$(requests)"
ok undo --last
same

step "a rewrite with doubts waits for a person although none is asked otherwise, and says what they are"
again
mode doubt
ok dream --now
says "proposes one page for 2 pages, with 1 doubt (ai-memory proposals show "
says "invented statement Everybody likes"
same
ok dream --last --json
says '"doubt":true'
ok proposals
says "with 1 doubt"
one=$(grep -oE '^[0-9a-f]{8}' "$work/out" | head -n 1)
ok status
says "2 rewrites of dreams wait for your word"
ok status --json
says '"proposals":2'
ok proposals show "$one"
says "A check by words is in doubt here; look at each:"
says "invented statement Everybody likes"
ok proposals show "$one" --json
says '"doubts":["invented statement Everybody likes'
ok proposals accept "$one"
in_wiki log -1 --format=%s | grep -qF 'as accepted, with 1 doubt (openai tiny)' || complain "the commit does not say so"
ok undo --last
same
ok status --json
says '"proposals":1'

step "A42, A43: whatever a server does, the pages stay, no key is shown, and the exit status says it"
export AI_MEMORY_LLM__TIMEOUT_SECS=1
for bad in empty unchanged purge prose half length ids surrogate html 404 429 503 hang drip cut huge; do
  again
  mode $bad
  am dream --now </dev/null
  case $status in 5 | 6) ;; *) complain "exit status $status with $bad" ;; esac
  tells_not "$key"
  says_not "$key"
  same
done
again
mode 401
fails 5 dream --now
says "refuses the key (401)"
tells "llm.api_key_env"
is "requests" 1 "$(requests)"
same
ok status
says "dream: http://127.0.0.1:$port: refuses the key (401)"
says "doctor --llm"
ok status --json
says '"last_dream_error":{"time":'
says_not "$key"
mode good
ok dream --now
ok status --json
says '"last_dream_error":null'
ok undo --last
same

step "A42: fences, chatter and thinking round a good answer are no fault, nor are words of control in it, which are ignored (A45)"
for fine in fence think control 429-once 503-once; do
  again
  mode $fine
  AI_MEMORY_LLM__MAX_RETRIES=1 AI_MEMORY_LLM__TIMEOUT_SECS=30 ok dream --now
  says "made one page of 2 pages"
  grep -rqE '<think>|pinned|Sure,' "$kept" && complain "chatter of $fine is on a page"
  ok undo --last
  same
done
unset AI_MEMORY_LLM__TIMEOUT_SECS

step "the same over Anthropic's and Ollama's protocols"
for kind in anthropic ollama; do
  again
  mode good
  AI_MEMORY_LLM__PROVIDER=$kind AI_MEMORY_LLM__BASE_URL=http://127.0.0.1:$port ok dream --now
  says "made one page of 2 pages"
  ok undo --last
done
same

step "activity in another terminal ends it, before anything is changed"
again
touch "$served/wait"
"$AI_MEMORY" dream --now >told 2>&1 &
dream=$!
is_asked
ok list
wait $dream || complain "a cancelled dream ends with $?"
rm "$served/wait"
grep -q "somebody uses the wiki" told || complain "it does not say why it ended: $(cat told)"
same

step "A46: a page that is edited during the call keeps the edit, and the other cluster goes on"
again
touch "$served/wait"
"$AI_MEMORY" dream --now >told 2>&1 &
dream=$!
is_asked
if grep -q customer_id "$served/log"; then pages="a b"; else pages="c d"; fi
for page in $pages; do echo "edited meanwhile" >>"$kept/$page.md"; done
rm "$served/wait"
wait $dream
grep -q "left 2 pages that were changed meanwhile" told || complain "no word of the edit: $(cat told)"
grep -q "made one page of 2 pages" told || complain "the other cluster was not done: $(cat told)"
is "edits" 2 "$(grep -l "edited meanwhile" "$kept"/*.md | wc -l)"
ok undo --last
in_wiki checkout -q -- .
same

step "Ctrl-C ends it in order"
again
touch "$served/wait"
# A shell starts what goes on behind it deaf to SIGINT.
python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$AI_MEMORY" dream --now >told 2>&1 &
dream=$!
is_asked
kill -INT $dream
wait $dream
is "exit status" 130 $?
rm "$served/wait"
grep -q "Ended early: interrupted" told || complain "no word of it: $(cat told)"
same

step "kill -9 during a call leaves everything as it was"
again
touch "$served/wait"
"$AI_MEMORY" dream --now >told 2>&1 &
dream=$!
is_asked
kill -9 $dream
wait $dream 2>/dev/null
rm "$served/wait"
same
ok doctor

step "whatever step of it breaks, each page is as it was or in the history, and the next command works (A27)"
again
mode good
safe() {
  local blob path
  while read -r _ blob _ path; do
    [ "$(git hash-object "$wiki/$path" 2>/dev/null)" = "$blob" ] || in_wiki cat-file -e "$blob" ||
      complain "$path is lost after $1"
  done <before
  in_wiki rev-list --objects HEAD >objects
  while read -r _ blob _ path; do grep -q "^$blob" objects || complain "$path is in no commit after $1"; done <before
}
# Breaks a command at some of its steps; `ready` sets up the wiki each time, and names the command in `typed`.
break_at_steps() {
  local calls stride broken=0 fault at broke
  ready
  "$FAULTS" --log calls count -- "$AI_MEMORY" "${typed[@]}" >told 2>&1 || complain "it fails unbroken"
  calls=$(wc -l <calls)
  [ "$calls" -gt 20 ] || complain "only $calls steps were counted"
  ok undo --last
  same
  stride=$((calls / ${DREAM_FAULTS:-6} + 1))
  for fault in kill "fail ENOSPC" "fail EIO"; do
    for ((at = 1; at <= calls; at += stride)); do
      ready
      [ "$fault" = kill ] || at=$at+
      "$FAULTS" --log calls $fault $at -- "$AI_MEMORY" "${typed[@]}" >told 2>&1
      broke=$?
      [ "$fault" = kill ] && [ $broke -ne 90 ] && [ $broke -ne 91 ] && complain "kill $at ended with $broke"
      [ $broke -eq 0 ] || broken=$((broken + 1))
      at=${at%+}
      safe "$fault $at"
      ok list
      safe "$fault $at, and list"
      am undo --last </dev/null
      rm -f "$wiki"/default/shop/sessions/2026/01/*recovered*
      same
    done
  done
  echo "   $broken of them broken, in $calls steps"
  [ $broken -gt 6 ] || complain "only $broken of these were broken"
}
ready() {
  again
  typed=(dream --now)
}
break_at_steps

step "whatever step of accepting a proposal breaks, likewise; and what it leaves can be accepted or is told as overtaken"
ready() {
  again
  AI_MEMORY_DREAM__REQUIRE_APPROVAL=true ok dream --now
  ok proposals
  typed=(proposals accept "$(grep -oE '^[0-9a-f]{8}' "$work/out" | head -n 1)")
}
break_at_steps
am "${typed[@]}"
case $status in 0) ok undo --last ;; 3) ;; *) complain "accepting it again ended with $status" ;; esac
same

step "two dreams at once: the second does nothing"
again
touch "$served/wait"
"$AI_MEMORY" dream --now >told 2>&1 &
dream=$!
is_asked
fails 3 dream --now
tells "another dream is at work"
rm "$served/wait"
wait $dream
ok undo --last
same

step "by default a person decides"
again
unset AI_MEMORY_DREAM__REQUIRE_APPROVAL
ok dream --now
says "proposes one page for 2 pages"
same
ok proposals
ids=$(grep -oE '^[0-9a-f]{8}' "$work/out")
one=$(head -n 1 <<<"$ids") two=$(tail -n 1 <<<"$ids")
ok proposals show "$one"
says "+## Merged from"
ok proposals accept "$one" --dry-run
same
ok proposals accept "$one"
is "commits" "dream" "$(in_wiki log -1 --format='%(trailers:key=AI-Memory-Pass,valueonly)' | head -n 1)"
fails 3 proposals accept "$one"
ok proposals reject "$two"
ok dream --now
says "was rejected"
ok proposals
prints "no proposals"
ok undo --last
same
ok dream --now
is "requests" 2 "$(requests)"
fails 4 proposals show 00000000
export AI_MEMORY_DREAM__REQUIRE_APPROVAL=false

step "A47: a page with a key in it is not sent"
again
ok append sessions/2026/01/d --body "ghp_0123456789abcdefghijABCDEFGHIJ456789"
AI_MEMORY_NOW=2026-09-20T10:00:00Z am dream --now </dev/null
grep -q ghp_ "$served/log" && complain "a secret was sent"

step "a key that was put where its variable's name belongs is not shown"
AI_MEMORY_LLM__API_KEY_ENV=sk-0123456789abcdefghijklmnop ok dream --now
says "is no name of a variable"
says_not "sk-0123456789"

step "the key is in no answer, no commit and no file"
grep -rqF "$key" "$AI_MEMORY_HOME" && complain "the key was kept"

step "doctor --llm tries the model"
mode good
am doctor --llm </dev/null
says "openai tiny at http://127.0.0.1:$port/v1 answers as it is asked to"
mode prose
fails 1 doctor --llm
says "its answer is no JSON object"
mode 401
fails 1 doctor --llm
says "refuses the key"
