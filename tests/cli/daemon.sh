#!/bin/bash
# The daemon runs what is due, one job at a time; it ends at once, keeps its cadence, and nothing is lost with it (A30).
: "${MODEL_SERVER:?names the built server for tests}"
. "${0%/*}/server.lib.sh"
. "${0%/*}/lib.sh"
unset ${!AI_MEMORY_LLM__@} ${!AI_MEMORY_DREAM__@} ${!AI_MEMORY_DAEMON__@} AI_MEMORY_UPKEEP
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z AI_MEMORY_EMBEDDING__PROVIDER=none
export AI_MEMORY_DAEMON__RANDOM_DELAY_SECS=0 AI_MEMORY_DECAY__RESTORE_GRACE_DAYS=0
state=$AI_MEMORY_HOME/state
start() { # ARGUMENTS…
  last="ai-memory daemon $*"
  "$AI_MEMORY" daemon "$@" >"$work/out" 2>"$work/err" </dev/null &
  daemon=$!
}
waits_for() { # a line of the running daemon that begins so
  for _ in $(seq 1000); do
    ! grep -q -- "^ai-memory: $1" "$work/err" || return 0
    sleep 0.02
  done
  complain "it never says: $1"
}
ends() { # STATUS [SIGNAL]: sends the signal, if any
  [ -z "${2-}" ] || kill -"$2" $daemon
  local ended=0
  wait $daemon 2>/dev/null || ended=$?
  is "exit status" "$1" "$ended"
}
milliseconds() { echo $((${EPOCHREALTIME/./} / 1000)); }
ends_soon() { # STATUS SIGNAL: two seconds are promised; the bound is wide for a machine that is busy
  local begun took
  begun=$(milliseconds)
  ends "$1" "$2"
  took=$(($(milliseconds) - begun))
  echo "   ended after $took ms"
  [ $took -lt 6000 ] || complain "it took $took ms to end"
}
child() { ps -o pid= --ppid $daemon | tr -d " "; }
gone() { # PROCESS
  for _ in $(seq 500); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.02
  done
  complain "process $1 is still there"
}
told() { # what both twins say
  printf '# %s\n\nWe rolled back the deploy of the shop at 10:30 on 2026-01-04, by hand and without a plan.\n\nThe cause was a missing index on orders.customer_id, and nobody had seen it in review or in the tests.\n\n' "$1"
}
ok init
told Deploy >a
{ told Deploy; echo "The fix took 25 minutes."; } >b
for page in a b; do ok write-page sessions/2026/01/$page --body-file $page; done
ok write-page notes/plan --body "[[notes/nowhere]]"
used() { stat -c %y "$state/activity"; }

step "a dry run says what is due, and runs nothing"
ok daemon -n
prints "sweep  every 21600 s; never yet; due now
lint   every 86400 s; never yet; due now"
[ ! -e "$state/daemon.json" ] || complain "a dry run keeps a state"
ok status
says_not "daemon"

step "it runs what is due, tells how it ended, and a second one is refused"
start
waits_for "lint: exit status 0; 1 finding in 3 pages."
waits_for "sweep: exit status 0"
is "sweep before lint" "sweep lint" "$(sed -n 's/^ai-memory: \([a-z]*\): exit.*/\1/p' err | tr '\n' ' ' | sed 's/ $//')"
for how in "" --once; do
  "$AI_MEMORY" daemon $how >second.out 2>second.err </dev/null
  is "exit status of a second one" 3 $?
  grep -q "another daemon is at work: held by process $daemon " second.err || complain "no word of the first: $(cat second.err)"
done
"$AI_MEMORY" status >second.out
grep -qF "daemon       process $daemon; lint 2026-01-05T10:00:00Z; sweep 2026-01-05T10:00:00Z" second.out ||
  complain "status says: $(cat second.out)"
ends_soon 0 TERM
ok status
says "daemon       not running; lint 2026-01-05T10:00:00Z"

step "the cadence is kept over a restart; SIGHUP reads the settings, wrong ones change nothing; SIGINT is 130"
ok daemon -n
prints "sweep  every 21600 s; last 2026-01-05T10:00:00Z, exit status 0; due 2026-01-05T16:00:00Z
lint   every 86400 s; last 2026-01-05T10:00:00Z, exit status 0; due 2026-01-06T10:00:00Z"
printf '[daemon]\nlint_interval_secs = 90000\n' >settings.toml
start --config settings.toml
waits_for "daemon of $AI_MEMORY_HOME, process $daemon"
echo 'sweep_interval_secs = "often"' >>settings.toml
kill -HUP $daemon
waits_for "settings.toml:3"
echo '[daemon]' >settings.toml
kill -HUP $daemon
waits_for "read the settings"
tells_not "exit status"
ends_soon 130 INT

