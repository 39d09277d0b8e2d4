#include "compile/cat_names.h"

#include <array>

#include "clmm/base/edit_distance.h"
#include "clmm/targets/languages.h"

namespace clmm::model {
namespace {

struct BaseName {
    std::string_view name;
    Base base;
};

constexpr std::array kBases{
    BaseName{"_", Base::everything},
    BaseName{"R", Base::read},
    BaseName{"W", Base::write},
    BaseName{"M", Base::memory},
    BaseName{"F", Base::fence},
    BaseName{"B", Base::barrier},
    BaseName{"BE", Base::barrier_entry},
    BaseName{"BX", Base::barrier_exit},
    BaseName{"IW", Base::initial},
    BaseName{"RMW", Base::rmw_event},
    BaseName{"id", Base::identity},
    BaseName{"sb", Base::sequenced_before},
    BaseName{"po", Base::sequenced_before},
    BaseName{"rf", Base::reads_from},
    BaseName{"mo", Base::modification_order},
    BaseName{"co", Base::modification_order},
    BaseName{"loc", Base::same_location},
    BaseName{"int", Base::same_unit},
    BaseName{"addr", Base::address_dependency},
    BaseName{"data", Base::data_dependency},
    BaseName{"ctrl", Base::control_dependency},
    BaseName{"ctrl-until-join", Base::control_until_join},
    BaseName{"rmw", Base::read_modify_write},
    BaseName{"bar", Base::barrier_pair},
};

enum class Whole : std::uint8_t {
    external,
    reads_before,
    reads_from,
    modification_order,
    sequenced
};
enum class Part : std::uint8_t { all, external, internal, same_location };

struct DerivedName {
    std::string_view name;
    Whole whole;
    Part part;
};

constexpr std::array kDerived{
    DerivedName{"ext", Whole::external, Part::all},
    DerivedName{"rb", Whole::reads_before, Part::all},
    DerivedName{"fr", Whole::reads_before, Part::all},
    DerivedName{"rfe", Whole::reads_from, Part::external},
    DerivedName{"rfi", Whole::reads_from, Part::internal},
    DerivedName{"moe", Whole::modification_order, Part::external},
    DerivedName{"moi", Whole::modification_order, Part::internal},
    DerivedName{"coe", Whole::modification_order, Part::external},
    DerivedName{"coi", Whole::modification_order, Part::internal},
    DerivedName{"rbe", Whole::reads_before, Part::external},
    DerivedName{"rbi", Whole::reads_before, Part::internal},
    DerivedName{"fre", Whole::reads_before, Part::external},
    DerivedName{"fri", Whole::reads_before, Part::internal},
    DerivedName{"sb-loc", Whole::sequenced, Part::same_location},
    DerivedName{"po-loc", Whole::sequenced, Part::same_location},
};

/// Initial writes belong to no unit: they are external to everything but themselves.
NodeId external(NodeBuilder& nodes, SourcePlace place) {
    const NodeId others = nodes.complement(nodes.base(Base::same_unit, place), place);
    return nodes.subtract(others, nodes.base(Base::identity, place), place);
}

NodeId whole_of(NodeBuilder& nodes, Whole whole, SourcePlace place) {
    switch (whole) {
        case Whole::external:
            return external(nodes, place);
        case Whole::reads_from:
            return nodes.base(Base::reads_from, place);
        case Whole::modification_order:
            return nodes.base(Base::modification_order, place);
        case Whole::sequenced:
            return nodes.base(Base::sequenced_before, place);
        case Whole::reads_before:
            break;
    }
    return nodes.sequence(nodes.inverse(nodes.base(Base::reads_from, place), place),
                          nodes.base(Base::modification_order, place), place);
}

NodeId part_of(NodeBuilder& nodes, NodeId whole, Part part, SourcePlace place) {
    switch (part) {
        case Part::external:
            return nodes.intersect(whole, external(nodes, place), place);
        case Part::internal:
            return nodes.intersect(whole, nodes.base(Base::same_unit, place), place);
        case Part::same_location:
            return nodes.intersect(whole, nodes.base(Base::same_location, place), place);
        case Part::all:
            break;
    }
    return whole;
}

constexpr std::array<std::string_view, 2> kFunctions{"domain", "range"};

}  // namespace

namespace {

/// What the languages have by a name; they agree on whether it is a set.
std::optional<NodeId> of_languages(NodeBuilder& nodes, std::string_view name, SourcePlace place) {
    std::optional<NamedBase> found;
    bool is_symmetric = true;
    for (const litmus::FrontEnd* language : targets::front_ends()) {
        const litmus::Vocabulary& words = language->vocabulary();
        if (const auto set = words.find_set(name)) {
            if (!found) found = {std::string(name), true, std::string(words.sets[*set].absent)};
        } else if (const auto relation = words.find_relation(name)) {
            if (!found) found = {std::string(name), false, {}};
            is_symmetric = is_symmetric && words.relations[*relation].symmetric;
        }
    }
    if (!found) return std::nullopt;
    return nodes.named(*found, !found->is_set && is_symmetric, place);
}

}  // namespace

std::optional<NodeId> predefined(NodeBuilder& nodes, std::string_view name, SourcePlace place) {
    for (const BaseName& each : kBases)
        if (each.name == name) return nodes.base(each.base, place);
    for (const DerivedName& each : kDerived)
        if (each.name == name)
            return part_of(nodes, whole_of(nodes, each.whole, place), each.part, place);
    return of_languages(nodes, name, place);
}

std::vector<std::string_view> predefined_names() {
    std::vector<std::string_view> out(kFunctions.begin(), kFunctions.end());
    for (const BaseName& each : kBases) out.push_back(each.name);
    for (const DerivedName& each : kDerived) out.push_back(each.name);
    for (const litmus::FrontEnd* language : targets::front_ends()) {
        for (const litmus::SetName& each : language->vocabulary().sets) out.push_back(each.name);
        for (const litmus::RelationName& each : language->vocabulary().relations)
            out.push_back(each.name);
    }
    return out;
}

std::optional<std::string> closest_name(std::string_view name,
                                        const std::vector<std::string_view>& candidates) {
    std::size_t best = (name.size() + 1) / 3;  // short names have too many neighbours
    std::optional<std::string> out;
    for (const std::string_view candidate : candidates) {
        const std::size_t edits = edit_distance(name, candidate);
        if (edits > best || (out && edits == best)) continue;
        best = edits;
        out = std::string(candidate);
    }
    return out;
}

}  // namespace clmm::model
