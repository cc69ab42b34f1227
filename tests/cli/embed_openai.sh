#!/bin/bash
# Vectors made by an OpenAI-compatible server, and by one that misbehaves in every way: search always answers, writing
# never fails, and the key and the text's secrets stay where they are.
: "${EMBEDDING_SERVER:?names the built server for tests}"
. "${0%/*}/server.lib.sh"
. "${0%/*}/lib.sh"
start_server "$EMBEDDING_SERVER"

key=test-key-0123456789
export AI_MEMORY_EMBEDDING__PROVIDER=openai AI_MEMORY_EMBEDDING__BASE_URL=http://127.0.0.1:$port/v1
export AI_MEMORY_EMBEDDING__MODEL=tiny AI_MEMORY_EMBEDDING__API_KEY_ENV=TEST_API_KEY TEST_API_KEY=$key
export AI_MEMORY_EMBEDDING__RETRIES=0 AI_MEMORY_EMBEDDING__BUDGET_MS=0
asked="how do we roll back"

step "what is not set is asked for, by name"
AI_MEMORY_EMBEDDING__BASE_URL='""' AI_MEMORY_EMBEDDING__PROVIDER=none ok init
AI_MEMORY_EMBEDDING__MODEL= fails 2 embed
tells "embedding.model: is not set"
AI_MEMORY_EMBEDDING__BASE_URL= fails 2 embed
tells "embedding.base_url: is not set"
AI_MEMORY_EMBEDDING__BASE_URL=http://192.0.2.1/v1 fails 2 embed
tells "would send the key unencrypted to 192.0.2.1"
AI_MEMORY_EMBEDDING__BASE_URL=http://me:$key@127.0.0.1/v1 fails 2 embed
tells "must not hold a user or password"
tells_not "$key"
fails 2 embed
tells "tiny gives vectors of 8 numbers"
tells "set embedding.dimension = 8"
ok search anything
tells "embedding.dimension: is not set; words alone decide"
export AI_MEMORY_EMBEDDING__DIMENSION=8

step "a page is found by what it means, once it has its vector"
secret=ghp_0123456789abcdefghijABCDEFGHIJ456789
ok write-page notes/release --body "If a version is faulty, revert it. $secret"
ok write-page notes/food --body "Fresh bread at seven."
ok search --files "$asked"
prints ""
ok embed
says "2 vectors made"
ok search --files "$asked"
prints "notes/release.md"
ok search --files "loaves"
prints "notes/food.md"
ok embed
prints "nothing waits"
ok embed --status
says "openai:tiny:8"
says "http://127.0.0.1:$port, with the key of TEST_API_KEY, model tiny"
says "2 with vectors, 0 waiting"

step "the key went in a header, the page's secret not at all; neither is kept"
grep -qF "Authorization: Bearer $key" "$served/log" || complain "the server saw no key"
! grep -qF "$secret" "$served/log" || complain "the server saw a secret of a page"
ok log
! grep -rqF "$key" "$AI_MEMORY_HOME" || complain "the key is on the disk: $(grep -rlF "$key" "$AI_MEMORY_HOME")"
! in_wiki log -p --all | grep -qF "$key" || complain "the key is in history"

step "the server misbehaves: a search answers by words, with one warning that names neither key nor secret"
for way in 401 404 429 500 html cut nan none; do
  mode "$way"
  ok search --files "faulty version"
  prints "notes/release.md"
  is "warnings with $way" 1 "$(grep -c warning "$work/err")"
  tells "words alone decide"
  tells_not "$key"
done
mode hang
AI_MEMORY_EMBEDDING__QUERY_TIMEOUT_SECS=1 ok search --files "faulty version"
prints "notes/release.md"
tells "did not answer in time"

step "… writing does not fail, and what waits is told by embed, which goes on later"
for way in 401 500 cut hang; do
  mode "$way"
  AI_MEMORY_EMBEDDING__BUDGET_MS=300 ok write-page "notes/in-$way" --body "A kitten, $way."
done
mode 401
fails 5 embed
tells "refuses the key (401)"
tells "embedding.api_key_env"
ok embed --status
says "refuses the key (401)"
mode html
fails 5 embed --json
says '"embedded":0'
mode wide
fails 5 embed
tells "tiny gives vectors of 16 numbers, not 8"
mode good
AI_MEMORY_EMBEDDING__BASE_URL=http://127.0.0.1:1/v1 fails 5 embed
tells "http://127.0.0.1:1: cannot be reached"
ok embed
ok embed --status
says "6 with vectors, 0 waiting"
says_not "last"
ok search --files "a cat that purrs"
says "notes/in-hang.md"

step "a part that gives no vector costs only itself, and is tried again"
mode bad-word
ok write-page notes/poison --body "poison"
ok write-page notes/after --body "Loaves of bread."
fails 6 embed
says "1 part gave none"
tells "says no (400): too long"
ok search --files "bakery"
says "notes/after.md"
ok embed --status
says "1 gave no vector"
fails 6 embed
says "1 part gave none"
mode good
ok embed
says "1 vector made"
ok embed
prints "nothing waits"

