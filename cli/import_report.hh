// How an import answers.
#pragma once

#include "cli/context.hh"
#include "cli/import_plan.hh"
#include "cli/import_survey.hh"

namespace ai_memory {

struct ImportAnswer {
  ImportRead read;
  ImportPlan plan;
  ImportSurvey survey;
  CommitResult result;  // empty in a dry run
};

// Text, or JSON; and what a person must know on stderr.
void print_import(Context& context, const ImportAnswer& answer);

// "1204 pages", "1 page"
std::string counted(std::size_t count, const std::string& one, const std::string& many);

}  // namespace ai_memory
