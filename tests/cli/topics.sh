#!/bin/bash
# What the pages are about, and thresholds measured on them. Most of it needs the sentence encoder, whose weights are
# looked for in AI_MEMORY_TEST_WEIGHTS.
weights=${AI_MEMORY_TEST_WEIGHTS-}
. "${0%/*}/lib.sh"
ok init
ok topics
prints ""
tells "no pages"
ok write-page notes/a --body "Tomatoes need water."

step "without the encoder: what is missing, and what to do"
fails 1 topics
tells "nothing here knows it"
tells "embed --install"
fails 1 embed --calibrate
tells "too little to measure on"
tells "50 of one script are needed"
fails 2 topics -k 0

page() { mkdir -p "$wiki/default/default/notes" && cat >"$wiki/default/default/notes/$1.md"; }
many() {
  local i
  for i in $(seq 60); do
    page many$i <<END
# Number $i

## First

The $i. thing to know is about item $((i * 7 % 13)) of shelf $((i * 5 % 11)).

## Second

It was bought in $((1990 + i)) for $((i * 31)) coins.
END
  done
  ok embed
}

if [ -z "$weights" ]; then
  step "thresholds of spelling, measured and kept"
  many
  ok embed --calibrate
  says "calibrated"
  says "never"
  echo "SKIPPED the rest: AI_MEMORY_TEST_WEIGHTS names no weights of the sentence encoder"
  exit 0
fi

step "groups by meaning, each with its words, its pages and its days"
for i in 1 2 3 4; do
  page garden$i <<<"The garden of plot $i grows tomatoes; water the tomatoes in the evening."
  page server$i <<<"Server number $i restarts the database after a crash; look at the logs of the database."
  page 設定$i <<<"サンドボックスの設定を修正した。設定ファイルは $i 番のサーバーにある。"
done
ok embed --install "$weights"
ok topics
tells "13 pages without vectors left out"
ok embed
ok topics -k 3
is "topics" 3 "$(grep -c '^[^ ].* pages, ' "$work/out")"
says "tomatoes"
says "database"
says "設定"
says "  notes/garden"
ok topics -k 3 --json
says '"waiting":0'
cp "$work/out" first
ok topics -k 3 --json
is "the same again" "$(cat first)" "$(cat "$work/out")"
ok delete-page notes/server1
ok topics -k 3 --json
says_not "notes/server1"

step "status tells what was found, and when; not what was asked for in another number"
ok status
says_not "themes"
AI_MEMORY_NOW=2027-06-01T00:00:00Z ok topics
label=$(sed -n '1s/  .*//p' "$work/out")
ok status
says "themes       $label; "
says "(2027-06-01)"
ok status --json
says '"themes":{"time":"2027-06-01T00:00:00Z","labels":["'"$label"'",'
AI_MEMORY_TOPICS__SHOW_THEMES=false ok status
says_not "themes"
AI_MEMORY_TOPICS__ENABLED=false ok status
says_not "themes"
AI_MEMORY_TOPICS__ENABLED=false fails 2 topics
tells "topics.enabled is false"
ok reindex
ok status
says_not "themes"
ok embed

step "thresholds, measured and kept"
fails 1 embed --calibrate
many
fails 6 embed --calibrate
tells "not kept, the old ones stay: related 0."
tells "would be above near_duplicate"
says_not "calibrated"
fails 6 embed --calibrate --json
says '"kept":false'
tree=$(cd "${0%/*}/../.." && pwd)
models=$AI_MEMORY_HOME/models
export AI_MEMORY_HOME=$work/prose AI_MEMORY_EMBEDDING__BUDGET_MS=0
ok init
cp -r "$models" "$AI_MEMORY_HOME"
ok import "$tree/examples/sample/default/web-shop"
ok import "$tree/bench/questions/en/decisions"
ok embed
ok embed --calibrate -n
tells "nothing was kept"
cp "$work/out" dry
ok embed --calibrate
is "the same numbers" "$(cat dry)" "$(cat "$work/out")"
says "calibrated"
says "lightly changed copies"
AI_MEMORY_THRESHOLDS__RELATED=0.5 ok embed --calibrate --json
says '"related":{"value":0.5,"from":"setting"}'
