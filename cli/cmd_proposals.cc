#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/cold_clusters.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/waiting_proposals.hh"
#include "index/dream_rows.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

struct ProposalFlags {
  std::string action, id;
  bool all = false;
};

constexpr const char* kOvertaken = "overtaken";  // its pages were changed since

Proposal find(Context& context, const std::string& id, bool only_open) {
  const auto found = context.index().dreams().proposal(id);
  if (!found)
    throw Error(ErrorKind::not_found, "proposals: no proposal " + one_line(id), "`ai-memory proposals` lists them");
  if (only_open && found->state != kOpenProposal)
    throw Error(ErrorKind::conflict, "proposals: " + id + " is " + found->state, "nothing was done");
  return *found;
}

Changeset changeset_of(Context& context, const Proposal& proposal) {
  ProposedRewrite rewrite = parse_proposal(proposal.document);
  Changeset changes;
  changes.changes = std::move(rewrite.changes);
  changes.subject = "dream: make one page of " + std::to_string(rewrite.pages.size()) + " as accepted" +
                    doubts_text(rewrite.doubts.size()) + " (" + rewrite.model + ")";
  changes.run = make_run_id(context.now(), "proposal " + proposal.id + context.wiki().head());
  changes.pass = "dream";
  changes.source = "proposals";
  changes.now = context.now();
  changes.all_or_nothing = true;
  return changes;
}

// Links of other pages follow, as they are now.
void relink(Context& context, const ProposedRewrite& rewrite, Changeset& changes) {
  std::map<PagePath, PagePath> merged;
  for (std::size_t i = 1; i < rewrite.pages.size(); ++i) merged.emplace(rewrite.pages[i], rewrite.pages.front());
  DreamLinks links(context.wiki(), context.index());
  for (Change& change : links.relink(rewrite.pages.front().project(), merged))
    changes.changes.push_back(std::move(change));
  warn_skipped(context, links.failed());
}

ordered_json to_json(const Proposal& proposal, const ProposedRewrite& rewrite) {
  ordered_json pages = ordered_json::array();
  for (const PagePath& page : rewrite.pages) pages.push_back(page.str());
  return {{"id", proposal.id},      {"state", proposal.state}, {"time", format_time(proposal.time)},
          {"model", rewrite.model}, {"pages", pages},          {"doubts", rewrite.doubts}};
}

void print(Context& context, const Proposal& proposal, const ProposedRewrite& rewrite) {
  Output& out = context.out();
  out.line(out.paint(Style::bold, proposal.id) + "  " + format_time(proposal.time) + "  " + proposal.state + "  " +
           one_line(rewrite.model) + doubts_text(rewrite.doubts.size()));
  for (std::size_t i = 0; i < rewrite.pages.size(); ++i)
    out.line("    " + one_line(context.shown(rewrite.pages[i])) + (i == 0 ? "  (stays)" : ""));
}

void print_doubts(Context& context, const ProposedRewrite& rewrite) {
  if (rewrite.doubts.empty()) return;
  context.out().line("A check by words is in doubt here; look at each:");
  for (const std::string& doubt : rewrite.doubts) context.out().wrapped("  ", one_line(doubt), 4);
}

int list(Context& context, const ProposalFlags& flags) {
  ordered_json document = json_document();
  document["proposals"] = ordered_json::array();
  std::size_t shown = 0;
  for (Proposal proposal : context.index().dreams().proposals()) {
    if (!flags.all && proposal.state != kOpenProposal) continue;
    const ProposedRewrite rewrite = parse_proposal(proposal.document);
    if (proposal.state == kOpenProposal && is_overtaken(context.wiki(), rewrite)) proposal.state = kOvertaken;
    ++shown;
    if (context.options().json)
      document["proposals"].push_back(to_json(proposal, rewrite));
    else
      print(context, proposal, rewrite);
  }
  if (context.options().json)
    context.out().json(document);
  else if (shown == 0)
    context.out().say("no proposals");
  return kExitOk;
}

int show(Context& context, const Proposal& proposal) {
  const Changeset changes = changeset_of(context, proposal);
  const ProposedRewrite rewrite = parse_proposal(proposal.document);
  const bool overtaken = proposal.state == kOpenProposal && is_overtaken(context.wiki(), rewrite);
  if (context.options().json) {
    ordered_json document = json_document();
    document["proposal"] = to_json(proposal, rewrite);
    document["overtaken"] = overtaken;
    document["diff"] = diff_of(context, changes);
    context.out().json(document);
    return kExitOk;
  }
  context.out().page();
  print(context, proposal, rewrite);
  print_doubts(context, rewrite);
  if (overtaken) context.out().line("Its pages were changed since: it can no longer be accepted.");
  context.out().diff(diff_of(context, changes));
  return kExitOk;
}

int accept(Context& context, Proposal proposal) {
  Changeset changes = changeset_of(context, proposal);
  const ProposedRewrite rewrite = parse_proposal(proposal.document);
  if (is_overtaken(context.wiki(), rewrite))
    throw Error(ErrorKind::conflict, "proposals: the pages of " + proposal.id + " were changed since",
                "`ai-memory proposals reject " + proposal.id + "` drops it; a later dream looks at the new texts");
  relink(context, rewrite, changes);
  if (context.options().dry_run) return print_dry_run(context, changes), kExitOk;
  const CommitResult result = apply(context, changes);
  if (result.commit.empty())
    throw Error(ErrorKind::conflict, "proposals: " + proposal.id + " could not be carried out",
                "a page of it was changed at the same time; nothing was done");
  proposal.state = "accepted";
  context.index().dreams().put(proposal);
  if (context.options().json) {
    ordered_json document = json_document();
    document["id"] = proposal.id;
    document["commit"] = result.commit;
    document["run"] = changes.run;
    context.out().json(document);
  } else {
    context.out().say(context.out().typed("accepted (take it back: ai-memory undo " + changes.run + ")"));
  }
  return kExitOk;
}

int reject(Context& context, Proposal proposal) {
  if (context.options().dry_run) {
    context.out().say("would reject " + proposal.id);
    return kExitOk;
  }
  proposal.state = "rejected";
  context.index().dreams().put(proposal);
  if (context.options().json) {
    ordered_json document = json_document();
    document["id"] = proposal.id;
    context.out().json(document);
  } else {
    context.out().say("rejected; its pages stay as they are, and are not asked about again");
  }
  return kExitOk;
}

int proposals(Context& context, const ProposalFlags& flags) {
  if (flags.action == "list") return list(context, flags);
  if (flags.id.empty())
    throw Error(ErrorKind::usage, "proposals: " + flags.action + " needs an ID", "`ai-memory proposals` lists them");
  if (flags.action == "show") return show(context, find(context, flags.id, false));
  if (flags.action == "accept") return accept(context, find(context, flags.id, true));
  return reject(context, find(context, flags.id, true));
}

}  // namespace

Runner setup_proposals(CLI::App& app) {
  auto flags = std::make_shared<ProposalFlags>();
  flags->action = "list";
  app.add_option("ACTION", flags->action, "list, show, accept or reject; list unless said otherwise")
      ->check(CLI::IsMember(std::vector<std::string>{"list", "show", "accept", "reject"}));
  app.add_option("ID", flags->id, "Of a proposal, as list shows it");
  app.add_flag("--all", flags->all, "List also those that were accepted or rejected");
  return [flags](Context& context) { return proposals(context, *flags); };
}

}  // namespace ai_memory
