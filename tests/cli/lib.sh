# For the sessions of this folder: a home of its own, a clock that stands, and words to say what is expected.
#   am ARGUMENTS…          runs the program ($AI_MEMORY); its exit status, stdout and stderr are kept
#   ok ARGUMENTS…          am, and the exit status must be 0
#   fails N ARGUMENTS…     am, and the exit status must be N
#   says TEXT              the last stdout holds this text        says_not TEXT
#   tells TEXT             the last stderr holds this text        tells_not TEXT
#   prints TEXT            the last stdout is this text and nothing else (final line ends apart)
#   is WHAT EXPECTED GOT   two texts are equal
#   tables                 prints the sidecar's rows
#   skip WHY               ends here; this system has not what the session needs
# A session goes on after a failure and ends with status 1 if there was one.
set -u
unset AI_MEMORY_PROJECT AI_MEMORY_WORKSPACE AI_MEMORY_ACTOR XDG_DATA_HOME XDG_CONFIG_HOME
unset ${!AI_MEMORY_DECAY__@} ${!AI_MEMORY_SEARCH__@} ${!AI_MEMORY_WIKI__@}
: "${AI_MEMORY:?names the built program}"
export NO_COLOR=1 GIT_CONFIG_NOSYSTEM=1 LC_ALL=C.UTF-8
work=$(mktemp -d "${TMPDIR:-/tmp}/ai-memory-session-XXXXXX")
export HOME=$work/home AI_MEMORY_HOME=$work/memory AI_MEMORY_NOW=2026-11-29T12:00:00Z
mkdir -p "$HOME"
git config --global user.name Ann
git config --global user.email ann@example.org
wiki=$AI_MEMORY_HOME/wiki
cd "$work" || exit 1

failures=0 last=
complain() {
  failures=$((failures + 1))
  printf 'FAILED after `%s`: %s\n' "$last" "$1"
  printf '  stdout: %s\n  stderr: %s\n' "$(head -c 2000 "$work/out")" "$(head -c 2000 "$work/err")"
}
skip() {
  echo "SKIPPED: $1"
  exit 77
}
tables() { # the sidecar's rows, but for those that a look at the pages may bring up to date
  python3 - "$AI_MEMORY_HOME/state/memory.sqlite" <<'P'
import sqlite3, sys
database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
    if "fts" in name or name in ("files", "progress"): continue
    try: rows = map(repr, database.execute(f'SELECT * FROM "{name}"'))
    except sqlite3.OperationalError: continue  # of a tokenizer that only the program has
    print(name, sorted(row for row in rows if "related_basis" not in row))
P
}
finish() {
  local status=$?
  if [ $status -eq 77 ] && [ $failures -eq 0 ]; then
    rm -rf "$work"
    exit 77
  fi
  [ $status -eq 0 ] || echo "FAILED: the session ended early (status $status) after \`$last\`"
  if [ $failures -eq 0 ] && [ $status -eq 0 ]; then rm -rf "$work"; else echo "left for a look: $work"; status=1; fi
  exit $status
}
trap finish EXIT

step() { printf -- '-- %s\n' "$*"; }
am() {
  last="ai-memory $*"
  status=0
  "$AI_MEMORY" "$@" >"$work/out" 2>"$work/err" || status=$?
  return $status
}
ok() { am "$@" </dev/null || complain "exit status $status"; }
fails() {
  local expected=$1
  shift
  am "$@" </dev/null
  [ $status -eq "$expected" ] || complain "exit status $status, not $expected"
}
says() { grep -qF -- "$1" "$work/out" || complain "stdout lacks: $1"; }
says_not() { ! grep -qF -- "$1" "$work/out" || complain "stdout has: $1"; }
tells() { grep -qF -- "$1" "$work/err" || complain "stderr lacks: $1"; }
tells_not() { ! grep -qF -- "$1" "$work/err" || complain "stderr has: $1"; }
prints() { [ "$(cat "$work/out")" = "$1" ] || complain "stdout is not: $1"; }
is() { [ "$2" = "$3" ] || complain "$1 is '$3', not '$2'"; }
in_wiki() { git -C "$wiki" "$@"; }
# The work tree is what the last commit says, and the repository is whole.
clean() {
  is "git status" "" "$(in_wiki status --porcelain)"
  in_wiki fsck --strict >"$work/fsck" 2>&1 || complain "git fsck: $(cat "$work/fsck")"
}
# A wiki of two pages, and what every kind of command does to it; git sees nothing left over.
fresh() {
  cd "$work" || exit 1
  rm -rf "$AI_MEMORY_HOME"
  ok init
  ok write-page notes/plan --body "zebra"
  ok write-page notes/b --body "b"
}
works() { # WHERE: in words
  ok append notes/plan --body "more of $1"
  ok write-page notes/new --body "new"
  echo "by hand, $1" >>"$wiki/default/default/notes/b.md"
  ok diff
  says "+by hand, $1"
  ok sweep
  says "committed 1 page edited by hand"
  ok move-page notes/new notes/moved
  ok undo --last
  ok delete-page notes/plan
  ok restore-page notes/plan
  ok search --files zebra
  prints "notes/plan.md"
  ok delete-page notes/new
  ok log notes/plan
  ok commit
  tells "nothing to commit"
  ok maintain
  ok doctor --full
  clean
}
