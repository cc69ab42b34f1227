#!/bin/bash
# purge says how a page's text leaves history; what it prints does that, and takes nothing else.
. "${0%/*}/lib.sh"

ok init
ok write-page notes/plan --body "the secret word is xyzzy"
ok write-page notes/other --body "stays"
name="notes/it's 会議 [1] \$x"
ok write-page "$name" --body "another xyzzy"
ok append "$name" --body "more"
pages=$wiki/default/default/notes
# The steps of the last answer, for a shell.
steps() { sed -n 's/^   //p' "$work/out" | sed "s|^ai-memory |'$AI_MEMORY' |; s|&& ai-memory |\&\& '$AI_MEMORY' |" >steps.sh; }

step "nothing is changed; the text, its versions and its names are told"
before=$(in_wiki rev-parse HEAD)
ok purge notes/plan
says "Nothing was changed. History keeps the text of notes/plan.md in 1 version, under 1 name"
says "let no other ai-memory"
says "git -C $wiki filter-repo --force --strip-blobs-with-ids $AI_MEMORY_HOME/state/purge-ids"
says "ai-memory delete-page default/default:notes/plan.md"
says "ai-memory purge --ids default/default:notes/plan.md > $AI_MEMORY_HOME/state/purge-ids"
says_not "--path"
ok purge "$name" --json
says '"versions":2,"names":["default/default/'
says '"there":true'
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
clean

step "the ids are those of all versions; what is not committed is told of"
ok purge --ids notes/plan
prints "$(in_wiki rev-parse HEAD:default/default/notes/plan.md)"
tells "notes/plan.md is still there"
ok purge --ids "$name"
is "ids" 2 "$(wc -l <"$work/out")"
ok purge "$name" --json
says "\"ids\":[\"$(in_wiki rev-parse "HEAD:default/default/$name.md" "HEAD~:default/default/$name.md" | sort | sed -n '1s/$/","/;p' | tr -d '\n')\"]"
ok purge "$name" --json --ids
says '"ids":["'

step "names that it had before count too"
(cd "$wiki" && git mv default/default/notes/plan.md default/default/notes/scheme.md && git commit -qm renamed)
ok purge notes/scheme
says "in 2 versions, under 2 names"
fails 4 purge notes/plan
tells "notes/plan.md: moved to notes/scheme.md"
tells "ai-memory purge default/default:notes/scheme.md"

step "a page that no commit holds, one that is gone, and one that never was"
printf 'x' >"$pages/fresh.md"
ok purge notes/fresh
says "is in no commit"
fails 4 purge --ids notes/fresh
prints ""
ok delete-page notes/scheme
ok purge notes/scheme
says_not "delete-page"
fails 4 purge notes/never

step "a page that took a free name has its own versions only, and so has the one that left it"
ok write-page notes/road --body "SECRET road"
ok append notes/road --body "SECRET bend"
ok move-page notes/road notes/street
ok append notes/street --body "SECRET corner"
ok write-page notes/road --body "INNOCENT road"
ok append notes/road --body "INNOCENT bridge"
ok purge notes/street
says "in 4 versions, under 2 names"
says "Another page's 2 versions under the same names: not touched."
ok purge notes/road
says "in 2 versions, under 1 name"
says "Another page's 2 versions under the same names: not touched."

step "a branch that went on under the old name has versions of it too"
printf 'line %s\n' $(seq 30) >body
ok write-page notes/trunk --body "$(cat body)"
main=$(in_wiki symbolic-ref --short HEAD)
in_wiki switch -qc side
sed -i 's/line 2$/xyzzy of the side/' "$pages/trunk.md"
in_wiki commit -qam "side"
in_wiki switch -q "$main"
in_wiki mv default/default/notes/trunk.md default/default/notes/stem.md
sed -i 's/line 29$/xyzzy of the main branch/' "$pages/stem.md"
in_wiki commit -qam "renamed"
in_wiki merge -q --no-edit side
in_wiki branch -qd side
ok write-page notes/trunk --body "INNOCENT trunk"
ok purge notes/stem
says "in 4 versions, under 2 names"
says "Another page's 1 version under the same names: not touched."
ok purge --ids notes/stem
is "ids" 4 "$(wc -l <"$work/out")"

