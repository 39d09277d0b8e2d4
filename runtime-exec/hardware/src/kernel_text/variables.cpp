// The variables of a role.

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/kernel_text.h"
#include "kernel_text/walk.h"

namespace clmm::hardware {
namespace {

/// `a` of `a[2].f`; with the offset of an element.
const litmus::Location* location_named(const TextInput& input, const std::string& name) {
    for (const litmus::Location& location : input.structure.locations)
        if (location.name == name || location.name.starts_with(name + "[") ||
            location.name.starts_with(name + "."))
            return &location;
    return nullptr;
}

const PlacedObject* placed(const TextInput& input, const litmus::Location& location) {
    for (const PlacedObject& object : input.layout.objects)
        if (std::ranges::find(object.locations, &location) != object.locations.end())
            return &object;
    return nullptr;
}

/// What an initial value names: `&x`, `x`, `&a[1]`; empty where it is a number.
std::string named_location(const syntax::Expression& expression) {
    if (const auto* cast = std::get_if<syntax::Cast>(&expression.node))
        return named_location(*cast->operand);
    if (const auto* unary = std::get_if<syntax::Unary>(&expression.node))
        return unary->op == syntax::UnaryOperator::address_of ? named_location(*unary->operand)
                                                              : "";
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) return name->text;
    if (const auto* subscript = std::get_if<syntax::Subscript>(&expression.node)) {
        const auto* index = std::get_if<syntax::IntegerLiteral>(&subscript->index->node);
        const std::string array = named_location(*subscript->array);
        if (index != nullptr && !array.empty())
            return array + "[" + std::to_string(index->value) + "]";
    }
    return {};
}

/// The type of a register that only the initial state declares.
TypePtr register_type(const CodeNames& names, const syntax::InitEntry& entry) {
    return entry.type ? plain_type(names.types.named(*entry.type))
                      : language::typed(language::kInt);
}

/// As a variable of the kernel.
TypePtr in_private(const TypePtr& type) {
    return placed_in(type, language::AddressSpace::private_memory);
}

}  // namespace

RoleVariables::RoleVariables(const TextInput& input, const CodeNames& names, const Role& role,
                             std::string prefix, CodePrinter& printer)
    : input_(input), names_(names), role_(role), prefix_(std::move(prefix)), printer_(printer) {
    for (const auto& parameter : role.thread->parameters) add_parameter(parameter);
    add_local_objects();
    add_observed();
    add_initial_registers();
}

/// A name that no other variable of the kernel has.
std::string RoleVariables::variable(const std::string& name) {
    std::string out = prefix_ + name;
    for (unsigned n = 1; !used_.insert(out).second; ++n)
        out = prefix_ + name + "_" + std::to_string(n);
    return out;
}

const syntax::InitEntry* RoleVariables::initial_entry(const std::string& name) const {
    for (const syntax::InitEntry& entry : input_.tree.initial_state)
        if (entry.unit == role_.number && entry.name == name) return &entry;
    return nullptr;
}

std::string RoleVariables::own_initial_value(const syntax::InitEntry& entry) const {
    if (!entry.value) return "0";
    const std::string name = named_location(*entry.value);
    if (name.empty()) return CodePrinter(names_).expression(*entry.value);
    const litmus::Location* location = location_named(input_, name);
    const PlacedObject* object = location == nullptr ? nullptr : placed(input_, *location);
    if (object == nullptr) return CodePrinter(names_).expression(*entry.value);
    return "(" + place_of(input_, *object) + " + " +
           std::to_string(location->address - object->address) + ")";
}

void RoleVariables::add_parameter(const syntax::Declarator& declarator) {
    using language::TypeKind;
    TypePtr type = plain_type(names_.types.declared(declarator));
    if (type->kind == TypeKind::array) {
        if (type->element->kind == TypeKind::array)
            refuse("a parameter that is an array of arrays is not executed on devices",
                   declarator.span);
        type = language::pointer_to(type->element);
    }
    const bool is_pointer = type->kind == TypeKind::pointer;
    const syntax::InitEntry* entry = initial_entry(declarator.name);
    const PlacedObject* object =
        entry == nullptr ? object_of(input_.layout, role_, declarator) : nullptr;
    std::string value;
    if (entry != nullptr) {
        value = own_initial_value(*entry);
    } else if (is_pointer) {
        if (object == nullptr || object->space == litmus::AddressSpace::constant)
            refuse("'" + declarator.name + "' is no object that instances have of their own",
                   declarator.span);
        value = place_of(input_, *object);
    } else if (type->kind == TypeKind::record) {
        refuse("a parameter that is a struct is not executed on devices", declarator.span,
               "pass a pointer to it");
    } else {
        const litmus::Location* location = location_named(input_, declarator.name);
        value = location == nullptr ? "0" : initial_value(input_, *location);
    }
    const bool is_local = object != nullptr && object->space == litmus::AddressSpace::local;
    if (is_pointer)  // where its type does not say
        type = language::pointer_to(placed_in(type->element, is_local
                                                                 ? language::AddressSpace::local
                                                                 : language::AddressSpace::global));
    const std::string spelt = printer_.type(type, declarator.type.span);
    const std::string name = variable(declarator.name);
    lines_.push_back(spelt + " " + name + " = (" + spelt + ")" + value + ";");
    printer_.rename(declarator.name, name, in_private(type));
    variables_[declarator.name] = name;
}

