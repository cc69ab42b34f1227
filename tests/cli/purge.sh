#!/bin/bash
# purge says how a page's text leaves history; what it prints does that.
. "${0%/*}/lib.sh"

ok init
ok write-page notes/plan --body "the secret word is xyzzy"
ok write-page notes/other --body "stays"
name="notes/it's 会議 [1] \$x"
ok write-page "$name" --body "another xyzzy"
ok append "$name" --body "more"
steps() { sed -n 's/^   //p' "$work/out"; }

step "nothing is changed; the text, its versions and its names are told"
before=$(in_wiki rev-parse HEAD)
ok purge notes/plan
says "Nothing was changed. History keeps the text of notes/plan.md in 1 version, under 1 name"
says "git -C $wiki filter-repo --force --invert-paths --path=default/default/notes/plan.md"
says "ai-memory delete-page default/default:notes/plan.md"
ok purge "$name" --json
says '"versions":2,"names":["default/default/'
says '"there":true'
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
clean

step "names that it had before count too"
(cd "$wiki" && git mv default/default/notes/plan.md default/default/notes/scheme.md && git commit -qm renamed)
ok purge notes/scheme
says "under 2 names"
says "--path=default/default/notes/plan.md --path=default/default/notes/scheme.md"

step "a page that no commit holds, one that is gone, and one that never was"
printf 'x' >"$wiki/default/default/notes/fresh.md"
ok purge notes/fresh
says "is in no commit"
ok delete-page notes/scheme
ok purge notes/scheme
says_not "delete-page"
fails 4 purge notes/never

step "the steps as printed, in a shell, leave nothing of it"
if git filter-repo --version >/dev/null 2>&1; then
  ok -p default/default search xyzzy
  for page in notes/scheme "$name"; do
    ok purge "$page"
    steps | sed "s|^ai-memory |'$AI_MEMORY' |; s|&& ai-memory |\&\& '$AI_MEMORY' |" >steps.sh
    case $page in notes/scheme) expected=6 ;; *) expected=7 ;; esac  # the second is still to be removed
    is "steps" $expected "$(wc -l <steps.sh)"
    sed -i '/^ls -d/d' steps.sh
    bash -e steps.sh >said 2>&1 || complain "the steps failed: $(cat said)"
  done
  [ -e "$wiki/default/default/notes/other.md" ] || complain "another page went too"
  is "commits with it" "" "$(in_wiki log --all --oneline -S xyzzy)"
  is "objects with it" 0 "$(in_wiki cat-file --batch-all-objects --batch --buffer | grep -ac xyzzy)"
  ok search xyzzy
  says "no results"
  ok status
  ok log notes/other
  ok write-page notes/after --body "goes on"
  ok read-page notes/other
  clean
else
  echo "skipped: git-filter-repo is not installed"
fi
