// Calls of the API, and launches of the test: what they are given, for the handler that makes them.
#include <algorithm>
#include <array>

#include "clmm/base/counted.h"
#include "clmm/language/names.h"
#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {

using language::ApiEntry;

std::optional<Value> BuiltinCall::of_host() {
    using Family = Result (BuiltinCall::*)();
    static constexpr std::array kFamilies = {
        &BuiltinCall::host_calls, &BuiltinCall::synchronisation, &BuiltinCall::atomics,
        &BuiltinCall::math,       &BuiltinCall::common,          &BuiltinCall::integer,
        &BuiltinCall::relational, &BuiltinCall::geometric,       &BuiltinCall::conversion,
        &BuiltinCall::print};
    for (const Family family : kFamilies)
        if (Result result = (this->*family)()) return result;
    return std::nullopt;
}

HostValue BuiltinCall::host_value(const Value& value, WideCall& call, Span span) {
    if (!is_arithmetic(value.type) || !is_scalar(value.type) || !is_integer(value.type))
        return t_.host_value(value, call, span);
    return t_.host_value(t_.convert(value, types_.scalar(Scalar::i64)), call, span);
}

HostValue BuiltinCall::host_number(const syntax::Expression& expression, WideCall& call) {
    return host_value(t_.evaluate(expression), call, expression.span);
}

std::vector<HostValue> BuiltinCall::host_numbers(const std::vector<const syntax::Expression*>& list,
                                                 WideCall& call) {
    std::vector<HostValue> out;
    for (const syntax::Expression* each : list) out.push_back(host_number(*each, call));
    return out;
}

void BuiltinCall::host_clause(const syntax::Call& clause, HostCall& out, WideCall& call) {
    HostCall::Clause made{clause.function, {}};
    for (const auto& each : clause.arguments) made.numbers.push_back(host_number(*each, call));
    if (made.numbers.empty() || made.numbers.size() > 3)
        reject("E-NDRANGE", "an NDRange has 1 to 3 dimensions", at());
    out.clauses.push_back(std::move(made));
}

/// What a kernel or function takes: the parameter's type, where it says what is converted.
HostValue BuiltinCall::host_parameter(const syntax::Expression& expression,
                                      const syntax::Declarator& parameter, WideCall& call) {
    const auto* local = std::get_if<syntax::Call>(&expression.node);
    if (local != nullptr && local->function == "local_array" && local->arguments.size() == 1) {
        HostValue out = host_number(*local->arguments.front(), call);
        out.kind = HostValue::Kind::local;
        return out;
    }
    Value value = t_.evaluate(expression);
    TypePtr type = t_.program_.parameter_type(parameter).type;
    if (type->kind == TypeKind::array) type = types_.pointer(type->element, AddressSpace::generic);
    // Of an image or pipe the kernel says how it is accessed; a struct may be an object's name.
    const bool is_opaque = type->kind == TypeKind::image || type->kind == TypeKind::pipe;
    const bool names_record = is_record(type) && is_pointer(value.type);
    if (!is_opaque && !names_record) value = t_.convert(value, type, true);
    return t_.host_value(value, call, expression.span);
}

HostArgument BuiltinCall::host_callee(const syntax::Expression& expression, bool is_kernel,
                                      WideCall& call) {
    const auto* node = std::get_if<syntax::Call>(&expression.node);
    const auto* function = node == nullptr ? nullptr : t_.program_.function(node->function);
    if (function == nullptr || function->is_kernel != is_kernel)
        reject("E-TYPE",
               is_kernel ? "this is no call of a kernel" : "this is no call of a function",
               expression.span,
               is_kernel ? "name a kernel with its arguments: k(x)"
                         : "name a function that is no kernel, with its arguments: f(x)");
    if (node->arguments.size() != function->parameters.size())
        reject("E-TYPE",
               quote(function->name) + " takes " +
                   counted(function->parameters.size(), "argument") + ", not " +
                   std::to_string(node->arguments.size()),
               expression.span);
    HostArgument out{.value = {.span = expression.span}, .callee = function->name};
    for (std::size_t i = 0; i < node->arguments.size(); ++i)
        out.arguments.push_back(host_parameter(*node->arguments[i], function->parameters[i], call));
    if (!is_kernel) t_.program_.called_later.push_back(function);
    return out;
}

