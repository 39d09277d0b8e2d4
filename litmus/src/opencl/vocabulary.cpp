#include "opencl/vocabulary.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace clmm::litmus {
namespace {

using Attributes = OpenClAttributes;

template <Order order>
bool has_order(const Event& /*event*/, const Attributes& known) {
    return known.order == order;
}

template <Scope scope>
bool has_scope(const Event& /*event*/, const Attributes& known) {
    return known.scope == scope;
}

template <Tag tag>
bool has_tag(const Event& /*event*/, const Attributes& known) {
    return known.tags.has(tag);
}

struct Set {
    SetName name;
    bool (*has)(const Event& event, const Attributes& known);
};

/// "AO" is looked up in the whole structure, see on_atomic_objects.
bool look_up(const Event& /*event*/, const Attributes& /*known*/) { return false; }

constexpr std::array kSets{
    Set{{"A", "is not atomic"}, [](const Event&, const Attributes& a) { return a.atomic; }},
    Set{{"NA"}, [](const Event& e, const Attributes& a) { return is_access(e) && !a.atomic; }},
    Set{{"NAL"},
        [](const Event& e, const Attributes& a) { return is_access(e) && !a.atomic_location; }},
    Set{{"AO"}, look_up},
    Set{{"RLX"}, has_order<Order::relaxed>},
    Set{{"ACQ"}, has_order<Order::acquire>},
    Set{{"REL"}, has_order<Order::release>},
    Set{{"AR"}, has_order<Order::acq_rel>},
    Set{{"ACQ_REL"}, has_order<Order::acq_rel>},
    Set{{"SC"}, has_order<Order::seq_cst>},
    Set{{"WI"}, has_scope<Scope::work_item>},
    Set{{"SG"}, has_scope<Scope::sub_group>},
    Set{{"WG"}, has_scope<Scope::work_group>},
    Set{{"DEV"}, has_scope<Scope::device>},
    Set{{"ALL"}, has_scope<Scope::all>},
    // memory_scope_device as written, reduced to the work-group
    Set{{"REDUCED"},
        [](const Event&, const Attributes& a) {
            return a.scope == Scope::work_group && a.written_scope == Scope::device;
        }},
    Set{{"G"}, [](const Event&, const Attributes& a) { return a.regions.global; }},
    Set{{"L"}, [](const Event&, const Attributes& a) { return a.regions.local; }},
    Set{{"IMG"}, [](const Event&, const Attributes& a) { return a.regions.image; }},
    Set{{"API"}, has_tag<Tag::api_call>},
    Set{{"API_DEVICE"}, has_tag<Tag::device_side>},
    Set{{"API_FINISH"}, has_tag<Tag::finish>},
    Set{{"CMD"}, has_tag<Tag::command>},
    Set{{"CMD_IN_ORDER"}, has_tag<Tag::in_order>},
    Set{{"CMD_MARKER"}, has_tag<Tag::marker>},
    Set{{"CMD_BARRIER"}, has_tag<Tag::command_barrier>},
    Set{{"CMD_NO_WAIT"}, has_tag<Tag::empty_wait_list>},
    Set{{"KERNEL_END"}, has_tag<Tag::kernel_end>},
    Set{{"GROUP_END"}, has_tag<Tag::group_end>},
    Set{{"COMPLETE"}, has_tag<Tag::completion>},
    Set{{"MAP"}, has_tag<Tag::mapping>},
    Set{{"MAP_WRITE"}, has_tag<Tag::mapping_for_write>},
    Set{{"UNMAP"}, has_tag<Tag::unmapping>},
    Set{{"HOST"}, has_tag<Tag::host>},
    Set{{"FROM_HOST"}, has_tag<Tag::kernel_from_host>},
    Set{{"BUF"}, has_tag<Tag::on_buffer>},
    Set{{"CG_SVM"}, has_tag<Tag::on_coarse_svm>},
    Set{{"FG_SVM"}, has_tag<Tag::on_fine_svm>},
    Set{{"ATOMIC_SVM"}, has_tag<Tag::on_atomic_svm>},
    Set{{"SYSTEM_SVM"}, has_tag<Tag::on_system_svm>},
    Set{{"PROGRAM"}, has_tag<Tag::on_program_scope>},
    Set{{"HOST_MEM"}, has_tag<Tag::on_host_memory>},
    Set{{"IMAGE"}, has_tag<Tag::on_image>},
    Set{{"PIPE"}, has_tag<Tag::on_pipe>},
};

using Placement = bool (*)(const Unit&, const Unit&);

struct Placed {
    RelationName name;
    Placement together;
};

/// They come first among the relations; then `obj`, then the links.
constexpr std::array kPlaced{
    Placed{{"ssg", true, true}, same_sub_group},
    Placed{{"swg", true, true}, same_work_group},
    Placed{{"ski", true, true}, same_kernel_instance},
    Placed{{"sdv", true, true}, same_device},
    // of a kernel-instance that enqueued the other's
    Placed{{"parent", false, true}, is_parent},
};
constexpr std::size_t kSameObject = kPlaced.size();
constexpr std::size_t kFirstLink = kSameObject + 1;

constexpr std::array<std::string_view, kLinks> kLinkNames{
    "enqueues",     "wait-list",  "completes",       "waited-for",  "same-queue",
    "starts-items", "ends-items", "calls-back",      "sets-status", "wait-kernel",
    "ends-group",   "wait-group", "child-completes", "ends-mapping"};

Vocabulary make_vocabulary() {
    Vocabulary made;
    for (const Set& set : kSets) made.sets.push_back(set.name);
    for (const Placed& each : kPlaced) made.relations.push_back(each.name);
    made.relations.push_back({"obj"});
    for (const std::string_view name : kLinkNames) made.relations.push_back({name});
    return made;
}

BitMatrix placed(const EventStructure& structure, Placement together) {
    std::vector<std::vector<std::size_t>> events(structure.units.size());
    for (const Event& event : structure.events)
        if (event.unit.valid()) events[event.unit.index()].push_back(event.id.index());
    BitMatrix result(structure.size());
    for (std::size_t a = 0; a < events.size(); ++a)
        for (std::size_t b = 0; b < events.size(); ++b)
            if (!events[a].empty() && !events[b].empty() &&
                together(structure.units[a], structure.units[b]))
                for (const std::size_t from : events[a])
                    for (const std::size_t to : events[b]) result.set(from, to);
    return result;
}

/// Accesses to one memory object that has an allocation kind, reflexive.
BitMatrix same_object(const EventStructure& structure) {
    const auto object = [&](const Event& event) { return attributes(structure, event.id).object; };
    if (std::ranges::all_of(structure.events, [&](const Event& of) { return object(of) == 0; }))
        return {};
    BitMatrix result(structure.size());
    for (const Event& a : structure.events)
        for (const Event& b : structure.events)
            if (object(a) != 0 && object(a) == object(b) && is_access(a) && is_access(b))
                result.set(a.id.index(), b.id.index());
    return result;
}

/// Accesses that may go to an atomic object: one whose type is atomic in every declaration, or that
/// an atomic operation accesses.
BitSet on_atomic_objects(const EventStructure& structure) {
    std::vector<char> is_atomic(structure.locations.size());
    const auto is_one = [&](const Target& target) {
        return is_atomic[target.location.index()] != 0;
    };
    for (const Location& location : structure.locations)
        is_atomic[location.id.index()] = location.atomic_type ? 1 : 0;
    for (const Event& event : structure.events)
        if (is_access(event) && attributes(structure, event.id).atomic)
            for (const Target& target : event.targets) is_atomic[target.location.index()] = 1;
    BitSet result(structure.size());
    for (const Event& event : structure.events)
        if (is_access(event) && std::ranges::any_of(event.targets, is_one))
            result.set(event.id.index());
    return result;
}

}  // namespace

