// Device-side enqueue: what work-items call.
#include <algorithm>

#include "groups/launches.h"
#include "host/calls.h"
#include "host/launch_clauses.h"

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kWaitKernel = 1;
constexpr std::uint64_t kWaitWorkGroup = 2;
constexpr const char* kDefaultQueue = "the default queue";

/// Whether evaluating it depends on who does it, and when.
bool is_plain(const syntax::Expression& expression) {
    using syntax::UnaryOperator;
    if (std::holds_alternative<syntax::IntegerLiteral>(expression.node) ||
        std::holds_alternative<syntax::Name>(expression.node))
        return true;
    if (const auto* node = std::get_if<syntax::Binary>(&expression.node))
        return is_plain(*node->left) && is_plain(*node->right);
    if (const auto* node = std::get_if<syntax::Cast>(&expression.node))
        return is_plain(*node->operand);
    const auto* node = std::get_if<syntax::Unary>(&expression.node);
    return node != nullptr && node->op <= UnaryOperator::bit_not && is_plain(*node->operand);
}

/// `^{ k(x); }` with arguments that are the same for everyone is a launch of k.
const syntax::Expression* only_call(const syntax::Block& block) {
    if (block.statements.size() != 1) return nullptr;
    const auto* statement = std::get_if<syntax::ExpressionStatement>(&block.statements[0]->node);
    if (statement == nullptr) return nullptr;
    const auto* call = std::get_if<syntax::Call>(&statement->expression->node);
    if (call == nullptr || !std::ranges::all_of(call->arguments, [](const auto& argument) {
            return is_plain(*argument);
        }))
        return nullptr;
    return statement->expression.get();
}

/// What stays with the work-item that enqueues a block: its private memory, local memory.
void leave_behind(BlockCode& block) {
    using Kind = Provenance::Kind;
    std::erase_if(block.captured, [](const auto& captured) {
        const Kind kind = captured.second.object.kind;
        return kind == Kind::variable || kind == Kind::mixed;
    });
    block.objects.clear();
    for (auto& [name, inner] : block.blocks) {
        BlockCode other = *inner;
        leave_behind(other);
        inner = std::make_shared<const BlockCode>(std::move(other));
    }
}

}  // namespace

std::size_t ApiCall::device_queue_of(const syntax::Expression& expression) {
    const std::size_t queue = queue_of(expression);
    const CommandQueue& found = host_.queues[queue];
    if (!found.on_device)
        reject("E-TYPE", "'" + found.name + "' is a queue of the host", expression.span,
               "declare it with CL_QUEUE_ON_DEVICE, or call get_default_queue()");
    if (found.device != unfolding_.structure.units[unit_.unit_.index()].device)
        reject("E-TYPE", "'" + found.name + "' belongs to another device", expression.span);
    return queue;
}

Value ApiCall::default_queue() {
    const std::uint32_t device = unfolding_.structure.units[unit_.unit_.index()].device;
    const auto is_default = [&](const CommandQueue& queue) {
        return queue.name == kDefaultQueue && queue.device == device;
    };
    auto found = std::ranges::find_if(host_.queues, is_default);
    if (found == host_.queues.end()) {
        host_.queues.push_back(
            {.name = kDefaultQueue, .device = device, .in_order = false, .on_device = true});
        found = host_.queues.end() - 1;
    }
    const auto number = static_cast<std::uint64_t>(found - host_.queues.begin());
    return unit_.number(kQueueHandles + number, handle_type("queue_t"));
}

// ---- ranges ----

