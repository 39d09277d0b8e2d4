#pragma once

#include <optional>
#include <string>

#include "clmm/base/features.h"

namespace clmm {

/// A C library that a program opens when it first needs it, in place of being linked with it. The
/// program has functions of the same names, which jump to where `functions` points
/// (cmake/OnDemand.cmake); before the library is open, none may be called.
struct OnDemandLibrary {
    Feature feature;
    const char* file;        ///< as the loader finds it: libz3.so.4
    const char* built_with;  ///< where the build found it, which is tried next
    const char* names;       ///< of functions, one after another; an empty one ends them
    void** functions;        ///< an entry for each name, zero until the library is open
};

/// Opens it for the rest of the process, unless it is. What does so needs `what`.
///
/// Errors   E-LIBRARY where there is no such library; it is looked for again at the next call.
/// Threads  any.
[[nodiscard]] std::optional<Diagnostic> open_library(const OnDemandLibrary& library,
                                                     const std::string& what);

}  // namespace clmm
