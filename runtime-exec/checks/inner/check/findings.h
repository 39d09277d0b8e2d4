#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "clmm/runtime/execution_environment.h"

namespace clmm::runtime::check {

/// What has been found so far: the first of its kind at each place, and how many more there were.
///
/// Threads  one at a time.
class Findings {
public:
    /// `make` is called for the first one only.
    void add(FindingKind kind, const SourcePtr& source, Span span,
             const std::function<Finding()>& make, std::uint64_t count = 1);
    /// By kind, then in the order of the text.
    [[nodiscard]] std::vector<Finding> all() const;

private:
    struct Key {
        FindingKind kind = FindingKind::race;
        const Source* source = nullptr;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, Finding> found_;
};

}  // namespace clmm::runtime::check