/// A value that a command fills memory with is one of the memory's type.
HostArgument BuiltinCall::host_argument(const language::CallParts& parts, const ApiEntry& entry,
                                        std::size_t i, TypePtr memory, const Value& value,
                                        WideCall& call) {
    using language::ApiFunction;
    const Span span = parts.arguments[i]->span;
    const bool fills =
        entry.function == ApiFunction::fill_buffer || entry.function == ApiFunction::svm_fill;
    if (!fills || i != 2 || memory == nullptr || !is_arithmetic(memory->element))
        return {host_value(value, call, span), ""};
    return {t_.host_value(t_.convert(value, memory->element, true), call, span), ""};
}

TypePtr BuiltinCall::host_result(const ApiEntry& entry, bool yields_event, TypePtr memory) {
    switch (entry.result) {
        case ApiEntry::Result::queue:
            return types_.plain(TypeKind::queue);
        case ApiEntry::Result::mapped:
            require(memory != nullptr, "E-TYPE", "this is no memory object",
                    node_.arguments[1]->span);
            return yields_event ? types_.plain(TypeKind::device_event) : memory;
        case ApiEntry::Result::event:
            return types_.plain(TypeKind::device_event);
        default:
            return types_.scalar(Scalar::i32);
    }
}

BuiltinCall::Result BuiltinCall::host_calls() {
    if (language::counts_references(name())) return t_.int_value(out_.integer(Scalar::i32, 0));
    const ApiEntry* entry = language::find_api_function(name());
    if (entry == nullptr || !entry->of_host()) return std::nullopt;
    const language::CallParts parts = language::split_call(node_, entry->clauses);
    language::check_arguments(*entry, node_, parts);
    HostCall out{.entry = entry, .span = at()};
    WideCall call;
    bool may_block = true;
    TypePtr memory = nullptr;
    for (std::size_t i = 0; i < parts.arguments.size(); ++i) {
        const syntax::Expression& each = *parts.arguments[i];
        if (i == 1 && entry->callee != ApiEntry::Callee::none) {
            const bool is_kernel = entry->callee == ApiEntry::Callee::kernel;
            out.arguments.push_back(host_callee(each, is_kernel, call));
            continue;
        }
        Value value = t_.evaluate(each);
        if (i == 1 && is_pointer(value.type)) memory = value.type;
        if (i == 2 && is_scalar(value.type)) may_block = out_.value(value.reg()) != 0;
        out.arguments.push_back(host_argument(parts, *entry, i, memory, value, call));
    }
    out.waits = host_numbers(parts.waits, call);
    out.elements = host_numbers(parts.elements, call);
    for (const syntax::Expression* each : parts.range)
        host_clause(std::get<syntax::Call>(each->node), out, call);
    out.wants_event = parts.event != nullptr;
    out.yields_event = !may_block && !out.wants_event;
    Value result;
    result.type = host_result(*entry, out.yields_event, memory);
    result.parts = {out_.fresh(is_scalar(result.type) ? Scalar::i32 : Scalar::u64)};
    call.results = result.parts;
    emit_host_call(std::move(out), std::move(call), parts.event);
    return result;
}

/// `event`: what takes the command's event, or null.
void BuiltinCall::emit_host_call(HostCall out, WideCall call, const syntax::Expression* event) {
    Value handle;
    handle.type = types_.plain(TypeKind::device_event);
    if (event != nullptr) {
        handle.parts = {out_.fresh(Scalar::u64)};
        call.results.push_back(handle.reg());
    }
    auto& calls = out_.code().host_calls;
    out.number = static_cast<std::uint32_t>(calls.size());
    call.constants = {static_cast<std::int64_t>(calls.size())};
    calls.push_back(std::move(out));
    out_.wide(handlers::host_call(), std::move(call), at());
    if (event != nullptr) t_.write(t_.place(*event), t_.convert(handle, t_.type_of(*event)));
}

void BuiltinCall::launch(Translator& t, const syntax::Launch& launch) {
    const auto& kernel = std::get<syntax::Call>(launch.parts.front()->node);
    BuiltinCall call(t, kernel);
    HostCall out{.entry = nullptr, .span = launch.span};
    WideCall wide;
    out.arguments.push_back(call.host_callee(*launch.parts.front(), true, wide));
    for (std::size_t i = 1; i < launch.parts.size(); ++i)
        if (const auto* clause = std::get_if<syntax::Call>(&launch.parts[i]->node))
            call.host_clause(*clause, out, wide);
    wide.constants = {0};
    t.out_.code().host_calls.push_back(std::move(out));
    t.out_.wide(handlers::host_call(), std::move(wide), launch.span);
}

}  // namespace clmm::runtime::compiler