/// `local int s[4];` in a body. Its type is that of a member of a struct, which the definitions
/// have, so that arrays decay where they are used.
void RoleVariables::add_local_objects() {
    syntax::for_each_declarator(role_.thread->body, [&](const syntax::Declarator& declarator) {
        if (!is_local_object(declarator)) return;
        const PlacedObject* object = object_of(input_.layout, role_, declarator);
        if (object == nullptr) return;
        const auto index = object - input_.layout.objects.data();
        const std::string type = "local struct clmm_s" + std::to_string(index) + "*";
        const std::string name = variable("clmm_l_" + declarator.name);
        lines_.push_back(type + " " + name + " = (" + type + ")" + place_of(input_, *object) + ";");
        printer_.rename(
            declarator.name, "(" + name + "->v)",
            placed_in(names_.types.declared(declarator), language::AddressSpace::local));
    });
}

std::string RoleVariables::add(const syntax::Declarator& declarator) {
    if (const auto found = variables_.find(declarator.name); found != variables_.end())
        return found->second;
    if (!declarator.dimensions.empty())
        refuse("'" + declarator.name + "' is declared beside a barrier, and is an array",
               declarator.span, "declare it in a block of its own");
    const std::string name = variable(declarator.name);
    lines_.push_back(printer_.variable(declarator, name) +
                     (printer_.is_compound(declarator) ? " = {0};" : " = 0;"));
    return name;
}

void RoleVariables::add_observed() {
    for (const Observed& observed : input_.observed) {
        if (observed.location != nullptr || &input_.layout.roles[observed.role] != &role_ ||
            variables_.contains(observed.reg))
            continue;
        const syntax::Declarator* found = nullptr;
        syntax::for_each_declarator(role_.thread->body, [&](const syntax::Declarator& declarator) {
            if (declarator.name != observed.reg) return;
            if (found != nullptr)
                refuse("'" + observed.name + "' is declared twice", declarator.span,
                       "give the registers different names");
            found = &declarator;
        });
        if (found == nullptr) continue;
        const std::string name = add(*found);
        variables_[observed.reg] = name;
        printer_.hoist(observed.reg, name);
    }
}

/// `0:r=7` for what is no parameter.
void RoleVariables::add_initial_registers() {
    for (const syntax::InitEntry& entry : input_.tree.initial_state) {
        if (entry.unit != role_.number) continue;
        const auto& parameters = role_.thread->parameters;
        if (std::ranges::find(parameters, entry.name, &syntax::Declarator::name) !=
            parameters.end())
            continue;
        bool is_declared = false;
        syntax::for_each_declarator(role_.thread->body, [&](const syntax::Declarator& declarator) {
            is_declared = is_declared || declarator.name == entry.name;
        });
        if (is_declared) {
            printer_.starts_with(entry.name, own_initial_value(entry));
            continue;
        }
        const TypePtr known = register_type(names_, entry);
        const std::string type = printer_.type(known, entry.span);
        const std::string name = variable(entry.name);
        lines_.push_back(type + " " + name + " = (" + type + ")" + own_initial_value(entry) + ";");
        printer_.rename(entry.name, name, in_private(known));
        variables_[entry.name] = name;
    }
}

std::vector<std::string> RoleVariables::stores() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < input_.observed.size(); ++i) {
        const Observed& observed = input_.observed[i];
        if (observed.location != nullptr || &input_.layout.roles[observed.role] != &role_) continue;
        const auto found = variables_.find(observed.reg);
        out.push_back("clmm_results[" + std::to_string(i) + "u * CLMM_COLUMN + clmm_instance] = " +
                      as_value(input_, found == variables_.end() ? "0" : found->second,
                               observed.width, true) +
                      ";");
    }
    return out;
}

}  // namespace clmm::hardware
