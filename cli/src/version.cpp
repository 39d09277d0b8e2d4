#include "version.h"

namespace clmm::cli {

std::string_view version() { return CLMM_VERSION; }

}  // namespace clmm::cli
