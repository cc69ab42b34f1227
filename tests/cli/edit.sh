#!/bin/bash
# Pages written in an editor; here the editor is a script.
. "${0%/*}/lib.sh"
unset VISUAL
export TERM=xterm
notes=$wiki/default/default/notes

# editor TEXT: from here on the editor runs this with $1 the file.
editor() {
  printf '#!/bin/sh\n%s\n' "$1" >"$work/my editor"
  chmod +x "$work/my editor"
  export EDITOR="'$work/my editor' --wait"
}
drafts() { ls -d "$AI_MEMORY_HOME"/state/draft-*/* 2>/dev/null; }

ok init
ok write-page notes/plan --body "Ship on Friday."

step "a page is changed as the editor left it; its time of change moves along"
editor 'test "$1" = --wait && test "${2##*/}" = plan.md && sed -i s/Friday/Monday/ "$2"'
AI_MEMORY_NOW=2026-11-30T08:00:00Z ok edit notes/plan
prints "notes/plan.md"
is "the page" "---
type: note
created: 2026-11-29T12:00:00Z
updated: 2026-11-30T08:00:00Z
---
Ship on Monday." "$(cat "$notes/plan.md")"
is "subject" "edit notes/plan.md in default" "$(in_wiki log -1 --format=%s)"
is "author" "Ann" "$(in_wiki log -1 --format=%an)"
is "drafts" "" "$(drafts)"
clean

step "a page without the key gets none, and no byte is added (A11)"
printf '\xef\xbb\xbf# mine\r\nno end' >"$notes/bytes.md"
ok commit
editor 'printf " at all" >>"$2"'
ok edit notes/bytes
printf '\xef\xbb\xbf# mine\r\nno end at all' | cmp - "$notes/bytes.md" || complain "the bytes are not as typed"
printf -- '---\nupdated: 2020-01-01\n---\nx\n' >"$notes/stated.md"
editor 'sed -i s/2020/2021/ "$2"'
ok edit notes/stated
is "the typed time" "updated: 2021-01-01" "$(sed -n 2p "$notes/stated.md")"

step "no change: no commit, and that is fine"
before=$(in_wiki rev-parse HEAD)
for script in 'exit 0' 'touch "$2"' 'cp "$2" x; cp x "$2"'; do
  editor "$script"
  ok edit notes/plan
  prints ""
  tells "notes/plan.md: nothing changed"
done
ok edit notes/plan --json
says '"commit":null'
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "a dry run shows what was typed, and keeps nothing"
editor 'echo more >>"$2"; echo "words of the editor"'
ok edit notes/plan --dry-run
says "+more"
says_not "words of the editor"
tells "words of the editor"
ok edit notes/plan --dry-run --json
says '"action":"change"'
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
is "drafts" "" "$(drafts)"

# kept TEXT: the last error names a file in which this was kept; it is taken away.
kept() {
  tells "what you typed is in $AI_MEMORY_HOME/state/draft-"
  is "the kept text" "$1" "$(tail -n 1 "$(drafts)" 2>/dev/null)"
  is "its permissions" 600 "$(stat -c %a "$(drafts)")"
  rm -r "$AI_MEMORY_HOME"/state/draft-*
}

step "an editor that fails leaves the page alone, and what was typed is not lost"
editor 'echo half >>"$2"; exit 3'
fails 1 edit notes/plan
tells "exit status 3"
kept half
EDITOR=/no/such/editor fails 1 edit notes/plan
tells "not found"
is "drafts" "" "$(drafts)"
EDITOR= fails 2 edit notes/plan
tells "no editor is known"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "a page that changed meanwhile is a conflict, and both texts are there (A46)"
editor "echo theirs >>'$notes/plan.md'; echo mine >>\"\$2\""
fails 3 edit notes/plan
tells "notes/plan.md: "
kept mine
is "the page" "theirs" "$(tail -n 1 "$notes/plan.md")"
ok commit

step "what can be no page is refused and kept"
editor 'printf "\\nM\\374ller" >>"$2"'
fails 2 edit notes/plan
tells "not UTF-8"
kept $'M\xfcller'
editor 'head -c 21000000 /dev/zero | tr "\\0" "x" >>"$2"; printf "\\nend" >>"$2"'
fails 2 edit notes/plan
tells "20 MB"
kept end
editor ': >"$2"'
fails 1 edit notes/plan
tells "no text was left"
tells "delete-page"
is "drafts" "" "$(drafts)"
printf '\xff\xfe\x00' >"$notes/binary.md"
fails 1 edit notes/binary
rm "$notes/binary.md"
is "the page" "theirs" "$(tail -n 1 "$notes/plan.md")"

step "broken front matter may be saved and mended; its faults are told with file and line"
editor 'sed -i "2i title: a: b" "$2"'
ok edit notes/plan
tells "default/default/notes/plan.md:2: "
editor 'sed -i 2d "$2"'
ok edit notes/plan
tells_not "warning: default/default/notes/plan.md:2"

