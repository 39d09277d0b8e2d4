// Queues, events and waiting.
//
// A command runs where its enqueue call takes place and all that it waits for completes. What the
// caller has enqueued before is known; whether the status of a user event is ever set is taken
// from an earlier unfolding, of which the first takes it that none is. So a thread that waits for
// what never happens stays where it is.
#include <algorithm>

#include "groups/launches.h"
#include "host/calls.h"
#include "host/commands.h"
#include "host/launch_clauses.h"
#include "read/constant.h"

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kOutOfOrder = 1;
constexpr std::uint64_t kOnDevice = 4;
constexpr std::uint64_t kAllProperties = 15;

CommandQueue make_queue(std::string name, std::uint64_t device, std::uint64_t properties) {
    return {.name = std::move(name),
            .device = static_cast<std::uint32_t>(device),
            .in_order = (properties & (kOutOfOrder | kOnDevice)) == 0,
            .on_device = (properties & kOnDevice) != 0};
}

/// When a user event completes, as far as is known.
TermId status_term(Unfolding& unfolding, const UserEventKey& key) {
    TermPool& terms = unfolding.structure.terms;
    const auto known = unfolding.host.known_status.find(key);
    if (known == unfolding.host.known_status.end() || known->second == UserStatus::never)
        return terms.boolean(false);
    return known->second == UserStatus::always ? terms.boolean(true) : terms.choice(1);
}

}  // namespace

void declare_handles(Unfolding& unfolding) {
    for (const HandleDeclaration& handle : unfolding.code.handles) {
        if (handle.is_queue()) {
            unfolding.host.queues.push_back(
                make_queue(handle.name, handle.device, handle.properties));
            continue;
        }
        UserEventKey key{UnitId{}, {{&handle, 0}}};
        const TermId completes = status_term(unfolding, key);
        unfolding.host.events.push_back(
            {.name = handle.name, .completes = completes, .key = std::move(key)});
    }
}

// ---- arguments ----

bool ApiCall::is_caller() const {
    return unfolding_.structure.units[unit_.unit_.index()].kind != UnitKind::command;
}

std::uint64_t ApiCall::constant_of(const syntax::Expression& expression) {
    const Value value = value_of(expression);
    if (!is_integer(value.type) || is_handle(value.type) ||
        !unfolding_.structure.terms.is_constant(value.term))
        reject("E-TYPE", "this argument of '" + call_.function + "' is a constant",
               expression.span);
    return unfolding_.structure.terms[value.term].payload;
}

std::uint64_t ApiCall::handle_number(const Value& value, std::uint64_t base, std::size_t count,
                                     const char* what, Span span) {
    const TermPool& terms = unfolding_.structure.terms;
    if (!is_handle(value.type)) reject("E-TYPE", std::string("this is no ") + what, span);
    if (!terms.is_constant(value.term))
        reject("E-UNSUPPORTED", std::string("which ") + what + " this is depends on what happens",
               span, "handles have one value on every path");
    const std::uint64_t number = terms[value.term].payload;
    if (number < base || number >= base + count)
        reject("E-TYPE", std::string("this is no ") + what, span,
               number == 0 ? "nothing has been assigned to it" : "");
    return number - base;
}

std::size_t ApiCall::queue_of(const syntax::Expression& expression) {
    const Value handle = value_of(expression);  // may create the queue
    const auto queue =
        handle_number(handle, kQueueHandles, host_.queues.size(), "command-queue", expression.span);
    if (unit_.is_host() && host_.queues[queue].on_device)
        reject("E-TYPE", "'" + host_.queues[queue].name + "' is a queue of work-items",
               expression.span, "declare it without CL_QUEUE_ON_DEVICE");
    return queue;
}

std::size_t ApiCall::event_of(const Value& value, Span span) {
    return handle_number(value, kEventHandles, host_.events.size(), "event", span);
}

std::size_t ApiCall::event_of(const syntax::Expression& expression) {
    return event_of(value_of(expression), expression.span);
}

std::vector<std::size_t> ApiCall::wait_list() {
    std::vector<std::size_t> events;
    for (const syntax::Expression* wait : parts_.waits) events.push_back(event_of(*wait));
    return events;
}

const syntax::Function* ApiCall::function_of(const syntax::Expression& expression) const {
    const auto* call = std::get_if<syntax::Call>(&expression.node);
    if (call == nullptr) return nullptr;
    const auto& functions = unfolding_.code.tree.functions;
    const auto found = std::ranges::find(functions, call->function, &syntax::Function::name);
    return found == functions.end() ? nullptr : &*found;
}

std::vector<Value> ApiCall::function_arguments(const syntax::Expression& expression) {
    const auto* function = function_of(expression);
    if (function == nullptr || function->is_kernel)
        reject("E-TYPE", "this is no call of a function", expression.span,
               "name a function that is no kernel, with its arguments: f(x)");
    return unit_.evaluate_arguments(std::get<syntax::Call>(expression.node));
}