/// `ndrange_2D(gx, gy, lx, ly)`; the array that the language has in place of sizes is also taken.
Value ApiCall::make_range() {
    const auto dimensions = static_cast<std::size_t>(call_.function[8] - '0');
    std::vector<Index> rows;
    std::vector<std::uint64_t> flat;
    for (const syntax::Expression* each : parts_.arguments) {
        const Value value = value_of(*each);
        if (!is_pointer(value.type)) {
            flat.push_back(constant_of(*each));
            continue;
        }
        for (std::size_t d = 0; d < dimensions; ++d) {
            const Value element =
                unit_.offset_pointer(value, unit_.number(d, integer_type(64, false)), false);
            const Value size = unit_.read_place(unit_.dereference(element, each->span));
            if (!unfolding_.structure.terms.is_constant(size.term))
                reject("E-NDRANGE", "sizes of an NDRange are constants", each->span);
            flat.push_back(unfolding_.structure.terms[size.term].payload);
        }
    }
    if (flat.size() % dimensions != 0 || flat.size() / dimensions > 3)
        reject("E-NDRANGE",
               "'" + call_.function + "' takes one, two or three times " +
                   std::to_string(dimensions) + " sizes",
               span_);
    for (std::size_t i = 0; i < flat.size(); i += dimensions) {
        Index row{1, 1, 1};
        for (std::size_t d = 0; d < dimensions; ++d) row[d] = flat[i + d];
        rows.push_back(row);
    }
    NDRange range{.dimensions = static_cast<unsigned>(dimensions)};
    if (rows.size() == 3) {
        range.offset = {0, 0, 0};
        for (std::size_t d = 0; d < dimensions; ++d) range.offset[d] = rows[0][d];
    }
    range.global = rows[rows.size() == 3 ? 1 : 0];
    range.local = rows.size() == 1 ? Index{0, 1, 1} : rows.back();
    check_range(range, span_);
    host_.ranges.push_back(range);
    return unit_.number(kRangeHandles + host_.ranges.size() - 1, handle_type("ndrange_t"));
}

// ---- events ----

Value ApiCall::create_device_event() { return new_user_event("clk_event_t"); }

Value ApiCall::set_device_event_status() {
    set_status(event_of(argument(0)), argument(1));
    return unit_.number(0, void_type());
}

Value ApiCall::keep_event() {
    (void)event_of(argument(0));
    return unit_.number(0, void_type());
}

Value ApiCall::valid_event() {
    (void)event_of(argument(0));
    return unit_.number(1, bool_type());
}

/// `num_events, wait_list` as the language has them: a pointer to so many events.
std::vector<std::size_t> ApiCall::listed_events(std::size_t count_at) {
    const std::uint64_t count = constant_of(argument(count_at));
    const syntax::Expression& list = argument(count_at + 1);
    const Value pointer = value_of(list);
    std::vector<std::size_t> events;
    if (count > 64) reject("E-TYPE", "a wait list has at most 64 events", list.span);
    if (count > 0 && !is_pointer(pointer.type))
        reject("E-TYPE", "a wait list is a pointer to events", list.span, "write '&e'");
    for (std::uint64_t i = 0; i < count; ++i) {
        const Value at =
            unit_.offset_pointer(pointer, unit_.number(i, integer_type(64, false)), false);
        events.push_back(event_of(unit_.read_place(unit_.dereference(at, list.span)), list.span));
    }
    return events;
}

void ApiCall::return_event(const syntax::Expression& expression, const Value& event) {
    const Value pointer = value_of(expression);
    const TermPool& terms = unfolding_.structure.terms;
    if (terms.is_constant(pointer.term) && terms[pointer.term].payload == 0) return;
    unit_.assign(unit_.dereference(pointer, expression.span), event, expression.span);
}

// ---- commands ----

std::vector<std::uint32_t> ApiCall::own_ancestors() const {
    const Unit& unit = unfolding_.structure.units[unit_.unit_.index()];
    std::vector<std::uint32_t> ancestors = unit.ancestors;
    ancestors.push_back(unit.kernel);
    return ancestors;
}

void ApiCall::read_code(const syntax::Expression& code, Launch& launch) {
    const auto block = unit_.block_of(code);
    if (!block) {
        launch = kernel_of(code);
    } else {
        const bool is_literal = std::holds_alternative<syntax::BlockLiteral>(code.node);
        const syntax::Expression* call =
            is_literal && block->parameters->empty() ? only_call(*block->body) : nullptr;
        const auto* callee = call == nullptr ? nullptr : function_of(*call);
        if (callee != nullptr && callee->is_kernel) {
            launch = kernel_of(*call);
        } else {
            launch.block = *block;
            leave_behind(launch.block);
            launch.span = code.span;
        }
    }
    // Only memory that the child's work-items can reach.
    for (const Launch::Argument& given : launch.arguments)
        if (!given.local_elements && given.value.object.kind == Provenance::Kind::memory &&
            unfolding_.objects[given.value.object.index].space == AddressSpace::local)
            reject("E-ADDRESS", "a child kernel cannot reach the local memory of its parent",
                   given.span, "give it local memory of its own: local_array(4)");
}

