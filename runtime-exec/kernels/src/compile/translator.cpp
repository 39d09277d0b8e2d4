// A kernel, its parameters and attributes.
#include "compile/translator.h"

#include <algorithm>

#include "clmm/language/attributes.h"
#include "compile/code_walk.h"

namespace clmm::runtime::compiler {

Translator::Translator(Program& program, const syntax::Function* kernel, const Translator* around)
    : program_(program),
      types_(program.types()),
      kernel_(kernel),
      around_(around),
      out_(program.tree().source) {
    open_scope();
}

ParameterKind kind_of(const TypePtr& type) {
    switch (type->kind) {
        case TypeKind::pointer:
            return ParameterKind::pointer;
        case TypeKind::image:
            return ParameterKind::image;
        case TypeKind::sampler:
            return ParameterKind::sampler;
        case TypeKind::pipe:
            return ParameterKind::pipe;
        case TypeKind::queue:
            return ParameterKind::queue;
        case TypeKind::device_event:
            return ParameterKind::event;
        case TypeKind::scalar:
        case TypeKind::vector:
        case TypeKind::record:
            return ParameterKind::value;
        default:
            return ParameterKind::block;
    }
}

namespace {

Parameter describe(const syntax::Declarator& declarator, TypePtr type, Span span) {
    Parameter out;
    out.name = declarator.name;
    Type plain = *type;
    plain.access = AccessQualifier::none;  // that is told apart
    out.type_name = language::to_text(plain);
    out.kind = kind_of(type);
    out.access = type->access;
    const bool refers = type->kind == TypeKind::pointer || type->kind == TypeKind::pipe;
    const TypePtr& sized = refers ? type->element : type;
    out.size = size_of(*sized);
    out.alignment = std::max<std::uint64_t>(alignment_of(*sized), 1);
    if (out.kind == ParameterKind::pointer) {
        out.address_space = pointee_space(type);
        const bool known = pointee_space(type) == AddressSpace::global ||
                           pointee_space(type) == AddressSpace::local ||
                           pointee_space(type) == AddressSpace::constant;
        require(known, "E-ADDRESS", "a kernel's pointer is to global, local or constant memory",
                span, "write 'global' before the type");
        require(!is_pointer(type->element) || pointee_space(type->element) == AddressSpace::global,
                "E-ADDRESS", "a kernel's pointer to pointers is to global ones", span);
    }
    require(out.kind != ParameterKind::block, "E-TYPE",
            "a kernel takes no parameter of type " + quote(to_string(type)), span);
    require(!type->is_bool, "E-TYPE", "a kernel takes no parameter of type 'bool'", span,
            "its size is the implementation's business; use uchar or int");
    return out;
}

}  // namespace

/// Those that change what the program means are refused; what else nobody knows is passed over, and
/// said.
void check_attributes(const std::vector<syntax::Attribute>& attributes, Program& program) {
    for (const syntax::Attribute& attribute : attributes) {
        const std::string named = "the attribute " + quote(attribute.name);
        require(!language::is_refused_attribute(attribute.name), "E-UNSUPPORTED",
                named + " is not supported here", attribute.span);
        if (!language::is_known_attribute(attribute.name))
            program.add(Rejected{{Severity::warning, "W-ATTRIBUTE", named + " changes nothing here",
                                  "", nullptr, attribute.span}});
    }
}

/// The registers that an argument arrives in.
Value Translator::parameter_value(TypePtr type) {
    ParameterRegisters parameter;
    Value out;
    out.type = types_.unqualified(type);
    if (component_count(type) == 0) {
        out.in_memory = true;
        out.trusted = true;
        out.parts = {out_.parameter(Scalar::u64)};
        parameter.by_address = true;
    } else {
        for (const Component& component : components(type)) {
            out.parts.push_back(out_.parameter(component.scalar));
            parameter.offsets.push_back(static_cast<std::uint32_t>(component.offset));
            parameter.scalars.push_back(component.scalar);
        }
    }
    parameter.registers = out.parts;
    out_.add_parameter(std::move(parameter));
    return out;
}

void Translator::bind_parameter(const syntax::Declarator& declarator,
                                std::vector<Parameter>& parameters) {
    at_ = declarator.span;
    check_attributes(declarator.attributes, program_);
    const Program::Declared declared = program_.parameter_type(declarator);
    TypePtr type = declared.type;
    // An array is a pointer to its first element. [C11 6.7.6.3 p7]
    if (type->kind == TypeKind::array) {
        require(declared.has_space, "E-ADDRESS", "the address space of this parameter is missing",
                at_, "write global, constant or local before its type");
        type = types_.pointer(type->element, declared.space);
    }
    parameters.push_back(describe(declarator, type, at_));
    Value value = parameter_value(type);
    if (is_pointer(type) && pointee_space(type) == AddressSpace::local) {
        // The argument is the offset in the work-group's memory.
        value.parts = {compute(loops::Binary::add,
                               out_.query(handlers::ItemQuery::local_address, 0, at_),
                               value.reg())};
    }
    Variable variable = make_variable(type, is_addressed(declarator.name));
    name_object(variable.place, declarator.name);
    write(variable.place, value);
    if (is_pointer(type) && !is_reassigned(declarator.name))
        variable.root = parameter_root(parameters.size() - 1, declarator.name);
    declare(declarator.name, std::move(variable), declarator.span);
}

void Translator::read_attributes(const syntax::Function& function, KernelAttributes& attributes) {
    check_attributes(function.attributes, program_);
    for (const syntax::Attribute& attribute : function.attributes) {
        at_ = attribute.span;
        std::vector<std::int64_t> values;
        const bool sizes =
            attribute.name == "reqd_work_group_size" || attribute.name == "work_group_size_hint";
        const bool size = attribute.name == "intel_reqd_sub_group_size";
        if (sizes || size)
            for (const auto& argument : attribute.arguments)
                values.push_back(integer_constant(*argument));
        at_ = attribute.span;
        require(std::ranges::all_of(values, [](std::int64_t v) { return v > 0; }) &&
                    (!sizes || values.size() == 3) && (!size || values.size() == 1),
                "E-TYPE", "this attribute takes positive sizes", at_);
        const auto index = [&] {
            return Index3{static_cast<std::uint64_t>(values[0]),
                          static_cast<std::uint64_t>(values[1]),
                          static_cast<std::uint64_t>(values[2])};
        };
        if (attribute.name == "reqd_work_group_size") attributes.required_work_group_size = index();
        if (attribute.name == "work_group_size_hint") attributes.work_group_size_hint = index();
        if (size) attributes.required_sub_group_size = static_cast<std::uint32_t>(values[0]);
        if (attribute.name == "uniform_work_group_size") attributes.uniform_work_group_size = true;
    }
}

std::optional<Code> Translator::block(const syntax::BlockLiteral& literal,
                                      const std::vector<Captured>& captured,
                                      KernelAttributes& attributes,
                                      std::vector<Parameter>& parameters) {
    at_ = literal.body->span;
    for (const Translator* outer = around_; outer != nullptr; outer = outer->around_)
        require(
            outer->block_ != &literal, "E-UNSUPPORTED",
            "this block enqueues itself, by way of a function that it calls", at_,
            "blocks are compiled where they are enqueued; enqueue one that the host's kernel has");
    block_ = &literal;
    const auto& body = std::get<syntax::Block>(literal.body->node);
    Activation call;
    call.scopes = scopes_.size();
    call.end = out_.label();
    call.addressed = addressed_names(body);
    call.result_type = types_.plain(TypeKind::void_type);
    calls_.push_back(std::move(call));
    enter_function(body);
    open_scope();
    for (const Captured& each : captured) {
        Variable variable;
        bind_captured(each, variable, parameters);
        declare(each.name, std::move(variable), at_);
    }
    open_scope();
    for (const syntax::Declarator& parameter : literal.parameters) {
        const TypePtr type = program_.parameter_type(parameter).type;
        require(is_pointer(type) && pointee_space(type) == AddressSpace::local, "E-TYPE",
                "the parameters of a block point to local memory", parameter.span);
        bind_parameter(parameter, parameters);
    }
    execute(body);
    return finish(literal.body->span, attributes);
}

std::optional<Code> Translator::finish(Span whole, KernelAttributes& attributes) {
    const Span last{whole.end == 0 ? 0 : whole.end - 1, whole.end};
    out_.place(calls_.back().end, 0, last);
    out_.finish_work_item(last);
    if (failed_) return std::nullopt;
    // The program is not to be charged for red zones.
    attributes.local_memory_size = local_sum_;
    attributes.private_memory_size = program_.watched() ? private_sum_ : private_bytes_;
    finish_watched();
    return out_.finish(private_stride(), static_cast<std::uint32_t>(local_bytes_));
}

std::optional<Code> Translator::kernel(KernelAttributes& attributes,
                                       std::vector<Parameter>& parameters) {
    at_ = kernel_->name_span;
    Activation call;
    call.function = kernel_;
    call.scopes = scopes_.size();
    call.end = out_.label();
    call.addressed = addressed_names(kernel_->body);
    try {
        call.result_type = program_.type_of(kernel_->return_type).type;
        require(is_void(call.result_type), "E-TYPE", "a kernel returns nothing",
                kernel_->name_span);
        calls_.push_back(std::move(call));
        enter_function(kernel_->body);
        open_scope();
        read_attributes(*kernel_, attributes);
    } catch (const Rejected& rejected) {
        error(rejected);
        return std::nullopt;
    }
    for (const syntax::Declarator& parameter : kernel_->parameters) {
        try {
            bind_parameter(parameter, parameters);
        } catch (const Rejected& rejected) {
            error(rejected);
        }
    }
    if (failed_) return std::nullopt;
    if (!program_.only_signatures) execute(kernel_->body);
    return finish(kernel_->span, attributes);
}

}  // namespace clmm::runtime::compiler
