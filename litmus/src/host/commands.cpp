#include "host/commands.h"

#include <algorithm>

#include "groups/launches.h"
#include "groups/spin_loops.h"
#include "host/mappings.h"
#include "read/devices.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

/// Runs one command of the host's state.
class CommandRun {
public:
    CommandRun(Unfolding& unfolding, std::size_t number)
        : unfolding_(unfolding), number_(number), command_(unfolding.host.commands[number]) {}

    void operator()() {
        if (unfolding_.structure.terms.is_false(command_.guard)) return;
        name_ = numbered_name();
        command_.unit = add_unit(unfolding_, UnitKind::command, name_, device());
        command_.start = event(command_.unit, start_tags(), name_);
        perform();
        const UnitId completion =
            add_unit(unfolding_, UnitKind::completion, "completion of " + name_, device());
        command_.completion = add_api_event(unfolding_, completion, Tags{}.add(Tag::completion),
                                            name_, completes(unfolding_, command_), command_.span);
        unfolding_.host.commands[number_] = command_;
    }

private:
    std::uint32_t device() const {
        return command_.queue ? unfolding_.host.queues[*command_.queue].device
                              : command_.launch.device;
    }

    std::string numbered_name() const {
        std::size_t before = 0;
        for (std::size_t i = 0; i < number_; ++i)
            if (unfolding_.host.commands[i].name == command_.name) ++before;
        return command_.name + (before == 0 ? "" : "#" + std::to_string(before + 1));
    }

    Tags start_tags() const {
        Tags tags = Tags{}.add(Tag::command);
        if (command_.queue && unfolding_.host.queues[*command_.queue].in_order)
            tags.add(Tag::in_order);
        if (command_.kind == Command::Kind::marker) tags.add(Tag::marker);
        if (command_.kind == Command::Kind::barrier) tags.add(Tag::command_barrier);
        if (command_.wait_list.empty()) tags.add(Tag::empty_wait_list);
        return tags;
    }

    EventId event(UnitId unit, Tags tags, const std::string& label) {
        return add_api_event(unfolding_, unit, tags, label, command_.guard, command_.span);
    }

    void perform() {
        switch (command_.kind) {
            case Command::Kind::kernel:
                return run_kernel();
            case Command::Kind::native:
                return run_native();
            case Command::Kind::transfer:
                return run_moves();
            case Command::Kind::marker:
            case Command::Kind::barrier:
                break;
        }
    }

    void run_kernel() {
        command_.end = event(command_.unit, Tags{}.add(Tag::kernel_end), name_);
        Launch& launch = command_.launch;
        launch.command = number_ + 1;
        launch.start = command_.start;
        launch.guard = command_.guard;
        launch.control = command_.control;
        if (command_.queue) {
            launch.device = device();
            launch.instance = new_instance(unfolding_);
        }
        run_launch(unfolding_, launch);
    }

    UnitStart unit_start(const UnitCode& code) const {
        return {.unit = command_.unit,
                .code = &code,
                .live = command_.guard,
                .control = command_.control};
    }

    void run_native() {
        UnitCode& code = unfolding_.kernel_code.emplace_back();
        UnitStart start = unit_start(code);
        unfolding_.reporter.attempt([&] {
            bind_arguments(unfolding_, *command_.function, command_.arguments, code,
                           start.arguments, command_.span);
            Interpreter(unfolding_, start).run();
        });
    }

    void run_moves() {
        if (command_.moves.empty()) return;
        static const syntax::Block nothing;
        UnitCode& code = unfolding_.kernel_code.emplace_back();
        code.body = &nothing;
        unfolding_.reporter.attempt(
            [&] { Interpreter(unfolding_, unit_start(code)).perform(number_); });
    }

    Unfolding& unfolding_;
    std::size_t number_;
    Command command_;
    std::string name_;
};

void run_callback(Unfolding& unfolding, std::size_t number) {
    Callback callback = unfolding.host.callbacks[number];
    if (unfolding.structure.terms.is_false(callback.guard)) return;
    callback.unit = add_unit(unfolding, UnitKind::host_thread, callback.function->name, 0);
    unfolding.host.callbacks[number].unit = callback.unit;
    UnitCode& code = unfolding.kernel_code.emplace_back();
    UnitStart start{
        .unit = callback.unit, .code = &code, .live = callback.guard, .control = callback.control};
    unfolding.reporter.attempt([&] {
        bind_arguments(unfolding, *callback.function, callback.arguments, code, start.arguments,
                       callback.span);
        Interpreter(unfolding, start).run();
    });
}

bool is_initialiser(const syntax::Function& function) {
    return function.is_kernel &&
           std::ranges::any_of(function.attributes, [](const syntax::Attribute& attribute) {
               return attribute.name == "program_initializer";
           });
}

/// A kernel-instance that no call enqueues.
void add_launch(Unfolding& unfolding, Launch launch, bool initialiser) {
    const TermPool& terms = unfolding.structure.terms;
    unfolding.host.commands.push_back({.kind = Command::Kind::kernel,
                                       .name = launch.kernel->name,
                                       .called = terms.boolean(true),
                                       .guard = terms.boolean(true),
                                       .control = unfolding.recorder.dependencies().empty(),
                                       .launch = launch,
                                       .initialiser = initialiser,
                                       .span = launch.span});
}