Launch ApiCall::kernel_of(const syntax::Expression& expression) {
    const auto* kernel = function_of(expression);
    if (kernel == nullptr || !kernel->is_kernel)
        reject("E-TYPE", "this is no call of a kernel", expression.span,
               "name a kernel with its arguments: k(x)");
    Launch launch{.kernel = kernel, .span = span_};
    for (const auto& each : std::get<syntax::Call>(expression.node).arguments) {
        const auto* inner = std::get_if<syntax::Call>(&each->node);
        launch.arguments.push_back({.value = {}, .local_elements = {}, .span = each->span});
        if (inner != nullptr && inner->function == "local_array") {
            launch.arguments.back().local_elements = local_array_elements(*inner);
            if (!launch.arguments.back().local_elements)
                reject("E-TYPE", "local_array has 1 to 65536 elements", each->span);
        } else {
            launch.arguments.back().value = value_of(*each);
        }
    }
    return launch;
}

// ---- what a call does ----

/// Calls are indeterminately sequenced, which is taken left to right.
EventId ApiCall::emit_call(Tags tags, const char* suffix) {
    tags.add(Tag::api_call);
    if (!unit_.is_host()) tags.add(Tag::device_side);
    OpenClEvent event;
    event.kind = EventKind::other;
    event.regions.global = true;
    event.tags = tags;
    event.label = call_.function + suffix;
    event.span = span_;
    unfolding_.recorder.enter_call();
    const EventId id = unit_.emit(std::move(event), {});
    unfolding_.recorder.leave_call();
    return id;
}

/// What the caller has enqueued before and has to complete first. What others enqueue on the same
/// queue is not looked at.
TermId ApiCall::may_start(const Command& command) {
    TermPool& terms = unfolding_.structure.terms;
    TermId guard = unit_.flow_.live;
    for (const std::size_t event : command.wait_list)
        guard = terms.land(guard, host_.events[event].completes);
    const bool waits_for_all =
        command.wait_list.empty() &&
        (command.kind == Command::Kind::marker || command.kind == Command::Kind::barrier);
    for (const Command& before : host_.commands) {
        if (before.queue != command.queue || before.caller != unit_.unit_) continue;
        if (!host_.queues[*command.queue].in_order && !waits_for_all &&
            before.kind != Command::Kind::barrier)
            continue;
        guard =
            terms.land(guard, terms.lor(terms.lnot(before.called), completes(unfolding_, before)));
    }
    return guard;
}

/// What it waits for may not end, nor may the command.
void ApiCall::choose_ends(Command& command) {
    TermPool& terms = unfolding_.structure.terms;
    if (command.parent_wait != ParentWait::none) {
        command.parent_ended = terms.choice(1);
        command.guard = terms.land(command.guard, command.parent_ended);
    }
    if (command.kind == Command::Kind::kernel || command.kind == Command::Kind::native)
        command.ended = terms.choice(1);
}

Value ApiCall::enqueue(Command command, bool blocking) {
    command.caller = unit_.unit_;
    command.by_host = unit_.is_host();
    command.called = unit_.flow_.live;
    command.control = unit_.flow_.control;
    command.span = span_;
    const auto listed = wait_list();
    command.wait_list.insert(command.wait_list.end(), listed.begin(), listed.end());
    command.guard = may_start(command);
    if (unfolding_.commands_may_stay) choose_ends(command);
    command.call = emit_call();
    if (command.by_host) host_.queue_calls.push_back({*command.queue, command.call});
    if (unfolding_.structure.terms.is_false(command.guard))
        unfolding_.reporter.warn("W-DEADLOCK", "'" + command.name + "' never starts", span_,
                                 "it waits for what never completes");
    const std::size_t event = host_.events.size();
    host_.events.push_back({.name = "the event of '" + command.name + "'",
                            .command = host_.commands.size() + 1,
                            .completes = completes(unfolding_, command),
                            .by_host = command.by_host});
    host_.commands.push_back(std::move(command));
    const Value handle = unit_.number(kEventHandles + event,
                                      handle_type(unit_.is_host() ? "cl_event" : "clk_event_t"));
    if (parts_.event != nullptr)
        unit_.assign(unit_.place_of(*parts_.event), handle, parts_.event->span);
    if (blocking) {
        wait_for({event});
        const EventId back = unit_.dead() ? EventId{} : emit_call({}, " returns");
        if (back.valid()) host_.waits.push_back({event, back});
    }
    return handle;
}

/// The unit goes on only where the events complete.
void ApiCall::wait_for(const std::vector<std::size_t>& events) {
    TermPool& terms = unfolding_.structure.terms;
    for (const std::size_t event : events) {
        const EventHandle& waited = host_.events[event];
        if (terms.is_false(terms.land(unit_.flow_.live, waited.completes)))
            unfolding_.reporter.warn("W-DEADLOCK", "this waits for ever", span_,
                                     "'" + waited.name + "' never completes");
        unit_.go_on_where(waited.completes);
    }
}

