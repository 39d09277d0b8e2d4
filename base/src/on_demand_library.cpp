#include "clmm/base/on_demand_library.h"

#include <dlfcn.h>

#include <cstring>
#include <mutex>

#include "clmm/base/ensure.h"

namespace clmm {
namespace {

/// In place of a function that the library does not have.
[[noreturn]] void missing() {
    ensure_failed("a library has the functions that it had when clmm was built",
                  std::source_location::current());
}

Diagnostic not_found(const OnDemandLibrary& library, const std::string& what,
                     const std::string& why) {
    Diagnostic problem;
    problem.code = "E-LIBRARY";
    problem.message = what + " needs " + std::string(info(library.feature).name) +
                      ", which cannot be opened: " + why;
    problem.hint = "install the package of " + std::string(library.file);
    return problem;
}

}  // namespace

std::optional<Diagnostic> open_library(const OnDemandLibrary& library, const std::string& what) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    if (library.functions[0] != nullptr) return std::nullopt;
    void* opened = dlopen(library.file, RTLD_LAZY | RTLD_LOCAL);
    if (opened == nullptr) {
        const std::string why = dlerror();
        opened = dlopen(library.built_with, RTLD_LAZY | RTLD_LOCAL);
        if (opened == nullptr) return not_found(library, what, why);
    }
    void** function = library.functions;
    for (const char* name = library.names; *name != '\0'; name += std::strlen(name) + 1) {
        void* const found = dlsym(opened, name);
        *function++ = found != nullptr ? found : reinterpret_cast<void*>(&missing);
    }
    return std::nullopt;
}

}  // namespace clmm
