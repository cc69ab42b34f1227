#!/bin/bash
# Answers out of pages, with the pages they rest on; and what there is without a model, or with one that fails.
: "${MODEL_SERVER:?names the built server for tests}"
. "${0%/*}/server.lib.sh"
. "${0%/*}/lib.sh"
export AI_MEMORY_PROJECT=shop AI_MEMORY_EMBEDDING__PROVIDER=none
unset ${!AI_MEMORY_LLM__@}
ok init
ok write-page notes/db --body "The database listens on port 5432."
ok write-page notes/cache --body "The cache is on host cache-01. Token ghp_0123456789abcdefghijABCDEFGHIJ456789"

step "without a model there is what a search finds, and the reason"
ok ask where does the database listen?
says "notes/db.md"
tells 'no answer: no language model: llm.provider is "none"'
ok ask --json database port
says '"answer_unavailable":"no language model'
says '"path":"default/shop/notes/db.md"'
fails 2 ask
tells "WORDS is missing"

key=test-model-key-0123456789
start_server "$MODEL_SERVER"
export AI_MEMORY_LLM__PROVIDER=openai AI_MEMORY_LLM__MODEL=tiny AI_MEMORY_LLM__BASE_URL=http://127.0.0.1:$port/v1
export AI_MEMORY_LLM__API_KEY_ENV=TEST_MODEL_KEY TEST_MODEL_KEY=$key AI_MEMORY_LLM__MAX_RETRIES=0

step "with one there is an answer and where it comes from"
ok ask where does the database listen?
prints "The database listens on port 5432.
  notes/db.md"
ok ask --json database port
says '"answer":"The database listens on port 5432."'
says '"sources":["default/shop/notes/db.md"]'
says '"model":"openai tiny"'

step "a secret is not sent, and nothing is asked where nothing is found (A47)"
ok ask the cache host
grep -q ghp_ "$served/log" && complain "a secret was sent"
asked=$(requests)
ok ask xyzzy quux
prints "no results"
is "requests" "$asked" "$(requests)"

step "a model that fails or answers nonsense leaves the search, with a warning"
for bad in prose half html 401 503 cut; do
  mode $bad
  fails 6 ask database port
  says "notes/db.md"
  tells "no answer:"
  tells_not "$key"
done

step "an answer counts as a use of the pages it rests on, unless told not to"
mode good
uses() { ok list --json; grep -o '"path":"default/shop/notes/db.md"[^}]*' "$work/out" | grep -oE '"accesses":[0-9]+'; }
before=$(uses)
AI_MEMORY_NOW=2026-11-29T13:00:00Z ok ask --no-touch database port
is "accesses" "$before" "$(uses)"
AI_MEMORY_NOW=2026-11-29T13:00:00Z ok ask database port
[ "$before" != "$(uses)" ] || complain "no use was counted"
fails 2 ask --reasoning huge database
ok ask --reasoning max database