step "a page that is not there is made, if something was typed"
editor 'echo "Hello." >>"$2"'
ok edit "notes/新しい [1] #2"
prints "notes/新しい [1] #2.md"
ok read-page "notes/新しい [1] #2"
prints "---
type: note
created: 2026-11-29T12:00:00Z
updated: 2026-11-29T12:00:00Z
---
Hello."
editor 'printf -- "---\ntitle: a: b\n---\nx\n" >>"$2"'
ok edit notes/broken
tells "default/default/notes/broken.md:2: "
is "the page" "---
title: a: b
---
x" "$(cat "$notes/broken.md")"
editor 'printf -- "---\ntags: [a]\n---\nx" >>"$2"'
ok edit notes/block
is "the page" "---
tags: [a]
type: note
created: 2026-11-29T12:00:00Z
updated: 2026-11-29T12:00:00Z
---
x" "$(cat "$notes/block.md")"
editor 'test -f "$2" && test ! -s "$2" && echo "Only this." >"$2"'
ok edit decisions/bare
is "type" "type: decision" "$(sed -n 2p "$wiki/default/default/decisions/bare.md")"
before=$(in_wiki rev-parse HEAD)
for script in 'exit 0' ': >"$2"' 'printf "\\n \\n" >"$2"'; do
  editor "$script"
  fails 1 edit notes/never
  tells "notes/never.md: nothing was typed; no page was made"
done
fails 3 edit notes/PLAN
tells "differs only in case or Unicode form from notes/plan.md"
fails 2 edit "notes/a?b"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
is "drafts" "" "$(drafts)"

step "VISUAL goes first, but not on a dumb terminal"
editor 'echo by EDITOR >>"$2"'
VISUAL='f() { echo by VISUAL >>"$1"; }; f' ok edit notes/plan
is "the last line" "by VISUAL" "$(tail -n 1 "$notes/plan.md")"
TERM=dumb VISUAL=false ok edit notes/plan
is "the last line" "by EDITOR" "$(tail -n 1 "$notes/plan.md")"

step "A27: what was typed in an edit that was killed is named until the page has it"
# Status 6 is for the broken page from above.
killing='echo unsaved >>"$2"
process=$$
while [ "$(cat /proc/$process/comm)" != "$program" ]; do process=$(sed -n "s/^PPid:[^0-9]*//p" /proc/$process/status); done
kill -9 $process'
program=$(basename "$AI_MEMORY" | cut -c 1-15)
export program
editor "$killing"
am edit notes/plan </dev/null
is "status" 137 $status
is "the typed text" "unsaved" "$(tail -n 1 "$(drafts)")"
editor 'exit 0'
ok edit notes/plan
tells "notes/plan.md: a killed command left what was typed; \`diff -u $notes/plan.md $(drafts)\` shows it"
fails 6 doctor
says "default/default/notes/plan.md: a command killed on"
says "left what was typed"
editor '"$AI_MEMORY" doctor >"$HOME/doctor"; exit 0'
cp "$(drafts)" "$notes/plan.md"
ok commit
ok edit notes/plan
tells_not "killed command"
is "findings while an edit goes on" 0 "$(grep -c "left what was typed" "$HOME/doctor")"
fails 6 doctor
says_not "left what was typed"
says "remove 1 draft of killed edits, whose text is in the page"
fails 6 doctor --repair
is "drafts" "" "$(drafts)"
editor "$killing"
am edit notes/fresh </dev/null
fails 6 doctor
says "default/default/notes/fresh.md: a command killed on"
rm -r "$AI_MEMORY_HOME"/state/draft-*

step "a page that a typing error makes is told of"
EDITOR="$work/typo" && printf '#!/bin/sh\necho text >"$1"\n' >"$EDITOR" && chmod +x "$EDITOR"
EDITOR=$EDITOR ok edit note/plan
tells "made: there was no such page; did you mean \`notes/plan.md\`? \`ai-memory delete-page note/plan.md\` removes it"
ok delete-page note/plan
clean

step "at a terminal write-page and append open the editor when no text is given"
fails 2 write-page notes/typed
tells "text: none given"
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
  on_terminal() { script -qec "'$AI_MEMORY' $1" /dev/null </dev/null >"$work/out" 2>"$work/err"; }
  editor 'echo "Typed." >>"$2"'
  on_terminal "write-page notes/typed --tag x" || complain "write-page failed: $(cat "$work/out")"
  is "the page" "Typed." "$(tail -n 1 "$notes/typed.md")"
  is "its tags" "tags: [x]" "$(sed -n 3p "$notes/typed.md")"
  on_terminal "append notes/typed" || complain "append failed: $(cat "$work/out")"
  is "lines" 2 "$(grep -c Typed "$notes/typed.md")"
  editor 'exit 0'
  ! on_terminal "append notes/typed" || complain "an empty text was taken"
  says "nothing was typed"
  editor 'printf -- "---\ntitle: a: b\n---\nx\n" >"$2"'
  ! on_terminal "write-page notes/halfway" || complain "a broken block was taken"
  says "what you typed is in"
  is "the kept text" "x" "$(tail -n 1 "$(drafts)")"
else
  echo "skipped: there is no pseudo-terminal here"
fi
