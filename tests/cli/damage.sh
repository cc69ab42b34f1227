#!/bin/bash
# What a crash of the machine, a full or failing disk and wrong permissions leave behind: each is told with the file
# named, no page is touched, no history is begun anew, and what can be mended is mended (A27, A28, A31, A49).
. "${0%/*}/lib.sh"
: "${FAULTS:=${AI_MEMORY%/cli/*}/tests/cli/faults}"
# libgit2 1.5 loses a few bytes where a pack is broken; the other sessions look for leaks.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
git config --global --add safe.directory '*'  # some of it belongs to another user here
git_dir=$wiki/.git pages=$wiki/default/default sidecar=$AI_MEMORY_HOME/state/memory.sqlite base=$work/base
export AI_MEMORY_NOW=2025-06-01T00:00:00Z
ok init
mkdir -p "$pages/sessions/2025/01"
for n in $(seq 40); do
  printf -- '---\ncreated: 2025-01-01T00:00:00Z\nupdated: 2025-01-01T00:00:00Z\n---\ncold %s\n' "$n" \
    >"$pages/sessions/2025/01/s$n.md"
done
ok commit
for n in 1 2 3; do ok write-page "notes/p$n" --body "zebra $n"; done
ok maintain
for n in 4 5; do ok write-page "notes/p$n" --body "zebra $n"; done
ok list
export AI_MEMORY_NOW=2026-11-29T12:00:00Z
cp -a "$AI_MEMORY_HOME" "$base"
commits=$(in_wiki rev-list HEAD)

