#include <algorithm>
#include <map>
#include <utility>

#include "host.h"

/// Section "Host-side and Device-side Commands", rule by rule.
///
/// A command has two units: one for its execution (start, what it does itself, end of the kernel)
/// and one for its completion, the event E. Work-items are units of their own.
namespace clmm::oracle {
namespace {

class Encoder {
public:
    Encoder(const HostProgram& host, bool all_wait) : host_(host), all_wait_(all_wait) {
        program_.locations = host.locations;
        for (int device = 1; device < host.device_count(); ++device)
            for (const Location& location : host.locations)
                if (location.memory == Memory::program) program_.locations.push_back(location);
    }

    Program operator()() {
        for (const auto& steps : host_.threads) add_host_thread(steps);
        for (std::size_t c = 0; c < host_.commands.size(); ++c) add_command(c);
        for (std::size_t c = 0; c < host_.commands.size(); ++c) add_waits(c);
        for (const int number : user_callbacks_) add_user_callback(number);
        if (all_wait_)
            for (const Place& set : user_calls_)
                for (const Place& place : after_user_event_) step(set, place);
        for (const std::vector<int>& order : sequences()) add_sequence(order);
        return std::move(program_);
    }

private:
    /// The places of one command. Enqueued by a host thread or a work-item.
    struct Encoded {
        Place call, start, end, completion;
        std::vector<Place> actions;  ///< of its work-items
        int thread = 0;              ///< that enqueues it
    };

    int add_unit(Thread::Unit unit) {
        Thread thread;
        thread.unit = unit;
        thread.device = unit == Thread::Unit::host ? 0 : device_;
        thread.observed = unit == Thread::Unit::host;
        program_.threads.push_back(thread);
        return static_cast<int>(program_.threads.size()) - 1;
    }

    Place add(int unit, Access access) {
        auto& body = program_.threads[static_cast<std::size_t>(unit)].body;
        body.push_back(access);
        return {unit, static_cast<int>(body.size()) - 1};
    }

    Place add_call(int unit) {
        Access access;
        access.kind = Kind::call;
        access.location = -1;
        return add(unit, access);
    }

    std::vector<Place> add_use(int unit, const Use& use) {
        Access access;
        access.kind = use.adds ? Kind::fetch_add : use.writes ? Kind::store : Kind::load;
        access.location = location_on(host_, use.location,
                                      program_.threads[static_cast<std::size_t>(unit)].device);
        access.value = use.value;
        access.order = use.order;
        access.scope = use.scope;
        std::vector<Place> places{add(unit, access)};
        if ((use.writes && !use.adds) || use.output < 0) return places;
        Access store;
        store.kind = Kind::store;
        store.location = use.output;
        store.plus_read = places[0].second;
        places.push_back(add(unit, store));
        return places;
    }

    void step(Place from, Place to) { steps_.push_back({from, to, false, false}); }

    // ---- host threads ----

    void add_host_thread(const std::vector<HostStep>& steps) {
        const int unit = add_unit(Thread::Unit::host);
        for (const HostStep& each : steps) {
            switch (each.kind) {
                case HostStep::Kind::use:
                    add_use(unit, each.use);
                    break;
                case HostStep::Kind::enqueue:
                    enqueue(unit, each.command);
                    break;
                case HostStep::Kind::wait:
                    waits_.emplace_back(each.command, add_call(unit));
                    break;
                case HostStep::Kind::finish:
                    finishes_.push_back({each.queue, add_call(unit), -1});
                    break;
                case HostStep::Kind::set_user_event:
                    user_calls_.push_back(add_call(unit));
                    break;
                case HostStep::Kind::wait_for_user_event:
                    after_user_event_.push_back(add_call(unit));
                    break;
                case HostStep::Kind::call_back_on_user_event:
                    add_call(unit);
                    user_callbacks_.push_back(each.command);
                    break;
            }
        }
    }

    void enqueue(int unit, int number) {
        const Command& command = host_.commands[static_cast<std::size_t>(number)];
        const Place call = add_call(unit);
        enqueues_.push_back({command.queue, call, number});
        if (command.blocking) waits_.emplace_back(number, add_call(unit));
        if (command.callback >= 0) add_call(unit);  // clSetEventCallback
    }

    // ---- commands ----

    void add_command(std::size_t number) {
        const Command& command = host_.commands[number];
        Encoded own;
        for (const QueueCall& call : enqueues_)
            if (call.command == static_cast<int>(number)) own.call = call.place;
        own.thread = own.call.first;
        device_ = host_.device_of(command.queue);
        const int unit = add_unit(Thread::Unit::command);
        own.start = add_call(unit);
        // Rule 1: "If an API function call X enqueues a command C, then X
        // global-synchronizes-with C."
        steps_.push_back({own.call, own.start, true, false});
        const std::vector<Place> moves = add_moves(unit, command);
        if (command.kind == Command::Kind::kernel) own.end = add_call(unit);
        const int completion = add_unit(Thread::Unit::command);
        own.completion = add_call(completion);
        complete(own, moves, command.kind == Command::Kind::kernel);
        if (command.kind == Command::Kind::kernel) add_items(own, command);
        if (command.callback >= 0) add_callback(own, command.callback);
        commands_.push_back(own);
    }

