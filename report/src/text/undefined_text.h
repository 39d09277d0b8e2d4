#pragma once

#include <string>
#include <vector>

#include "clmm/enumerator/check.h"

namespace clmm::report {

/// The kinds of undefined behaviour found, each once, sorted.
[[nodiscard]] std::vector<std::string> undefined_kinds(const model::EngineAnswer& answer);

/// Where in the test's source the undefined behaviour lies: the spans of its actions, or of the
/// term that says when it happens. By position, each once.
[[nodiscard]] std::vector<Span> undefined_spans(const enumerator::CheckResult& result,
                                                const model::UndefinedEntry& entry);

/// Each race or other undefined behaviour with its source lines. Those that lie on the
/// same lines (iterations of a loop) are told once.
/// The entries without those that only repeat a place with other values.
[[nodiscard]] std::vector<const model::UndefinedEntry*> distinct_undefined(
    const enumerator::CheckResult& result);

[[nodiscard]] std::string undefined_to_text(const enumerator::CheckResult& result, bool witnesses);

}  // namespace clmm::report