fresh() {
  rm -rf "$AI_MEMORY_HOME"
  cp -a "$base" "$AI_MEMORY_HOME"
}
files() { (cd "$wiki" && find . -path ./.git -prune -o -type f -exec sha1sum {} + | sort -k 2); }
object() { # NAME: the file that holds it
  local id
  id=$(in_wiki rev-parse "$1")
  chmod u+w "$git_dir/objects/${id:0:2}/${id:2}"
  echo "$git_dir/objects/${id:0:2}/${id:2}"
}
# The pack that holds the cold pages, without its ending: .pack and .idx.
cold=$(in_wiki rev-parse HEAD:default/default/sessions/2025/01/s1.md)
for index in "$git_dir"/objects/pack/*.idx; do
  git show-index <"$index" | grep -q "$cold" && pack=${index%.idx}
done

# The damage of git's files, and the words with which it must be told. Everything after holds of all of them.
damage() { # NAME WORDS: mended by doctor --repair
  broken "$1" "$2" "\`ai-memory doctor --repair\` would"
  mended_by "ai-memory doctor --repair" "$AI_MEMORY" doctor --repair
}
broken() { # NAME WORDS…: of doctor
  local before words
  step "A27 $1"
  before=$(files)
  fails 1 doctor
  for words in "${@:2}"; do says "$words"; done
  for command in log "log notes/p1" checkpoints; do
    am $command
    [ $status -ne 0 ] || grep -q "write notes/p1" "$work/out" || complain "a history that is not there is told as none"
  done
  for command in "write-page notes/p1 --overwrite --body changed" "sweep --max-evictions 300" init commit; do
    am $command </dev/null
    [ $status -lt 128 ] || complain "died of signal $((status - 128))"
    [ $status -eq 0 ] || [ -s "$work/err" ] || complain "failed without a word"
    # A commit may be made on top of one whose texts are elsewhere.
    [ $status -ne 0 ] || [[ $command != write* ]] || before=$(files)
  done
  is "pages" "$before" "$(files)"
}
mended_by() { # WORDS COMMAND…
  last=$1
  shift
  "$@" >"$work/out" 2>"$work/err"
  in_wiki fsck --full --strict >"$work/fsck" 2>&1 || complain "git fsck: $(cat "$work/fsck")"
  is "lost history" "" "$(comm -23 <(sort <<<"$commits") <(in_wiki rev-list HEAD | sort))"
  is "git status" "" "$(in_wiki status --porcelain)"
  ok write-page notes/after --body "works again"
  ok sweep --max-evictions 300
  says "removed 40 pages"
  ok doctor --full
  clean
}

fresh && : >"$git_dir/refs/heads/main"
damage "an empty branch" "refs/heads/main: has no bytes"
fresh && rm "$git_dir/refs/heads/main"
damage "a branch whose file is gone" "refs/heads/main is missing, though its log names commits"
fresh && echo 'ref:  refs/heads/main' >"$git_dir/HEAD"
damage "a HEAD with a blank too many" "' refs/heads/main' is not valid"
fresh && : >"$git_dir/HEAD"
damage "an empty HEAD" ".git/HEAD: has no bytes"
fresh && : >"$git_dir/index"
damage "an empty index" ".git/index: cannot be read: has no bytes"
fresh && truncate -s 200 "$git_dir/index"
damage "half an index" ".git/index: cannot be read"
fresh && head -c 400 /dev/urandom >"$git_dir/index"
damage "an index of noise" ".git/index: cannot be read"
fresh && rm "$git_dir/index"
damage "no index" ".git/index: is missing"
fresh && in_wiki pack-refs --all && echo "no ref" >>"$git_dir/packed-refs"
damage "one line of nonsense in packed-refs" ".git/packed-refs"
fresh && in_wiki pack-refs --all && head -c 100 /dev/urandom >"$git_dir/packed-refs"
damage "packed-refs of noise" ".git/packed-refs"
fresh && : >"$(object HEAD^{tree})"
damage "an empty object: a folder of HEAD" "has no bytes: cut off by a crash"
fresh && chmod u+w "$pack.idx" && truncate -s 300 "$pack.idx"
damage "a pack whose index is cut off" ".idx: is damaged"
fresh && chmod u+w "$pack.idx" && printf XXXXXXXXXXXX | dd of="$pack.idx" bs=1 seek=40 conv=notrunc status=none
damage "a pack whose index has a few wrong bytes" ".idx: is damaged"
fresh && rm -f "$pack.idx"
damage "a pack whose index is gone" ".idx: is missing"
fresh && head -c 60 /dev/urandom >"$(object HEAD:default/default/notes)"
damage "noise for a folder of HEAD" "default/default/notes: its list of what it holds is damaged"
fresh && rm -f "$(object HEAD:default/default/notes/p5.md)" && : >"$git_dir/index"
damage "a text of HEAD gone, and an empty index" "default/default/notes/p5.md: its committed text is missing"
fresh && : >"$(object HEAD:default/default/notes)" && : >"$git_dir/index"
damage "an empty folder of HEAD, and an empty index" "has no bytes: cut off by a crash"
fresh && chmod u+w "$pack.pack" && truncate -s 300 "$pack.pack"
broken "a pack that is cut off" "$pack.pack: is cut off or damaged"
mended_by "cp" cp "$base/${pack#"$AI_MEMORY_HOME"/}.pack" "$pack.pack"

step "A27 an empty text of HEAD: the page goes on being read, and the repair writes it back"
fresh && : >"$(object HEAD:default/default/notes/p5.md)"
fails 1 doctor
says "has no bytes: cut off by a crash"
ok doctor --repair
clean

step "A27 a text of HEAD that is noise, or gone: doctor names the page, and the repair writes it back"
for how in "head -c 60 /dev/urandom >" "rm -f "; do
  fresh && file=$(object HEAD:default/default/notes/p5.md) && eval "$how$file"
  fails 1 doctor
  says "default/default/notes/p5.md: its committed text is"
  ok doctor --repair
  ok append notes/p5 --body "more"
  clean
done

# --- a disk that is full
step "A28 a file size limit: an error, not a silent death; the page stays, and all works again"
fresh
head -c 50000 /dev/urandom | base64 -w 76 >"$work/large"
ok write-page notes/large --body-file "$work/large"
before=$(files)
am_limited() { # KB ARGUMENTS…; what it says goes through a pipe, which has no limit
  last="ulimit -f $1; ai-memory ${*:2}"
  status=$({
    ulimit -f "$1"
    "$AI_MEMORY" "${@:2}" </dev/null 2>&1 >/dev/null
    echo "status $?"
  } | tee "$work/err" | sed -n 's/^status //p')
}
for limit in 0 1 20 60; do
  am_limited $limit append notes/large --body "$(head -c 30000 "$work/large")"
  is "status with $limit KB" 1 $status
  tells "File too large"
  am_limited $limit list --paths
  is "status of a reader with $limit KB" 0 $status
  is "pages" "$before" "$(files)"
done
ok append notes/large --body "$(head -c 30000 "$work/large")"
clean

unmount() {
  local status=$?
  umount "$work/disk" 2>/dev/null
  (exit $status)
  finish
}
trap unmount EXIT
tmpfs() { # SIZE: a small disk at $work/disk, holding the wiki
  fresh
  mkdir -p "$work/disk"
  mount -t tmpfs -o "size=$1" none "$work/disk" 2>/dev/null || return
  cp -a "$AI_MEMORY_HOME" "$work/disk/memory"
}
if tmpfs 6m; then
  step "A28 a disk with 4 KB left: pages stay, nothing is removed that could not be committed, readers go on"
  kept=$AI_MEMORY_HOME wiki_kept=$wiki
  AI_MEMORY_HOME=$work/disk/memory wiki=$work/disk/memory/wiki
  ok write-page notes/large --body-file "$work/large"
  before=$(files)
  for left in 4 20; do
    rm -f "$work/disk/fill"
    dd if=/dev/zero of="$work/disk/fill" bs=4k 2>/dev/null
    truncate -s "-${left}k" "$work/disk/fill"
    for command in "append notes/large --body-file $work/large" "sweep --max-evictions 300"; do
      fails 1 $command
      tells "No space left on device"
      is "pages with $left KB left" "$before" "$(files)"
    done
    ok search --files zebra
    is "found" 5 "$(wc -l <"$work/out")"
  done
  rm "$work/disk/fill"
  ok append notes/large --body-file "$work/large"
  ok sweep --max-evictions 300
  says "removed 40 pages"
  am doctor --full --quiet  # which warns of the small disk
  says_not "fault "
  clean
  umount "$work/disk"
  AI_MEMORY_HOME=$kept wiki=$wiki_kept
else
  step "SKIPPED: A28 a full disk: mount is not allowed here"
fi

# --- the sidecar
still_works() { # WORDS: told once; then all is as it was
  ok search --files zebra
  is "found" 5 "$(wc -l <"$work/out")"
  [ -z "$1" ] || tells "$1"
  ok write-page notes/p6 --body "zebra 6"
  ok search --files zebra
  is "found" 6 "$(wc -l <"$work/out")"
  tells_not warning
  ok doctor --full
}
set_version() { # N: as a program of that version would have left it
  ok reindex  # into the file, nothing in the log
  printf "\\x00\\x00\\x00\\x$(printf %02x "$1")" | dd of="$sidecar" bs=1 seek=60 conv=notrunc 2>/dev/null
  rm -f "$sidecar"-*
}
step "A31 the sidecar is noise, cut in half, empty, or lacks a part: made anew, the broken one kept"
for how in "head -c 50000 /dev/urandom >$sidecar" "truncate -s 40000 $sidecar"; do
  fresh && ok reindex && rm -f "$sidecar"-* && eval "$how"
  still_works "was damaged and has been made anew"
  is "kept aside" 1 "$(find "$AI_MEMORY_HOME/state" -name '*.damaged-*' ! -name '*-wal' ! -name '*-shm' | wc -l)"
done
for how in ": >$sidecar" "rm $sidecar" "rm -f $sidecar-wal" "rm -f $sidecar-shm" "rm -rf $AI_MEMORY_HOME/state"; do
  fresh && eval "$how"
  still_works ""
done

step "A31 a sidecar from a newer program is refused and not touched; one from an older one is copied, which is no backup"
fresh && set_version 99
before=$(sha1sum <"$sidecar")
for command in "search zebra" "list" "sweep" "reindex"; do
  fails 1 $command
  tells "made by a newer ai-memory (version 99"
done
is "the file" "$before" "$(sha1sum <"$sidecar")"
fresh && set_version 2
still_works "which is no backup"
[ -s "$sidecar.before-version-3" ] || complain "there is no copy"

if "$FAULTS" count -- true; [ $? -ne 92 ]; then
  step "A31 a file system on which the write-ahead log fails: another journal, and what to do is told once"
  for how in "--only mmap fail ENODEV 1+" "--only sqlite-shm fail ENOSPC 1+"; do
    fresh && rm -f "$sidecar-shm"
    last="faults $how -- ai-memory search"
    "$FAULTS" $how -- "$AI_MEMORY" search --files zebra >"$work/out" 2>"$work/err"
    is "found" 5 "$(wc -l <"$work/out")"
    tells "its write-ahead log cannot be used"
    tells "--home"
    "$FAULTS" $how -- "$AI_MEMORY" write-page notes/p6 --body "zebra 6" >"$work/out" 2>"$work/err"
    "$FAULTS" $how -- "$AI_MEMORY" search --files zebra >"$work/out" 2>"$work/err"
    is "found" 6 "$(wc -l <"$work/out")"
    tells_not warning
    ok reindex
    ok doctor --full
  done
  step "A31 a disk that is full when git's index is written: no draft of it stays, whatever comes next"
  fresh
  last="a sweep on a full disk"
  "$FAULTS" --only index.ai-memory-new.lock fail ENOSPC 1+ -- "$AI_MEMORY" sweep --max-evictions 300 >"$work/out" 2>"$work/err"
  is "its status" 1 $?
  tells "No space left on device"
  is "left behind" "" "$(find "$git_dir" -name 'index.ai-memory*')"
  ok sweep --max-evictions 300
  says "removed 40 pages"
  ok doctor --full
  clean
else
  step "SKIPPED: A31 without a write-ahead log: this system does not allow ptrace"
fi

# --- what may not be written; root may write everything
other=()
if [ "$(id -u)" -eq 0 ]; then other=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
chmod 755 "$work" "$HOME"
if ! "${other[@]}" "$AI_MEMORY" version >/dev/null 2>&1; then
  step "SKIPPED: A31 and A49 as a user without rights: setpriv, or the program for others, is not here"
  exit 0
fi
am() { # for the rest of the session: as that user
  last="ai-memory $*"
  status=0
  "${other[@]}" "$AI_MEMORY" "$@" >"$work/out" 2>"$work/err" || status=$?
  return $status
}
owned() {
  fresh
  [ "$(id -u)" -ne 0 ] || chown -R 65534:65534 "$AI_MEMORY_HOME"
}

step "A31 a read-only state folder: reads and searches work, writes are done and say what is missing"
owned
ok search --files zebra
chmod -R a-w "$AI_MEMORY_HOME/state"
for command in "search --files zebra" "list --paths"; do
  ok $command
  is "read by $command" 5 "$(grep -c notes/p "$work/out")"
  tells "is read-only"
done
ok write-page notes/p6 --body "zebra 6"
tells "is read-only"
fails 1 reindex
tells "cannot be written"
chmod -R u+w "$AI_MEMORY_HOME/state"
ok search --files zebra
is "found" 6 "$(wc -l <"$work/out")"
clean

mkdir "$work/vault" && echo "imported" >"$work/vault/v.md"
step "A49 read-only objects, pages and repositories: loud, nothing is half done, and status knows"
for folder in "$git_dir/objects" "$pages" "$pages/sessions/2025/01" "$git_dir"; do
  owned
  AI_MEMORY_NOW=2025-06-02T00:00:00Z ok sweep
  chmod -R a-w "$folder"
  before=$(files)
  for command in "write-page notes/p1 --overwrite --body x" "write-page notes/new --body x" "append notes/p1 --body x" \
    "delete-page notes/p1" "move-page notes/p1 notes/p9" "pin notes/p1" "import $work/vault" "sweep --max-evictions 300"; do
    # A folder that is not theirs does not stop them.
    [[ $folder == */sessions/* && $command != sweep* ]] && continue
    fails 1 $command
    tells "Permission denied"
    tells "hint: "
    is "pages after $command" "$before" "$(files)"
  done
  ok status
  says "last sweep   2025-06-02T00:00:00Z"
  says "2026-11-29T12:00:00Z"
  tells_not "error:"
  ok list --paths
  chmod -R u+w "$folder"
  ok sweep --max-evictions 300
  says "removed 40 pages"
  ok status
  says "last sweep   2026-11-29T12:00:00Z"
  says_not "last error"
  ok doctor --full --quiet
  clean
done
