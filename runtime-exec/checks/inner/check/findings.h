#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "clmm/runtime/execution_environment.h"

namespace clmm::runtime::check {

/// A work-group of all those that have run. A group runs in one order, groups in any.
struct GroupPlace {
    std::uint64_t launch = 0;  ///< counted as kernel-instances start
    std::uint64_t group = 0;   ///< linear ID
    auto operator<=>(const GroupPlace&) const = default;
};

/// What has been found so far: the first of its kind at each place, and how many more there were.
/// The first is what the first work-group came to, whichever was faster.
///
/// Threads  one at a time.
class Findings {
public:
    /// `make` is called for what is the first, so far.
    void add(FindingKind kind, const SourcePtr& source, Span span, GroupPlace by,
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
    struct Found {
        Finding finding;
        GroupPlace by;
    };
    std::map<Key, Found> found_;
};

}  // namespace clmm::runtime::check