/// "These kernels must be executed by OpenCL runtime on a device before any kernel from the same
/// program can be executed on the same device."
void add_initialiser(Unfolding& unfolding, const syntax::Function& function) {
    std::set<std::uint32_t> devices = devices_of(unfolding.code, unfolding.test.units);
    if (devices.empty()) devices.insert(0);
    for (const std::uint32_t device : devices)
        add_launch(unfolding,
                   {.kernel = &function,
                    .device = device,
                    .instance = new_instance(unfolding),
                    .span = function.name_span},
                   true);
}

/// Where there are none of them, a launch of the test is its work-items alone.
void add_test_launches(Unfolding& unfolding) {
    bool has_initialisers = false;
    for (const syntax::Function& function : unfolding.code.tree.functions) {
        if (!is_initialiser(function)) continue;
        has_initialisers = true;
        add_initialiser(unfolding, function);
    }
    for (const TestLaunch& each : unfolding.code.launches) {
        Launch launch = launch_of(unfolding, each);
        if (has_initialisers)
            add_launch(unfolding, std::move(launch), false);
        else
            run_launch(unfolding, std::move(launch));
    }
}

}  // namespace

UnitId add_unit(Unfolding& unfolding, UnitKind kind, std::string name, std::uint32_t device) {
    const UnitId id(unfolding.structure.units.size());
    unfolding.structure.units.push_back(
        {.id = id, .kind = kind, .name = std::move(name), .device = device});
    return id;
}

EventId add_api_event(Unfolding& unfolding, UnitId unit, Tags tags, const std::string& label,
                      TermId guard, Span span) {
    OpenClEvent event;
    event.unit = unit;
    event.kind = EventKind::other;
    event.regions.global = true;
    event.tags = tags;
    event.guard = guard;
    event.label = label;
    event.span = span;
    return unfolding.recorder.add(std::move(event), {});
}

void run_commands(Unfolding& unfolding) {
    add_test_launches(unfolding);
    std::size_t commands = 0;
    std::size_t callbacks = 0;
    const HostState& host = unfolding.host;
    while (commands < host.commands.size() || callbacks < host.callbacks.size()) {
        if (commands < host.commands.size())
            CommandRun(unfolding, commands++)();
        else
            run_callback(unfolding, callbacks++);
    }
    link_commands(unfolding);
    end_commands(unfolding);
}

/// Each element on its own: a command copies in no particular order.
void Interpreter::perform(std::size_t command) {
    const Span span = unfolding_.host.commands[command].span;
    for (const Move& move : unfolding_.host.commands[command].moves)
        if (move.tags.has(Tag::unmapping))
            unmap(command, move, span);
        else
            perform(move, span);
}

/// A location as a command accesses it.
Lvalue Interpreter::place_of_command(LocationId id, Span span) {
    const Location& location = unfolding_.structure.locations[id.index()];
    const TypePtr type = location.is_pointer ? pointer_to(int_type())
                                             : integer_type(location.width, location.is_signed);
    return {type,
            terms().constant(location.address, 64),
            dependencies().empty(),
            {Provenance::Kind::memory, location.object},
            span};
}

void Interpreter::perform(const Move& move, Span span) {
    const std::size_t before = event_count();
    Value value = move.value.value_or(Value{});
    if (move.from) value = load(place_of_command(*move.from, span), {.span = span});
    if (move.to) {
        const Lvalue target = place_of_command(*move.to, span);
        store(target, convert(value, target.type, span, true), {.span = span});
    }
    auto& known = own_opencl_data(unfolding_.structure).of;
    for (std::size_t e = before; e < event_count(); ++e)
        for (const Tag tag : {Tag::mapping, Tag::mapping_for_write, Tag::unmapping})
            if (move.tags.has(tag)) known[e].tags.add(tag);
}

/// An access for each of the maps that it may undo: what it undoes is a link of events.
void Interpreter::unmap(std::size_t command, const Move& move, Span span) {
    HostState& host = unfolding_.host;
    for (UndoneMaps& undone : undone_maps(unfolding_, command, *move.from)) {
        if (exclude(terms(), flow_.live, undone.when)) continue;
        const std::size_t before = event_count();
        under(undone.when, dependencies().empty(), [&] { perform(move, span); });
        HostState::Undoing undoing{
            host.commands[command].caller, *move.from, {}, std::move(undone), host.commands.size()};
        for (std::size_t e = before; e < event_count(); ++e)
            undoing.accesses.push_back(unfolding_.structure.events[e].id);
        host.undoing.push_back(std::move(undoing));
    }
}

bool learn_user_status(Unfolding& unfolding, std::map<UserEventKey, UserStatus>& known) {
    TermPool& terms = unfolding.structure.terms;
    bool changed = false;
    for (const EventHandle& event : unfolding.host.events) {
        if (event.command != 0) continue;
        TermId set = terms.boolean(false);
        for (const EventId call : event.set_by)
            set = terms.lor(set, unfolding.structure[call].guard);
        UserStatus& status = known.try_emplace(event.key, UserStatus::never).first->second;
        if (status == UserStatus::sometimes)
            unfolding.structure.constraints.push_back(terms.equal(event.completes, set));
        if (status != UserStatus::never || terms.is_false(set)) continue;
        status = terms.is_true(set) ? UserStatus::always : UserStatus::sometimes;
        changed = true;
    }
    return changed;
}

}  // namespace clmm::litmus