/// Behind the block: the bytes of local memory for each of its parameters.
void ApiCall::read_block_arguments(const syntax::Expression& code, std::size_t first,
                                   Launch& launch) {
    const auto block = unit_.block_of(code);
    const std::size_t given = parts_.arguments.size() - first;
    const std::size_t taken = block ? block->parameters->size() : 0;
    if (given != taken)
        reject("E-TYPE",
               "the block has " + std::to_string(taken) + " parameters and is given " +
                   std::to_string(given) + " sizes of local memory",
               code.span);
    for (std::size_t i = 0; i < given; ++i) {
        const TypePtr type = unfolding_.code.types.parameter((*block->parameters)[i]);
        if (!is_pointer(type) || type->element->kind != TypeKind::void_type ||
            written_space(*type->element) != AddressSpace::local)
            reject("E-TYPE", "a parameter of an enqueued block is of type 'local void*'",
                   (*block->parameters)[i].span);
        const std::uint64_t size = constant_of(argument(first + i));
        if (size == 0 || size > 65536)
            reject("E-TYPE", "local memory has 1 to 65536 bytes", argument(first + i).span);
        launch.arguments.push_back(
            {.value = {}, .local_elements = size, .span = argument(first + i).span});
    }
}

Value ApiCall::enqueue_kernel() {
    const auto code = std::ranges::find_if(
        parts_.arguments, [this](const auto* each) { return unit_.block_of(*each) != nullptr; });
    const bool is_block = code != parts_.arguments.end();
    const std::size_t count = is_block
                                  ? static_cast<std::size_t>(code - parts_.arguments.begin()) + 1
                                  : parts_.arguments.size();
    if (count != 4 && count != 7)
        reject("E-UNSUPPORTED", "this form of enqueue_kernel", call_.function_span,
               "write 'enqueue_kernel(q, flags, range, k(x), wait(e), event(f))'; local memory is "
               "given as k(local_array(4))");
    Command command{.kind = Command::Kind::kernel, .queue = device_queue_of(argument(0))};
    const std::uint64_t flags = constant_of(argument(1));
    if (flags > kWaitWorkGroup)
        reject("E-TYPE", "these are no flags of enqueue_kernel", argument(1).span,
               "there are CLK_ENQUEUE_FLAGS_NO_WAIT, CLK_ENQUEUE_FLAGS_WAIT_KERNEL and "
               "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP");
    command.parent_wait = flags == kWaitKernel      ? ParentWait::kernel
                          : flags == kWaitWorkGroup ? ParentWait::work_group
                                                    : ParentWait::none;
    const Value range = value_of(argument(2));
    const auto number =
        handle_number(range, kRangeHandles, host_.ranges.size(), "NDRange", argument(2).span);
    if (count == 7) command.wait_list = listed_events(3);
    read_code(argument(count - 1), command.launch);
    read_block_arguments(argument(count - 1), count, command.launch);
    command.launch.range = host_.ranges[number];
    command.launch.ancestors = own_ancestors();
    command.launch.from_host = false;
    command.name = command.launch.kernel != nullptr ? command.launch.kernel->name : "block";
    const Value event = enqueue(std::move(command));
    if (count == 7) return_event(argument(5), event);
    return success();
}

Value ApiCall::enqueue_marker() {
    const std::size_t count = parts_.arguments.size();
    if (count != 1 && count != 4)
        reject("E-UNSUPPORTED", "this form of enqueue_marker", call_.function_span,
               "write 'enqueue_marker(q, wait(e), event(f))'");
    Command command{
        .kind = Command::Kind::marker, .name = "marker", .queue = device_queue_of(argument(0))};
    if (count == 4) command.wait_list = listed_events(1);
    const Value event = enqueue(std::move(command));
    if (count == 4) return_event(argument(3), event);
    return success();
}

}  // namespace clmm::litmus
