#include "compile/cat_names.h"

#include <array>

#include "clmm/base/edit_distance.h"

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
    BaseName{"A", Base::atomic},
    BaseName{"NA", Base::non_atomic},
    BaseName{"NAL", Base::non_atomic_location},
    BaseName{"RLX", Base::relaxed},
    BaseName{"ACQ", Base::acquire},
    BaseName{"REL", Base::release},
    BaseName{"AR", Base::acq_rel},
    BaseName{"ACQ_REL", Base::acq_rel},
    BaseName{"SC", Base::seq_cst},
    BaseName{"WI", Base::scope_work_item},
    BaseName{"SG", Base::scope_sub_group},
    BaseName{"WG", Base::scope_work_group},
    BaseName{"DEV", Base::scope_device},
    BaseName{"ALL", Base::scope_all},
    BaseName{"REDUCED", Base::scope_reduced},
    BaseName{"G", Base::global},
    BaseName{"L", Base::local},
    BaseName{"IMG", Base::image},
    BaseName{"RMW", Base::rmw_event},
    BaseName{"id", Base::identity},
    BaseName{"sb", Base::sequenced_before},
    BaseName{"po", Base::sequenced_before},
    BaseName{"rf", Base::reads_from},
    BaseName{"mo", Base::modification_order},
    BaseName{"co", Base::modification_order},
    BaseName{"loc", Base::same_location},
    BaseName{"int", Base::same_unit},
    BaseName{"ssg", Base::same_sub_group},
    BaseName{"swg", Base::same_work_group},
    BaseName{"ski", Base::same_kernel_instance},
    BaseName{"sdv", Base::same_device},
    BaseName{"parent", Base::parent_instance},
    BaseName{"addr", Base::address_dependency},
    BaseName{"data", Base::data_dependency},
    BaseName{"ctrl", Base::control_dependency},
    BaseName{"ctrl-until-join", Base::control_until_join},
    BaseName{"rmw", Base::read_modify_write},
    BaseName{"bar", Base::barrier_pair},
    BaseName{"obj", Base::same_object},
};

using litmus::Link;
using litmus::Tag;

struct TagName {
    std::string_view name;
    Tag tag;
};

constexpr std::array kTagNames{
    TagName{"API", Tag::api_call},
    TagName{"API_DEVICE", Tag::device_side},
    TagName{"API_FINISH", Tag::finish},
    TagName{"CMD", Tag::command},
    TagName{"CMD_IN_ORDER", Tag::in_order},
    TagName{"CMD_MARKER", Tag::marker},
    TagName{"CMD_BARRIER", Tag::command_barrier},
    TagName{"CMD_NO_WAIT", Tag::empty_wait_list},
    TagName{"KERNEL_END", Tag::kernel_end},
    TagName{"GROUP_END", Tag::group_end},
    TagName{"COMPLETE", Tag::completion},
    TagName{"MAP", Tag::mapping},
    TagName{"MAP_WRITE", Tag::mapping_for_write},
    TagName{"UNMAP", Tag::unmapping},
    TagName{"HOST", Tag::host},
    TagName{"FROM_HOST", Tag::kernel_from_host},
    TagName{"BUF", Tag::on_buffer},
    TagName{"CG_SVM", Tag::on_coarse_svm},
    TagName{"FG_SVM", Tag::on_fine_svm},
    TagName{"ATOMIC_SVM", Tag::on_atomic_svm},
    TagName{"SYSTEM_SVM", Tag::on_system_svm},
    TagName{"PROGRAM", Tag::on_program_scope},
    TagName{"HOST_MEM", Tag::on_host_memory},
    TagName{"IMAGE", Tag::on_image},
    TagName{"PIPE", Tag::on_pipe},
};
static_assert(kTagNames.size() == litmus::kTags);

struct LinkName {
    std::string_view name;
    Link link;
};

constexpr std::array kLinkNames{
    LinkName{"enqueues", Link::enqueues},
    LinkName{"wait-list", Link::waits_for},
    LinkName{"completes", Link::completes},
    LinkName{"waited-for", Link::waited_for},
    LinkName{"same-queue", Link::same_queue},
    LinkName{"starts-items", Link::starts_items},
    LinkName{"ends-items", Link::ends_items},
    LinkName{"calls-back", Link::calls_back},
    LinkName{"sets-status", Link::sets_status},
    LinkName{"wait-kernel", Link::waits_for_kernel},
    LinkName{"ends-group", Link::ends_group},
    LinkName{"wait-group", Link::waits_for_group},
    LinkName{"child-completes", Link::child_completes},
    LinkName{"ends-mapping", Link::ends_mapping},
};
static_assert(kLinkNames.size() == litmus::kLinks);

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
NodeId external(NodeBuilder& nodes, Place place) {
    const NodeId others = nodes.complement(nodes.base(Base::same_unit, place), place);
    return nodes.subtract(others, nodes.base(Base::identity, place), place);
}

NodeId whole_of(NodeBuilder& nodes, Whole whole, Place place) {
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

NodeId part_of(NodeBuilder& nodes, NodeId whole, Part part, Place place) {
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

constexpr std::size_t kLongestComparedName = 64;

}  // namespace

std::optional<NodeId> predefined(NodeBuilder& nodes, std::string_view name, Place place) {
    for (const BaseName& each : kBases)
        if (each.name == name) return nodes.base(each.base, place);
    for (const TagName& each : kTagNames)
        if (each.name == name) return nodes.base(base_of(each.tag), place);
    for (const LinkName& each : kLinkNames)
        if (each.name == name) return nodes.base(base_of(each.link), place);
    for (const DerivedName& each : kDerived)
        if (each.name == name)
            return part_of(nodes, whole_of(nodes, each.whole, place), each.part, place);
    return std::nullopt;
}

std::vector<std::string_view> predefined_names() {
    std::vector<std::string_view> out(kFunctions.begin(), kFunctions.end());
    for (const BaseName& each : kBases) out.push_back(each.name);
    for (const TagName& each : kTagNames) out.push_back(each.name);
    for (const LinkName& each : kLinkNames) out.push_back(each.name);
    for (const DerivedName& each : kDerived) out.push_back(each.name);
    return out;
}

std::optional<std::string> closest_name(std::string_view name,
                                        const std::vector<std::string_view>& candidates) {
    if (name.size() > kLongestComparedName) return std::nullopt;
    std::size_t best = (name.size() + 1) / 3;  // short names have too many neighbours
    std::optional<std::string> out;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > kLongestComparedName) continue;
        const std::size_t edits = edit_distance(name, candidate);
        if (edits > best || (out && edits == best)) continue;
        best = edits;
        out = std::string(candidate);
    }
    return out;
}

}  // namespace clmm::model
