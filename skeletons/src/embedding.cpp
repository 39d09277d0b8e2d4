#include "embedding.h"

#include <algorithm>

namespace clmm::skeletons {
namespace {

using litmus::Event;
using litmus::EventStructure;
using litmus::Term;
using litmus::TermId;
using litmus::TermOp;

class Embedding {
public:
    Embedding(const EventStructure& part, const EventStructure& whole)
        : part_(part), whole_(whole), known_(part.terms.size()) {}

    [[nodiscard]] bool exists() {
        return is_whole(part_) && is_whole(whole_) && part_.language == whole_.language &&
               part_.initial_count == whole_.initial_count &&
               part_.units.size() == whole_.units.size() &&
               part_.locations.size() == whole_.locations.size() && place() &&
               std::ranges::all_of(part_.events, [&](const Event& each) { return does(each); }) &&
               relations_are_equal() && barriers_are_equal() && ends_are_equal();
    }

    std::vector<std::size_t> at;  ///< by event of the part

private:
    [[nodiscard]] static bool is_whole(const EventStructure& structure) {
        return structure.bounds.empty() && structure.waits.empty() && !structure.cut;
    }

    /// Accesses and barriers one by one; others behind the same of these, in their order.
    [[nodiscard]] bool place() {
        std::size_t next = 0;
        const auto is_next = [&](const Event& each) {
            return next < part_.size() && part_.events[next].kind == each.kind &&
                   part_.events[next].unit == each.unit;
        };
        for (const Event& each : whole_.events) {
            if (is_for_order_alone(each)) {
                if (is_next(each)) place_at(next, each);
                continue;
            }
            if (!is_next(each)) return false;
            place_at(next, each);
        }
        return next == part_.size();
    }

    void place_at(std::size_t& next, const Event& event) {
        at.push_back(event.id.index());
        ++next;
    }

    [[nodiscard]] bool does(const Event& event) {
        const Event& other = whole_.events[at[event.id.index()]];
        const auto same_target = [&](const litmus::Target& a, const litmus::Target& b) {
            return a.location == b.location && same(a.when, b.when);
        };
        return event.initial == other.initial && same(event.guard, other.guard) &&
               same(event.value, other.value) &&
               std::ranges::equal(event.targets, other.targets, same_target);
    }

    [[nodiscard]] bool same(TermId a, TermId b) {
        if (!a.valid() || !b.valid()) return a.valid() == b.valid();
        TermId& known = known_[a.index()];
        if (known.valid()) return known == b;
        const Term& left = part_.terms[a];
        const Term& right = whole_.terms[b];
        const bool is_read = left.op == TermOp::read_value;
        const std::uint64_t payload = is_read ? at[left.payload] : left.payload;
        const bool is_same = left.op == right.op && left.width == right.width &&
                             payload == right.payload && same(left.a, right.a) &&
                             same(left.b, right.b) && same(left.c, right.c);
        if (is_same) known_[a.index()] = b;
        return is_same;
    }

    [[nodiscard]] bool relations_are_equal() const {
        const auto is_equal = [&](BitMatrix EventStructure::*of) {
            return compare(part_.*of, whole_.*of, [](bool a, bool b) { return a == b; });
        };
        const auto is_within = [&](BitMatrix EventStructure::*of) {
            return compare(part_.*of, whole_.*of, [](bool a, bool b) { return !a || b; });
        };
        return is_equal(&EventStructure::sb) && is_equal(&EventStructure::data) &&
               is_equal(&EventStructure::addr) && is_equal(&EventStructure::rmw) &&
               is_within(&EventStructure::ctrl) && is_within(&EventStructure::ctrl_until_join) &&
               part_.control_goes_on == whole_.control_goes_on;
    }

    template <class Fits>
    [[nodiscard]] bool compare(const BitMatrix& part, const BitMatrix& whole, Fits&& fits) const {
        for (std::size_t a = 0; a < part.size(); ++a)
            for (std::size_t b = 0; b < part.size(); ++b)
                if (!fits(part.test(a, b), whole.test(at[a], at[b]))) return false;
        return true;
    }

    [[nodiscard]] bool barriers_are_equal() {
        return std::ranges::equal(
            part_.barriers, whole_.barriers, [&](const auto& a, const auto& b) {
                return at[a.entry.index()] == b.entry.index() &&
                       at[a.exit.index()] == b.exit.index() && same(a.when, b.when);
            });
    }

    [[nodiscard]] bool ends_are_equal() {
        return same(part_.filter, whole_.filter) &&
               std::ranges::equal(part_.constraints, whole_.constraints,
                                  [&](TermId a, TermId b) { return same(a, b); }) &&
               std::ranges::equal(part_.observables, whole_.observables,
                                  [&](const auto& a, const auto& b) {
                                      return a.name == b.name && same(a.value, b.value);
                                  });
    }

    const EventStructure& part_;
    const EventStructure& whole_;
    std::vector<TermId> known_;  ///< what terms of the part are in the whole
};

}  // namespace

bool is_for_order_alone(const Event& event) {
    return event.kind == litmus::EventKind::fence || event.kind == litmus::EventKind::other;
}

std::optional<std::vector<std::size_t>> embedded(const EventStructure& part,
                                                 const EventStructure& whole) {
    Embedding embedding(part, whole);
    if (!embedding.exists()) return std::nullopt;
    return std::move(embedding.at);
}

}  // namespace clmm::skeletons
