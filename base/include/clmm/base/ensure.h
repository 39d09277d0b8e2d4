#pragma once

#include <source_location>

namespace clmm {

[[noreturn]] void ensure_failed(const char* what, std::source_location where);

/// Always-on check of our own reasoning; throws InternalError. Never for a user's mistake.
inline void ensure(bool holds, const char* what,
                   std::source_location where = std::source_location::current()) {
    if (!holds) [[unlikely]]
        ensure_failed(what, where);
}

}  // namespace clmm
