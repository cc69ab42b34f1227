#!/bin/bash
# What a page links to and what links to it, and the graph of all of it.
. "${0%/*}/lib.sh"

step "a wiki without pages"
ok init
fails 4 related notes/plan
ok graph
prints 'digraph "default/default" {
  rankdir=LR;
  node [shape=box];
}'
ok graph --json
says '"nodes":[],"edges":[],"missing":[]'

page() { mkdir -p "$(dirname "$wiki/default/$1.md")" && cat >"$wiki/default/$1.md"; }
page default/notes/plan <<'END'
---
title: The plan
supersedes: "[[old]]"
---
See [[budget]] and [[budget|again]].

- causes [[Delay]]
- [[nowhere]]

Part of [[#here]] and `[[code]]`.
END
page default/notes/budget <<<'# Budget: 予算'
page default/notes/late <<'END'
---
title: Delay
---
[[team]]
END
page default/notes/old <<<'nothing'
page default/notes/team <<<'[the plan](plan.md)'
page default/people/ann <<<'On [[team]] of [[shop:stock]].'
page shop/stock <<<'[[default:notes/budget]]'
ok commit

step "links out and in, with kind and line, and those that lead nowhere"
ok related notes/plan
prints "1	out	link	5	notes/budget.md	Budget: 予算	notes/plan.md
1	out	causes	7	notes/late.md	Delay	notes/plan.md
1	out	supersedes	3	notes/old.md	old	notes/plan.md
1	in	link	1	notes/team.md	team	notes/plan.md
1	missing	link	8	nowhere"
ok related notes/plan --json
says '{"schema":1,"path":"default/default/notes/plan.md","related":[{"path":"default/default/notes/budget.md","title":"Budget: 予算","distance":1,"direction":"out","kind":"link","line":5,"via":"default/default/notes/plan.md"}'
says '"missing":[{"target":"nowhere","kind":"link","line":8,"removed":false}],"left_off":0'
ok related notes/plan --jsonl
is "documents" 4 "$(grep -c '^{"schema":1,"path"' "$work/out")"

step "further away, through other projects, each page at its shortest distance"
ok related notes/plan --depth 3
says "2	in	link	1	default/shop:stock.md	stock	notes/budget.md"
says "2	in	link	1	people/ann.md	ann	notes/team.md"
is "pages" 6 "$(cut -f 5 "$work/out" | grep -v nowhere | sort -u | wc -l)"
ok related notes/plan --depth 3 --limit 2
is "pages" 2 "$(grep -vc missing "$work/out")"
tells "and 4 more (--limit)"
for depth in 0 4 x; do fails 2 related notes/plan --depth $depth; done
fails 4 related notes/plam
tells "did you mean \`notes/plan.md\`?"

step "looking counts as a use, unless not wanted"
is "uses" 6 "$(ok list --json; grep -o '"accesses":1' "$work/out" | wc -l)"
AI_MEMORY_NOW=2026-11-30T12:00:00Z ok related notes/old --no-touch
AI_MEMORY_NOW=2026-11-30T12:00:00Z ok recent --read
says_not "2026-11-30"

step "a page that links to itself, and a page without links"
page default/notes/self <<<'[[self]] [[#top]]'
page default/notes/lone <<<'nothing'
for name in self lone; do
  ok related notes/$name
  prints ""
  tells "notes/$name.md: no links, and none to it"
done

step "a page that goes takes its links along; links to it lead nowhere"
ok delete-page notes/budget
ok related notes/plan
says_not "notes/budget"
says "1	missing	link	5	budget"
ok restore-page notes/budget
page default/notes/lone <<<'[[notes/old]] [[notes/never]]'
ok delete-page notes/old
ok related notes/lone
prints "1	removed	link	1	notes/old.md
1	missing	link	1	default/default/notes/never.md"
command=$(sed -n 's/^notes.old.md was removed; `ai-memory \(.*\)` brings it back$/\1/p' err)
ok related notes/lone --json
says '"missing":[{"target":"default/default/notes/old.md","kind":"link","line":1,"removed":true},{"target":"default/default/notes/never.md","kind":"link","line":1,"removed":false}]'
ok $command
ok related notes/lone
says "1	out	link	1	notes/old.md"
page default/notes/lone <<<'nothing'

step "at most 50 pages, whatever is asked for"
page default/notes/hub < <(for i in $(seq 60); do echo "[[notes/spoke$i]]"; done)
for i in $(seq 60); do page "default/notes/spoke$i" <<<"x"; done
for limit in "" "--limit 500"; do
  ok related notes/hub $limit
  is "pages" 50 "$(wc -l <"$work/out")"
  tells "and 10 more (it shows 50 at most)"
done
ok related notes/hub --limit 500 --json
says '"left_off":10'
rm "$wiki"/default/default/notes/{hub,spoke*}.md

step "on a terminal, in columns of its width"
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
  AI_MEMORY_PAGER=cat script -qec "stty cols 60; '$AI_MEMORY' related notes/plan --depth 2" /dev/null </dev/null >"$work/out"
  tr -d '\r' <"$work/out" >plain
  is "headings" "links to,linked from,2 links away,no such page," "$(grep -v '^ ' plain | tr '\n' ,)"
  [ "$(wc -L <plain)" -le 60 ] || complain "a line is too long: $(cat plain)"
else
  echo "skipped: there is no pseudo-terminal here"
fi

# Every line of DOT is one of the forms that we write, and all that is not ours is quoted.
is_dot() {
  local quoted='"([^"\\]|\\.)*"'
  local node="  $quoted \\[label=$quoted\\];" edge="  $quoted -> $quoted( \\[(dir=none, style=dashed, )?label=$quoted\\])?;"
  grep -vE "^(digraph $quoted \\{|  rankdir=LR;|  node \\[shape=box\\];|$node|$edge|\\})\$" "$1"
}

step "a graph for Graphviz, whatever the titles hold"
printf -- '---\ntitle: '"'"'say "hi" \\ & &amp; <b> 照明 \N'"'"'\n---\n[[plan]] [[plan]]\n- fixes [[plan]]\n' |
  page 'default/notes/odd'
printf 'x' >"$wiki/default/default/notes/"$'\xff'".md"
printf '[[odd]]\n' >"$wiki/default/default/notes/quote\"back\\slash.md"
ok graph
is "not DOT" "" "$(is_dot "$work/out")"
says '"default/default/notes/odd.md" [label="say \"hi\" \\ &amp; &amp;amp; <b> 照明 \\N"];'
says '  "default/default/notes/plan.md" -> "default/default/notes/late.md" [label="causes"];'
is "arrows" 2 "$(grep -c 'notes/odd.md" -> "default/default/notes/plan.md"' "$work/out")"
says_not "default/shop"
says '  "default/default/notes/quote\"back\\slash.md" -> "default/default/notes/odd.md";'
if command -v dot >/dev/null; then
  dot -Tsvg "$work/out" >graph.svg 2>dot.err || complain "dot: $(cat dot.err)"
  is "nodes" "$(grep -c '^  ".*" \[label=.*shape\|^  "[^>]*" \[label' "$work/out")" "$(grep -c 'class="node"' graph.svg)"
  grep -q '照明' graph.svg || complain "the title is not in the picture"
fi
ok graph --all-projects --dot
is "not DOT" "" "$(is_dot "$work/out")"
says '"default/default/people/ann.md" -> "default/shop/stock.md";'
ok graph --json
says '{"from":"default/default/notes/plan.md","to":"default/default/notes/old.md","kind":"supersedes","line":3}'
says '{"from":"default/default/notes/plan.md","target":"nowhere","kind":"link","line":8}'

step "only along edges of one kind"
ok related notes/plan --type causes
prints "1	out	causes	7	notes/late.md	Delay	notes/plan.md"
ok related notes/plan --type causes --type supersedes
is "pages" 2 "$(wc -l <"$work/out")"
ok related notes/plan --type fixes
says "1	in	fixes	5	notes/odd.md"
is "pages" 1 "$(wc -l <"$work/out")"
ok related notes/plan --type nothing
prints ""
tells "no edges of this type"

step "pages that are near each other, though no link says so: with a threshold for spelling, without the encoder"
export AI_MEMORY_THRESHOLDS__RELATED=0.8
ok write-page near/a --title "Tuning the database" --body "Shared buffers take a quarter of the memory; work_mem is small."
ok write-page near/b --title "Tuning of the database" --body "Shared buffers take a quarter of memory; work_mem is small."
ok write-page near/c --title "Garden" --body "Tomatoes need water. See [[a]]."
ok related near/a
is "before there are vectors" near/c.md "$(cut -f 5 "$work/out")"
ok embed
ok related near/a --json
says '"kind":"auto","weight":0.'
says '"direction":"both"'
ok related near/a
is "link first, then the near page" "in link near/c.md,both auto near/b.md," \
  "$(awk -F '\t' '{printf "%s %s %s,", $2, $3, $5}' "$work/out")"
ok related near/a --type auto
is "of that kind" near/b.md "$(cut -f 5 "$work/out")"
ok related near/c --depth 2
is "over a link and a near page" "near/a.md near/b.md " "$(cut -f 5 "$work/out" | tr '\n' ' ')"
weight=$(ok related near/a --type auto; cut -f 4 "$work/out")
ok read-page near/a
AI_MEMORY_NOW=2026-11-29T12:09:00Z ok read-page near/b
heavier=$(ok related near/a --type auto; cut -f 4 "$work/out")
[[ $heavier > $weight ]] || complain "read together, the weight is $heavier, not above $weight"
ok graph --auto
is "not DOT" "" "$(is_dot "$work/out")"
says '"default/default/near/a.md" -> "default/default/near/b.md" [dir=none, style=dashed, label="'
ok graph
says_not "dashed"
AI_MEMORY_THRESHOLDS__RELATED=0.999 ok related near/a
says_not "auto"
ok related near/a --type auto
is "and back" near/b.md "$(cut -f 5 "$work/out")"
ok delete-page near/b
ok related near/a
says_not "near/b"
ok restore-page near/b
ok embed
ok related near/a
says "near/b.md"
unset AI_MEMORY_THRESHOLDS__RELATED
ok related near/a
says_not "auto"

step "a picture, of all pages or of what is around one"
ok graph --svg
is "begins as XML" '<?xml version="1.0" encoding="UTF-8"?>' "$(head -1 "$work/out")"
is "ends" "</svg>" "$(tail -1 "$work/out")"
says 'say &quot;hi&quot; \ &amp; &amp;amp; &lt;b&gt; 照明 \N'
says_not "<script"
is "each page once" "$("$AI_MEMORY" list --paths | wc -l)" "$(grep -c '</title></circle>$' "$work/out")"
ok graph --svg --around near/a
is "it and what links to it" 2 "$(grep -c '</title></circle>$' "$work/out")"
says 'class="semantic chosen"'
ok graph --around near/a --json
says '"auto":[]'
says '"nodes":[{"path":"default/default/near/a.md"'
fails 4 graph --around near/nobody
fails 2 graph --svg --dot
fails 2 graph --depth 2
fails 2 graph --around near/a --depth 4
