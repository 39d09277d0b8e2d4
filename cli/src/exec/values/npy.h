#pragma once

#include <string>
#include <string_view>

#include "clmm/base/result.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// NumPy's array files (.npy), format 1.0 and 2.0: little-endian numbers in C order.
///
/// Errors   E-FILE, without a place: what the file has that is not read here (big-endian numbers,
///          Fortran order, other types), or where it is damaged.
/// Tests    tests/unit/cli/exec_npy_test.cpp
[[nodiscard]] Result<NumberArray> read_npy(std::string_view bytes, const std::string& name);
[[nodiscard]] std::string write_npy(const NumberArray& array);

}  // namespace clmm::cli
