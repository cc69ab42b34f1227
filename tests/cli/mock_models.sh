#!/bin/bash
# A server by others (scripts/mock-models) that speaks as OpenAI, Anthropic and Ollama do: doctor, dreams and answers get
# through to it and read what it says, so that wire formats are not agreed with ourselves alone. It takes a request only
# in the shape it knows, and answers with canned texts; whether a schema is obeyed is for the model, not for this server.
# $AI_MEMORY_TEST_MOCK_MODELS: what scripts/mock-models prints.
. "${0%/*}/lib.sh"
unset ${!AI_MEMORY_LLM__@} ${!AI_MEMORY_DREAM__@}
[ -f "${AI_MEMORY_TEST_MOCK_MODELS-}" ] || skip "AI_MEMORY_TEST_MOCK_MODELS does not say where the server is"
command -v node >/dev/null || skip "node is not installed"
export AI_MEMORY_NOW=2026-01-05T10:00:00Z AI_MEMORY_EMBEDDING__PROVIDER=none
export AI_MEMORY_DECAY__RESTORE_GRACE_DAYS=0 AI_MEMORY_DREAM__ENABLED=true AI_MEMORY_DREAM__REQUIRE_APPROVAL=false
export AI_MEMORY_LLM__MAX_RETRIES=0

python3 - >fixtures.json <<'P'
import json
ready = {"ready": True}
note = {"title": "The deploy", "sources": ["sessions/a.md", "sessions/b.md"], "dropped": [],
        "body_markdown": "We rolled back the deploy of the shop at 10:30 on 2026-01-04, by hand and without a plan.\n\n"
                         "The cause was a missing index on orders.customer_id, and nobody had seen it in review or in "
                         "the tests.\n\nThe fix took 25 minutes.\n"}
answer = {"answer": "At 10:30.", "sources": [], "found": True}
fixtures = []
for provider in ("openai", "anthropic", "ollama"):
    answer["sources"] = ["default/%s/sessions/a.md" % provider]
    for asked, name, said in (("you are ready", "ready", ready), ("notes stands between", "joined_note", note),
                              ("The question:", "answer", answer)):
        said = json.dumps(said)
        reply = {"toolCalls": [{"name": name, "arguments": said}]} if provider == "anthropic" else {"content": said}
        fixtures.append({"match": {"userMessage": asked, "model": provider}, "response": reply})
print(json.dumps({"fixtures": fixtures}))
P

# A port that was free a moment ago; the server takes no 0.
server=
serve() { # OPTIONS…
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  node "$AI_MEMORY_TEST_MOCK_MODELS" -p "$port" -f fixtures.json --strict "$@" >server.log 2>&1 &
  server=$!
  for _ in $(seq 200); do
    ! grep -q listening server.log || return 0
    kill -0 $server 2>/dev/null || break
    sleep 0.05
  done
  skip "the server does not start: $(tail -n 3 server.log)"
}
leave() {
  [ -z "$server" ] || { kill $server; wait $server 2>/dev/null; }
  server=
}
trap 'status_now=$?; leave; (exit $status_now); finish' EXIT
use() { # PROVIDER
  export AI_MEMORY_LLM__PROVIDER=$1 AI_MEMORY_LLM__BASE_URL=http://127.0.0.1:$port AI_MEMORY_LLM__MODEL=$1
  export AI_MEMORY_PROJECT=$1
  [ $1 != openai ] || AI_MEMORY_LLM__BASE_URL+=/v1
}
ok init
told='We rolled back the deploy of the shop at 10:30 on 2026-01-04, by hand and without a plan.

The cause was a missing index on orders.customer_id, and nobody had seen it in review or in the tests.'
for provider in openai anthropic ollama; do # a project for each: what was dreamt once is not asked about again
  ok write-page -p $provider sessions/a --title Deploy --body "$told"
  ok write-page -p $provider sessions/b --title Deploy --body "$told

The fix took 25 minutes."
done
in_wiki ls-files -s default >before
same() { in_wiki ls-files -s default | cmp -s before - || complain "a page is not as it was"; clean; }
export AI_MEMORY_NOW=2026-04-20T10:00:00Z

serve
for provider in openai anthropic ollama; do
  step "$provider: the doctor gets an answer"
  use $provider
  ok doctor --llm
  says "answers as it is asked to"

  step "$provider: two cold pages become one, and undo brings them back"
  ok dream --now -p $provider
  says "made one page of 2 pages"
  ok read-page --no-touch sessions/a
  says "The fix took 25 minutes."
  ok undo --last
  same

  step "$provider: an answer with its page"
  ok ask --no-touch when was the deploy rolled back?
  says "At 10:30."
  says "sessions/a.md"
done
leave

step "a limit of requests is told as one that passes, and nothing is lost"
serve --chaos-ratelimit 1
for provider in openai anthropic ollama; do
  use $provider
  fails 6 ask --no-touch when was the deploy rolled back?
  tells "429"
  says "sessions/a.md"
done
leave

step "half an answer and a broken connection are no answers"
for chaos in --chaos-malformed --chaos-disconnect; do
  serve $chaos 1
  for provider in openai anthropic ollama; do
    use $provider
    fails 6 ask --no-touch when was the deploy rolled back?
    tells "no answer"
  done
  leave
done

step "a key that the server does not know is refused, and never shown"
export TEST_MODEL_KEY=mock-key-0123456789 AI_MEMORY_LLM__API_KEY_ENV=TEST_MODEL_KEY
AIMOCK_API_KEYS=$TEST_MODEL_KEY serve
for provider in openai anthropic; do
  use $provider
  ok doctor --llm
  TEST_MODEL_KEY=another-key-0123456789 fails 1 doctor --llm
  says "refuses the key"
  says_not another-key
  tells_not another-key
done
leave
same
