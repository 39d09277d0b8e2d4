// The links of commands to what enqueues them, what they wait for, and what waits for them.
#include <algorithm>
#include <map>
#include <tuple>

#include "host/commands.h"
#include "host/mappings.h"

namespace clmm::litmus {
namespace {

class Linker {
public:
    explicit Linker(Unfolding& unfolding)
        : unfolding_(unfolding), host_(unfolding.host), structure_(unfolding.structure) {}

    void operator()() {
        collect_events();
        for (std::size_t i = 0; i < host_.commands.size(); ++i)
            if (host_.commands[i].start.valid()) link_command(i);
        link_initialisers();
        link_waits();
        link_queues();
        link_callbacks();
        link_mappings(unfolding_);
        complete_parents();
    }

private:
    using Events = std::vector<EventId>;
    /// Of a work-group: device, kernel-instance, work-group; of a kernel the group is none.
    using GroupKey = std::tuple<std::uint32_t, std::uint32_t, std::optional<std::uint32_t>>;

    void link(Link kind, EventId a, EventId b) { unfolding_.recorder.link(kind, a, b); }

    const Unit& unit_of(EventId event) const {
        return structure_.units[structure_[event].unit.index()];
    }

    void collect_events() {
        of_unit_.resize(structure_.units.size());
        for (const Event& event : structure_.events)
            if (event.unit.valid()) of_unit_[event.unit.index()].push_back(event.id);
    }

    /// The actions of a kernel-instance's work-items, or of one work-group's.
    Events actions_of(const GroupKey& key) const {
        const auto& [device, kernel, group] = key;
        Events actions;
        for (const Unit& unit : structure_.units) {
            if (unit.id.index() >= of_unit_.size() || unit.kind != UnitKind::work_item ||
                unit.device != device || unit.kernel != kernel ||
                (group && unit.work_group != *group))
                continue;
            const Events& own = of_unit_[unit.id.index()];
            actions.insert(actions.end(), own.begin(), own.end());
        }
        return actions;
    }

    void link_command(std::size_t number) {
        const Command& command = host_.commands[number];
        if (command.call.valid()) link(Link::enqueues, command.call, command.start);
        for (const std::size_t event : command.wait_list)
            link_wait(host_.events[event], command.start);
        for (const EventId action : of_unit_[command.unit.index()])
            link(Link::completes, action, command.completion);
        if (command.kind == Command::Kind::kernel) link_items(command);
        if (!command.by_host) link_child(command);
    }

    void link_wait(const EventHandle& event, EventId start) {
        if (event.command == 0) {
            for (const EventId call : event.set_by) link(Link::sets_status, call, start);
            return;
        }
        const EventId completion = host_.commands[event.command - 1].completion;
        if (completion.valid()) link(Link::waits_for, completion, start);
    }

    void link_items(const Command& command) {
        const Launch& launch = command.launch;
        for (const EventId action : actions_of({launch.device, launch.instance, std::nullopt})) {
            link(Link::starts_items, command.start, action);
            link(Link::ends_items, action, command.end);
            link(Link::ends_items, action, command.completion);
        }
    }

    // ---- parents ----

    const Command* parent_of(const Command& child) const {
        const Unit& unit = structure_.units[child.caller.index()];
        for (const Command& command : host_.commands)
            if (command.kind == Command::Kind::kernel && command.start.valid() &&
                command.launch.device == unit.device && command.launch.instance == unit.kernel)
                return &command;
        return nullptr;
    }

    void link_child(const Command& child) {
        const Command* parent = parent_of(child);
        if (parent != nullptr && parent->completion.valid())
            link(Link::child_completes, child.completion, parent->completion);
        const Unit unit = structure_.units[child.caller.index()];
        if (child.parent_wait == ParentWait::kernel)
            link(Link::waits_for_kernel,
                 parent != nullptr ? parent->end : end_of(unit, std::nullopt), child.start);
        if (child.parent_wait == ParentWait::work_group)
            link(Link::waits_for_group, end_of(unit, unit.work_group), child.start);
    }

    /// The end state of a work-group, or of a kernel-instance that is no command.
    EventId end_of(const Unit& unit, std::optional<std::uint32_t> group) {
        const GroupKey key{unit.device, unit.kernel, group};
        const auto found = ends_.find(key);
        if (found != ends_.end()) return found->second;
        const std::string name =
            group ? "end of work-group " + std::to_string(*group) : std::string("end of kernel");
        const UnitId own = add_unit(unfolding_, UnitKind::completion, name, unit.device);
        const Events actions = actions_of(key);
        const EventId end =
            add_api_event(unfolding_, own, Tags{}.add(group ? Tag::group_end : Tag::kernel_end),
                          std::to_string(group.value_or(0)), guard_of(unit), Span{});
        for (const EventId action : actions)
            link(group ? Link::ends_group : Link::ends_items, action, end);
        ends_.emplace(key, end);
        return end;
    }