const Vocabulary& opencl_vocabulary() {
    static const Vocabulary made = make_vocabulary();
    return made;
}

BitSet opencl_members(const EventStructure& structure, std::size_t set) {
    if (kSets[set].has == look_up) return on_atomic_objects(structure);
    BitSet result(structure.size());
    const std::vector<OpenClAttributes>& known = opencl_data(structure).of;
    const OpenClAttributes none;
    for (std::size_t i = 0; i < structure.size(); ++i)
        if (kSets[set].has(structure.events[i], i < known.size() ? known[i] : none)) result.set(i);
    return result;
}

BitMatrix opencl_pairs(const EventStructure& structure, std::size_t relation) {
    if (relation < kSameObject) return placed(structure, kPlaced[relation].together);
    if (relation == kSameObject) return same_object(structure);
    return linked(structure, static_cast<Link>(relation - kFirstLink));
}

const BitMatrix& linked(const EventStructure& structure, Link link) {
    static const BitMatrix none;
    const std::size_t number = kFirstLink + static_cast<std::size_t>(link);
    return number < structure.relations.size() ? structure.relations[number] : none;
}

BitMatrix& linked(EventStructure& structure, Link link) {
    structure.relations.resize(kFirstLink + kLinks);
    return structure.relations[kFirstLink + static_cast<std::size_t>(link)];
}

}  // namespace clmm::litmus
