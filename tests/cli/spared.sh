#!/bin/bash
# One page at which something fails is named, and does not stop what a sweep does with the others.
. "${0%/*}/lib.sh"
: "${FAULTS:=${AI_MEMORY%/cli/*}/tests/cli/faults}"
export AI_MEMORY_PROJECT=shop AI_MEMORY_NOW=2026-01-05T10:00:00Z
printf '[decay]\ncompact_cold_episodic = true\ndedup_cold_clusters = true\nledger_retention_months = 6\nmax_evictions_per_run = 100\n' >config.toml
ok init
shop=$wiki/default/shop
page() { # PATH: its text comes by stdin
  mkdir -p "$shop/${1%/*}"
  cat >"$shop/$1.md"
}
session() { # PATH
  printf -- '---\nupdated: 2026-01-05T10:00:00Z\n---\n# About %s\n\n' "${1##*/}"
  printf 'The index on orders was missing, said %s of us.\n' {one,two,three,four,five,six,seven,eight,nine,ten}{,teen}
}
# A page for every pass, and beside it one that is "bad".
for name in good bad; do
  session "sessions/$name" | page "sessions/$name"
  page "notes/over-$name" <<<$'---\nexpires_at: 2026-02-01\n---\nover'
  page "scratch/$name" <<<'scratch'
  page "inbox/idea-$name" <<<"An idea, $name."
  page "sessions/twin-$name-1" <<<"We say the same of $name."
  page "sessions/twin-$name-2" <<<"We say the same of $name."
  page "notes/link-$name" <<<'See [[sessions/twin-good-2]].'
  page "notes/idea-$name" <<<'See [[inbox/idea-good]].'
done
printf '## [2025-01-03T10:00:00Z] session-start | Talk\n' | tee "$shop"/log-2025-0{1,2,3}.md >"$shop/log-2025-04.md"
touch -d 2026-01-05T10:00:00Z $(find "$shop" -name '*.md')
ok commit
in_wiki add . && in_wiki commit -qm ledgers
ok list
export AI_MEMORY_NOW=2026-12-01T10:00:00Z
cp -a "$AI_MEMORY_HOME" "$work/before"
fresh() {
  rm -rf "$AI_MEMORY_HOME"
  cp -a "$work/before" "$AI_MEMORY_HOME"
}

step "without trouble"
ok --config config.toml sweep
for pass in "ttl: removed 2 pages" "inbox: filed 2 pages" "working: removed 2 pages" "dedup: merged 4 pages" "compact: compacted 2 pages" \
  "ledger: removed 2 pages"; do says "$pass"; done

run() { # the sweep, in a way in which something fails
  last="$*"
  "$@" "$AI_MEMORY" --config config.toml sweep >out 2>err </dev/null
  status=$?
}
"$FAULTS" count -- true
if [ $? -ne 92 ]; then
  while IFS='|' read -r bad others; do
    step "what cannot be written: $bad"
    fresh
    sum=$(sha1sum <"$shop/$bad")
    aside=.ai-memory-$(printf %s "default/shop/$bad" | git hash-object --stdin | cut -c 1-16).tmp # where a page stands meanwhile
    run "$FAULTS" --only "$aside" fail EIO 1+ --
    is "exit status" 6 $status
    tells "$bad: left alone: "
    tells "Input/output error"
    is "the page" "$sum" "$(sha1sum <"$shop/$bad")"
    IFS=,
    for other in $others; do says "$other"; done
    unset IFS
    clean
    ok --config config.toml sweep # and it is done when the trouble is over
    says_not "Nothing to do"
    clean
  done <<'P'
notes/over-bad.md|ttl: removed 1 page,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
scratch/bad.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 1 page,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
sessions/bad.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 1 page,ledger: removed 2
log-2025-01.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 1
inbox/idea-bad.md|ttl: removed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
sessions/twin-bad-2.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,compact: compacted 2 pages,ledger: removed 2
P

  step "a disk on which nothing can be written is no matter of one page"
  fresh
  before=$(in_wiki rev-parse HEAD)
  run "$FAULTS" --only "default/shop" fail EIO 1+ --
  is "exit status" 1 $status
  tells "Input/output error"
  is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
  ok status
  says "failed"

  step "nor of one page of very many, which are written before any is put in its place"
  fresh
  for n in $(seq 40); do session "sessions/many-$n" | page "sessions/many-$n"; done
  touch -d 2026-01-05T10:00:00Z "$shop"/sessions/many-*
  AI_MEMORY_NOW=2026-01-06T10:00:00Z ok commit
  sum=$(sha1sum <"$shop/sessions/many-7.md")
  aside=.ai-memory-$(printf %s default/shop/sessions/many-7.md | git hash-object --stdin | cut -c 1-16).tmp
  run "$FAULTS" --only "$aside" fail EIO 1+ --
  is "exit status" 6 $status
  says "compact: compacted 41 pages"
  tells "sessions/many-7.md: left alone: "
  is "the page" "$sum" "$(sha1sum <"$shop/sessions/many-7.md")"
  is "left beside the pages" "" "$(find "$wiki" -name '.ai-memory-*')"
  clean
fi

# Root may read everything, and so becomes somebody who may not.
as=()
if [ "$(id -u)" -eq 0 ]; then
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chmod 755 "$work"
  "${as[@]}" "$AI_MEMORY" version >"$work/out" 2>&1 || exit 0 # no setpriv here, or the program lies where nobody else may look
fi
while IFS='|' read -r bad others; do
  step "what may not be read: $bad"
  fresh
  chmod 000 "$shop/$bad"
  [ ${#as[@]} -eq 0 ] || chown -R 65534:65534 "$AI_MEMORY_HOME" "$HOME"
  run "${as[@]}"
  is "exit status" 6 $status
  tells "$bad"
  tells "Permission denied"
  IFS=,
  for other in $others; do says "$other"; done
  unset IFS
  [ -e "$shop/$bad" ] || complain "the page is gone"
  last="explain, forecast and status"
  for command in "explain sessions/good" forecast status; do
    ${as[@]+"${as[@]}"} "$AI_MEMORY" --config config.toml $command >out 2>err </dev/null || complain "$command: exit status $?"
  done
  chmod 644 "$shop/$bad"
  [ ${#as[@]} -eq 0 ] || chown -R 0:0 "$AI_MEMORY_HOME" "$HOME"
  clean
done <<'P'
notes/over-bad.md|ttl: removed 1 page,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
scratch/bad.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 1 page,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
inbox/idea-bad.md|ttl: removed 2 pages,inbox: filed 1 page,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
notes/idea-bad.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
sessions/twin-bad-2.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 2 pages,compact: compacted 2 pages,ledger: removed 2
notes/link-bad.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 2
sessions/bad.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 1 page,ledger: removed 2
log-2025-01.md|ttl: removed 2 pages,inbox: filed 2 pages,working: removed 2 pages,dedup: merged 4 pages,compact: compacted 2 pages,ledger: removed 1
P

step "a new page that may not be read, while another one is gone, stops no command"
fresh
rm "$shop/notes/link-good.md"
echo "new" >"$shop/notes/new.md"
chmod 000 "$shop/notes/new.md"
[ ${#as[@]} -eq 0 ] || chown -R 65534:65534 "$AI_MEMORY_HOME" "$HOME"
last="list"
${as[@]+"${as[@]}"} "$AI_MEMORY" list --paths >out 2>err </dev/null || complain "exit status $?"
says "notes/link-bad.md"
says_not "notes/link-good.md"
tells "notes/new.md: Permission denied"
