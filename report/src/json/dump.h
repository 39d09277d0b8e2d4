#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace clmm::report {

/// The text of a document, by so many blanks a level if any are given. Names of files need not be
/// UTF-8: what is not is written as U+FFFD.
template <class Json>
[[nodiscard]] std::string to_json_text(const Json& document, int indent = -1) {
    return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace clmm::report
