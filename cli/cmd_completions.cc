#include <CLI/CLI.hpp>
#include <string_view>

#include "cli/command.hh"
#include "cli/context.hh"

namespace ai_memory {
namespace {

// Each asks the program itself what may follow, so the scripts need no change when commands do.
constexpr std::string_view kBash =
    R"(# ai-memory: completion for bash. In ~/.bashrc:  source <(ai-memory completions bash)
_ai_memory() {
  local program=$1 kind='' word
  type -P -- "$program" >/dev/null || program=ai-memory
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\t' read -r word _; do COMPREPLY+=("$word"); done
  } < <("$program" __complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  case $kind in
    files) compopt -o default ;;
    folders) compopt -o dirnames ;;
    choose) COMPREPLY+=(' ') ;;  # so that they begin with nothing in common, and what was typed stays
    *) if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/:=] ]]; then compopt -o nospace; fi ;;
  esac
}
complete -F _ai_memory ai-memory
)";

constexpr std::string_view kZsh = R"(#compdef ai-memory
# ai-memory: completion for zsh. In ~/.zshrc, behind compinit:  source <(ai-memory completions zsh)
_ai_memory() {
  local program=${(Q)words[1]} line kind word about
  local -a open shut open_shown shut_shown
  whence -p -- "$program" >/dev/null || program=ai-memory
  local -a lines=("${(@f)$("$program" __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  kind=$lines[1]
  if [[ $kind == files || $kind == folders ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    if [[ $kind == files ]]; then _files; else _files -/; fi
    return
  fi
  for line in "${(@)lines[2,-1]}"; do
    word=${line%%$'\t'*} about=${line#*$'\t'}
    [[ -z $about || $about == "$line" ]] || about="$word  -- $about"
    [[ $about == *' -- '* ]] || about=$word
    if [[ $word == *[/:=] ]]; then
      open+=("$word") open_shown+=("$about")
    else
      shut+=("$word") shut_shown+=("$about")
    fi
  done
  local -a listed
  [[ ${shut_shown[1]} == *' -- '* ]] && listed=(-l)
  (( $#open )) && compadd -U -S '' -d open_shown -a open
  (( $#shut )) && compadd -U $listed -d shut_shown -a shut
  # What was typed stays, rather than what they begin with in common; the next TAB goes through them.
  [[ $kind == choose && $compstate[insert] == *unambiguous ]] && compstate[insert]='' compstate[list]='list force'
}
if [[ $funcstack[1] == _ai_memory ]]; then _ai_memory "$@"; else compdef _ai_memory ai-memory; fi
)";

constexpr std::string_view kFish = R"(# ai-memory: completion for fish. As ~/.config/fish/completions/ai-memory.fish
function __ai_memory_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -l current (commandline -ct)
    command -q -- $program; or set program ai-memory
    set -l reply ($program __complete fish $words[2..-1] "$current" 2>/dev/null)
    switch "$reply[1]"
        case files
            __fish_complete_path $current
        case folders
            __fish_complete_directories $current ''
        case '*'
            test (count $reply) -gt 1; and printf '%s\n' $reply[2..-1]
    end
end
complete -c ai-memory -f -a '(__ai_memory_complete)'
)";

std::string_view script(const std::string& shell) {
  if (shell == "zsh") return kZsh;
  return shell == "fish" ? kFish : kBash;
}

}  // namespace

Runner setup_completions(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app.footer(
      "Prints a script for the shell. In ~/.bashrc: source <(ai-memory completions bash). The scripts are installed "
      "with the program, so this is for those who did not install it.");
  return [shell](Context& context) {
    context.out().print(script(*shell));
    return kExitOk;
  };
}

}  // namespace ai_memory
