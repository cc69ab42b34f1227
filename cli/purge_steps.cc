#include "cli/purge_steps.hh"

#include "cli/shell_quote.hh"

namespace ai_memory {

std::vector<PurgeStep> purge_steps(const Wiki& wiki, const std::string& ours, const PagePath& path, bool there) {
  const std::string git = "git -C " + shell_quote(wiki.root().string()), page = shell_quote(path.display()),
                    state = shell_quote(wiki.state_dir().string()),
                    list = shell_quote((wiki.state_dir() / "purge-ids").string());
  std::vector<PurgeStep> steps;
  steps.push_back(
      {"Until all is done, let no other ai-memory (a sweep of cron's too) and no other git work here: "
       "what they have half written would be thrown away.",
       {}});
  if (there) steps.push_back({"Remove the page.", ours + " delete-page " + page});
  steps.push_back(
      {"Commit what was edited. What this then prints must be committed or dropped first: files, which "
       "filter-repo resets; branches, tags and stashes, where more versions may be.",
       ours + " commit && " + git + " status --short && " + git + " for-each-ref --no-merged=HEAD"});
  steps.push_back(
      {"Write down the ids of its texts, now that all are committed.", ours + " purge --ids " + page + " > " + list});
  steps.push_back({"Rewrite history without them (Debian: apt install git-filter-repo).",
                   git + " filter-repo --force --strip-blobs-with-ids " + list});
  steps.push_back(
      {"Let go of the old commits.", git + " reflog expire --expire=now --all && " + git + " gc --prune=now"});
  steps.push_back({"Look: every line must say \"missing\".", git + " cat-file --batch-check < " + list});
  steps.push_back({"Make the search index anew.", ours + " reindex"});
  steps.push_back(
      {"Remove copies of earlier states. Look through what was set aside: copies of the index, texts from an editor. "
       "Remove what holds it.",
       "rm " + list + " && rm -rf " + shell_quote((wiki.state_dir() / "as-of").string()) + " && find " + state +
           " -name 'memory.sqlite.*' -o -name 'draft-*'"});
  steps.push_back(
      {"Every clone, remote and backup holds the text too. filter-repo takes the remote `origin` out: add "
       "it again and push with --force; clone anew elsewhere; make backups anew.",
       {}});
  return steps;
}

}  // namespace ai_memory
