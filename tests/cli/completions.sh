#!/bin/bash
# What the shells offer: bash by its own completion variables; fish and zsh where they are installed.
. "${0%/*}/lib.sh"
ok init
ok write-page notes/plan --body x
ok write-page "notes/my [odd] page" --body x
ok write-page "notes/照明の設定" --body x
ok -p shop write-page "it's/a b" --body x
mkdir bin
ln -s "$(realpath "$AI_MEMORY")" bin/ai-memory
export PATH=$work/bin:$PATH

step "bash: candidates as they are inserted behind what the shell keeps of the word"
compopt() { options+=" ${*: -1}"; }  # bash knows it only while it completes
ok completions bash
. ./out
COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
offers() {  # LINE EXPECTED [OPTION]
  last="TAB behind: $1"
  COMP_LINE="ai-memory $1" COMP_POINT=$((${#1} + 10)) options=
  _ai_memory ai-memory
  is "candidates" "$2" "$(printf '%s\n' "${COMPREPLY[@]}" | paste -sd' ' -)"
  is "options" "${3:+ $3}" "$options"
}
offers "rest" "restore-page"
offers "list --ti" "--tier"
offers "list --json --js" "--jsonl"
offers "list --tier " "working episodic semantic procedural unknown"
offers "list --tier=e" "episodic"
offers "list --tag x --ta" "--tag"
offers "feedback notes/plan " "helpful unhelpful stale wrong"
offers "config " "show path check"
offers "completions z" "zsh"
offers "help und" "undo"
offers "read-page " "notes/" nospace
offers "read-page no" "notes/" nospace
offers "read-page NO" "notes/" nospace
offers "read-page notes/p" "notes/plan.md"
offers "read-page plan" "notes/plan.md"
offers "read-page -- plan" "notes/plan.md"
offers "read-page notes/my" 'notes/my\ \[odd\]\ page.md'
offers 'read-page notes/my\ ' 'notes/my\ \[odd\]\ page.md'
offers 'read-page "notes/my ' 'notes/my [odd] page.md'
offers "read-page notes/照" "notes/照明の設定.md"
offers "read-page sh" "shop:" nospace
offers "read-page shop:" "it\\'s/" nospace
offers "read-page default/shop:it\\'s/" "it\\'s/a\\ b.md"
offers "-p shop read-page it" "it\\'s/" nospace
offers "--project=sh" "shop"
offers "--workspace " "default"
offers "search some words" ""
offers "search --tier w" "working"
offers "import " "" default
offers "--home " "" dirnames
offers "no-such-command --x" ""
offers "read-page notes/plan.md more" ""
offers "read-page ../../../" ""
offers "read-page /et" ""
offers "read-page shop:../" ""
offers "--home $work/nowhere read-page " ""

step "it changes nothing and never complains, whatever is wrong"
everything() { find "$AI_MEMORY_HOME" -type f -exec sha256sum {} + | sort; }
before=$(everything)
mkdir -p "$HOME/.config/ai-memory"
echo '[decay' >"$HOME/.config/ai-memory/config.toml"
offers "read-page no" ""
offers "read" "read-page"
ok __complete bash "ai-memory read-page no" ":"
prints "words"
is "stderr" "" "$(cat err)"
rm "$HOME/.config/ai-memory/config.toml"
ok __complete
ok __complete bash
ok __complete bash ""
ok __complete zsh
is "files" "$before" "$(everything)"
clean

step "every command and every option that help lists is offered"
while read -r command; do
  offers "$command" "$(ai-memory --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | grep "^$command" | paste -sd' ' -)"
  for option in $(ai-memory "$command" --help | sed -n 's/^  *\(-[a-zA-Z0-9], *\)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p'); do
    offers "$command $option" "$(ai-memory "$command" --help | grep -oE '^ +(-[a-zA-Z0-9], *)?--[a-z-]+' | grep -oE -- '--[a-z-]+' |
      grep "^$option" | paste -sd' ' -)"
  done
done < <(ai-memory --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')

step "fish"
if command -v fish >/dev/null; then
  fish_offers() {  # LINE EXPECTED
    last="fish: TAB behind: $1"
    is "candidates" "$2" "$(fish --no-config -c "ai-memory completions fish | source; complete -C \"ai-memory $1\"" | cut -f1 | paste -sd' ' -)"
  }
  fish_offers "rest" "restore-page"
  fish_offers "list --tier sem" "semantic"
  fish_offers "read-page notes/my" "notes/my [odd] page.md"
  fish_offers "read-page shop:" "shop:it's/"
  fish_offers "read-page 照" "notes/照明の設定.md"
  fish_offers "--project=sh" "--project=shop"
else
  echo "   not installed: only the script's words were looked at"
fi
step "zsh"
ok completions zsh
says "compdef _ai_memory ai-memory"
if command -v zsh >/dev/null; then zsh -n out || complain "zsh does not take the script"; fi
bash -n <("$AI_MEMORY" completions bash) || complain "bash does not take the script"
fails 2 completions tcsh
tells "SHELL: not a value it takes: tcsh"
