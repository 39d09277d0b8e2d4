#include "harness/layout.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "harness/refuse.h"
#include "kernel_text/walk.h"

namespace clmm::hardware {
namespace {

using litmus::AddressSpace;
using litmus::Allocation;
using litmus::UnitKind;

std::string thread_name(const syntax::Thread& thread) {
    return "P" + std::to_string(thread.number);
}

void check_device(const litmus::Unit& unit, const litmus::Unit& first, Span span) {
    if (unit.device != first.device)
        refuse("P" + std::to_string(unit.number) + " is on another device; a test runs on one",
               span);
}

// ---- roles ----

void check_kind(const syntax::LitmusTree& tree) {
    if (!tree.launches.empty())
        refuse("kernels over NDRanges are not executed as tests", tree.launches.front().span,
               "write each work-item as a thread P0, P1, …; clmm exec runs kernels");
    if (tree.threads.empty())
        refuse("the test has no unit that a device could execute", Span{0, 0});
    for (const syntax::Function& function : tree.functions)
        for (const syntax::Attribute& attribute : function.attributes)
            refuse("'" + attribute.name + "' is not executed on devices", attribute.span);
}

std::vector<Role> make_roles(const syntax::LitmusTree& tree, const litmus::LitmusTest& test) {
    std::vector<Role> roles;
    for (std::size_t i = 0; i < tree.threads.size(); ++i) {
        const syntax::Thread& thread = tree.threads[i];
        const litmus::Unit& unit = test.units[i];
        if (unit.kind != UnitKind::work_item)
            refuse(thread_name(thread) + " is a host thread, which no device executes",
                   thread.name_span, "clmm exec runs host programs");
        check_device(unit, test.units.front(), thread.name_span);
        if (!same_kernel_instance(unit, test.units.front()))
            refuse(thread_name(thread) + " is in another kernel-instance; a test runs in one",
                   thread.name_span);
        roles.push_back({.thread = &thread, .unit = unit.id, .number = thread.number});
    }
    return roles;
}

std::vector<TestGroup> make_groups(std::vector<Role>& roles, const litmus::LitmusTest& test,
                                   bool real_sub_groups) {
    std::vector<TestGroup> groups;
    for (std::size_t r = 0; r < roles.size(); ++r) {
        const litmus::Unit& unit = test.units[roles[r].unit.index()];
        auto found = std::ranges::find(groups, unit.work_group, &TestGroup::work_group);
        if (found == groups.end()) {
            groups.push_back({.work_group = unit.work_group, .roles = {}, .sub_groups = {}});
            found = groups.end() - 1;
        }
        roles[r].group = static_cast<std::size_t>(found - groups.begin());
        found->roles.push_back(r);
        const auto same = [&](const std::vector<std::size_t>& members) {
            return real_sub_groups &&
                   test.units[roles[members.front()].unit.index()].sub_group == unit.sub_group;
        };
        const auto sub_group = std::ranges::find_if(found->sub_groups, same);
        if (sub_group == found->sub_groups.end())
            found->sub_groups.push_back({r});
        else
            sub_group->push_back(r);
    }
    return groups;
}

/// Work-items that run other instances in the same work-group must come to the same barriers.
void find_barriers(Layout& layout, const litmus::EventStructure& structure) {
    for (const litmus::Event& event : structure.events) {
        if (event.kind != litmus::EventKind::barrier_entry) continue;
        for (const Role& role : layout.roles)
            if (role.unit == event.unit) layout.groups[role.group].has_barrier = true;
    }
}

void check_barriers(const litmus::EventStructure& structure) {
    for (const litmus::Event& event : structure.events)
        if (event.kind == litmus::EventKind::barrier_entry && !structure.terms.is_true(event.guard))
            refuse("a barrier that only some executions reach is not executed on devices",
                   event.span, "a work-group there runs many instances of the test at once");
}

// ---- objects ----

std::string root(const std::string& name) { return name.substr(0, name.find_first_of("[.")); }

bool has_word(const syntax::TypeName& type, std::string_view word) {
    return std::ranges::find(type.qualifiers, word) != type.qualifiers.end();
}

void check_allocation(const syntax::LitmusTree& tree, const litmus::Location& location) {
    const bool fine = location.allocation != Allocation::image &&
                      location.allocation != Allocation::pipe &&
                      location.allocation != Allocation::host_memory;
    if (fine) return;
    const auto entry =
        std::ranges::find(tree.initial_state, root(location.name), &syntax::InitEntry::name);
    refuse("'" + root(location.name) + "' is no memory that kernels of a test have on devices",
           entry == tree.initial_state.end() ? Span{0, 0} : entry->span,
           "images, pipes and host memory are the checker's");
}

std::vector<PlacedObject> make_objects(const syntax::LitmusTree& tree,
                                       const std::vector<litmus::Location>& locations) {
    for (const syntax::InitEntry& entry : tree.initial_state)
        if (entry.type && has_word(*entry.type, "sub_buffer"))
            refuse("'" + entry.name + "' is a sub-buffer, which is not executed", entry.span);
    std::vector<PlacedObject> objects;
    for (const litmus::Location& location : locations) {
        check_allocation(tree, location);
        auto found = std::ranges::find(objects, root(location.name), &PlacedObject::name);
        if (found == objects.end()) {
            objects.push_back({.name = root(location.name),
                               .space = location.space,
                               .address = location.address,
                               .locations = {}});
            found = objects.end() - 1;
        }
        const unsigned size = location.width / 8;
        const std::uint64_t end = location.address - found->address + size;
        const unsigned alignment = std::max(4U, size);
        found->bytes = static_cast<std::uint32_t>((end + alignment - 1) / alignment * alignment);
        found->locations.push_back(&location);
    }
    for (PlacedObject& object : objects)
        if (std::ranges::any_of(object.locations, [](const auto* l) { return l->width == 64; }))
            object.bytes = (object.bytes + 7) / 8 * 8;
    return objects;
}

/// A local object is used by one work-group, and by pointers to local memory alone.
class Users {
public:
    explicit Users(Layout& layout) : layout_(layout), used_(layout.objects.size(), false) {}

