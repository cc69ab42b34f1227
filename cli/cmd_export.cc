#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/export_json.hh"
#include "cli/export_report.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string target, format = "md";
  bool all_projects = false, overwrite = false, usage = false;
};

// A file written there would be a page.
void refuse_inside_wiki(const fs::path& target, const fs::path& wiki) {
  const fs::path relative = fs::weakly_canonical(target).lexically_relative(fs::weakly_canonical(wiki));
  if (!relative.empty() && *relative.begin() != "..")
    throw Error(ErrorKind::usage, target.string() + ": is in the wiki", "export to a place outside of it");
}

// Below the project's folder, or with all projects below the wiki's.
std::string name_of(const PagePath& path, bool all_projects) { return all_projects ? path.str() : path.in_project(); }

// Pages above the folders of projects belong to default/default, and may have a namesake there.
std::vector<ExportedPage> read_pages(Context& context, const std::vector<IndexedPage>& known, bool all_projects,
                                     ExportReport& report) {
  std::vector<ExportedPage> pages;
  std::set<std::string> names;
  for (const IndexedPage& page : known) {
    auto text = context.wiki().read(page.path);
    if (!text) continue;  // went just now
    const std::string name = name_of(page.path, all_projects);
    if (!names.insert(name).second)
      report.problems.push_back({page.path.display(), "another page has that name; --all-projects exports both"});
    else
      pages.push_back({page.path, name, std::move(*text)});
  }
  return pages;
}

std::vector<ExportFile> as_they_are(const std::vector<ExportedPage>& pages) {
  std::vector<ExportFile> files;
  for (const ExportedPage& page : pages) files.push_back({page.name, page.text});
  return files;
}

std::vector<IndexedPage> wanted_pages(Context& context, bool all_projects) {
  const Project& project = context.scope().project;
  auto known = context.index().pages(project_to_show(context, all_projects));
  if (known.empty())
    throw Error(ErrorKind::not_found, (all_projects ? "the wiki" : project.str()) + " has no pages",
                all_projects ? "" : "-p NAME names another project; --all-projects takes all");
  return known;
}

int export_pages(Context& context, const ExportOptions& options) {
  const bool to_stdout = options.format == "json" && (options.target.empty() || options.target == "-");
  if (options.target.empty() && !to_stdout)
    throw Error(ErrorKind::usage, "export: no folder to write to", "ai-memory export DIR");
  if (options.usage && options.format != "json")
    throw Error(ErrorKind::usage, "--usage goes with --format json", "files of markdown hold no counts");
  if (options.target == "-" && !to_stdout)
    throw Error(ErrorKind::usage, "export: -: " + options.format + " is many files, for which stdout is no place",
                "name a folder (./- is one of that name), or take --format json");
  if (!to_stdout) refuse_inside_wiki(options.target, context.wiki().root());

  const auto known = wanted_pages(context, options.all_projects);
  ExportReport left_out;
  const auto pages = read_pages(context, known, options.all_projects, left_out);
  const auto on_difference = options.overwrite ? OnDifference::replace : OnDifference::keep;
  const bool dry_run = context.options().dry_run;
  fs::path folder = options.target;
  std::vector<ExportFile> files;
  if (options.format == "json") {
    const auto document = export_json(pages, known, options.usage);
    if (to_stdout) return context.out().json(document), warn_of_export(context, left_out);
    folder = fs::absolute(options.target).parent_path();
    files = {{fs::path(options.target).filename().string(), document.dump() + "\n"}};
  } else {
    files = options.format == "okf" ? okf_bundle(pages, left_out) : as_they_are(pages);
  }
  ExportReport report = export_files(folder, files, on_difference, dry_run);
  report.problems = std::move(left_out.problems);
  report.renamed = std::move(left_out.renamed);
  print_export(context, options.target, report);
  return warn_of_export(context, report);
}

}  // namespace

Runner setup_export(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  app.add_option("TARGET", options->target, "The folder to write to; with --format json a file, or - for stdout");
  app.add_option("--format", options->format,
                 "md: files as they are; json: one document; okf: a bundle of the Open Knowledge Format")
      ->check(CLI::IsMember({"md", "json", "okf"}))
      ->type_name("FORMAT");
  app.add_flag("--all-projects", options->all_projects, "Every project, each in its folder");
  app.add_flag("--overwrite", options->overwrite, "Replace files that hold other text");
  app.add_flag("--usage", options->usage, "How often pages were used, too (json)");
  return [options](Context& context) { return export_pages(context, *options); };
}

}  // namespace ai_memory