step "all anew: nothing is forgotten before the server answers"
mode 500
fails 5 embed --all
mode good
ok embed --status
says "8 with vectors, 0 waiting"
ok embed --all
says "8 vectors made"

step "another model: told, kept apart, and back again for nothing (A05)"
export AI_MEMORY_EMBEDDING__MODEL=other
mode wide
AI_MEMORY_EMBEDDING__DIMENSION=16 ok search --files "faulty"
tells "the pages' vectors are of openai:tiny:8 (8 numbers) and are kept; \`ai-memory embed\` makes those of openai:other:16"
AI_MEMORY_EMBEDDING__DIMENSION=16 ok embed --status
says "0 with vectors, 8 waiting"
AI_MEMORY_EMBEDDING__DIMENSION=16 ok embed
AI_MEMORY_EMBEDDING__DIMENSION=16 ok search --files "$asked"
prints "notes/release.md"
tells_not "warning"
export AI_MEMORY_EMBEDDING__MODEL=tiny
mode 500
ok embed
says "0 vectors made"
mode good
ok search --files "$asked"
prints "notes/release.md"

step "vectors of texts that nobody has any more go with maintain"
for page in in-401 in-500 in-cut in-hang; do ok delete-page "notes/$page"; done
ok maintain
says "dropped 4 vectors"
ok search --files "$asked"
prints "notes/release.md"
ok maintain
says_not "dropped"

step "the vector file cut short by somebody else: words, and then all is made anew"
truncate -s 100 "$AI_MEMORY_HOME"/state/vectors-openai%3Atiny*
ok search --files "faulty"
prints "notes/release.md"
ok embed --all
ok search --files "$asked"
prints "notes/release.md"

step "without a key none is sent; a search by words alone asks nobody"
: >"$served/log"
TEST_API_KEY='' ok search --files "$asked"
! grep -q Authorization "$served/log" || complain "a key was sent"
before=$(requests)
ok search --files '"revert it"'
AI_MEMORY_SEARCH__VECTOR_WEIGHT=0 ok search --files revert
is "requests" "$before" "$(requests)"

step "curl is loaded by who talks to a server only, git's library and what groups pages by nobody here"
loaded() { grep -hoE '(libcurl|libfaiss|libblas|liblapack|libgomp|ai-memory-[a-z]+)[^ /]*\.so' "$work"/loaded.* 2>/dev/null | sort -u; }
for command in "search revert" "list" "status" "read-page notes/release"; do
  rm -f "$work"/loaded.*
  AI_MEMORY_EMBEDDING__PROVIDER=local LD_DEBUG=files LD_DEBUG_OUTPUT=$work/loaded ok $command
  is "what $command loads" "" "$(loaded)"
done
find "$wiki" -name '*.md' -exec touch -d 2026-01-01 {} +
for _ in $(seq 1000); do # until they are old enough that times prove them unchanged: then nothing is hashed
  rm -f "$work"/loaded.*
  LD_DEBUG=files LD_DEBUG_OUTPUT=$work/loaded ok list
  grep -q libgit2 "$work"/loaded.* || break
done
for command in "search revert" "list" "read-page notes/release" "related notes/release"; do
  rm -f "$work"/loaded.*
  AI_MEMORY_EMBEDDING__PROVIDER=local LD_DEBUG=files LD_DEBUG_OUTPUT=$work/loaded ok $command
  ! grep -q libgit2 "$work"/loaded.* || complain "$command loads libgit2"
done
rm -f "$work"/loaded.*
LD_DEBUG=files LD_DEBUG_OUTPUT=$work/loaded ok search revert
[[ $(loaded) = *ai-memory-http.so*libcurl* ]] || complain "what a search with a server loads: $(loaded)"

step "a server whose certificate nobody knows is not talked to, unless its authority is named"
if command -v openssl >/dev/null; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 2 \
    -addext subjectAltName=DNS:localhost -keyout "$work/tls.key" -out "$work/tls.pem" 2>/dev/null
  openssl s_server -accept 0 -www -cert "$work/tls.pem" -key "$work/tls.key" -naccept 3 >"$work/tls.out" 2>&1 </dev/null &
  tls=$!
  for _ in $(seq 100); do grep -q ACCEPT "$work/tls.out" || sleep 0.05; done
  tls_port=$(sed -n 's/^ACCEPT .*:\([0-9]*\)$/\1/p' "$work/tls.out" | head -1)
  ok write-page notes/tls --body "more"
  export AI_MEMORY_EMBEDDING__BASE_URL=https://localhost:$tls_port/v1
  fails 5 embed
  tells "is not trusted"
  tells "SSL_CERT_FILE"
  SSL_CERT_FILE=$work/tls.pem am embed
  [ $status -eq 6 ] || [ $status -eq 5 ] || complain "exit status $status"
  tells_not "is not trusted"
  kill $tls 2>/dev/null
fi