    void operator()(const Role& role, const syntax::Declarator& declarator) {
        const PlacedObject* found = object_of(layout_, role, declarator);
        if (found == nullptr) return;
        const auto index = static_cast<std::size_t>(found - layout_.objects.data());
        PlacedObject& object = layout_.objects[index];
        const bool is_local = object.space == AddressSpace::local;
        if (has_word(declarator.type, is_local ? "global" : "local"))
            refuse("'" + object.name + "' is in global memory for one unit and in local memory " +
                       "for another",
                   declarator.span);
        if (!is_local) return;
        if (used_[index] && object.group != role.group)
            refuse("'" + object.name + "' is in local memory, and units of different work-groups " +
                       "use it",
                   declarator.span, "no device has such memory");
        object.group = role.group;
        used_[index] = true;
    }

private:
    Layout& layout_;
    std::vector<bool> used_;
};

std::uint32_t odd_power(std::uint32_t base, std::size_t exponent) {
    std::uint32_t power = 1;
    for (std::size_t i = 0; i < exponent; ++i) power *= base | 1U;
    return power;
}

void place_objects(Layout& layout, const Tuning& tuning) {
    std::uint64_t words = 0;
    std::vector<std::uint64_t> local(layout.groups.size(), 0);
    for (std::size_t i = 0; i < layout.objects.size(); ++i) {
        PlacedObject& object = layout.objects[i];
        const bool wide = object.bytes % 8 == 0;
        if (object.space == AddressSpace::constant) continue;
        if (object.space == AddressSpace::local) {
            object.stride = object.bytes;
            local[object.group] = (local[object.group] + 7) / 8 * 8;
            object.offset = local[object.group];
            local[object.group] += std::uint64_t{layout.block + 1} * object.bytes;
            continue;
        }
        object.stride = std::max(tuning.stride, object.bytes / 4);
        if (wide) object.stride += object.stride % 2;
        object.multiplier = odd_power(tuning.location_permutation, i) & (layout.slots - 1);
        if (wide) words += words % 2;
        object.offset = words;
        words += std::uint64_t{layout.slots} * object.stride + tuning.location_offset;
    }
    layout.memory_words = std::max<std::uint64_t>(words, 1);
    layout.local_bytes = local.empty() ? 0 : (*std::ranges::max_element(local) + 7) / 8 * 8;
}

// ---- who runs what ----

void place_lanes(TestGroup& group, const Layout& layout, std::uint32_t sub_group_size) {
    const auto wanted = static_cast<std::uint32_t>(group.sub_groups.size());
    const std::uint32_t size = sub_group_size != 0 ? sub_group_size : layout.lanes / wanted;
    std::size_t most = 1;
    for (const auto& members : group.sub_groups) most = std::max(most, members.size());
    if (size == 0 || layout.lanes / size < wanted || size < most)
        refuse_tuning("work_group_size: " + std::to_string(layout.lanes) +
                          " work-items are too few for the units of a work-group",
                      "the units need sub-groups of their own");
    group.sub_group_lanes = size;
    group.cluster = static_cast<std::uint32_t>(size / most);
    group.per_round = layout.lanes / size / wanted * group.cluster;
}

void fit_local_memory(Layout& layout, const DeviceInfo& device) {
    for (TestGroup& group : layout.groups) {
        if (group.local_bytes == 0) continue;
        const std::uint64_t fits = device.local_memory / group.local_bytes;
        if (fits < 2)
            refuse_tuning("the test's objects do not fit in the local memory of the device, " +
                          std::to_string(device.local_memory) + " bytes");
        layout.block = static_cast<std::uint32_t>(std::min<std::uint64_t>(layout.block, fits - 1));
    }
}

/// A sweep tells placements apart by where the test's work-groups are, so each needs a thread.
void check_sweep(const Layout& layout, const DeviceInfo& device, const Tuning& tuning) {
    if (tuning.affinity != Tuning::Affinity::sweep) return;
    const std::size_t groups = layout.groups.size();
    const std::size_t most =
        std::min<std::size_t>(device.compute_units, device.topology.processors.size());
    if (groups > most)
        refuse_tuning("affinity: a sweep needs a compute unit and a processor for each of the " +
                      std::to_string(groups) + " work-groups of the test, and there are " +
                      std::to_string(most));
}

void place_blocks(Layout& layout, const DeviceInfo& device, const Tuning& tuning) {
    const auto groups = static_cast<std::uint32_t>(layout.groups.size());
    const bool is_looping = tuning.style == Tuning::Style::looping;
    const bool one_team = !is_looping || tuning.affinity == Tuning::Affinity::sweep;
    layout.teams = one_team ? 1 : std::max(1U, device.compute_units / groups);
    const std::uint32_t together = is_looping ? layout.teams : groups;
    const std::uint32_t wanted = (tuning.instances + layout.block - 1) / layout.block;
    layout.blocks = std::max(1U, (wanted + together - 1) / together) * together;
    layout.instances = layout.blocks * layout.block;
    layout.testing_groups = is_looping ? groups * layout.teams : layout.blocks;
    layout.steps = is_looping ? layout.blocks / layout.teams : groups;
    layout.group_offset = tuning.permutation % layout.blocks;
    while (std::gcd(layout.group_offset, layout.blocks) != 1 ||
           layout.group_offset % groups != 1 % groups)
        ++layout.group_offset;
}

/// What follows from roles, groups and objects, once it is known who shares sub-groups.
void finish_layout(Layout& layout, const DeviceInfo& device, const Tuning& tuning) {
    for (const TestGroup& group : layout.groups)
        layout.block = std::max(layout.block, group.per_round);
    fit_local_memory(layout, device);
    for (TestGroup& group : layout.groups)
        group.rounds = (layout.block + group.per_round - 1) / group.per_round;
    check_sweep(layout, device, tuning);
    place_blocks(layout, device, tuning);
    const bool has_spare = std::ranges::any_of(layout.groups, &TestGroup::has_barrier);
    layout.slots = std::bit_ceil(layout.instances + (has_spare ? 1U : 0U));
    layout.stress_groups = tuning.stress_groups;
    place_objects(layout, tuning);
    if (layout.memory_words * 4 > device.global_memory / 2)
        refuse_tuning("the instances need " + std::to_string(layout.memory_words * 4) +
                          " bytes, and the device has " + std::to_string(device.global_memory),
                      "make instances or stride smaller");
}

}  // namespace

std::uint32_t coprime(std::uint32_t wanted, std::uint32_t modulus) {
    std::uint32_t found = std::max(1U, wanted % std::max(1U, modulus));
    while (std::gcd(found, modulus) != 1) ++found;
    return found;
}

const PlacedObject* object_of(const Layout& layout, const Role& role,
                              const syntax::Declarator& declarator) {
    const TestGroup& group = layout.groups[role.group];
    const auto named = [&](const std::string& name) {
        const auto found = std::ranges::find(layout.objects, name, &PlacedObject::name);
        return found == layout.objects.end() ? nullptr : &*found;
    };
    if (const PlacedObject* own = named(declarator.name + "@wg" + std::to_string(group.work_group)))
        return own;
    return named(declarator.name);
}

Layout make_layout(const syntax::LitmusTree& tree, const litmus::LitmusTest& test,
                   const litmus::EventStructure& structure, const DeviceInfo& device,
                   const Tuning& tuning) {
    check_kind(tree);
    Layout layout;
    layout.roles = make_roles(tree, test);
    const std::uint32_t sub_group_size =
        device.is_cpu ? 0 : static_cast<std::uint32_t>(device.sub_group_size);
    layout.groups = make_groups(layout.roles, test, sub_group_size != 0);
    check_barriers(structure);
    find_barriers(layout, structure);
    layout.objects = make_objects(tree, structure.locations);
    layout.lanes = tuning.work_group_size;
    for (TestGroup& group : layout.groups) place_lanes(group, layout, sub_group_size);
    Users users(layout);
    for (const Role& role : layout.roles) {
        for (const syntax::Declarator& parameter : role.thread->parameters)
            if (!parameter.type.pointers.empty()) users(role, parameter);
        syntax::for_each_declarator(role.thread->body, [&](const syntax::Declarator& each) {
            if (is_local_object(each)) users(role, each);
        });
    }
    for (const PlacedObject& object : layout.objects)
        if (object.space == AddressSpace::local)
            layout.groups[object.group].local_bytes += (object.bytes + 7) / 8 * 8;
    finish_layout(layout, device, tuning);
    return layout;
}

namespace {

// Of tests in assembly.

std::vector<Role> all_units(const litmus::LitmusTest& test) {
    std::vector<Role> roles;
    for (const litmus::Unit& unit : test.units)
        roles.push_back({.unit = unit.id, .number = unit.number});
    return roles;
}

std::vector<PlacedObject> all_locations(const litmus::EventStructure& structure) {
    std::vector<PlacedObject> objects;
    for (const litmus::Location& location : structure.locations)
        objects.push_back({.name = location.name,
                           .address = location.address,
                           .bytes = location.width / 8,
                           .locations = {&location}});
    return objects;
}

}  // namespace

Layout make_thread_layout(const litmus::LitmusTest& test, const litmus::EventStructure& structure,
                          const DeviceInfo& device, const Tuning& tuning) {
    Layout layout;
    layout.roles = all_units(test);
    layout.objects = all_locations(structure);
    layout.lanes = tuning.work_group_size;
    for (std::size_t i = 0; i < layout.roles.size(); ++i) {
        layout.roles[i].group = i;
        layout.groups.push_back(
            {.work_group = static_cast<std::uint32_t>(i), .roles = {i}, .sub_groups = {{i}}});
        place_lanes(layout.groups.back(), layout, 0);
    }
    finish_layout(layout, device, tuning);
    return layout;
}

Layout make_layout(const litmus::LitmusTest& test, const litmus::EventStructure& structure,
                   const DeviceInfo& device, const Tuning& tuning) {
    Layout layout;
    for (const litmus::Unit& unit : test.units) check_device(unit, test.units.front(), Span{0, 0});
    layout.roles = all_units(test);
    layout.groups = make_groups(layout.roles, test, false);
    find_barriers(layout, structure);
    layout.objects = all_locations(structure);
    const auto sub_group_size = static_cast<std::uint32_t>(device.sub_group_size);
    std::size_t most = 1;
    bool has_barrier = false;
    for (const TestGroup& group : layout.groups) {
        most = std::max(most, group.roles.size());
        has_barrier = has_barrier || group.has_barrier;
    }
    const std::uint32_t least = sub_group_size * static_cast<std::uint32_t>(most);
    layout.lanes = has_barrier ? least : std::max(tuning.work_group_size, least);
    for (TestGroup& group : layout.groups) {
        place_lanes(group, layout, sub_group_size);
        if (group.has_barrier) group.per_round = group.cluster;
    }
    finish_layout(layout, device, tuning);
    return layout;
}

}  // namespace clmm::hardware
