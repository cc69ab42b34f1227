#!/bin/bash
# Pages are pinned and unpinned: one key of the front matter changes, and no other byte.
. "${0%/*}/lib.sh"

ok init
notes=$wiki/default/default/notes
mkdir -p "$notes"
put() { printf -- "$2" >"$notes/$1.md"; cp "$notes/$1.md" "$1.before"; }
unchanged() { cmp "$1.before" "$notes/$1.md" || complain "$1 is not byte for byte as it was"; }

step "pinned and unpinned again, every page is byte for byte what it was (A11)"
put bare 'just text'
put crlf '---\r\ntitle: "x"   # mine\r\nx-owner: ana\r\ntags: [a,  b]\r\n---\r\nbody\r\n'
put bom '\xef\xbb\xbf---\ntitle: x\n---\nbody\n'
put bom_bare '\xef\xbb\xbfbody\n'
put comment '---\n# nothing but this\ntitle: x\n---\n'
put rule 'above\n---\nbelow\n---\n'
put two_rules '---\n---\n---\na: b\n---\nx'
put empty ''
names=$(cd "$notes" && ls | sed 's/\.md$//')
ok commit
for name in $names; do
  ok pin "notes/$name"
  prints "notes/$name.md: pinned"
  ok unpin "notes/$name"
  prints "notes/$name.md: no longer pinned"
  unchanged $name
done
clean

step "a key that was there keeps its place and its comment"
put keyed '---\npinned: false  # why\ntitle: x\n---\nbody\n'
ok pin notes/keyed
is "the key" "pinned: true  # why" "$(sed -n 2p "$notes/keyed.md")"
ok unpin notes/keyed
unchanged keyed
put unclear '---\npinned: maybe\ntitle: x\n---\nbody\n'
ok pin notes/unclear
is "the key" "pinned: true" "$(sed -n 2p "$notes/unclear.md")"
ok unpin notes/unclear
is "the page" "---
title: x
---
body" "$(cat "$notes/unclear.md")"

step "already so: it says so, and makes no commit"
ok pin notes/bare
before=$(in_wiki rev-parse HEAD)
ok pin notes/bare
prints "notes/bare.md: already pinned"
ok unpin notes/crlf
prints "notes/crlf.md: not pinned"
ok pin notes/bare --dry-run
prints "notes/bare.md: already pinned"
ok pin notes/bare --quiet
prints ""
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "a dry run shows the line, and changes nothing"
ok pin notes/crlf --dry-run
says "+pinned: true"
ok pin notes/crlf --dry-run --json
says '"dry_run":true'
unchanged crlf
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "several pages are one commit and one run, which undo takes back"
ok pin notes/crlf notes/bom notes/crlf.md notes/bare --json
says '{"schema":1,"pinned":true,"commit":"'
says '"pages":[{"path":"default/default/notes/crlf.md","changed":true},{"path":"default/default/notes/bom.md","changed":true},{"path":"default/default/notes/bare.md","changed":false}]}'
is "commits" 1 "$(in_wiki rev-list --count "$before..HEAD")"
is "subject" "pin 2 pages" "$(in_wiki log -1 --format=%s)"
ok undo --last
unchanged crlf
unchanged bom

step "one page that cannot be pinned, and none is"
put broken '---\ntitle: x\nd: "x "y" z"\n---\nbody\n'
before=$(in_wiki rev-parse HEAD)
fails 1 pin notes/crlf notes/broken
tells "notes/broken.md:3: "
tells "nothing was changed"
fails 4 pin notes/crlf notes/crlff
tells "did you mean \`notes/crlf.md\`?"
printf '\xff\xfe' >"$notes/binary.md"
fails 1 pin notes/crlf notes/binary
fails 2 pin
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
unchanged broken
unchanged crlf

step "pages in _slots/ are pinned by lying there"
ok write-page _slots/persona --body "calm"
ok pin _slots/persona
prints "_slots/persona.md: already pinned"
fails 2 unpin _slots/persona
tells "pages in _slots/ are always pinned"

step "an end that was set beats the pin, and that is said"
ok write-page notes/soon --body x --expires 2026-12-24
ok pin notes/soon
tells "its expires_at (2026-12-24) beats the pin"
ok list --json
says '"path":"default/default/notes/soon.md","project":"default/default","title":"soon","kind":"note","tier":"semantic","tags":[],"pinned":true'

step "odd names"
for name in "notes/会議 [1] #2 'x'.md" "notes/a b.md"; do
  printf 'text\n' >"$wiki/default/default/$name"
  ok pin "$name"
  prints "$name: pinned"
done
ok commit
clean
