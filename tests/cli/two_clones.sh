#!/bin/bash
# How often the sweep runs must not matter: one wiki, cloned on disk with its sidecar, lives through the same year twice,
# swept every few days here and once a month there. Scores are equal at all times, and at the end so are the pages.
#   AI_MEMORY_TEST_LONG: swept every day instead of every third
# What the schedule is fair about: the months' sweeps are at instants of the days' sweeps, and a person reads, judges and
# edits only what is there in both. (A page that the frequent sweeper removed when it was cold would still be read in the
# other clone, and live on there; so would one that a search shows. That is what it means to sweep.) Nothing bounds a run:
# the pages that are left waiting depend on how many runs there were. Who writes a new page by hand then looks at the
# list: the use of a page is known since a command first saw it.
. "${0%/*}/lib.sh"
every=3
[ -z "${AI_MEMORY_TEST_LONG-}" ] || every=1
days=365 month=30
printf '[decay]\nmax_evictions_per_run = 1000000\n' >config.toml
at() { date -u -d "2026-01-01 $1 days" "+%Y-%m-%dT$2Z"; }
export AI_MEMORY_PROJECT=shop
AI_MEMORY_NOW=$(at 0 00:00:00)
export AI_MEMORY_NOW
shop=wiki/default/shop

ok init
mkdir -p from/sessions/2026/01 "$AI_MEMORY_HOME/$shop"/{notes,scratch}
for n in $(seq -w 40); do
  printf -- '---\nupdated: %s\n---\n# Talk %s\n\nWe talked about lamp %s.\n' "$(at -$((10#$n * 2)) 09:00:00)" "$n" "$n" >"from/sessions/2026/01/talk-$n.md"
done
ok import from
for n in 1 2 3; do
  printf '# Note %s\n\nsee [[sessions/2026/01/talk-0%s]], zebra%s\n' $n $n $n >"$AI_MEMORY_HOME/$shop/notes/n$n.md"
  printf 'scratch %s\n' $n >"$AI_MEMORY_HOME/$shop/scratch/s$n.md"
  printf -- '---\nexpires_at: 2026-0%s-15\n---\nover then\n' $((n * 2)) >"$AI_MEMORY_HOME/$shop/notes/over$n.md"
done
find "$AI_MEMORY_HOME/$shop" -name '*.md' -exec touch -d "$AI_MEMORY_NOW" {} +
ok commit
ok list
often=$work/often seldom=$work/seldom
mv "$AI_MEMORY_HOME" "$often"
cp -a "$often" "$seldom"

in_both() { # COMMAND…
  local home
  for home in "$often" "$seldom"; do
    AI_MEMORY_HOME=$home ok --config config.toml "$@"
  done
}
sweep() { AI_MEMORY_HOME=$1 ok --config config.toml --quiet sweep; }
# A session page that the clone swept often still has, by chance that is the same each time.
seed=7
pick() {
  local all=("$often/$shop"/sessions/2026/*/*.md)
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  page=${all[(seed / 65536) % ${#all[@]}]#"$often/$shop/"}
  [ -e "$seldom/$shop/$page" ] || complain "$page is there in one clone only"
}
by_hand() { # PAGE TEXT: the same bytes at the same time
  local home
  for home in "$often" "$seldom"; do
    mkdir -p "$(dirname "$home/$shop/$1")"
    echo "$2" >>"$home/$shop/$1"
    touch -d "$AI_MEMORY_NOW" "$home/$shop/$1"
  done
}
live() { # DAY: what people do that day
  AI_MEMORY_NOW=$(at "$1" 15:30:00)
  pick
  case $(($1 / 4 % 10)) in
    0 | 5) in_both read-page "$page" ;;
    1) in_both --actor agent read-page "$page" ;;
    2) in_both feedback "$page" helpful ;;
    3) by_hand "$page" "Typed on day $1." ;;
    4) in_both write-page "sessions/2026/02/day-$1" --body "What was said on day $1." ;;
    6) by_hand "sessions/2026/03/day-$1.md" "Written by hand on day $1." && in_both list ;;
    7) in_both append "$page" --body "Added on day $1." ;;
    8) in_both search "zebra$(($1 % 3 + 1))" ;;
    9) in_both feedback "$page" "$([ $(($1 % 3)) -eq 0 ] && echo stale || echo unhelpful)" ;;
  esac
}
# Every page that both have, with all that goes into its score.
scores() { # HOME
  AI_MEMORY_HOME=$1 ok --config config.toml sweep --dry-run --json
  python3 - "$often/wiki" <<'P'
import json, os, sys
report = json.load(open("out"))
pages = report["kept"] + report["waiting"] + [page for swept in report["passes"] for page in swept["pages"]]
for page in sorted(pages, key=lambda page: page["path"]):
    if os.path.exists(os.path.join(sys.argv[1], page["path"])):
        print(page["path"], page["score"], page["terms"], page["action"])
P
}
compare() {
  compared=$((compared + 1))
  scores "$often" >often-scores
  scores "$seldom" >seldom-scores
  cmp -s often-scores seldom-scores && return
  : >out
  complain "day $1: the scores differ: $(diff often-scores seldom-scores | head -n 6)"
  exit 1
}
compared=0

step "a year, swept every $every days and every $month"
for ((day = 1; day <= days; day++)); do
  AI_MEMORY_NOW=$(at $day 03:17:00)
  [ $((day % every)) -ne 0 ] || sweep "$often"
  [ $((day % month)) -ne 0 ] || sweep "$seldom"
  [ $((day % 4)) -ne 0 ] || live $day
  AI_MEMORY_NOW=$(at $day 20:00:00)
  [ $((day % 41)) -ne 0 ] || compare $day
done

step "at the end a sweep of both leaves the same pages, with the same bytes and the same scores"
AI_MEMORY_NOW=$(at $((days + 1)) 03:17:00)
sweep "$often"
sweep "$seldom"
files() { (cd "$1/wiki/default" && find . -type f -exec sha1sum {} + | sort -k 2); }
is "pages" "$(files "$often")" "$(files "$seldom")"
compare "$((days + 1))"
for page in $(cd "$often/$shop" && ls sessions/2026/*/*.md | head -n 8) notes/n1.md; do
  for home in "$often" "$seldom"; do
    AI_MEMORY_HOME=$home ok --config config.toml explain "$page" --json
    cp out "explained-${home##*/}"
  done
  cmp -s explained-often explained-seldom || complain "$page: $(diff <(tr , '\n' <explained-often) <(tr , '\n' <explained-seldom))"
done
for home in "$often" "$seldom"; do
  AI_MEMORY_HOME=$home ok list --json
  cp out "list-${home##*/}"
  wiki=$home/wiki clean
done
cmp -s list-often list-seldom || complain "the lists differ: $(diff <(tr , '\n' <list-often) <(tr , '\n' <list-seldom) | head)"
echo "   $(git -C "$often/wiki" log --oneline --grep 'sweep: evict' | wc -l) and $(git -C "$seldom/wiki" log --oneline --grep 'sweep: evict' | wc -l)" \
  "runs that evicted, $(wc -l <often-scores) pages left, scores compared $compared times"
