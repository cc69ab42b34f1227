#!/bin/bash
# A long history: 100,000 commits with --long, 3,000 without. Each command's time is held against git's own for the
# same question; `git log -- PAGE` walks all of it too.
. "${0%/*}/lib.sh"
commits=3000
[ -z "${AI_MEMORY_TEST_LONG:-}" ] || commits=100000
ok init
step "$commits commits on 500 pages, some of them renames and removals"
awk -v commits=$commits 'BEGIN {
  begin = 1500000000
  print "reset refs/heads/main"
  for (i = 1; i <= commits; i++) {
    page = "default/default/notes/p" (i * 7919 % 500) ".md"
    print "commit refs/heads/main\ncommitter Ann <ann@example.org> " begin + i * 60 " +0000"
    message = "note " i
    print "data " length(message) "\n" message
    if (i == 1) print "from refs/heads/main^0"
    text = "# page\n\nline of commit " i "\nzebra" i "\n"
    if (i % 997 == 0) print "D " page
    else print "M 100644 inline " page "\ndata " length(text) "\n" text
  }
  print "commit refs/heads/main\ncommitter Ann <ann@example.org> " begin + commits * 60 " +0000\ndata 3\nend"
  text = "rare\n"
  print "M 100644 inline default/default/notes/rare.md\ndata " length(text) "\n" text
}' >import
in_wiki fast-import --quiet <import 2>"$work/git.err" || complain "fast-import: $(tail -3 "$work/git.err")"
in_wiki reset -q --hard
seconds() { # NAME COMMAND…: its time, in $took as milliseconds
  local begin
  begin=$(date +%s%N)
  shift
  "$@" || complain "$* failed"
  took=$((($(date +%s%N) - begin) / 1000000))
}
git_log() { in_wiki log --format=%H -- default/default/notes/rare.md >"$work/git.log"; }
seconds "git log" git_log
base=$((took + 1000)) # a process and a disk may always be late by that
[ -z "${AI_MEMORY_TEST_LONG:-}" ] || echo "   git log -- PAGE: $took ms"
within() { # TIMES COMMAND…: no longer than so many times git's own walk
  local times=$1
  shift
  seconds "$1" ok "$@"
  [ -z "${AI_MEMORY_TEST_LONG:-}" ] || echo "   $1: $took ms"
  [ $took -le $((times * base)) ] || complain "$* took $took ms, git's own walk ${base} ms"
}

step "the first look at it, and the next"
within 20 list
within 4 list
within 4 status
within 20 reindex

step "reading and writing"
within 4 search --files "zebra$((commits - 1))"
says "notes/p"
within 10 log notes/rare
is "versions" 1 "$(wc -l <"$work/out")"
within 10 log
within 4 append notes/rare --body "more"
within 4 write-page notes/new --body "new"
within 4 delete-page notes/rare
within 4 restore-page notes/rare
within 20 restore-page notes/rare --list
mkdir from && echo imported >from/i.md
within 20 import from
within 4 undo --last
within 4 log --runs
within 4 sweep
within 10 doctor
within 10 maintain
clean
