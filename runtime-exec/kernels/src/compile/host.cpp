// Host code: threads, functions that are called later, launches of the test. It is kernels' code
// for one lane, without work-items and with calls of the API (builtins/host.cpp).
#include "compile/host.h"

#include <algorithm>

#include "clmm/base/counted.h"
#include "compile/builtins/call.h"
#include "compile/code_walk.h"
#include "compile/translator.h"
#include "execute/host_call.h"

namespace clmm::runtime::compiler {

const syntax::Declarator* HostDialect::object(const std::string& name) const {
    const auto found = std::ranges::find(objects, name, &syntax::Declarator::name);
    return found == objects.end() ? nullptr : &*found;
}

namespace {

HostValue::Kind host_kind(TypePtr type) {
    switch (type->kind) {
        case TypeKind::pointer:
            return HostValue::Kind::pointer;
        case TypeKind::queue:
        case TypeKind::device_event:
            return HostValue::Kind::handle;
        case TypeKind::image:
        case TypeKind::pipe:
            return HostValue::Kind::opaque;
        default:
            return HostValue::Kind::value;
    }
}

}  // namespace

// ---- threads, functions, launches ----

void Translator::begin_host(const syntax::Block* body, TypePtr result, Span span) {
    at_ = span;
    Activation call;
    call.scopes = scopes_.size();
    call.end = out_.label();
    if (body != nullptr) call.addressed = addressed_names(*body);
    call.result_type = result;
    if (!is_void(result)) {
        const Variable variable = make_variable(result, false);
        require(!variable.place.in_memory, "E-UNSUPPORTED",
                "a function that is called later returns no " + quote(to_string(result)), span);
        call.result = variable.place.parts;
    }
    calls_.push_back(std::move(call));
    if (body != nullptr) enter_function(*body);
    open_scope();
}

std::optional<Code> Translator::finish_host(Span whole) {
    const Span last{whole.end == 0 ? 0 : whole.end - 1, whole.end};
    out_.place(calls_.back().end, 0, last);
    leave_host_result(last);
    close_scope();
    out_.finish_work_item(last);
    if (failed_) return std::nullopt;
    finish_watched();
    return out_.finish(private_stride(), 0);
}

void Translator::bind_host_parameter(const syntax::Declarator& declarator,
                                     HostParameters& parameters) {
    at_ = declarator.span;
    TypePtr type = program_.parameter_type(declarator).type;
    if (type->kind == TypeKind::array) type = types_.pointer(type->element, AddressSpace::generic);
    parameters.push_back({host_kind(type), declarator.name, size_of(*type), declarator.span});
    const Value value = parameter_value(type);
    Variable variable = make_variable(type, is_addressed(declarator.name));
    name_object(variable.place, declarator.name);
    write(variable.place, value);
    if (is_pointer(type) && !is_reassigned(declarator.name))
        variable.root = parameter_root(parameters.size() - 1, declarator.name);
    declare(declarator.name, std::move(variable), declarator.span);
}

/// `0:r0 = 7;` of the initial state.
void Translator::bind_host_register(const syntax::InitEntry& entry) {
    at_ = entry.span;
    if (find(entry.name) == nullptr) {
        const TypePtr type =
            entry.type ? program_.type_of(*entry.type).type : types_.scalar(Scalar::i32);
        Variable variable = make_variable(type, is_addressed(entry.name));
        zero(variable.place);
        declare(entry.name, std::move(variable), entry.span);
    }
    if (entry.value) initialize(find(entry.name)->place, *entry.value);
}

std::optional<Code> Translator::host_thread(const syntax::Thread& thread,
                                            HostParameters& parameters) {
    try {
        const auto known = program_.host()->observed.find(thread.number);
        if (known != program_.host()->observed.end()) observed_ = known->second;
        begin_host(&thread.body, types_.plain(TypeKind::void_type), thread.name_span);
        for (const syntax::Declarator& parameter : thread.parameters)
            bind_host_parameter(parameter, parameters);
        for (const syntax::InitEntry& entry : program_.tree().initial_state)
            if (entry.unit == thread.number) bind_host_register(entry);
    } catch (const Rejected& rejected) {
        error(rejected);
        return std::nullopt;
    }
    execute(thread.body);
    return finish_host(thread.span);
}

std::optional<Code> Translator::host_function(const syntax::Function& function,
                                              HostParameters& parameters) {
    try {
        begin_host(&function.body, program_.type_of(function.return_type).type, function.name_span);
        calls_.back().function = &function;
        for (const syntax::Declarator& parameter : function.parameters)
            bind_host_parameter(parameter, parameters);
    } catch (const Rejected& rejected) {
        error(rejected);
        return std::nullopt;
    }
    execute(function.body);
    return finish_host(function.span);
}

std::optional<Code> Translator::host_launch(const syntax::Launch& launch) {
    try {
        begin_host(nullptr, types_.plain(TypeKind::void_type), launch.span);
        BuiltinCall::launch(*this, launch);
    } catch (const Rejected& rejected) {
        error(rejected);
        return std::nullopt;
    }
    return finish_host(launch.span);
}

// ---- names and values ----

/// What the test calls so: a handle, or a pointer to the object or to its first element.
std::optional<Value> Translator::host_name(const std::string& name) {
    const syntax::Declarator* object = program_.host()->object(name);
    if (object == nullptr) return std::nullopt;
    const TypePtr type = program_.type_of(*object).type;
    const HostValue::Kind kind = host_kind(type);
    Value out;
    out.type = type;
    const bool is_itself = kind == HostValue::Kind::opaque || kind == HostValue::Kind::handle;
    if (!is_itself)
        out.type = types_.pointer(type->kind == TypeKind::array ? type->element : type,
                                  AddressSpace::generic);
    auto& names = out_.code().host_names;
    const auto known = std::ranges::find(names, name);
    const auto index = known - names.begin();
    if (known == names.end()) names.push_back(name);
    out.parts = {out_.effect(handlers::host_name(), nullptr, Scalar::u64, {}, index, at_)};
    Root root;
    root.kind = Root::Kind::parameter;
    root.name = name;
    if (!is_itself) out.root = add_root(std::move(root));
    return out;
}

HostValue Translator::host_value(const Value& given, WideCall& call, Span span) {
    const Value value = decayed(given);
    HostValue out;
    out.kind = host_kind(value.type);
    out.span = span;
    out.first = static_cast<std::uint32_t>(call.operands.size());
    out.by_address = value.in_memory;
    out.size = size_of(*value.type);
    if (out.kind == HostValue::Kind::pointer) {
        out.size = size_of(*value.type->element);
        out.to_record = is_record(value.type->element);
        if (value.root != nullptr && value.root->kind == Root::Kind::parameter)
            out.object = value.root->name;
    }
    require(!value.parts.empty(), "E-TYPE", "this has no value", span);
    if (!value.in_memory)
        for (const Component& component : components(value.type)) {
            out.offsets.push_back(static_cast<std::uint32_t>(component.offset));
            out.scalars.push_back(component.scalar);
        }
    call.operands.insert(call.operands.end(), value.parts.begin(), value.parts.end());
    return out;
}

// ---- functions that call themselves ----

Value Translator::recurse(const syntax::Function& function, const syntax::Call& node) {
    require(node.arguments.size() == function.parameters.size(), "E-TYPE",
            quote(function.name) + " takes " + counted(function.parameters.size(), "argument") +
                ", not " + std::to_string(node.arguments.size()),
            at_);
    HostRecursion out{.function = function.name, .arguments = {}};
    WideCall call;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        TypePtr type = program_.parameter_type(function.parameters[i]).type;
        if (type->kind == TypeKind::array)
            type = types_.pointer(type->element, AddressSpace::generic);
        const Value value = convert(evaluate(*node.arguments[i]), type);
        out.arguments.push_back(host_value(value, call, node.arguments[i]->span));
    }
    Value result;
    result.type = program_.type_of(function.return_type).type;
    if (!is_void(result.type))
        for (const Component& component : components(result.type)) {
            out.result_offsets.push_back(component.offset);
            out.result_scalars.push_back(component.scalar);
            result.parts.push_back(out_.fresh(component.scalar));
        }
    call.results = result.parts;
    auto& recursions = out_.code().host_recursions;
    call.constants = {static_cast<std::int64_t>(recursions.size())};
    recursions.push_back(std::move(out));
    program_.called_later.push_back(&function);
    out_.wide(handlers::host_recursion(), std::move(call), at_);
    return result;
}

