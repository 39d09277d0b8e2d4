#pragma once

#include <memory>
#include <string>

#include "clmm/base/diagnostic.h"
#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "harness.h"

/// What harnesses that read have in common.
namespace clmm::fuzz {

[[nodiscard]] inline SourcePtr named(const char* name, const std::string& text) {
    return std::make_shared<Source>(name, text);
}

/// Whether a reader has read; where it has not, it says why.
template <class T>
[[nodiscard]] bool is_read(const Result<T>& read, const char* reader) {
    if (!read && render(read.diagnostics()).empty()) broken("an error has words", reader);
    return read.ok();
}

}  // namespace clmm::fuzz