    /// Rule 3: "If a command C has an event E that signals its completion, then C
    /// global-synchronizes-with E."
    void complete(const Encoded& own, const std::vector<Place>& moves, bool is_kernel) {
        step(own.start, own.completion);
        for (const Place& move : moves) step(move, own.completion);
        if (is_kernel) step(own.end, own.completion);
    }

    std::vector<Place> add_moves(int unit, const Command& command) {
        Access access;
        access.location = command.use.location;
        switch (command.kind) {
            case Command::Kind::fill:
                access.kind = Kind::store;
                access.value = command.use.value;
                break;
            case Command::Kind::map:
                access.mapping = command.mapping;
                break;
            case Command::Kind::unmap:
                access.mapping = Mapping::unmap;
                break;
            default:
                return {};
        }
        return {add(unit, access)};
    }

    int add_item(int kernel, int group, const std::vector<int>& ancestors) {
        const int unit = add_unit(Thread::Unit::work_item);
        Thread& thread = program_.threads.back();
        thread.kernel = kernel;
        thread.group = group;
        thread.ancestors = ancestors;
        return unit;
    }

    /// Rule 9: "The start of a kernel-instance K global-synchronizes-with all operations in the
    /// work-items of K." Rule 10: "All operations of all work-items of a kernel-instance K
    /// global-synchronizes-with the event signaling the completion of K."
    void surround(const Encoded& own, const std::vector<Place>& actions) {
        for (const Place& action : actions) {
            step(own.start, action);
            step(action, own.completion);
            step(action, own.end);
        }
    }

    void add_items(const Encoded& own, const Command& command) {
        const int kernel = ++kernels_;
        for (int item = 0; item < command.items; ++item)
            add_work(own, command.kernel, kernel, add_item(kernel, item, {}));
    }

    /// What a work-item does, and the kernels that it enqueues.
    void add_work(const Encoded& own, const Child& work, int kernel, int unit) {
        std::vector<Place> actions;
        std::vector<Place> calls;
        const auto use = [&] {
            for (const Use& each : work.uses)
                for (const Place& place : add_use(unit, each)) actions.push_back(place);
        };
        if (!work.enqueues_first) use();
        for (std::size_t c = 0; c < work.children.size(); ++c) {
            calls.push_back(add_call(unit));
            actions.push_back(calls.back());
        }
        if (work.enqueues_first) use();
        surround(own, actions);
        std::vector<int> ancestors = program_.threads[static_cast<std::size_t>(unit)].ancestors;
        ancestors.push_back(kernel);
        for (std::size_t c = 0; c < work.children.size(); ++c)
            add_child(own, work.children[c], ancestors, calls[c], actions);
    }

    void add_child(const Encoded& parent, const Child& child, const std::vector<int>& ancestors,
                   Place call, const std::vector<Place>& actions) {
        Encoded own;
        const int unit = add_unit(Thread::Unit::command);
        own.call = call;
        own.start = add_call(unit);
        own.end = add_call(unit);
        own.completion = add_call(add_unit(Thread::Unit::command));
        // Rule 1 of a device-side enqueue.
        steps_.push_back({call, own.start, true, true});
        complete(own, {}, true);
        const int kernel = ++kernels_;
        add_work(own, child, kernel, add_item(kernel, 0, ancestors));
        // Rule 13: "… then the end state of the parent kernel instance global-synchronizes with
        // C."
        if (child.wait == Child::Wait::wait_kernel) step(parent.end, own.start);
        // Rule 14: "… then the end state of the work-group global-synchronizes with C."
        if (child.wait == Child::Wait::wait_work_group) {
            const Place end = add_call(add_unit(Thread::Unit::command));
            for (const Place& action : actions) step(action, end);
            step(end, own.start);
        }
        // "… a parent will not indicate that it is complete by setting its event to CL_COMPLETE
        // until all child kernels have ended execution …"
        step(own.completion, parent.completion);
    }

    void add_user_callback(int number) {
        const int unit = add_unit(Thread::Unit::host);
        program_.threads.back().observed = false;
        for (const Place& place : add_use(unit, host_.callbacks[static_cast<std::size_t>(number)]))
            after_user_event_.push_back(place);
    }

    /// Rule 11: "If a callback procedure P is registered on an event E, then E
    /// global-synchronizes-with all operations of P."
    void add_callback(const Encoded& own, int number) {
        const int unit = add_unit(Thread::Unit::host);
        program_.threads.back().observed = false;
        for (const Place& place : add_use(unit, host_.callbacks[static_cast<std::size_t>(number)]))
            step(own.completion, place);
    }

