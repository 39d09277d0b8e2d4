#pragma once

#include <string>
#include <string_view>

#include "clmm/base/result.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// Numbers as JSON: arrays in arrays, all of one length at each depth. What JSON has no numbers
/// for stands as "inf", "-inf" and "nan".
///
/// Errors   E-SYNTAX with its place in the text; a number that is none of the type is one.
/// Tests    tests/unit/cli/exec_json_test.cpp
[[nodiscard]] Result<NumberArray> read_json(const SourcePtr& text, NumberType type);
[[nodiscard]] std::string write_json(const NumberArray& array);

/// A text in quotes, with the escapes that JSON needs. What is no UTF-8 is written as U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace clmm::cli
