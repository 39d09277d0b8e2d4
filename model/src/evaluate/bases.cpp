// What the names mean that every structure has, and how those of its language are asked for, as far
// as it does not depend on the execution beyond which events take place.
#include <algorithm>

#include "clmm/base/ensure.h"
#include "evaluate/facts.h"

namespace clmm::model {
namespace {

using litmus::Event;
using litmus::EventKind;
namespace k = kernels;

bool is_barrier(const Event& event) {
    return event.kind == EventKind::barrier_entry || event.kind == EventKind::barrier_exit;
}

bool is_member(const Event& event, Base base) {
    switch (base) {
        case Base::everything:
            return true;
        case Base::read:
            return event.kind == EventKind::read;
        case Base::write:
            return event.kind == EventKind::write;
        case Base::memory:
            return is_access(event);
        case Base::fence:
            return event.kind == EventKind::fence || is_barrier(event);
        case Base::barrier:
            return is_barrier(event);
        case Base::barrier_entry:
            return event.kind == EventKind::barrier_entry;
        case Base::barrier_exit:
            return event.kind == EventKind::barrier_exit;
        case Base::initial:
            return event.initial;
        default:
            break;
    }
    return false;
}

Words from_matrix(const BitMatrix& matrix) {
    if (matrix.size() == 0) return {};
    return {matrix.row(0), matrix.row(0) + matrix.size() * matrix.stride()};
}

Words same_unit(const EventStructure& structure) {
    const Shape shape(structure.size());
    Words result(shape.words(false));
    for (const Event& a : structure.events)
        for (const Event& b : structure.events)
            if (a.unit.valid() && a.unit == b.unit)
                k::put(result.data() + a.id.index() * shape.stride, b.id.index());
    return result;
}

Words identity(const EventStructure& structure) {
    const Shape shape(structure.size());
    Words result(shape.words(false));
    for (std::size_t a = 0; a < shape.n; ++a) k::put(result.data() + a * shape.stride, a);
    return result;
}

}  // namespace

Words static_base(const EventStructure& structure, Base base) {
    if (structure.events.empty()) return {};
    switch (base) {
        case Base::identity:
            return identity(structure);
        case Base::same_unit:
            return same_unit(structure);
        case Base::sequenced_before:
            return from_matrix(structure.sb);
        case Base::address_dependency:
            return from_matrix(structure.addr);
        case Base::data_dependency:
            return from_matrix(structure.data);
        case Base::control_dependency:
            return from_matrix(structure.ctrl);
        case Base::control_until_join:
            return from_matrix(structure.ctrl_until_join);
        case Base::read_modify_write:
            return from_matrix(structure.rmw);
        default:
            break;
    }
    if (!is_set(base) || base == Base::rmw_event) return {};
    Words result((structure.size() + 63) / 64);
    for (const Event& event : structure.events)
        if (is_member(event, base)) k::put(result.data(), event.id.index());
    return result;
}

Words named_base(const EventStructure& structure, const NamedBase& name) {
    const litmus::FrontEnd& language = *structure.language;
    if (!name.is_set) {
        const auto relation = language.vocabulary().find_relation(name.name);
        ensure(relation.has_value(), "a model is asked about tests in its language");
        return from_matrix(language.pairs(structure, *relation));
    }
    const auto set = language.vocabulary().find_set(name.name);
    ensure(set.has_value(), "a model is asked about tests in its language");
    const BitSet members = language.members(structure, *set);
    return {members.words(), members.words() + members.word_count()};
}

}  // namespace clmm::model
