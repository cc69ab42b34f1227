# For sessions with a server of tests/support beside them; to be read before lib.sh.
#   start_server PROGRAM   makes $served (its folder) and $port; the server ends with the session
#   mode WORD              how it behaves from now on
#   requests               how many it got
#   is_asked               waits for the first
start_server() {
  served=$work/served
  mkdir "$served"
  : >"$served/log"
  mkfifo "$work/stay" # closed with this session, which ends the server
  "$1" "$served" <"$work/stay" &
  exec 9>"$work/stay"
  for _ in $(seq 200); do [ -f "$served/port" ] || sleep 0.05; done
  port=$(cat "$served/port")
}
mode() { echo "$1" >"$served/mode"; }
requests() { grep -c '^POST' "$served/log" || :; }
is_asked() {
  for _ in $(seq 500); do
    [ "$(requests)" -eq 0 ] || return 0
    sleep 0.02
  done
  complain "nothing was asked"
}