    /// Rules 2, 4 and 12.
    void add_waits(std::size_t number) {
        const Command& command = host_.commands[number];
        const Encoded& own = commands_[number];
        // "If E is an event upon which a command C waits, then E global-synchronizes-with C."
        for (const int other : command.waits)
            step(commands_[static_cast<std::size_t>(other)].completion, own.start);
        // "… then E global-synchronizes-with an API call X that waits on E."
        for (const auto& [waited, call] : waits_)
            if (waited == static_cast<int>(number)) step(own.completion, call);
        // "… API function call X sets the status of a user event E's status to CL_COMPLETE …,
        // then X global-synchronizes-with C."
        if (command.waits_for_user_event)
            for (const Place& call : user_calls_) step(call, own.start);
    }

    // ---- queues ----

    struct QueueCall {
        int queue;
        Place place;
        int command;  ///< -1: clFinish
    };

    /// All orders of the calls on queues that agree with each thread's. Those on different queues
    /// may come in any order; which one is no matter.
    std::vector<std::vector<int>> sequences() {
        calls_ = enqueues_;
        calls_.insert(calls_.end(), finishes_.begin(), finishes_.end());
        std::sort(calls_.begin(), calls_.end(),
                  [](const QueueCall& a, const QueueCall& b) { return a.place < b.place; });
        std::vector<int> order;
        for (std::size_t i = 0; i < calls_.size(); ++i) order.push_back(static_cast<int>(i));
        std::vector<std::vector<int>> all;
        do
            if (agrees(order)) all.push_back(order);
        while (std::next_permutation(order.begin(), order.end()));
        return all;
    }

    [[nodiscard]] bool agrees(const std::vector<int>& order) const {
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = i + 1; j < order.size(); ++j)
                if (call(order[j]).place.first == call(order[i]).place.first &&
                    call(order[j]).place < call(order[i]).place)
                    return false;
        return true;
    }

    [[nodiscard]] const QueueCall& call(int i) const { return calls_[static_cast<std::size_t>(i)]; }

    void add_sequence(const std::vector<int>& order) {
        Sequence sequence{steps_, {}};
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = i + 1; j < order.size(); ++j) {
                if (call(order[i]).queue != call(order[j]).queue) continue;
                sequence.calls.emplace_back(call(order[i]).place, call(order[j]).place);
                enqueued_in_that_sequence(call(order[i]), call(order[j]), sequence);
            }
        const auto same = [&](const Sequence& other) {
            return other.calls == sequence.calls && other.steps == sequence.steps;
        };
        if (std::none_of(program_.sequences.begin(), program_.sequences.end(), same))
            program_.sequences.push_back(std::move(sequence));
    }

    /// Rules 5 to 8.
    void enqueued_in_that_sequence(const QueueCall& first, const QueueCall& second,
                                   Sequence& sequence) const {
        if (first.command < 0) return;
        const Place event = commands_[static_cast<std::size_t>(first.command)].completion;
        if (second.command < 0) {  // rule 8: clFinish
            sequence.steps.push_back({event, second.place, false, false});
            return;
        }
        const Command& before = host_.commands[static_cast<std::size_t>(first.command)];
        const Command& after = host_.commands[static_cast<std::size_t>(second.command)];
        const bool empty_list = after.waits.empty() && !after.waits_for_user_event;
        const bool synchronises =
            host_.in_order[static_cast<std::size_t>(first.queue)] ||  // rule 5
            (after.kind == Command::Kind::marker && empty_list) ||    // rule 6
            (after.kind == Command::Kind::barrier && empty_list) ||   // rule 7
            before.kind == Command::Kind::barrier;                    // … "In addition"
        if (synchronises)
            sequence.steps.push_back(
                {event, commands_[static_cast<std::size_t>(second.command)].start, false, false});
    }

    const HostProgram& host_;
    bool all_wait_;
    Program program_;
    std::vector<Step> steps_;
    std::vector<Encoded> commands_;
    std::vector<std::pair<int, Place>> waits_;  ///< command, call
    std::vector<QueueCall> enqueues_, finishes_, calls_;
    std::vector<Place> user_calls_;
    std::vector<Place> after_user_event_;  ///< what waits for it that is no command
    std::vector<int> user_callbacks_;
    int kernels_ = 0;
    int device_ = 0;  ///< of the command that is being encoded
};

}  // namespace

int location_on(const HostProgram& host, int location, int device) {
    const auto is_program = [&](int l) {
        return host.locations[static_cast<std::size_t>(l)].memory == Memory::program;
    };
    if (device == 0 || !is_program(location)) return location;
    int before = 0;
    int all = 0;
    for (int l = 0; l < static_cast<int>(host.locations.size()); ++l) {
        if (!is_program(l)) continue;
        ++all;
        if (l < location) ++before;
    }
    return static_cast<int>(host.locations.size()) + (device - 1) * all + before;
}

Program encode(const HostProgram& host, bool all_wait) { return Encoder(host, all_wait)(); }

}  // namespace clmm::oracle
