#include "dream/schema_check.hh"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace ai_memory {
namespace {

using Json = nlohmann::json;

// Servers want "additionalProperties": false; a model that says more than it was asked is no fault.
Json lenient(Json schema) {
  if (schema.is_object()) schema.erase("additionalProperties");
  for (Json& member : schema) {
    if (member.is_structured()) member = lenient(std::move(member));
  }
  return schema;
}

std::string shown_place(const valijson::ValidationResults::Error& error) {
  std::string place;
  for (const std::string& step : error.context) place += step;
  return place;  // "<root>[title]"
}

}  // namespace

std::string schema_fault(const Json& value, const Json& schema) {
  valijson::Schema rules;
  const Json open = lenient(schema);
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(open), rules);
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(rules, valijson::adapters::NlohmannJsonAdapter(value), &results)) return {};
  valijson::ValidationResults::Error error;  // the innermost comes first, and says most
  results.popError(error);
  return "is not of the shape that was asked for: " + shown_place(error) + " " + error.description;
}

}  // namespace ai_memory
