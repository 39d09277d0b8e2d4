#include "mapping/overlap.h"

#include <algorithm>

namespace clmm::lowering {
namespace {

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
    if (a.empty() || b.empty()) return true;
    return std::ranges::any_of(a, [&](const std::string& each) { return b.contains(each); });
}

}  // namespace

bool overlap(const Rule& a, const Rule& b) {
    if (a.operation != b.operation) return false;
    if (!a.kind.empty() && !b.kind.empty() && a.kind != b.kind) return false;
    if (a.is_used && b.is_used && *a.is_used != *b.is_used) return false;
    return meet(a.orders, b.orders) && meet(a.scopes, b.scopes) && meet(a.regions, b.regions);
}

}  // namespace clmm::lowering
