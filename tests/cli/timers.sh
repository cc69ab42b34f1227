#!/bin/bash
# install-timers writes systemd's units and cron's lines, starts nothing, and touches nobody else's files.
. "${0%/*}/lib.sh"
unset SSL_CERT_FILE ${!AI_MEMORY_LLM__@} ${!AI_MEMORY_DREAM__@} ${!AI_MEMORY_DAEMON__@} ${!AI_MEMORY_EMBEDDING__@}
program=$(realpath "$AI_MEMORY")
units=$HOME/.config/systemd/user
sweep=$units/ai-memory-sweep.service
dream=$units/ai-memory-dream.service
has() { grep -qxF -- "$2" "$1" || complain "$1 lacks the line: $2"; } # FILE LINE
verify() { # what systemd itself says of the units
  command -v systemd-analyze >/dev/null || return 0
  local said
  # That it finds no manual page, as before the program is installed, is no fault of the units.
  said=$(XDG_RUNTIME_DIR=$work systemd-analyze --user verify "$@" 2>&1 | grep -F ai-memory | grep -vF "Command 'man ")
  is "systemd-analyze" "" "$said"
}

step "a dry run shows the units and writes nothing; a wiki that is not there yet is told"
ok install-timers -n
says "would write $sweep"
says "ExecStart=$program --quiet --home $AI_MEMORY_HOME forget-sweep"
tells "no wiki is there yet"
[ ! -e "$HOME/.config" ] || complain "something was written"
ok init

step "units for the sweep, and what to type"
ok install-timers
says "wrote $sweep"
says "  systemctl --user enable --now ai-memory-sweep.timer"
says "  17 */6 * * *  $program --quiet --home $AI_MEMORY_HOME forget-sweep"
has "$sweep" "ExecStart=$program --quiet --home $AI_MEMORY_HOME forget-sweep"
has "${sweep%.service}.timer" "OnCalendar=*-*-* 00/6:17:00"
has "${sweep%.service}.timer" "Persistent=true"
has "${sweep%.service}.timer" "RandomizedDelaySec=60"
[ ! -e "$dream" ] || complain "units for dreams, which are not enabled"
verify "$units"/ai-memory-*
ok install-timers
says "all is there"

step "the usual home and settings are not named; others are, with blanks and signs quoted"
(
  unset AI_MEMORY_HOME
  ok init
  ok install-timers
  has "$sweep" "ExecStart=$program --quiet forget-sweep"
  echo "failures=$failures" >sub
)
. ./sub
mkdir "my 50% \$x"
printf '[daemon]\nsweep_interval_secs = 90000\n' >"my 50% \$x/c.toml"
ok --home "$work/my 50% \$x" --config "my 50% \$x/c.toml" install-timers
has "$sweep" "ExecStart=$program --quiet --home \"$work/my 50%% \$\$x\" --config \"$work/my 50%% \$\$x/c.toml\" forget-sweep"
says "replaced $sweep"
has "${sweep%.service}.timer" "OnCalendar=*-*-* 03:17:00"
verify "$units"/ai-memory-*
ok --home "$work/my 50% \$x" install-timers --cron
prints "17 */6 * * *  $program --quiet --home '$work/my 50\\% \$x' forget-sweep"
is "what cron's shell makes of it" "$work/my 50% \$x" \
  "$(sed 's/.*--home \(.*\) forget-sweep/\1/; s/\\%/%/g' out | { read -r words; eval "printf '%s' $words"; })"

step "dreams get units if they are enabled; a key is named and its value is nowhere"
export AI_MEMORY_DREAM__ENABLED=true AI_MEMORY_LLM__API_KEY_ENV=TEST_MODEL_KEY TEST_MODEL_KEY=test-model-key-0123456789
ok install-timers
tells "The units need the variable TEST_MODEL_KEY"
has "$dream" "ExecStart=$program --quiet --home $AI_MEMORY_HOME dream"
has "$dream" "EnvironmentFile=-%h/.config/ai-memory/environment"
says "enable --now ai-memory-sweep.timer ai-memory-dream.timer"
verify "$units"/ai-memory-*
grep -rqF "$TEST_MODEL_KEY" "$HOME/.config" out err && complain "the key was written"
ok install-timers --cron
says "17 * * * *  $program --quiet --home $AI_MEMORY_HOME dream"
tells "TEST_MODEL_KEY: cron knows those only"

