# For sessions with a language model: start_model makes $port, $key, $served (see tests/support/model_server.cc).
key=test-model-key-0123456789
start_model() {
  served=$work/served
  mkdir "$served"
  : >"$served/log"
  mkfifo "$work/stay" # closed with this session, which ends the server
  "$MODEL_SERVER" "$served" <"$work/stay" &
  exec 9>"$work/stay"
  for _ in $(seq 200); do [ -f "$served/port" ] || sleep 0.05; done
  port=$(cat "$served/port")
}
mode() { echo "$1" >"$served/mode"; }
requests() { grep -c '^POST' "$served/log" || :; }
is_asked() { # waits for the first request
  for _ in $(seq 500); do
    [ "$(requests)" -eq 0 ] || return 0
    sleep 0.02
  done
  complain "nothing was asked"
}
