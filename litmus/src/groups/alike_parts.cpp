#include <algorithm>
#include <map>
#include <tuple>

#include "clmm/litmus/launch_parts.h"
#include "clmm/litmus/opencl_events.h"

namespace clmm::litmus {
namespace {

/// Numbers that correspond, one to one.
class Pairs {
public:
    bool operator()(std::uint64_t a, std::uint64_t b) {
        const auto [there, first] = to_.emplace(a, b);
        const auto [back, second] = from_.emplace(b, a);
        return there->second == b && back->second == a;
    }

private:
    std::map<std::uint64_t, std::uint64_t> to_, from_;
};

/// Whether what holds in each place of one list holds in the same place of another.
template <class List, class Same>
bool each_same(const List& a, const List& b, const Same& same) {
    return std::ranges::equal(a, b, same);
}

bool same_units(const EventStructure& a, const EventStructure& b) {
    Pairs groups;
    std::map<std::uint32_t, Pairs> sub_groups;
    return each_same(a.units, b.units, [&](const Unit& x, const Unit& y) {
        return std::tuple(x.kind, x.device, x.kernel, x.ancestors) ==
                   std::tuple(y.kind, y.device, y.kernel, y.ancestors) &&
               groups(x.work_group, y.work_group) &&
               sub_groups[x.work_group](x.sub_group, y.sub_group);
    });
}

bool same_locations(const EventStructure& a, const EventStructure& b) {
    Pairs objects;
    return each_same(a.locations, b.locations, [&](const Location& x, const Location& y) {
        const auto type = [](const Location& of) {
            return std::tuple(of.width, of.is_signed, of.is_pointer, of.atomic_type, of.space,
                              of.allocation, of.arbitrary);
        };
        return type(x) == type(y) && objects(x.object, y.object);
    });
}

bool same_terms(const TermPool& a, const TermPool& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[TermId(i)] != b[TermId(i)]) return false;
    return true;
}

bool same_targets(const Event& x, const Event& y) {
    return each_same(x.targets, y.targets, [](const Target& s, const Target& t) {
        return s.location == t.location && s.when == t.when;
    });
}

bool same_events(const EventStructure& a, const EventStructure& b) {
    Pairs objects;
    return each_same(a.events, b.events, [&](const Event& x, const Event& y) {
        const OpenClAttributes& s = attributes(a, x.id);
        const OpenClAttributes& t = attributes(b, y.id);
        const auto shape = [](const Event& of) {
            return std::tuple(of.unit, of.kind, of.initial, of.guard, of.value);
        };
        const auto kind = [](const OpenClAttributes& of) {
            return std::tuple(of.order, of.scope, of.written_scope, of.atomic, of.atomic_location,
                              of.tags.bits());
        };
        return shape(x) == shape(y) && x.label == y.label && same_targets(x, y) &&
               kind(s) == kind(t) && s.regions == t.regions && objects(s.object, t.object);
    });
}

bool same_relations(const EventStructure& a, const EventStructure& b) {
    return a.sb == b.sb && a.data == b.data && a.addr == b.addr && a.ctrl == b.ctrl &&
           a.ctrl_until_join == b.ctrl_until_join && a.control_goes_on == b.control_goes_on &&
           a.rmw == b.rmw && a.sets == b.sets && a.relations == b.relations &&
           each_same(a.barriers, b.barriers, [](const BarrierPair& x, const BarrierPair& y) {
               return std::tuple(x.entry, x.exit, x.when) == std::tuple(y.entry, y.exit, y.when);
           });
}

bool same_questions(const EventStructure& a, const EventStructure& b) {
    const auto is_bound = [](const UnrollBound& x, const UnrollBound& y) {
        const auto all = [](const UnrollBound& of) {
            return std::tuple(of.reached, of.exhaustive, of.unit, of.forever, of.limit);
        };
        return all(x) == all(y);
    };
    const auto is_behaviour = [](const UndefinedBehaviour& x, const UndefinedBehaviour& y) {
        return x.kind == y.kind && x.when == y.when;
    };
    const auto is_choice = [](const FreeChoice& x, const FreeChoice& y) {
        return x.when == y.when && x.event == y.event;
    };
    const auto is_opaque = [](const OpaqueValue& x, const OpaqueValue& y) {
        return x.choice == y.choice;
    };
    return a.constraints == b.constraints && a.condition == b.condition && a.filter == b.filter &&
           a.cut == b.cut && each_same(a.bounds, b.bounds, is_bound) &&
           each_same(a.undefined, b.undefined, is_behaviour) &&
           each_same(a.choices, b.choices, is_choice) &&
           each_same(opencl_data(a).opaque, opencl_data(b).opaque, is_opaque);
}

}  // namespace

bool are_alike(const EventStructure& a, const EventStructure& b) {
    return a.language == b.language && a.size() == b.size() && a.initial_count == b.initial_count &&
           same_units(a, b) && same_locations(a, b) && same_terms(a.terms, b.terms) &&
           same_events(a, b) && same_relations(a, b) && same_questions(a, b) &&
           opencl_data(a).narrows_local == opencl_data(b).narrows_local;
}

std::size_t likeness(const EventStructure& structure) {
    std::uint64_t hash = structure.size();
    const auto mix = [&](std::uint64_t part) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29U;
    };
    for (std::size_t i = 0; i < structure.terms.size(); ++i) {
        mix(static_cast<std::uint64_t>(structure.terms[TermId(i)].op));
        mix(structure.terms[TermId(i)].payload);
    }
    for (const Event& event : structure.events) {
        mix(static_cast<std::uint64_t>(event.kind));
        mix(event.guard.index());
        for (const Target& target : event.targets) mix(target.location.index());
    }
    return hash;
}

}  // namespace clmm::litmus