step "whoever has the very same text is named: it goes with it"
ok write-page notes/twin --body "copied"
cp "$pages/twin.md" "$pages/copy.md"
ok commit
ok append notes/copy --body "and changed"
cp "$pages/twin.md" "$pages/new.md" # in no commit yet
ok purge notes/twin
says "notes/copy.md, earlier: that version goes too"
says "notes/new.md, there now: its file goes too, unless it is changed or deleted first"
ok purge --ids notes/twin
tells "the same text: notes/new.md, there now"
ok purge notes/twin --json
says '"shared":[{"path":"default/default/notes/copy.md","there":false},{"path":"default/default/notes/new.md","there":true}]'
: >"$pages/empty.md"
: >"$wiki/empty.txt"
ok commit
in_wiki add empty.txt
in_wiki commit -qm "an empty file"
ok purge --ids notes/empty
prints "" # every empty file has that text

step "a name that no terminal shows is for every shell"
printf -v odd 'default/default/notes/b\007 1%%.md'
printf 'bell xyzzy\n' >"$wiki/$odd"
ok commit
ok purge "$odd"
says '"$(printf '\''default/default:notes/b\007 1\045.md'\'')"'

if ! git filter-repo --version >/dev/null 2>&1; then
  echo "skipped: git-filter-repo is not installed"
  exit
fi

# purge_for_real PAGE SHELL: as printed, in that shell.
purge_for_real() {
  ok purge "$1"
  steps
  local shell=$2
  type "$shell" >/dev/null 2>&1 || shell=sh
  "$shell" -e steps.sh >said 2>&1 || complain "the steps failed: $(cat said)"
  is "objects that are still there" "" "$(grep -E '^[0-9a-f]{40}' said | grep -v ' missing$' | grep -E ' blob ')"
  [ "$(grep -c ' missing$' said)" -gt 0 ] || complain "no object is told to be missing: $(cat said)"
  clean
}
has() { in_wiki cat-file --batch-all-objects --batch --buffer | grep -ac "$1"; }
subjects() { in_wiki log --format=%s -- "$@"; }
living() { (cd "$wiki" && find . -name .git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum); }

step "the steps as printed, in a shell, leave nothing of it"
ok -p default/default search xyzzy
for page in notes/scheme notes/stem "$name" "$odd"; do
  before=$(living | grep -vF -e "it's 会議" -e "notes/b" -e notes/stem)
  purge_for_real "$page" sh
  is "the other files" "$before" "$(living | grep -vF -e "it's 会議" -e "notes/b" -e notes/stem)"
done
is "commits with it" "" "$(in_wiki log --all --oneline -S xyzzy)"
is "objects with it" 0 "$(has xyzzy)"
ok search xyzzy
says "no results"
is "files with it" "" "$(grep -rl xyzzy "$AI_MEMORY_HOME")"
[ ! -e "$AI_MEMORY_HOME/state/purge-ids" ] || complain "the list of ids was left"

step "a page that has its name now is left, in every version"
before=$(living | grep -v notes/street) history=$(subjects default/default/notes/road.md | head -n 2)
printf 'SECRET by hand\n' >>"$pages/street.md"
purge_for_real notes/street zsh
is "the other files" "$before" "$(living)"
is "objects with it" 0 "$(has SECRET)"
ok read-page notes/road
says "INNOCENT bridge"
is "its history" "$history" "$(subjects default/default/notes/road.md)"
fails 4 restore-page notes/street

step "and the page that left the name is left when the one that has it now goes"
ok write-page notes/lane --body "KEPT lane"
ok append notes/lane --body "KEPT hedge"
ok move-page notes/lane notes/path
ok write-page notes/lane --body "GONE lane"
versions=$(ok log notes/path --json && grep -o '"commit"' "$work/out" | wc -l)
purge_for_real notes/lane dash
is "objects with it" 0 "$(has GONE)"
is "versions of the other" "$versions" "$(ok log notes/path --json && grep -o '"commit"' "$work/out" | wc -l)"
is "its first text" "KEPT lane" "$(in_wiki show "$(in_wiki log --format=%h -- default/default/notes/lane.md | tail -n 1):default/default/notes/lane.md" | grep KEPT)"

ok status
ok log notes/other
ok write-page notes/after --body "goes on"
ok read-page notes/other
clean