// ---- queues ----

Value ApiCall::create_queue() {
    const std::uint64_t device = constant_of(argument(0));
    const std::uint64_t properties = parts_.arguments.size() > 1 ? constant_of(argument(1)) : 0;
    if (properties > kAllProperties)
        reject("E-TYPE", "these are no properties of a queue", argument(1).span);
    const std::string name = "queue " + std::to_string(host_.queues.size());
    host_.queues.push_back(make_queue(name, device, properties));
    return unit_.number(kQueueHandles + host_.queues.size() - 1, handle_type("cl_command_queue"));
}

Value ApiCall::finish() {
    const std::size_t queue = queue_of(argument(0));
    TermPool& terms = unfolding_.structure.terms;
    TermId done = terms.boolean(true);
    for (const Command& before : host_.commands)
        if (before.queue == queue && before.caller == unit_.unit_)
            done = terms.land(done,
                              terms.lor(terms.lnot(before.called), completes(unfolding_, before)));
    if (terms.is_false(terms.land(unit_.flow_.live, done)))
        unfolding_.reporter.warn("W-DEADLOCK", "this waits for ever", span_,
                                 "a command on the queue never completes");
    unit_.go_on_where(done);
    if (unit_.dead()) return success();
    host_.queue_calls.push_back({queue, emit_call(Tags{}.add(Tag::finish))});
    return success();
}

Value ApiCall::flush() {
    (void)queue_of(argument(0));
    emit_call();
    return success();
}

// ---- events ----

Value ApiCall::new_user_event(const char* type) {
    UserEventKey key{unit_.unit_, unit_.path_};
    key.second.emplace_back(&call_, 0);
    const TermId completes = status_term(unfolding_, key);
    host_.events.push_back({.name = "a user event",
                            .completes = completes,
                            .by_host = unit_.is_host(),
                            .key = std::move(key)});
    emit_call();
    return unit_.number(kEventHandles + host_.events.size() - 1, handle_type(type));
}

Value ApiCall::create_user_event() { return new_user_event("cl_event"); }

void ApiCall::set_status(std::size_t event, const syntax::Expression& status) {
    if (host_.events[event].command != 0)
        reject("E-TYPE", "this is " + host_.events[event].name + ", not a user event",
               argument(0).span);
    if (constant_of(status) != 0)
        reject("E-UNSUPPORTED", "a status other than CL_COMPLETE", status.span,
               "commands that end abnormally are not modelled");
    const EventId call = emit_call();
    host_.events[event].set_by.push_back(call);
}

Value ApiCall::set_user_event_status() {
    set_status(event_of(argument(0)), argument(1));
    return success();
}

Value ApiCall::set_callback() {
    const std::size_t event = event_of(argument(0));
    const auto* function = function_of(argument(1));
    std::vector<Value> arguments = function_arguments(argument(1));
    emit_call();
    TermPool& terms = unfolding_.structure.terms;
    host_.callbacks.push_back({.event = event,
                               .function = function,
                               .arguments = std::move(arguments),
                               .guard = terms.land(unit_.flow_.live, host_.events[event].completes),
                               .control = unit_.flow_.control,
                               .span = argument(1).span});
    return success();
}

Value ApiCall::wait_for_events() {
    std::vector<std::size_t> events;
    for (const syntax::Expression* each : parts_.arguments) events.push_back(event_of(*each));
    wait_for(events);
    if (unit_.dead()) return success();
    const EventId call = emit_call();
    for (const std::size_t event : events) host_.waits.push_back({event, call});
    return success();
}

// ---- kernels, markers, barriers ----

Value ApiCall::run_kernel() {
    Command command{.kind = Command::Kind::kernel, .queue = queue_of(argument(0))};
    command.launch = kernel_of(argument(1));
    command.launch.range = read_clauses(parts_.range, span_).range;
    command.name = command.launch.kernel->name;
    return enqueue(std::move(command));
}

Value ApiCall::run_task() {
    Command command{.kind = Command::Kind::kernel, .queue = queue_of(argument(0))};
    command.launch = kernel_of(argument(1));
    command.name = command.launch.kernel->name;
    return enqueue(std::move(command));
}

Value ApiCall::run_native() {
    Command command{.kind = Command::Kind::native, .queue = queue_of(argument(0))};
    command.arguments = function_arguments(argument(1));
    command.function = function_of(argument(1));
    command.name = command.function->name;
    return enqueue(std::move(command));
}

Value ApiCall::mark() {
    return enqueue(
        {.kind = Command::Kind::marker, .name = "marker", .queue = queue_of(argument(0))});
}

Value ApiCall::command_barrier() {
    return enqueue(
        {.kind = Command::Kind::barrier, .name = "barrier", .queue = queue_of(argument(0))});
}

}  // namespace clmm::litmus
