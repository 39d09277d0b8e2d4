// Device-side enqueue.
#include "execute/handlers/enqueue.h"

#include <algorithm>
#include <array>

#include "compile/builtins/call.h"
#include "compile/code_walk.h"
#include "execute/compiled_kernel.h"

namespace clmm::runtime::compiler {

namespace {

ParameterKind capture_kind(TypePtr type) {
    switch (type->kind) {
        case TypeKind::pointer:
            return ParameterKind::pointer;
        case TypeKind::image:
            return ParameterKind::image;
        case TypeKind::pipe:
            return ParameterKind::pipe;
        case TypeKind::sampler:
            return ParameterKind::sampler;
        case TypeKind::queue:
            return ParameterKind::queue;
        default:
            return ParameterKind::value;
    }
}

}  // namespace

bool BuiltinCall::is_capturable(const Variable& variable) const {
    if (is_pointer(variable.type))
        return pointee_space(variable.type) != AddressSpace::local &&
               pointee_space(variable.type) != AddressSpace::private_memory;
    return component_count(variable.type) != 0 && variable.place.space != AddressSpace::local;
}

/// What an enqueued block takes with it; the values join the operands.
std::vector<Translator::Captured> BuiltinCall::capture(const Closure& closure, BlockCode& out,
                                                       WideCall& call) {
    std::vector<Translator::Captured> captured;
    const BlockNames names = block_names(*closure.literal);
    for (const auto& [name, variable] : closure.captured) {
        if (variable.block) {
            auto inside = capture(*variable.block, out, call);
            captured.push_back(
                {name, variable.type, variable.block->literal, std::move(inside), nullptr});
            continue;
        }
        if (variable.place.base == handlers::ItemQuery::program_address) {
            captured.push_back({name, variable.type, nullptr, {}, &variable});
            continue;
        }
        if (!is_capturable(variable)) {
            if (std::ranges::find(names.declared, name) != names.declared.end()) continue;
            reject("E-ADDRESS",
                   "a block cannot take " + quote(name) + " of type " +
                       quote(to_string(variable.type)) + " with it",
                   closure.literal->body->span, "arrays, local and private memory stay behind");
        }
        const TypePtr type = types_.unqualified(variable.type);
        captured.push_back({name, type, nullptr, {}, nullptr});
        const Value value = t_.read(variable.place);
        BlockCode::Capture item;
        item.kind = capture_kind(type);
        item.size = size_of(*type);
        for (const Component& component : components(type)) {
            item.offsets.push_back(static_cast<std::uint32_t>(component.offset));
            item.scalars.push_back(component.scalar);
        }
        call.operands.insert(call.operands.end(), value.parts.begin(), value.parts.end());
        out.captures.push_back(std::move(item));
    }
    return captured;
}

/// The block as a kernel of its own; what it captures joins the operands.
std::uint32_t BuiltinCall::compile_block(const Closure& closure, WideCall& call) {
    const syntax::BlockLiteral& literal = *closure.literal;
    BlockCode out;
    const std::vector<Translator::Captured> captured = capture(closure, out, call);
    KernelAttributes attributes;
    std::vector<Parameter> parameters;
    auto code =
        Translator(t_.program_, nullptr, &t_).block(literal, captured, attributes, parameters);
    if (!code) {
        // Its errors have been reported.
        t_.failed_ = true;
        return 0;
    }
    out.local_pointers = static_cast<std::uint32_t>(literal.parameters.size());
    out.kernel = std::make_shared<const CompiledKernel>("block", std::move(parameters), attributes,
                                                        std::move(*code));
    return out_.add_block(std::move(out));
}

/// Sites of the call itself, of reading its wait list and of writing its event, as constants 1 to
/// 3; arguments of SIZE_MAX are not there.
void BuiltinCall::add_event_sites(WideCall& call, std::size_t list, std::size_t event) {
    if (!t_.program_.watched()) return;
    call.constants.push_back(t_.add_site(SiteKind::enqueue, name()));
    for (const std::size_t i : {list, event}) {
        const bool given = i != SIZE_MAX && is_pointer(argument(i).type);
        call.constants.push_back(given ? transfer_site(i, argument(i), 8, i == event) : 0);
    }
}

BuiltinCall::Result BuiltinCall::enqueue() {
    const TypePtr queue = types_.plain(TypeKind::queue);
    const TypePtr event = types_.plain(TypeKind::device_event);
    const auto event_pointer = [&](std::size_t i) {
        const Value value = argument(i);
        if (is_scalar(value.type) && out_.value(value.reg()) == 0)
            return out_.constant(Scalar::u64, 0);
        if (!is_pointer(value.type) || !is_same(types_.unqualified(value.type->element), event))
            wrong_argument(i, "a pointer to clk_event_t");
        return value.reg();
    };
    const Reg result = out_.fresh(Scalar::i32);
    if (name() == "enqueue_marker") {
        expect(4);
        WideCall call;
        call.operands = {converted(0, queue).reg(), converted(1, types_.scalar(Scalar::u32)).reg(),
                         event_pointer(2), event_pointer(3)};
        call.results = {result};
        call.constants = {0};
        add_event_sites(call, 2, 3);
        out_.wide(handlers::enqueue_marker(), std::move(call), at());
        return t_.int_value(result);
    }
    if (name() != "enqueue_kernel") return std::nullopt;
    expect(4, 64);
    const std::vector<Value> values = arguments();
    const std::size_t block_at = values[3].block ? 3 : 6;
    require(block_at < values.size() && values[block_at].block, "E-TYPE",
            "enqueue_kernel takes a block", at());
    if (values[2].type->kind != TypeKind::ndrange) wrong_argument(2, "an ndrange_t");
    const bool with_events = block_at == 6;
    WideCall call;
    call.operands = {converted(0, queue).reg(), converted(1, types_.scalar(Scalar::i32)).reg()};
    call.operands.insert(call.operands.end(), values[2].parts.begin(), values[2].parts.end());
    call.operands.push_back(with_events ? converted(3, types_.scalar(Scalar::u32)).reg()
                                        : out_.constant(Scalar::u32, 0));
    call.operands.push_back(with_events ? event_pointer(4) : out_.constant(Scalar::u64, 0));
    call.operands.push_back(with_events ? event_pointer(5) : out_.constant(Scalar::u64, 0));
    const Closure& closure = *values[block_at].block;
    const TypePtr returned = values[block_at].type->element;
    require(!returned || is_void(returned), "E-TYPE", "a block that is enqueued returns nothing",
            node_.arguments[block_at]->span);
    require(values.size() - block_at - 1 == closure.literal->parameters.size(), "E-TYPE",
            "the sizes of local memory do not agree with the block's parameters", at());
    const std::uint32_t block = compile_block(closure, call);
    for (std::size_t i = block_at + 1; i < values.size(); ++i)
        call.operands.push_back(converted(i, types_.scalar(Scalar::u32)).reg());
    call.results = {result};
    call.constants = {block};
    if (with_events)
        add_event_sites(call, 4, 5);
    else
        add_event_sites(call, SIZE_MAX, SIZE_MAX);
    out_.wide(handlers::enqueue_kernel(), std::move(call), at());
    return t_.int_value(result);
}

Reg BuiltinCall::event_call(handlers::EventCall call, std::optional<Scalar> result,
                            const std::vector<Reg>& operands) {
    const Handler handler = handlers::event_call(call);
    const std::int64_t site = t_.program_.watched() ? t_.add_site(SiteKind::enqueue, name()) : 0;
    if (operands.empty()) return out_.effect(handler, nullptr, result, {}, site, at());
    if (operands.size() == 1)
        return out_.effect(handler, nullptr, result, {operands[0]}, site, at());
    return out_.effect(handler, nullptr, result, {operands[0], operands[1]}, site, at());
}

BuiltinCall::Result BuiltinCall::device_events() {
    using handlers::EventCall;
    const TypePtr event = types_.plain(TypeKind::device_event);
    const auto made = [&](const TypePtr& type, Reg reg) {
        Value out;
        out.type = type;
        out.parts = {reg};
        return out;
    };
    if (name() == "get_default_queue") {
        expect(0);
        return made(types_.plain(TypeKind::queue),
                    event_call(EventCall::default_queue, Scalar::u64, {}));
    }
    if (name() == "create_user_event") {
        expect(0);
        return made(event, event_call(EventCall::create, Scalar::u64, {}));
    }
    if (name() == "is_valid_event") {
        expect(1);
        const Reg valid = event_call(EventCall::is_valid, Scalar::u64, {converted(0, event).reg()});
        return made(
            types_.boolean(),
            out_.pure({handlers::pure(), loops::to_bool(Scalar::u64), Scalar::u8}, {valid}, at()));
    }
    if (name() == "retain_event" || name() == "release_event") {
        expect(1);
        event_call(name() == "retain_event" ? EventCall::retain : EventCall::release, std::nullopt,
                   {converted(0, event).reg()});
        return t_.void_value();
    }
    if (name() == "set_user_event_status") {
        expect(2);
        event_call(EventCall::set_status, std::nullopt,
                   {converted(0, event).reg(), converted(1, types_.scalar(Scalar::i32)).reg()});
        return t_.void_value();
    }
    return event_information();
}

/// What events and blocks are asked.
BuiltinCall::Result BuiltinCall::event_information() {
    const auto block_query = [&](std::size_t arguments_expected, std::int64_t answer) {
        expect(arguments_expected);
        require(argument(arguments_expected - 1).block != nullptr, "E-TYPE", "a block is needed",
                at());
        return t_.scalar_value(Scalar::u32, out_.integer(Scalar::u32, answer));
    };
    if (name() == "capture_event_profiling_info") {
        expect(3);
        const Value place = argument(2);
        if (!is_pointer(place.type)) wrong_argument(2, "a pointer");
        require(constant(1) == 1, "E-UNSUPPORTED",
                "only CLK_PROFILING_COMMAND_EXEC_TIME can be captured", at());
        const Reg event = converted(0, types_.plain(TypeKind::device_event)).reg();
        event_call(
            handlers::EventCall::capture_profile, std::nullopt,
            {event, watched_pointer(place, types_.array(types_.scalar(Scalar::u64), 2), true)});
        return t_.void_value();
    }
    if (name() == "get_kernel_work_group_size") return block_query(1, 4096);
    if (name() == "get_kernel_preferred_work_group_size_multiple") return block_query(1, 16);
    return std::nullopt;
}

/// ndrange_1D and so on: global size; or global and local size; or offset, global and local size.
BuiltinCall::Result BuiltinCall::ndranges() {
    static constexpr std::array kNames = {"ndrange_1D", "ndrange_2D", "ndrange_3D"};
    const auto found = std::ranges::find(kNames, name());
    if (found == kNames.end()) return std::nullopt;
    const auto dimensions = static_cast<unsigned>(found - kNames.begin()) + 1;
    expect(1, 3);
    const TypePtr size = types_.scalar(Scalar::u64);
    const auto numbers = [&](std::size_t i) {
        std::vector<Reg> out;
        if (dimensions == 1) {
            out.push_back(converted(i, size).reg());
        } else {
            const Value pointer = argument(i);
            if (!is_pointer(pointer.type) ||
                !is_same(types_.unqualified(pointer.type->element), size))
                wrong_argument(i, "an array of size_t");
            const Reg from = watched_pointer(
                pointer, types_.array(types_.scalar(Scalar::u64), dimensions), false);
            for (unsigned d = 0; d < dimensions; ++d)
                out.push_back(out_.load(Scalar::u64, from, 8 * d, at()));
        }
        return out;
    };
    const std::size_t given = node_.arguments.size();
    const auto none = [&](std::int64_t value) {
        return std::vector<Reg>(3, out_.integer(Scalar::u64, value));
    };
    const auto padded = [&](std::vector<Reg> list, std::int64_t value) {
        while (list.size() < 3) list.push_back(out_.integer(Scalar::u64, value));
        return list;
    };
    const std::vector<Reg> offset = given == 3 ? padded(numbers(0), 0) : none(0);
    const std::vector<Reg> global = padded(numbers(given == 3 ? 1 : 0), 1);
    const std::vector<Reg> local = given == 1 ? none(0) : padded(numbers(given == 3 ? 2 : 1), 1);
    Value out;
    out.type = types_.plain(TypeKind::ndrange);
    out.parts = {out_.integer(Scalar::u64, dimensions)};
    for (const auto* list : {&offset, &global, &local})
        out.parts.insert(out.parts.end(), list->begin(), list->end());
    return out;
}

}  // namespace clmm::runtime::compiler
