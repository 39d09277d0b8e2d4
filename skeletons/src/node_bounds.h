#pragma once

#include <functional>
#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/model/program.h"

namespace clmm::skeletons {

/// What a relation may have, and has in any execution in which both events of a pair take place; a
/// set's members are on the diagonal.
struct MayMust {
    BitMatrix may, must;
};

/// Bounds of a model's nodes from those of what is not made of others, computed as they are asked
/// for.
class NodeBounds {
public:
    /// Keeps the program by reference. `base`: of a base node.
    NodeBounds(const model::Program& program, std::size_t events,
               std::function<MayMust(model::NodeId)> base)
        : program_(program),
          base_(std::move(base)),
          known_(program.nodes.size()),
          all_(events),
          diagonal_(events) {
        for (std::size_t a = 0; a < events; ++a) {
            diagonal_.set(a, a);
            for (std::size_t b = 0; b < events; ++b) all_.set(a, b);
        }
    }

    [[nodiscard]] const MayMust& operator[](model::NodeId node);
    [[nodiscard]] const BitMatrix& all() const { return all_; }

private:
    [[nodiscard]] MayMust computed(model::NodeId id);
    [[nodiscard]] MayMust of_two(const model::Node& node);
    [[nodiscard]] MayMust of_one(const model::Node& node);

    const model::Program& program_;
    std::function<MayMust(model::NodeId)> base_;
    std::vector<MayMust> known_;  ///< of size 0 where it is not known yet
    BitMatrix all_, diagonal_;
};

/// The first (second) ones of pairs, on the diagonal.
template <bool first>
[[nodiscard]] BitMatrix ends(const BitMatrix& pairs) {
    BitMatrix made(pairs.size());
    pairs.for_each([&](std::size_t a, std::size_t b) {
        const std::size_t end = first ? a : b;
        made.set(end, end);
    });
    return made;
}

[[nodiscard]] BitMatrix inverse(const BitMatrix& pairs);
[[nodiscard]] BitMatrix composed(const BitMatrix& left, const BitMatrix& right);

}  // namespace clmm::skeletons