step "a file of somebody else is neither replaced nor removed"
cp "$sweep" ours
echo "[Service]" >"$sweep"
cp "$dream" dream.before
AI_MEMORY_DREAM__INTERVAL_SECS=600 fails 3 install-timers
tells "$sweep: is there already, and was not made by install-timers"
cmp -s dream.before "$dream" || complain "another unit was written all the same"
ln -sf /dev/null "${dream%.service}.timer" # as systemctl mask does
ok install-timers --remove -n
says "would remove $dream"
[ -e "$dream" ] || complain "a dry run removed a unit"
ok install-timers --remove
says "  systemctl --user stop ai-memory-sweep.timer"
is "left" "ai-memory-dream.timer ai-memory-sweep.service " "$(ls "$units" | tr '\n' ' ')"
is "the other file" "[Service]" "$(cat "$sweep")"
ok install-timers --remove
says "nothing of ours is there"

step "XDG_CONFIG_HOME is where systemd looks too"
XDG_CONFIG_HOME=$work/xdg ok install-timers
has "$work/xdg/systemd/user/ai-memory-sweep.service" "ExecStart=$program --quiet --home $AI_MEMORY_HOME forget-sweep"

step "variables that say where things are go with the commands; settings of this shell alone are told"
unset ${!AI_MEMORY_LLM__@} ${!AI_MEMORY_DREAM__@}
export XDG_CONFIG_HOME=$work/xdg XDG_DATA_HOME="$work/my data"
ok install-timers
has "$work/xdg/systemd/user/ai-memory-sweep.service" "Environment=\"XDG_DATA_HOME=$work/my data\""
verify "$work/xdg/systemd/user/ai-memory-sweep.service"
tells_not "set in this shell alone"
AI_MEMORY_DECAY__EVICT_THRESHOLD=0.1 ok install-timers --cron
says "  XDG_CONFIG_HOME=$work/xdg XDG_DATA_HOME='$work/my data' $program --quiet"
tells "AI_MEMORY_DECAY__EVICT_THRESHOLD: is set in this shell alone"

# The home that the printed line finds where nothing is set but HOME: a sweep of another wiki would remove its pages.
home_of_line() { # VARIABLE=VALUE… -- ARGUMENTS…, of install-timers
  local set=() line
  while [ "$1" != -- ]; do set+=("$1"); shift; done
  shift
  line=$(env -u AI_MEMORY_HOME "${set[@]}" "$AI_MEMORY" "$@" install-timers --cron 2>/dev/null | head -n 1)
  line=${line#* * * * *  }
  line=${line% forget-sweep}
  env -i HOME="$HOME" sh -c "${line/ --quiet/} --json status" |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["home"])'
}
step "a line, run with HOME alone, keeps to the wiki that was meant, whatever says where it is"
unset XDG_CONFIG_HOME XDG_DATA_HOME
usual=$(realpath "$HOME")/.local/share/ai-memory
other=$(realpath "$work")/data/ai-memory
ok --home "$usual" init
ok --home "$other" init
data=XDG_DATA_HOME=${other%/ai-memory}
is "no variable" "$usual" "$(home_of_line -- )"
is "XDG_DATA_HOME" "$other" "$(home_of_line $data --)"
is "--home beside XDG_DATA_HOME" "$usual" "$(home_of_line $data -- --home "$usual")"
is "AI_MEMORY_HOME beside XDG_DATA_HOME" "$usual" "$(home_of_line $data AI_MEMORY_HOME="$usual" --)"
is "XDG_DATA_HOME that is not absolute" "$usual" "$(home_of_line XDG_DATA_HOME=data --)"
is "--home where no variable says so" "$other" "$(home_of_line -- --home "$other")"

step "settings under XDG_CONFIG_HOME count for timers, also those that are written later"
ok --home "$usual" install-timers --cron
says_not XDG_CONFIG_HOME
XDG_CONFIG_HOME=$work/later ok --home "$usual" install-timers --cron
says "  XDG_CONFIG_HOME=$work/later $program --quiet forget-sweep"
mkdir -p "$work/later/ai-memory" "$HOME/.config/ai-memory"
touch "$work/later/ai-memory/config.toml" "$HOME/.config/ai-memory/config.toml"
XDG_CONFIG_HOME=$work/later ok --home "$usual" install-timers --cron
says "  XDG_CONFIG_HOME=$work/later $program --quiet forget-sweep"
XDG_CONFIG_HOME=$work/later ok --home "$usual" --config "$HOME/.config/ai-memory/config.toml" install-timers --cron
says "$program --quiet --config $HOME/.config/ai-memory/config.toml forget-sweep"
fails 2 install-timers --cron --remove
