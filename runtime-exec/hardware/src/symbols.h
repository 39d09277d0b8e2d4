#pragma once

#include <dlfcn.h>

#include <string>

namespace clmm::hardware {

/// What dlsym finds in a library, and the first name that it does not.
class Symbols {
public:
    explicit Symbols(void* library) : library_(library) {}

    template <class Function>
    void optional(Function*& entry, const char* name) const {
        entry = reinterpret_cast<Function*>(dlsym(library_, name));
    }
    template <class Function>
    void required(Function*& entry, const char* name) {
        optional(entry, name);
        if (entry == nullptr && missing_.empty()) missing_ = name;
    }
    [[nodiscard]] const std::string& missing() const { return missing_; }

private:
    void* library_;
    std::string missing_;
};

}  // namespace clmm::hardware