void Translator::leave_host_result(Span span) {
    const Activation& function = calls_.back();
    if (is_void(function.result_type)) return;
    HostRecursion out;
    for (const Component& component : components(function.result_type)) {
        out.result_offsets.push_back(component.offset);
        out.result_scalars.push_back(component.scalar);
    }
    WideCall call;
    call.operands = function.result;
    auto& recursions = out_.code().host_recursions;
    call.constants = {static_cast<std::int64_t>(recursions.size())};
    recursions.push_back(std::move(out));
    out_.wide(handlers::host_result(), std::move(call), span);
}

// ---- variables that are observed ----

bool Translator::is_observed(const std::string& name) const {
    return calls_.size() == 1 && std::ranges::find(observed_, name) != observed_.end();
}

void Translator::observe(const std::string& name, const Variable& variable) {
    const TypePtr type = variable.type;
    if (!is_pointer(type) && !(is_scalar(type) && is_integer(type))) return;
    auto& observed = out_.code().observed;
    out_.effect(handlers::host_variable(), nullptr, std::nullopt,
                {address_register(variable.place)}, static_cast<std::int64_t>(observed.size()),
                at_);
    observed.push_back({.name = name,
                        .type = is_pointer(type) ? language::kSizeType : integer_of(*type),
                        .is_pointer = is_pointer(type),
                        .begin = ++places_of_scopes_,
                        .depth = scopes_.size()});
}

