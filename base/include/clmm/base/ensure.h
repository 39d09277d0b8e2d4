#pragma once

#include <source_location>

namespace clmm {

[[noreturn]] void ensure_failed(const char* what, std::source_location where);

/// Always-on check of our own reasoning. Never for a user's mistake, which is a Diagnostic.
///
/// Errors   InternalError with `what`, which should have held, and the place in clmm's source.
inline void ensure(bool holds, const char* what,
                   std::source_location where = std::source_location::current()) {
    if (!holds) [[unlikely]]
        ensure_failed(what, where);
}

}  // namespace clmm
