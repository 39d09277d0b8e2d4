#pragma once

#include <cstdint>
#include <vector>

#include "clmm/litmus/term.h"

namespace clmm::runtime::launches {

using litmus::Term;
using litmus::TermId;
using litmus::TermOp;
using litmus::TermPool;

/// For whom a choice is one value: all work-items, those of one group, or a work-item alone.
enum class Extent : std::uint8_t { launch, group, item };

/// The terms of one question about a kernel, and whose value each choice is.
///
/// Shape    terms are those of any one work-item; Copies (questions.h) makes two of it.
class Symbols {
public:
    [[nodiscard]] TermPool& terms() { return terms_; }
    [[nodiscard]] const TermPool& terms() const { return terms_; }
    [[nodiscard]] TermId fresh(unsigned width, Extent extent) {
        extents_.push_back(extent);
        return terms_.choice(width);
    }
    [[nodiscard]] Extent extent(std::uint64_t choice) const { return extents_[choice]; }
    /// The numbers of the choices in a term, ascending.
    [[nodiscard]] const std::vector<std::uint64_t>& choices(TermId term);

private:
    TermPool terms_;
    std::vector<Extent> extents_;  ///< by the choice's number
    std::vector<std::vector<std::uint64_t>> choices_;
    std::vector<bool> known_;
};

/// A node with other operands.
[[nodiscard]] TermId rebuilt(TermPool& terms, const Term& node, TermId a, TermId b, TermId c);

}  // namespace clmm::runtime::launches
