#!/bin/bash
# Settings: where they come from, and what happens to wrong ones before anything is done.
. "${0%/*}/lib.sh"
ok init
mkdir -p "$HOME/.config/ai-memory"
file=$HOME/.config/ai-memory/config.toml

step "defaults, file, environment"
ok config path
prints "$file"
ok config show
says "cold_threshold = 0.2                  # default"
printf '[decay]\ncold_threshold = 0.25\n' >"$file"
ok config show
says "cold_threshold = 0.25                 # $file:2"
AI_MEMORY_DECAY__COLD_THRESHOLD=0.3 ok config show
says "cold_threshold = 0.3                  # AI_MEMORY_DECAY__COLD_THRESHOLD"
ok config show --defaults
cp out "$file"
ok config check
prints "ok"
ok --json config --defaults
says '{"schema":1,"settings":{"wiki.commit_hand_edits":true,'
says '"decay.cold_threshold":0.2,'
says '"search.stop_words":[]'

step "an unknown key is warned of and the command runs (A49)"
printf '[decay]\ncold_treshold = 0.25\n[evictoin]\n' >"$file"
ok list
tells "$file:2: unknown key \`cold_treshold\` in [decay]; did you mean \`cold_threshold\`?"
tells "$file:3: unknown section [evictoin]"
fails 6 config check

step "a wrong one stops every command that reads settings"
printf '[decay]\nlambda = "fast"\n' >"$file"
before=$(in_wiki rev-parse HEAD)
for command in list status "config check" "write-page x --body x"; do
  fails 2 $command
  tells "$file:2: decay.lambda: needs a number, 0 to 10 (per day)"
done
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
ok version

step "all that is wrong is told at once, a line each"
printf '[search]\nlimit = 0\n[decay]\nmu = true\nlambda = "fast"\nsigmaa = 1\n' >"$file"
mkdir shop
printf 'project = "shop"\n[decay]\nsigma = "x"\n' >shop/.ai-memory.toml
cd shop
AI_MEMORY_SEARCH__LIMIT=many AI_MEMORY_DECAY__MU=x fails 2 config check
cd ..
is "errors" "ai-memory: error: $file:2: search.limit: needs a whole number, 1 to 10000 (pages), not 0
ai-memory: error: $file:4: decay.mu: needs a number, 0 to 10 (per day), not true
ai-memory: error: $file:5: decay.lambda: needs a number, 0 to 10 (per day), not 'fast'
ai-memory: error: $work/shop/.ai-memory.toml:3: decay.sigma: needs a number, 0 to 100, not 'x'" "$(grep error: err | grep -v AI_MEMORY_)"
is "errors of variables" 2 "$(grep -c 'error: AI_MEMORY_' err)"
tells "unknown key \`sigmaa\`"
rm -r "$file" shop
fails 4 --config nowhere.toml list
tells "nowhere.toml: no such file"
fails 4 --config nowhere.toml config show
prints ""

step "one setting alone, a section, a name that is none"
ok config show decay.cold_threshold
prints "0.2"
AI_MEMORY_DECAY__COLD_THRESHOLD=0.3 ok config show decay.cold_threshold
prints "0.3"
ok config show decay.half_life_working
prints ""
ok config show search
says "limit = 10"
says_not "cold_threshold"
ok --json config show search.limit
says '{"schema":1,"settings":[{"name":"search.limit","value":10,"default":10,"origin":"default","type":"whole number","unit":"pages","range":"1 to 10000"'
ok --json config show search.stop_words
says '"value":[],"default":[],'
ok --json config show decay.half_life_working
says '"value":null,"default":null,'
fails 2 config show decay.cold_treshold
tells "did you mean \`decay.cold_threshold\`?"
fails 2 config path decay.lambda

step "what is wrong is told by check, in both forms; path tells the file all the same"
printf '[decay]\nmu = 0,5\n' >"$file"
fails 2 config check
tells "$file:2:7: "
tells "$file:2:7: not TOML: "
fails 2 config show
prints ""
fails 2 --json config check
says "\"errors\":[\"$file:2:7: "
printf '[decay]\nmu = "x"\nmuu = 1\n' >"$file"
fails 2 --json config check
says "\"errors\":[\"$file:2: decay.mu: needs a number, 0 to 10 (per day), not 'x'\"],\"warnings\":[\"$file:3: unknown key"
fails 2 config show
prints ""
printf '[decay]\nmu = 0,5\n' >"$file"
ok config path
prints "$file"
printf '[decay]\nmuu = 1\n' >"$file"
fails 6 --json config check
says "\"errors\":[],\"warnings\":[\"$file:2: unknown key \`muu\` in [decay]; did you mean \`mu\`?\"]"
rm "$file"

