#!/bin/bash
# Names of pages, from any keyboard and any file system: none is lost, none stands for another.
. "${0%/*}/lib.sh"
ok init
notes=$wiki/default/default/notes
mkdir -p "$notes"

step "two hand-made names equal but for case: two pages, and a warning names both (A06)"
printf 'apple alpha\n' >"$notes/Plan.md"
printf 'banana alpha\n' >"$notes/plan.md"
in_wiki add . && in_wiki commit -qm "both by hand"
ok reindex
ok sweep
for word in apple:Plan banana:plan; do
  ok search --files "${word%:*}"
  prints "notes/${word#*:}.md"
  ok read-page "notes/${word#*:}"
  says "${word%:*}"
done
ok search --files alpha
is "found" 2 "$(wc -l <out)"
fails 6 doctor
says "default/default/notes/plan.md: differs only in case or Unicode form from default/default/notes/Plan.md"
for name in PLAN pLan; do
  fails 3 write-page notes/$name --body "third"
  tells "differs only in case or Unicode form from"
done
ok append notes/plan --body "more"
is "the twin" "apple alpha" "$(cat "$notes/Plan.md")"
ok delete-page notes/plan
[ -f "$notes/Plan.md" ] || complain "the twin is gone too"
ok restore-page notes/plan  # beside its twin, as it stood
is "the page" "banana alpha
more" "$(cat "$notes/plan.md")"
is "the twin" "apple alpha" "$(cat "$notes/Plan.md")"
ok delete-page notes/plan
ok restore-page notes/plan --as notes/other-plan
ok read-page notes/other-plan
says "banana alpha
more"
ok write-page notes/List --body A
fails 3 write-page notes/list --body B
is "what was written first" "A" "$(tail -n 1 "$notes/List.md")"
clean
rm "$notes/Plan.md"
ok commit

step "names that one slug would stand for: four pages, and adding one puts out none (A07)"
names=("my_file" "my-file" "my file" "Budget & Rev (Q4) [x]")
for i in 0 1 2 3; do
  printf 'lossy text%s\n' $i >"$notes/${names[$i]}.md"
  ok list --paths
  for j in $(seq 0 $i); do says "notes/${names[$j]}.md"; done
done
ok reindex
for i in 0 1 2 3; do
  ok read-page "notes/${names[$i]}"
  prints "lossy text$i"
  ok search --files "text$i"
  prints "notes/${names[$i]}.md"
done
ok search --files lossy
is "found" 4 "$(wc -l <out)"
ok commit

step "titles without a letter, and files of such names among a hundred others (A08)"
for title in "🐘" "{" "..." "!!!"; do
  ok write-page --title "$title" --body "of $title"
  name=$(cat out)
  case $name in notes/?*.md) ;; *) complain "the name of $title is $name" ;; esac
  [ -f "$wiki/default/default/$name" ] || complain "no file $name"
  ok read-page "$name"
  says "of $title"
  fails 3 write-page --title "$title" --body "again" # the same title has the same name
done
for title in "" " "; do
  fails 2 write-page --title "$title" --body x
  tells "title"
done
for n in $(seq 100); do echo "ordinary $n" >"$notes/o$n.md"; done
printf 'elephant\n' >"$notes/🐘.md"
printf 'brace\n' >"$notes/{.md"
ok reindex
ok search --files elephant
prints "notes/🐘.md"
ok search --files brace
prints "notes/{.md"
ok search --files ordinary --limit 1000
is "ordinary pages" 100 "$(wc -l <out)"

step "titles that look like paths, devices or options stay in the wiki, and are options to nobody (A08)"
outside=$(find "$work" -path "$AI_MEMORY_HOME" -prune -o -print | sort)
for title in ".." "../x" "/etc/x" "a/../../b" 'C:\x' "-rf" "--help" "CON" "nul.txt" "COM1" "aux" ".git" ".git/config" \
  "con.md" "LPT9" '$(touch x)' '`id`' "a"$'\u202e'"b" "trailing. " "~/x"; do
  am write-page --title="$title" --body x </dev/null
  [ $status -eq 0 ] || [ $status -eq 2 ] || [ $status -eq 3 ] || complain "exit status $status"
  [ $status -ne 0 ] || case $(cat out) in *..* | /* | *:* | -* | */-* | */.* | *\\*) complain "a name like $(cat out)" ;; esac