void Translator::end_observed() {
    for (ObservedVariable& each : out_.code().observed)
        if (each.end == 0 && each.depth == scopes_.size()) each.end = ++places_of_scopes_;
}

// ---- divisions ----

void Translator::check_divisor(syntax::BinaryOperator op, const Value& divisor) {
    const bool divides =
        op == syntax::BinaryOperator::divide || op == syntax::BinaryOperator::remainder;
    if (!divides || !is_integer(divisor.type)) return;
    if (!is_host()) return watch_divisor(divisor);
    if (!is_scalar(divisor.type) || out_.value(divisor.reg()).value_or(0) != 0) return;
    out_.effect(handlers::check_divisor(), nullptr, std::nullopt, {divisor.reg()}, 0, at_);
}

// ---- all of a test ----

namespace {

class HostCompiler {
public:
    HostCompiler(const syntax::LitmusTree& test, const HostDialect& dialect)
        : test_(test), dialect_(dialect), program_(test, true, &dialect) {}

    Result<HostCode> operator()() {
        program_.read();
        if (!has_errors(program_.diagnostics)) translate();
        if (has_errors(program_.diagnostics))
            return Result<HostCode>::failure(std::move(program_.diagnostics));
        return {std::move(out_), std::move(program_.diagnostics)};
    }

private:
    void translate() {
        for (const syntax::Declarator& each : dialect_.objects) measure(each);
        for (const syntax::Thread& thread : test_.threads)
            if (std::ranges::any_of(thread.placement,
                                    [](const auto& place) { return place.kind == "host"; })) {
                HostFunction& made = out_.threads[thread.number];
                made.name = "P" + std::to_string(thread.number);
                take(made, Translator(program_, nullptr).host_thread(thread, made.parameters));
            }
        for (const syntax::Launch& launch : test_.launches)
            take(out_.launches.emplace_back(), Translator(program_, nullptr).host_launch(launch));
        // These may name others.
        for (std::size_t i = 0; i < program_.called_later.size(); ++i) {
            const syntax::Function& function = *program_.called_later[i];
            const auto [known, is_new] = out_.functions.try_emplace(function.name);
            if (!is_new) continue;
            HostFunction& made = known->second;
            made.name = function.name;
            take(made, Translator(program_, nullptr).host_function(function, made.parameters));
        }
    }

    static void take(HostFunction& function, std::optional<Code> code) {
        if (code) function.code = std::make_shared<const Code>(std::move(*code));
    }

    void measure(const syntax::Declarator& object) {
        try {
            const TypePtr type = program_.type_of(object).type;
            TypePtr element = type;
            while (element->kind == TypeKind::array || element->kind == TypeKind::pipe)
                element = element->element;
            out_.objects[object.name] = {size_of(*type), size_of(*element)};
        } catch (const Rejected& rejected) {
            program_.add(rejected);
        }
    }

    const syntax::LitmusTree& test_;
    const HostDialect& dialect_;
    Program program_;
    HostCode out_;
};

}  // namespace

Result<HostCode> compile_host(const syntax::LitmusTree& test, const HostDialect& dialect) {
    return HostCompiler(test, dialect)();
}

}  // namespace clmm::runtime::compiler
