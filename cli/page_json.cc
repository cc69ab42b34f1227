#include "cli/page_json.hh"

#include <nlohmann/json.hpp>

namespace ai_memory {

using Json = nlohmann::ordered_json;

Json json_time(const std::optional<Timestamp>& time) { return time ? Json(format_time(*time)) : Json(nullptr); }

Json to_json(const IndexedPage& page) {
  Json json = {{"path", page.path.str()},
               {"project", page.path.project().str()},
               {"title", page.title},
               {"kind", page.kind},
               {"tier", page.tier},
               {"tags", page.tags},
               {"pinned", page.pinned},
               {"created", format_time(page.created)},
               {"changed", format_time(page.body_changed)},
               {"expires_at", json_time(page.expires_at)},
               {"bytes", page.bytes},
               {"accesses", page.accesses},
               {"last_access", json_time(page.last_access)}};
  if (!page.protected_why.empty()) json["protected"] = page.protected_why;
  return json;
}

Json to_json(const CommitInfo& commit) {
  Json json = {{"commit", commit.id},
               {"time", format_time(commit.commit_time)},
               {"author", commit.author},
               {"author_time", format_time(commit.author_time)},
               {"subject", commit.subject}};
  if (!commit.run.empty()) json["run"] = commit.run;
  if (!commit.pass.empty()) json["pass"] = commit.pass;
  if (!commit.source.empty()) json["source"] = commit.source;
  return json;
}

Json json_commit(const CommitId& commit) { return commit.empty() ? Json(nullptr) : Json(commit); }

}  // namespace ai_memory
