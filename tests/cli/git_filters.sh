#!/bin/bash
# What git does to a file on its way in and out: bytes on disk stay as they were written, and nothing is lost (A14).
. "${0%/*}/lib.sh"
notes=$wiki/default/default/notes
kinds="lf crlf mix bare" # of line ends; bare has none at the end
fresh() { # ATTRIBUTES [SETTING…]: a wiki with them, and a page of each kind
  rm -rf "$AI_MEMORY_HOME" "$work/as-written"
  ok init
  if [ -n "$1" ]; then echo "$1" >"$wiki/.gitattributes"; else rm "$wiki/.gitattributes"; fi
  shift
  local setting
  for setting in "$@"; do in_wiki config "${setting%%=*}" "${setting#*=}"; done
  mkdir -p "$notes"
  printf -- '---\ntype: note\n---\nlf one\n$Id$\nlf two\n' >"$notes/lf.md"
  printf -- '---\r\ntype: note\r\n---\r\ncrlf one\r\ncrlf two\r\n' >"$notes/crlf.md"
  printf -- '---\ntype: note\n---\nmix one\r\nmix two\n' >"$notes/mix.md"
  printf 'bare one\r\nbare two' >"$notes/bare.md"
  in_wiki -c core.safecrlf=false add .
  in_wiki -c core.safecrlf=false commit -qm "as they are"
}
keep() { rm -rf "$work/as-written" && cp -r "$notes" "$work/as-written"; }
same() { # WHEN
  diff -r "$work/as-written" "$notes" >"$work/differences" || complain "$1: bytes changed: $(head -c 300 "$work/differences")"
}
tidy() { [ -z "$(in_wiki status --porcelain 2>"$work/git.err")" ] || complain "$1: git status: $(in_wiki status --porcelain)"; }
lines() { [ "$(tail -n "$3" "$notes/$2.md" | od -An -c)" = "$(printf "$4" | od -An -c)" ] || complain "$1: $2 ends in $(tail -n "$3" "$notes/$2.md" | od -An -c)"; }

step "line ends that git folds: write, append, hand edit, sweep, undo, restore"
ways=("*.md text eol=lf" "|core.autocrlf=true core.safecrlf=true")
[ -z "${AI_MEMORY_TEST_LONG:-}" ] || ways+=("*.md text" "*.md ident" "*.md -text eol=crlf" "*.md text=auto" "* -text" "|core.autocrlf=input"
  "|core.autocrlf=true" "|core.eol=crlf" "*.md text eol=crlf" "*.md -text ident" "*.md text eol=crlf ident")
for way in "${ways[@]}"; do
  case $way in
    \|*) fresh "" ${way#|} ;;
    *) fresh "$way" ;;
  esac
  keep
  ok sweep
  ok commit
  same "$way, as committed"
  for kind in $kinds; do ok append notes/$kind --body "added"; done
  lines "$way" crlf 3 'crlf one\r\ncrlf two\r\nadded\n'
  lines "$way" mix 3 'mix one\r\nmix two\nadded\n'
  lines "$way" bare 3 'bare one\r\nbare two\r\nadded\n'
  ok write-page notes/new --body $'one\r\ntwo'
  tidy "$way, after writing"
  for kind in $kinds; do printf 'hand\r\nand\n' >>"$notes/$kind.md"; done
  keep
  ok sweep
  ok commit
  tidy "$way, after a sweep"
  for kind in $kinds; do
    ok delete-page notes/$kind
    ok restore-page notes/$kind
  done
  same "$way, brought back"
  tidy "$way, brought back"
  mkdir -p from
  printf 'imported\r\ntext\r\n' >from/imported.md
  ok import from
  ok undo --last
  [ ! -e "$wiki/default/default/imported.md" ] || complain "$way: what was imported stayed"
  ok move-page notes/crlf notes/moved
  ok undo --last
  ok move-page notes/crlf notes/moved
  printf 'since\r\n' >>"$notes/moved.md"
  ok undo --last
  is "$way: an edit since, moved back" $'since\r' "$(tail -n 1 "$notes/crlf.md")"
  in_wiki fsck --strict >"$work/fsck" 2>&1 || complain "$(cat "$work/fsck")"
done

step "an undo of a sweep brings back what it removed, whatever the line ends"
fresh "*.md text eol=lf"
for name in old older; do
  printf -- '---\r\nexpires_at: 2026-01-01\r\n---\r\n%s\r\n' $name >"$notes/$name.md"
done
keep
ok sweep
says "ttl: removed 2 pages"
ok undo --last
same "after the undo"
tidy "after the undo"

step "a filter that is a program is not run, nor passed over: what it would have encrypted is not kept in clear"
fresh "* -text"
ok sweep
echo '*.md filter=secret' >"$wiki/.gitattributes"
ok append notes/lf --body "no program has that name, as in git"
in_wiki config filter.secret.clean "tr a-z A-Z"
in_wiki config filter.secret.smudge "tr A-Z a-z"
echo hand >>"$notes/mix.md"
keep
before=$(in_wiki rev-parse HEAD)
for command in "write-page notes/x --body y" "append notes/lf --body y" "delete-page notes/lf" "pin notes/lf" \
  commit sweep "move-page notes/lf notes/x" "restore-page notes/lf --at HEAD --as notes/x" "import from"; do
  fails 3 $command
  tells "git passes it through the filter 'secret'"
done
for command in "read-page notes/lf" "search --files lf" list status "log notes/lf" reindex; do ok $command; done
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
same "refused"
[ -z "$(find "$wiki" -name '*.tmp' -not -path '*/.git/*')" ] || complain "temporaries are left"
echo '*.md text working-tree-encoding=UTF-16LE' >"$wiki/.gitattributes"
fails 3 append notes/lf --body y
tells "git converts it from UTF-16LE"
echo '*.md text working-tree-encoding=utf-8' >"$wiki/.gitattributes"
ok append notes/lf --body y
rm "$wiki/.gitattributes"
ok append notes/lf --body z
