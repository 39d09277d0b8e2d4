#include "clmm/base/ensure.h"

#include <string>

#include "clmm/base/internal_error.h"

namespace clmm {

void ensure_failed(const char* what, std::source_location where) {
    throw InternalError(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                        ": internal error: " + what);
}

}  // namespace clmm
