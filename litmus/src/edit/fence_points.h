#pragma once

#include <string_view>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/parser/litmus_tree.h"
#include "unfold/call_sites.h"

namespace clmm::litmus {

/// Where a fence can stand: beside a statement.
struct FencePoint {
    enum class Side : std::uint8_t {
        before,
        after,
        braced  ///< before a statement that needs braces then
    };
    Side side = Side::before;
    Span statement;
    bool on_host = false;
};

/// The points of all bodies that are used, in the order of the text. Between two points lies
/// something that acts, calls or branches: elsewhere it does not matter where a fence is.
[[nodiscard]] std::vector<FencePoint> fence_points(const syntax::LitmusTree& tree,
                                                   const EventStructure& structure);

/// A point with every fence that it may get. `number` becomes its `site`.
[[nodiscard]] OpenClChangePlace place_of(const FencePoint& point, std::size_t number,
                                         const Offer& offer, std::string_view function);

/// Fences as statements, on a line of their own where the statement beside them has one.
struct FenceStatement {
    Change change;
    std::string text;
};
[[nodiscard]] std::vector<Edit> edits_of(const FencePoint& point,
                                         const std::vector<FenceStatement>& fences,
                                         std::string_view text);

}  // namespace clmm::litmus
