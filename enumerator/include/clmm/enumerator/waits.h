#pragma once

#include <string>

#include "clmm/enumerator/check.h"

namespace clmm::enumerator {

/// Whether some execution does not end, since a unit waits for ever.
[[nodiscard]] bool may_not_end(const CheckResult& result);

/// Who waits for ever in some execution, and where: `P1 waits for ever at line 4`. Empty: nobody.
[[nodiscard]] std::string who_waits(const CheckResult& result);

}  // namespace clmm::enumerator