step "what came due is done, and is no use of the wiki"
ok write-page sessions/old --body old
touch -d 2026-01-05T10:00:00Z "$state/activity"
used=$(used)
AI_MEMORY_NOW=2030-01-05T10:00:00Z start
waits_for "sweep: exit status 0"
waits_for "lint: exit status 0"
ends 0 TERM
[ ! -e "$wiki/default/shop/sessions/old.md" ] || complain "the old page is still there"
is "activity" "$used" "$(used)"
clean
AI_MEMORY_NOW=2030-01-05T10:00:00Z ok undo --last
clean

step "a clock that went back does not keep it from working"
AI_MEMORY_NOW=2026-01-05T11:00:00Z ok daemon -n
says "due 2026-01-05T17:00:00Z"

step "--once runs what is due and ends: 0, or 6 if something failed"
rm "$state/daemon.json"
ok daemon --once
tells "sweep: exit status 0"
ok daemon --once
is "second time" "" "$(cat err)"
AI_MEMORY_NOW=2026-01-05T16:00:00Z ok --quiet daemon --once
is "said when quiet" "" "$(cat err)"
in_wiki rev-parse HEAD >"$wiki/.git/MERGE_HEAD"
AI_MEMORY_NOW=2026-01-06T16:00:00Z fails 6 --quiet daemon --once
tells "sweep: ai-memory: error: "
tells "ai-memory: sweep: exit status 3"
rm "$wiki/.git/MERGE_HEAD"
echo "no state" >"$state/daemon.json"
ok daemon --once
tells "sweep: exit status 0"

step "it dreams when nobody uses the wiki, and ends at once while the model hangs; that dream is then still due"
key=test-model-key-0123456789
start_server "$MODEL_SERVER"
mode hang
export AI_MEMORY_DREAM__ENABLED=true AI_MEMORY_DREAM__REQUIRE_APPROVAL=false AI_MEMORY_LLM__PROVIDER=openai AI_MEMORY_LLM__MODEL=tiny
export AI_MEMORY_LLM__BASE_URL=http://127.0.0.1:$port/v1 AI_MEMORY_LLM__MAX_RETRIES=0
export AI_MEMORY_NOW=2026-04-20T10:00:00Z
ok list
ok daemon --once
is "requests while somebody is there" 0 "$(requests)"
ok daemon -n
says "dream  every 3600 s; never yet; due 2026-04-20T10:05:00Z"
export AI_MEMORY_NOW=2026-04-20T10:05:00Z
start
is_asked
dream=$(child)
ends_soon 0 TERM
gone "$dream"
ok daemon -n
says "dream  every 3600 s; never yet; due now"
clean

step "a look at the settings or at the wiki's health is a use of it; one at the version is none"
export AI_MEMORY_NOW=2026-04-20T10:05:00Z
for command in "config show" doctor; do
  touch -d 2026-01-01 "$state/activity"
  before=$(used)
  ok $command
  [ "$before" != "$(used)" ] || complain "$command is no use"
done
before=$(used)
ok version
is "last use" "$before" "$(used)"
touch -d 2026-04-20T10:00:00Z "$state/activity"

step "a dream that somebody's command ended is due again when nobody uses the wiki"
: >"$served/log"
start
is_asked
ok list
waits_for "dream: counts as cancelled, for somebody used the wiki meanwhile"
! grep -aq "dream: exit status 0" err || complain "it is told as done: $(cat err)"
ends 0 TERM
ok daemon -n
says "dream  every 3600 s; never yet; due 2026-04-20T10:10:00Z"
clean
export AI_MEMORY_NOW=2026-04-20T10:10:00Z

step "kill -9 takes the job with it, and the next daemon starts as if nothing had been"
: >"$served/log"
start
is_asked
dream=$(child)
ends 137 KILL
gone "$dream"
clean
: >"$served/log"
start
is_asked

step "a job that does not listen is killed"
dream=$(child)
kill -STOP "$dream"
for _ in $(seq 500); do # until it has stopped: before, it would still listen
  case $(ps -o state= -p "$dream") in T*) break ;; esac
  sleep 0.02
done
ends_soon 130 INT
gone "$dream"
clean
ok doctor

step "a thousand cycles take no memory"
ok list # so that it does not dream
start
waits_for "daemon of"
kilobytes() { sed -n "s/^$1:[^0-9]*\([0-9]*\) kB/\1/p" /proc/$daemon/status; }
cycles() { # so many, each of which reads the settings
  local read=0 all=$(($(grep -c "read the settings" "$work/err") + $1))
  for _ in $(seq 100000); do
    read=$(grep -c "read the settings" "$work/err")
    [ "$read" -lt $all ] || return 0
    kill -HUP $daemon
  done
  complain "only $read of $all cycles"
}
cycles 50
before=$(kilobytes VmRSS)
cycles 1000
after=$(kilobytes VmRSS)
echo "   $before kB before, $after kB after"
# A sanitizer, known by its terabytes of address space, keeps what was freed.
[ $((after - before)) -lt 512 ] || [ "$(kilobytes VmSize)" -gt 1000000000 ] || complain "memory grew from $before to $after kB"
ends_soon 0 TERM