step "keys in the wrong place, misspelt names of a project, and misspelt variables"
printf 'limit = 3\n' >"$file"
mkdir shop
printf 'projct = "shop"\n' >shop/.ai-memory.toml
cd shop
AI_MEMORY_PROJCT=x AI_MEMORY_DECAY_MU=1 AI_MEMORY_OTHER_TOOL=1 ok list
cd ..
is "warnings" "$file:1: unknown key \`limit\`; it belongs below [search]
$work/shop/.ai-memory.toml:1: unknown key \`projct\`; did you mean \`project\`?
AI_MEMORY_DECAY_MU: unknown variable; did you mean \`AI_MEMORY_DECAY__MU\`?
AI_MEMORY_PROJCT: unknown variable; did you mean \`AI_MEMORY_PROJECT\`?" "$(grep unknown err | sed 's/^ai-memory: warning: //')"
rm -r "$file" shop

step "a project's file sets [decay] and [search]; other sections are warned of"
mkdir lamp
printf 'project = "lamp"\n[search]\nlimit = 3\n[capture]\nx = 1\n[wiki]\nlock_wait_secs = 1\n' >lamp/.ai-memory.toml
cd lamp
ok config show search.limit
prints "3"
tells "$work/lamp/.ai-memory.toml:4: unknown section [capture]"
tells "$work/lamp/.ai-memory.toml:6: [wiki] cannot be set here; it belongs in config.toml"
AI_MEMORY_SEARCH__LIMIT=4 ok config show search.limit
prints "4"
ok -p other config show search.limit
prints "10"
cd ..
rm -r lamp

step "wrong values of many kinds, each by its place"
refused() {  # TEXT MESSAGE
  printf '%s\n' "$1" >"$file"
  fails 2 list
  tells "ai-memory: error: $file:$2"
  rm "$file"
}
refused $'[decay]\nlambda = -1' "2: decay.lambda: needs a number, 0 to 10 (per day)"
refused $'[decay]\nlambda = inf' "2: decay.lambda: needs a number, 0 to 10 (per day)"
refused $'[search]\n\nlimit = 1.5' "3: search.limit: needs a whole number, 1 to 10000 (pages)"
refused $'[search]\nstop_words = "a"' "2: search.stop_words: needs a list of texts"
refused $'[wiki]\ncommit_hand_edits = "yes"' "2: wiki.commit_hand_edits: needs true or false"
refused 'decay = 3' "1: decay: needs a section, [decay]"
refused $'[decay\nlambda = 1' "1:"
refused $'[decay]\nlambda = 1\nlambda = 2' "3:10: \`lambda\` stands twice"
refused $'[decay]\nlambda = 11' "2: decay.lambda: needs a number, 0 to 10 (per day), not 11"
AI_MEMORY_WIKI__COMMIT_HAND_EDITS=maybe fails 2 list
tells "ai-memory: error: AI_MEMORY_WIKI__COMMIT_HAND_EDITS: wiki.commit_hand_edits: needs true or false, not maybe"
tells "hint: "
AI_MEMORY_DECAY__LAMDA=1 ok list
tells "AI_MEMORY_DECAY__LAMDA: unknown setting \`decay.lamda\`; did you mean \`decay.lambda\`?"

step "a clock that is none, and a home that nobody names"
AI_MEMORY_NOW=tomorrow fails 2 status
tells "AI_MEMORY_NOW: not a time: tomorrow"
last="env -i list"
env -i "$AI_MEMORY" list >out 2>err
is "status" 2 $?
tells "--home"
last="env -i --home list"
env -i "$AI_MEMORY" --home "$AI_MEMORY_HOME" write-page notes/cron --body "no HOME, no locale" >out 2>err
is "status" 0 $?
is "author" "ai-memory@localhost" "$(in_wiki log -1 --format=%ae)"

step "words that are no command or no flag"
fails 2 serach x
tells "did you mean \`search\`?"
fails 2 list --bogus
tells "--bogus"
fails 2
fails 2 read-page
tells "PATH is missing"
ok help
ok --help
says "write-page"
ok write-page --help
says "--overwrite"
ok version --json
says '"libgit2":"'

step "a full disk behind stdout is told"
last="list >/dev/full"
ok write-page notes/x --body x
"$AI_MEMORY" list >/dev/full 2>err
is "status" 1 $?
for help in "--help" help "list --help"; do
  ! "$AI_MEMORY" $help >/dev/full 2>err || complain "$help >/dev/full: exit status 0"
done
