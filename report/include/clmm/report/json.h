#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clmm/enumerator/check.h"
#include "clmm/report/sink.h"

/// Results as JSON, docs/json-schema/check.schema.json. A document is header, results separated
/// by a comma and a line break, footer, so that results can be written as they come.
///
/// Units    times in microseconds; spans in lines and columns, counted from 1.
/// Errors   none; text that is no UTF-8 has its bytes replaced.
namespace clmm::report {

struct JsonOptions {
    bool witness = false;  ///< an execution for the deciding outcome and for undefined behaviour
    bool time = false;     ///< times; makes the text differ from run to run
    std::optional<std::uint64_t> states;  ///< most outcomes to list; nullopt: all
};

[[nodiscard]] std::string json_header(std::string_view version);
[[nodiscard]] std::string json_footer();

/// One member of `results`; no line break at the end.
[[nodiscard]] std::string to_json(const enumerator::CheckResult& result,
                                  const JsonOptions& options = {});
void write_json(const enumerator::CheckResult& result, const JsonOptions& options,
                const Sink& sink);

/// One member of `results` for a test that could not be checked. `model` may be empty.
[[nodiscard]] std::string rejection_to_json(std::string_view file, std::string_view model,
                                            const Diagnostics& problems);

}  // namespace clmm::report
