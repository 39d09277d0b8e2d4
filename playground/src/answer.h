#pragma once

#include <string>
#include <string_view>

/// What the page asks of clmm, and what it gets, as texts of JSON.
namespace clmm::playground {

/// One request.
///
/// Shape    request  {"ask": "about"}, {"ask": "model", "model": word, "cat"}, or {"ask": "check",
///                   "page" or "repair", "name", "text", "model": word, "own.cat" for the text
///                   "cat", or "" for the usual one, "switches": ["NAME=VALUE"], "without": axioms,
///                   "unroll", "timeout"}
///          reply    of "about" {"version", "models"}; of "model" {"name", "documentation",
///                   "switches", "axioms"}; of a test {"result", "problems", "model",
///                   "default_model", "usual"}, `result` as in `results` of docs/json-schema, of
///                   "check" with a "summary" as in the index of a report, of "page" with the
///                   "html" of one, of "repair" with what `clmm repair` tells as "told" and, if
///                   there is one, the "repaired" text in place of a result
/// Units    `timeout` in milliseconds; places in `problems` are bytes of the text, end excluded
/// Errors   a test or model that is rejected is a reply: {"problems"}, and of a test its "result";
/// a request that is
///          no such JSON throws nlohmann::json::exception
[[nodiscard]] std::string answer(std::string_view request);

}  // namespace clmm::playground
