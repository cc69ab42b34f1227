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
offers "no-such-command " ""
offers "help undo " ""
offers "list --kind de" "decision"
offers "sweep --pass " "hand-edits ttl inbox working dedup compact evict purge ledger"
offers "sweep --pass ttl,w" "ttl,working"
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
ok __complete zsh read-page n
prints "words"
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
  for option in $(ai-memory "$command" --help | sed -n 's/^ \{2,6\}\(-[a-zA-Z0-9], *\)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p'); do
    offers "$command $option" "$(ai-memory "$command" --help | grep -oE '^ {2,6}(-[a-zA-Z0-9], *)?--[a-z-]+' | grep -oE -- '--[a-z-]+' |
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

step "what was typed stays where pages of that name begin with nothing in common"
ok write-page sessions/2026/plan --body x
ok write-page notes/会話 --body x
ok write-page 日記/会議 --body x
ok __complete zsh read-page plan
says "choose"
offers "read-page plan" "notes/plan.md sessions/2026/plan.md  "
ok __complete zsh read-page NO
says "words"
cat >keys.zsh <<'END'
zmodload zsh/zpty || exit 77
tab() {  # LINE TABS: prints the line as the TABs leave it
  rm -f buffer ready
  zpty -b shell zsh -f -i
  zpty -w shell "unsetopt beep; autoload -U compinit; compinit -D -u; source <(ai-memory completions zsh)"
  zpty -w shell 'show() { print -r -- "$BUFFER" >buffer.new; mv buffer.new buffer; zle kill-whole-line }; zle -N show; bindkey "^Xz" show; : >ready'
  for i in {1..100}; do [[ -e ready ]] && break; zselect -t 10; done
  zpty -wn shell "$1$2"$'\C-xz'
  for i in {1..100}; do [[ -s buffer ]] && break; zselect -t 10; done
  cat buffer
  zpty -d shell
}
zmodload zsh/zselect
tab "ai-memory read-page plan" $'\t'
tab "ai-memory read-page plan" $'\t\t'
tab "ai-memory read-page 会" $'\t'
tab "ai-memory read-page notes/p" $'\t'
tab "ai-memory list --ti" $'\t'
END
if command -v zsh >/dev/null && zsh -fc 'zmodload zsh/zpty zsh/zselect' 2>/dev/null; then
  is "lines in zsh" "ai-memory read-page plan
ai-memory read-page notes/plan.md
ai-memory read-page 会
ai-memory read-page notes/plan.md 
ai-memory list --tier " "$(zsh -f keys.zsh 2>&1)"
fi
bash -n <("$AI_MEMORY" completions bash) || complain "bash does not take the script"
fails 2 completions tcsh
tells "SHELL: not a value it takes: tcsh"