done
for path in ".." "../x" "/etc/x" "a/../../b" 'C:\x' "CON" "notes/nul.md" "notes/com1.txt.md" ".git/x" "notes/.git/x" \
  "a//b" "x./a" "x /a" "notes/-rf" 'notes/a\b' "notes/a:b?" "notes/.hidden" "x~/a" "4913/a"; do
  am write-page --body x -- "$path" </dev/null
  [ $status -eq 2 ] || complain "exit status $status for $path"
  [ -s err ] || complain "no message"
done
is "files outside" "$outside" "$(find "$work" -path "$AI_MEMORY_HOME" -prune -o -print | sort)"
ok commit
clean

step "long titles: cut at a letter, told apart, the whole of them kept (A09)"
han=$(printf '漢%.0s' $(seq 119)) ascii=$(printf 'x%.0s' $(seq 300))
for title in "${han}甲" "${han}乙" "$ascii" "${ascii}y" "é$ascii"; do
  ok write-page --title "$title" --body "long"
  name=$(cat out)
  [ "$(printf %s "${name##*/}" | wc -c)" -le 200 ] || complain "the name is too long: $name"
  printf %s "$name" | iconv -f UTF-8 -t UTF-8 >/dev/null || complain "cut within a letter: $name"
  grep -qxF "title: $title" "$wiki/default/default/$name" || complain "the title is not whole in $name"
  ok append "$name" --body "and more" # by way of a temporary file
  echo "$name"
done >names
is "names told apart" 5 "$(sort -u names | wc -l)"
ok write-page "notes/$(printf 'y%.0s' $(seq 197))" --body "as long as may be"
fails 2 write-page "notes/$(printf 'y%.0s' $(seq 198))" --body "longer"
tells "over 200 bytes"
printf 'by hand\n' >"$notes/$(printf 'z%.0s' $(seq 252)).md" # as long as the system takes
ok append "notes/$(printf 'z%.0s' $(seq 252))" --body "and added to"
ok delete-page "notes/$(printf 'z%.0s' $(seq 252))"
ok restore-page "notes/$(printf 'z%.0s' $(seq 252))"
clean

step "the same name again: nothing is replaced unasked; a page that was moved is not in its way (A10)"
ok write-page daily --body one
fails 3 write-page daily --body two
tells "there is such a page already"
tells "--overwrite"
ok append daily --body "one and a half"
ok write-page daily --overwrite --body two
in_wiki log -p --format= -- default/default/daily.md | grep -q '^+one and a half' || complain "the old text is not in history"
mkdir "$wiki/default/default/archive"
in_wiki mv default/default/daily.md default/default/archive/daily.md
in_wiki commit -qm "archived"
moved=$(cat "$wiki/default/default/archive/daily.md")
ok write-page daily --body three
prints "daily.md"
is "the moved page" "$moved" "$(cat "$wiki/default/default/archive/daily.md")"
ok read-page daily
says "three"
ok read-page archive/daily
says "two"
ok search --files three
prints "daily.md"
ok search --files two
prints "archive/daily.md"
clean

step "a link, pipe or folder of the name is no page, and it is said that one stands there"
ln -s plan.md "$notes/link.md"
mkfifo "$notes/pipe.md"
mkdir -p "$notes/folder.md"
for name in link pipe folder; do
  for command in read-page delete-page "feedback --reason x"; do
    set -- $command notes/$name
    [ "$1" = feedback ] && set -- "$@" wrong
    fails 4 "$@"
    tells "a link, a folder or a special file of that name stands there"
  done
done
rm -r "$notes/link.md" "$notes/pipe.md" "$notes/folder.md"

step "what could steer a terminal in a name is made visible when it is committed"
printf x >"$notes/$(printf 'e\033[31mc')".md
printf x >"$notes/$(printf 'two\nlines')".md
ok commit --quiet
says 'e\x1b[31mc.md'
says 'two\x0alines.md'
is "lines" 2 "$(wc -l <"$work/out")"