    TermId guard_of(const Unit& unit) const {
        for (const Launch& launch : unfolding_.launched)
            if (launch.device == unit.device && launch.instance == unit.kernel) return launch.guard;
        return structure_.terms.boolean(true);
    }

    /// A parent completes only after its children; those come later in the list.
    void complete_parents() {
        TermPool& terms = structure_.terms;
        for (auto child = host_.commands.rbegin(); child != host_.commands.rend(); ++child) {
            if (child->by_host) continue;
            const Command* parent = parent_of(*child);
            if (parent == nullptr) continue;
            TermId& guard = structure_.events[parent->completion.index()].guard;
            const TermId done = child->completion.valid() ? structure_[child->completion].guard
                                                          : terms.boolean(false);
            guard = terms.land(guard, terms.lor(terms.lnot(child->called), done));
        }
    }

    // ---- others ----

    using OfDevice = std::multimap<std::uint32_t, EventId>;

    /// What has to be complete before this kernel-instance, or thread, starts on a device.
    void link_to_start(const OfDevice& completions, std::uint32_t device, EventId start) {
        const auto [first, last] = completions.equal_range(device);
        for (auto each = first; each != last; ++each) link(Link::waits_for, each->second, start);
    }

    /// A program's initialisers complete on a device before its kernels start there.
    void link_initialisers() {
        OfDevice completions;
        for (const Command& command : host_.commands)
            if (command.initialiser) completions.emplace(command.launch.device, command.completion);
        if (completions.empty()) return;
        for (const Command& command : host_.commands)
            if (command.kind == Command::Kind::kernel && !command.initialiser &&
                command.start.valid())
                link_to_start(completions, command.launch.device, command.start);
        start_threads(completions);
    }

    /// The test's own work-items are kernels of the program, too.
    void start_threads(const OfDevice& completions) {
        std::map<std::uint32_t, EventId> starts;
        for (const Unit& unit : unfolding_.test.units) {
            if (unit.kind != UnitKind::work_item) continue;
            EventId& start = starts[unit.device];
            if (!start.valid()) {
                const UnitId own = add_unit(unfolding_, UnitKind::command, "threads", unit.device);
                start = add_api_event(unfolding_, own, Tags{}.add(Tag::command), "threads",
                                      structure_.terms.boolean(true), Span{});
                link_to_start(completions, unit.device, start);
            }
            for (const EventId action : of_unit_[unit.id.index()])
                link(Link::starts_items, start, action);
        }
    }

    void link_waits() {
        for (const HostState::Wait& wait : host_.waits) {
            const EventHandle& event = host_.events[wait.event];
            for (const EventId call : event.set_by) link(Link::sets_status, call, wait.call);
            if (event.command == 0 || !event.by_host) continue;
            const EventId completion = host_.commands[event.command - 1].completion;
            if (completion.valid()) link(Link::waited_for, completion, wait.call);
        }
    }

    void link_queues() {
        for (const HostState::QueueCall& a : host_.queue_calls)
            for (const HostState::QueueCall& b : host_.queue_calls)
                if (a.queue == b.queue && a.call != b.call) link(Link::same_queue, a.call, b.call);
    }

    void link_callbacks() {
        for (const Callback& callback : host_.callbacks) {
            const EventHandle& event = host_.events[callback.event];
            if (!callback.unit.valid()) continue;
            for (const EventId call : event.set_by)
                for (const EventId action : of_unit_[callback.unit.index()])
                    link(Link::sets_status, call, action);
            if (event.command == 0) continue;
            const EventId completion = host_.commands[event.command - 1].completion;
            for (const EventId action : of_unit_[callback.unit.index()])
                link(Link::calls_back, completion, action);
        }
    }

    Unfolding& unfolding_;
    HostState& host_;
    EventStructure& structure_;
    std::vector<Events> of_unit_;
    std::map<GroupKey, EventId> ends_;
};

}  // namespace

void link_commands(Unfolding& unfolding) {
    const HostState& host = unfolding.host;
    if (!host.commands.empty() || !host.queue_calls.empty() || !host.waits.empty() ||
        !host.callbacks.empty())
        Linker{unfolding}();
}

}  // namespace clmm::litmus
