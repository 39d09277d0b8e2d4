#pragma once

#include "clmm/language/reject.h"

namespace clmm::runtime::compiler {

using language::quote;
using language::reject;
using language::Rejected;
using language::require;

}  // namespace clmm::runtime::compiler
