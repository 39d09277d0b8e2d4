// Pipes and printf.
#include <algorithm>
#include <array>

#include "compile/builtins/call.h"
#include "execute/handlers/pipes.h"
#include "execute/handlers/print.h"

namespace clmm::runtime::compiler {

using handlers::PipeScope;

namespace {

PipeScope scope_of(language::PipeFunction::Reach reach) {
    using Reach = language::PipeFunction::Reach;
    if (reach == Reach::work_group) return PipeScope::work_group;
    return reach == Reach::sub_group ? PipeScope::sub_group : PipeScope::work_item;
}

AccessQualifier access_of(bool reads) {
    return reads ? AccessQualifier::read_only : AccessQualifier::write_only;
}

}  // namespace

Value BuiltinCall::pipe_argument(std::optional<AccessQualifier> access) {
    const Value value = argument(0);
    if (value.type->kind != TypeKind::pipe) wrong_argument(0, "a pipe");
    require(!access || value.type->access == *access, "E-TYPE",
            "this pipe is for the other direction", at());
    return value;
}

BuiltinCall::Result BuiltinCall::pipes() {
    using Kind = language::PipeFunction::Kind;
    const auto known = language::find_pipe_function(name());
    if (!known) return std::nullopt;
    switch (known->kind) {
        case Kind::is_valid:
            return valid_reservation();
        case Kind::packets:
        case Kind::capacity:
            return pipe_query(known->kind == Kind::capacity);
        case Kind::reserve:
            return reserve_packets(*known);
        case Kind::commit:
            return commit_packets(*known);
        case Kind::transfer:
            break;
    }
    return transfer_packet(known->reads);
}

Value BuiltinCall::valid_reservation() {
    const Value id = converted(0, types_.plain(TypeKind::reserve_id));
    Value out;
    out.type = types_.boolean();
    out.parts = {
        out_.pure({handlers::pure(), loops::to_bool(Scalar::u64), Scalar::u8}, {id.reg()}, at())};
    return out;
}

Value BuiltinCall::pipe_query(bool of_capacity) {
    const Reg reg = out_.effect(handlers::query_pipe(), nullptr, Scalar::u32,
                                {pipe_argument(std::nullopt).reg()}, of_capacity ? 1 : 0, at());
    out_.note_atomic();
    return t_.scalar_value(Scalar::u32, reg);
}

Value BuiltinCall::reserve_packets(const language::PipeFunction& function) {
    const PipeScope scope = scope_of(function.reach);
    const Value channel = pipe_argument(access_of(function.reads));
    const Value count = converted(1, types_.scalar(Scalar::u32));
    Value out;
    out.type = types_.plain(TypeKind::reserve_id);
    out.parts = {out_.effect(handlers::reserve_pipe(function.reads, scope), nullptr, Scalar::u64,
                             {channel.reg(), count.reg()}, 0, at(), scope != PipeScope::work_item)};
    out_.note_atomic();
    return out;
}

Value BuiltinCall::commit_packets(const language::PipeFunction& function) {
    const PipeScope scope = scope_of(function.reach);
    const Value channel = pipe_argument(access_of(function.reads));
    const Value id = converted(1, types_.plain(TypeKind::reserve_id));
    out_.effect(handlers::commit_pipe(function.reads, scope), nullptr, std::nullopt,
                {channel.reg(), id.reg()}, 0, at(), scope != PipeScope::work_item);
    out_.note_atomic();
    return t_.void_value();
}

/// Of one packet, or of one of a reservation.
Value BuiltinCall::transfer_packet(bool reads) {
    if (node_.arguments.size() != 4) expect(2);
    const Value channel = pipe_argument(access_of(reads));
    const std::size_t last = node_.arguments.size() - 1;
    const Value address = argument(last);
    if (!is_pointer(address.type) || !is_same(address.type->element, channel.type->element))
        wrong_argument(last, "a pointer to " + quote(to_string(channel.type->element)));
    const Reg packet = watched_pointer(address, address.type->element, reads);
    if (last == 1) {
        const Reg reg = out_.effect(reads ? handlers::read_pipe() : handlers::write_pipe(), nullptr,
                                    Scalar::i32, {channel.reg(), packet}, 0, at());
        out_.note_atomic();
        return t_.int_value(reg);
    }
    WideCall call;
    call.operands = {channel.reg(), converted(1, types_.plain(TypeKind::reserve_id)).reg(),
                     converted(2, types_.scalar(Scalar::u32)).reg(), packet};
    const Reg result = out_.fresh(Scalar::i32);
    call.results = {result};
    call.constants = {reads ? 1 : 0};
    out_.wide(handlers::reserved_packet(), std::move(call), at());
    return t_.int_value(result);
}

namespace {

bool points_to_characters(const TypePtr& type) {
    return is_pointer(type) && is_scalar(type->element) &&
           (type->element->scalar == Scalar::i8 || type->element->scalar == Scalar::u8);
}

}  // namespace

BuiltinCall::Result BuiltinCall::print() {
    if (name() != "printf") return std::nullopt;
    require(!node_.arguments.empty(), "E-TYPE", "printf takes a format", at());
    const std::vector<Value> values = arguments();
    const Span format_span = node_.arguments[0]->span;
    require(values[0].text != nullptr, "E-UNSUPPORTED", "the format of printf is a string literal",
            format_span);
    PrintCall call;
    call.format = *values[0].text;
    const std::vector<PrintPiece> pieces = parse_format(call.format);
    require(!pieces.empty(), "E-TYPE", "a conversion of this format is not well formed",
            format_span);
    require(std::ranges::all_of(pieces, is_printable_width), "E-TYPE",
            "a conversion of this format asks for more than " + std::to_string(kWidestField) +
                " characters",
            format_span);
    std::size_t next = 1;
    for (const PrintPiece& piece : pieces) {
        if (piece.conversion == '\0') continue;
        require(next < values.size(), "E-TYPE", "the format has more conversions than values",
                at());
        Value value = values[next];
        const bool wants_float =
            std::string("fFeEgGaA").find(piece.conversion) != std::string::npos;
        PrintCall::Operand operand;
        operand.is_string = value.text != nullptr;
        // Through a variable: where it points is known in the run.
        const bool is_address = piece.conversion == 's' && points_to_characters(value.type);
        if ((piece.conversion == 's') != (operand.is_string || is_address))
            wrong_argument(next, piece.conversion == 's' ? "a string literal" : "a value");
        if (operand.is_string) {
            operand.text = *value.text;
        } else if (is_address) {
            operand.scalar = Scalar::u64;
        } else if (piece.conversion == 'p') {
            if (!is_pointer(value.type)) wrong_argument(next, "a pointer");
            operand.scalar = Scalar::u64;
        } else {
            value = t_.promoted(value);
            if (!is_arithmetic(value.type) || value.type->lanes != piece.lanes ||
                is_floating(value.type->scalar) != wants_float)
                wrong_argument(next, wants_float ? "floating-point values of that number"
                                                 : "integers of that number");
            const bool is_long = !wants_float && memory_size(value.type->scalar) == 8;
            require(wants_float || is_long == (piece.length == "l"), "E-TYPE",
                    is_long ? "a value of 64 bits is printed by a conversion with 'l'"
                            : "a value of less than 64 bits is printed by a conversion without 'l'",
                    node_.arguments[next]->span);
            operand.scalar = value.type->scalar;
        }
        operand.registers = value.parts;
        call.operands.push_back(std::move(operand));
        ++next;
    }
    require(next == values.size(), "E-TYPE", "there are more values than conversions", at());
    call.result = out_.fresh(Scalar::i32);
    const Reg result = call.result;
    out_.print(std::move(call), handlers::print(), at());
    return t_.int_value(result);
}

}  // namespace clmm::runtime::compiler
