#include "mapping/overlap.h"

#include <algorithm>
#include <span>

namespace clmm::lowering {
namespace {

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
    if (a.empty() || b.empty()) return true;
    return std::ranges::any_of(a, [&](const std::string& each) { return b.contains(each); });
}

bool contains(const std::set<std::string>& all, const std::set<std::string>& some) {
    return all.empty() || (!some.empty() && std::ranges::includes(all, some));
}

/// Whether each operation of b is one of a.
bool covers(const Rule& a, const Rule& b) {
    return a.operation == b.operation && (a.kind.empty() || a.kind == b.kind) &&
           (!a.is_used || a.is_used == b.is_used) && contains(a.orders, b.orders) &&
           contains(a.scopes, b.scopes) && contains(a.regions, b.regions);
}

}  // namespace

bool overlap(const Rule& a, const Rule& b) {
    if (a.operation != b.operation) return false;
    if (!a.kind.empty() && !b.kind.empty() && a.kind != b.kind) return false;
    if (a.is_used && b.is_used && *a.is_used != *b.is_used) return false;
    return meet(a.orders, b.orders) && meet(a.scopes, b.scopes) && meet(a.regions, b.regions);
}

bool is_hidden(const Mapping& mapping, std::size_t rule) {
    const auto before = std::span(mapping.rules).first(rule);
    return std::ranges::any_of(before,
                               [&](const Rule& each) { return covers(each, mapping.rules[rule]); });
}

}  // namespace clmm::lowering
