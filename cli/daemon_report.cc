#include "cli/daemon_report.hh"

#include <nlohmann/json.hpp>

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

struct Row {
  const CadenceJob& job;
  const JobRecord* last;  // null: it never ran
  Timestamp due;
};

std::vector<Row> rows_of(const Cadence& cadence, const DaemonState& state, std::optional<Timestamp> last_use) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < cadence.jobs().size(); ++i) {
    const auto record = state.find(cadence.jobs()[i].name);
    rows.push_back({cadence.jobs()[i], record == state.end() ? nullptr : &record->second, cadence.due(i, last_use)});
  }
  return rows;
}

ordered_json to_json(const Row& row) {
  return {{"name", row.job.name},
          {"interval_secs", row.job.interval.count()},
          {"ended", row.last ? ordered_json(format_time(row.last->ended)) : ordered_json()},
          {"status", row.last ? ordered_json(row.last->status) : ordered_json()},
          {"next", format_time(row.due)}};
}

std::string line_of(const Row& row, Timestamp now) {
  const std::string last =
      row.last ? "last " + format_time(row.last->ended) + ", exit status " + std::to_string(row.last->status)
               : "never yet";
  return fit(row.job.name, 6) + " every " + std::to_string(row.job.interval.count()) + " s; " + last + "; due " +
         (row.due <= now ? "now" : format_time(row.due));
}

}  // namespace

void print_schedule(Context& context, const Cadence& cadence, const DaemonState& state,
                    std::optional<Timestamp> last_use) {
  auto document = json_document();
  document["dry_run"] = context.options().dry_run;
  document["jobs"] = ordered_json::array();
  for (const Row& row : rows_of(cadence, state, last_use)) {
    document["jobs"].push_back(to_json(row));
    if (!context.options().json) context.out().line(line_of(row, context.now()));
  }
  if (context.options().json) context.out().json(document);
}

}  // namespace ai_memory
