#include "herd/path.h"

#include <algorithm>

namespace clmm::targets {
namespace {

using litmus::EventId;
using litmus::TermPool;

/// Of `ours` and not of `theirs`, but on the other path nevertheless.
bool is_ambiguous(const std::set<EventId>& ours, const std::set<EventId>& theirs,
                  const Path& other) {
    return std::ranges::any_of(ours, [&](EventId event) {
        return !theirs.contains(event) && other.events.contains(event);
    });
}

/// A register that was not written holds 0.
const std::set<EventId>& reads_of(const Path& path, const std::string& name) {
    static const std::set<EventId> none;
    const auto found = path.registers.find(name);
    return found == path.registers.end() ? none : found->second.reads;
}

bool agree(const std::set<EventId>& a, const Path& of_a, const std::set<EventId>& b,
           const Path& of_b) {
    return !is_ambiguous(a, b, of_b) && !is_ambiguous(b, a, of_a);
}

Turn join(const Turn& a, const Turn& b) {
    Turn joined = a;
    joined.used.insert(b.used.begin(), b.used.end());
    std::erase_if(joined.written,
                  [&](const std::string& each) { return !b.written.contains(each); });
    joined.changed.insert(b.changed.begin(), b.changed.end());
    joined.events.insert(b.events.begin(), b.events.end());
    return joined;
}

}  // namespace

bool can_join(const Path& a, const Path& b) {
    if (a.turn.head != b.turn.head || a.reserved != b.reserved ||
        !agree(a.branched_on, a, b.branched_on, b))
        return false;
    const auto fits = [&](const auto& entry) {
        return agree(reads_of(a, entry.first), a, reads_of(b, entry.first), b);
    };
    return std::ranges::all_of(a.registers, fits) && std::ranges::all_of(b.registers, fits);
}

Path join(TermPool& terms, const Path& a, const Path& b) {
    const auto zero = [&](const RegisterValue& like) {
        return RegisterValue{terms.constant(0, terms[like.term].width)};
    };
    Path joined = a;
    joined.guard = terms.lor(a.guard, b.guard);
    joined.branched_on.insert(b.branched_on.begin(), b.branched_on.end());
    joined.events.insert(b.events.begin(), b.events.end());
    joined.turn = join(a.turn, b.turn);
    for (const auto& [head, count] : b.turns) {
        unsigned& known = joined.turns[head];
        known = std::max(known, count);
    }
    for (const auto& [name, value] : b.registers) joined.registers.try_emplace(name, zero(value));
    for (auto& [name, into] : joined.registers) {
        const auto found = b.registers.find(name);
        const RegisterValue value = found == b.registers.end() ? zero(into) : found->second;
        into.term = terms.if_then_else(a.guard, into.term, value.term);
        into.reads.insert(value.reads.begin(), value.reads.end());
        into.is_address = into.is_address || value.is_address;
    }
    return joined;
}

}  // namespace clmm::targets
