// How an export answers.
#pragma once

#include <string>

#include "cli/context.hh"
#include "cli/export_folder.hh"

namespace ai_memory {

// Text, or JSON.
void print_export(Context& context, const std::string& target, const ExportReport& report);

// What was left out and why, on stderr. The exit status.
int warn_of_export(Context& context, const ExportReport& report);

}  // namespace ai_memory
