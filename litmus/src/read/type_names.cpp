#include "read/type_names.h"

#include <algorithm>
#include <array>
#include <variant>

#include "clmm/language/names.h"
#include "read/constant.h"

namespace clmm::litmus {
namespace {

constexpr std::int64_t kMostElements = 65536;

constexpr std::array<std::string_view, 5> kFloats = {"float", "double", "half", "atomic_float",
                                                     "atomic_double"};

void apply_qualifiers(Type& type, const std::vector<std::string>& qualifiers, Span span) {
    for (const std::string& qualifier : qualifiers) {
        if (qualifier == "global") type.space = AddressSpace::global;
        if (qualifier == "local") type.space = AddressSpace::local;
        if (qualifier == "constant") type.space = AddressSpace::constant;
        if (qualifier == "private") type.space = AddressSpace::private_memory;
        if (qualifier == "const") type = *constant_type(std::make_shared<Type>(type));
        if (qualifier != "_Atomic" && qualifier != "atomic") continue;
        if (type.kind == Type::Kind::structure || type.kind == Type::Kind::array)
            reject("E-UNSUPPORTED", "an atomic " + to_text(type), span,
                   "members and elements may be atomic");
        type.is_atomic = true;
    }
}

bool has(const std::vector<std::string>& qualifiers, std::string_view word) {
    return std::ranges::find(qualifiers, word) != qualifiers.end();
}

/// Parameters, members, elements and variables outside of functions are no blocks.
void reject_block(const syntax::Declarator& declarator) {
    if (declarator.is_block)
        reject("E-UNSUPPORTED", "'" + declarator.name + "' is a block, which is not supported here",
               declarator.span, "declare block variables in a function, with their blocks");
}

/// A pointer under a name of its own.
Type opaque(std::string name, Type element, const std::vector<std::string>& qualifiers) {
    std::string access = "read_only ";
    for (const char* word : {"write_only", "read_write"})
        if (has(qualifiers, word)) access = std::string(word) + " ";
    element.space = AddressSpace::global;
    Type result = *pointer_to(std::make_shared<Type>(std::move(element)));
    result.enumeration = access + std::move(name);
    return result;
}

std::uint64_t up_to(std::uint64_t offset, std::uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

void check_size(const TypePtr& type, Span span) {
    if (leaf_count(*type) > static_cast<std::uint64_t>(kMostElements))
        reject("E-TYPE",
               "an array's length has to be between 1 and " + std::to_string(kMostElements), span);
}

}  // namespace

std::optional<std::uint64_t> array_length(const syntax::ExpressionPtr& dimension) {
    if (!dimension) return std::nullopt;
    const auto length = constant_value(*dimension);
    if (!length) reject("E-TYPE", "an array's length has to be a constant", dimension->span);
    if (*length <= 0 || *length > kMostElements)
        reject("E-TYPE",
               "an array's length has to be between 1 and " + std::to_string(kMostElements),
               dimension->span);
    return static_cast<std::uint64_t>(*length);
}

// ---- definitions ----

void TypeNames::define(const syntax::LitmusTree& tree, Reporter& reporter) {
    for (const syntax::StructDefinition& each : tree.structs) {
        auto& structure = structures_.emplace_back(std::make_unique<Structure>());
        structure->name = each.name;
        if (!structure_names_.emplace(each.name, structure.get()).second)
            reporter.error("E-NAME", "'struct " + each.name + "' is defined twice", each.name_span);
    }
    using Definition = std::variant<const syntax::StructDefinition*, const syntax::TypeDefinition*>;
    std::vector<std::pair<std::uint32_t, Definition>> in_order;
    for (const auto& each : tree.structs) in_order.emplace_back(each.span.end, &each);
    for (const auto& each : tree.type_definitions)
        in_order.emplace_back(each.declarator.span.end, &each);
    std::ranges::stable_sort(in_order, {}, [](const auto& entry) { return entry.first; });
    for (const auto& [end, definition] : in_order)
        reporter.attempt(
            [&] { std::visit([&](const auto* each) { define(*each, reporter); }, definition); });
}

/// Members in their order, each at the next multiple of its alignment.
void TypeNames::define(const syntax::StructDefinition& definition, Reporter& reporter) {
    Structure& structure = *structure_names_.at(definition.name);
    if (structure.is_complete) return;  // defined twice
    const bool is_right = reporter.attempt([&] {
        for (const syntax::Declarator& field : definition.fields) add_field(structure, field);
        if (structure.fields.empty())
            reject("E-TYPE", "'struct " + definition.name + "' has no members", definition.span);
    });
    structure.size = up_to(structure.size, structure.alignment);
    structure.is_complete = true;  // also where it is not right: one error is enough
    if (!is_right && structure.fields.empty()) structure.fields.push_back({"", int_type(), 0});
}

void TypeNames::add_field(Structure& structure, const syntax::Declarator& field) const {
    const TypePtr type = declared(field);
    if (type->space)
        reject("E-ADDRESS", "a member is in the memory of its struct", field.type.span,
               "put the address space where an object of the struct is declared");
    if (find_field(structure, field.name) != nullptr)
        reject("E-NAME", "two members are named '" + field.name + "'", field.span);
    const std::uint64_t alignment = alignment_of(*type);
    const std::uint64_t offset = up_to(structure.size, alignment);
    structure.fields.push_back({field.name, type, offset});
    structure.size = offset + size_of(*type);
    structure.alignment = std::max(structure.alignment, alignment);
}

void TypeNames::define(const syntax::TypeDefinition& definition, Reporter&) {
    const syntax::Declarator& declarator = definition.declarator;
    reject_block(declarator);
    const TypePtr type =
        declarator.dimensions.empty() ? resolve(declarator.type) : declared(declarator);
    if (!definitions_.emplace(declarator.name, type).second)
        reject("E-NAME", "'" + declarator.name + "' is defined twice", declarator.span);
}

/// `state[i]` says which packet place i holds, or waits for.
TypePtr TypeNames::pipe(const TypePtr& packet, std::uint64_t capacity) {
    Type atomic = *integer_type(32, false);
    atomic.is_atomic = true;
    const TypePtr counter = std::make_shared<Type>(atomic);
    auto& structure = structures_.emplace_back(std::make_unique<Structure>());
    structure->name = "pipe";
    const auto add = [&](const char* name, const TypePtr& type) {
        const std::uint64_t offset = up_to(structure->size, alignment_of(*type));
        structure->fields.push_back({name, type, offset});
        structure->size = offset + size_of(*type);
        structure->alignment = std::max(structure->alignment, alignment_of(*type));
    };
    add("packet", array_of(packet, capacity));
    add("state", array_of(counter, capacity));
    add("written", counter);
    add("read", counter);
    structure->size = up_to(structure->size, structure->alignment);
    structure->is_complete = true;
    return std::make_shared<Type>(
        Type{.kind = Type::Kind::structure, .width = 8, .structure = structure.get()});
}

// ---- uses ----

Type TypeNames::structure(const syntax::TypeName& name) const {
    const auto found = structure_names_.find(name.base);
    if (found == structure_names_.end()) {
        std::vector<std::string> known;
        for (const auto& [each, structure] : structure_names_) known.push_back(each);
        reject("E-TYPE", "there is no 'struct " + name.base + "'", name.span,
               language::did_you_mean(name.base, known));
    }
    return {.kind = Type::Kind::structure, .width = 8, .structure = found->second};
}

Type TypeNames::base(const syntax::TypeName& name) const {
    if (name.is_struct) return structure(name);
    const auto defined = definitions_.find(name.base);
    if (defined != definitions_.end()) return *defined->second;
    if (const auto type = builtin_type(name.base)) return *type;
    if (name.base == "image1d_t") return opaque(name.base, *int_type(), name.qualifiers);
    if (name.base.starts_with("image") || name.base == "sampler_t")
        reject("E-UNSUPPORTED", name.base + " is not supported in litmus tests", name.span,
               "there are images of one dimension without samplers: image1d_t");
    if (std::ranges::find(kFloats, name.base) != kFloats.end())
        reject("E-UNSUPPORTED", name.base + " is not supported in litmus tests", name.span,
               "integers, pointers, and structs and arrays of them are");
    std::vector<std::string> known = builtin_type_names();
    for (const auto& [each, type] : definitions_) known.push_back(each);
    reject("E-TYPE", "unknown type '" + name.base + "'", name.span,
           language::did_you_mean(name.base, known));
}

TypePtr TypeNames::resolve(const syntax::TypeName& name) const {
    Type first = base(name);
    apply_qualifiers(first, name.qualifiers, name.span);
    const auto space = first.space;
    TypePtr type = std::make_shared<Type>(std::move(first));
    if (is_array(type)) type = array_of(in_space(type->element, space), type->length);
    for (const auto& qualifiers : name.pointers) {
        Type pointer = *pointer_to(type);
        apply_qualifiers(pointer, qualifiers, name.span);
        type = std::make_shared<Type>(std::move(pointer));
    }
    return type;
}

TypePtr TypeNames::declared(const syntax::TypeName& name,
                            const std::vector<syntax::ExpressionPtr>& dimensions,
                            const syntax::Expression* initializer, Span span,
                            const IsStruct& is_struct) const {
    TypePtr type = resolve(name);
    for (std::size_t i = dimensions.size(); i-- > 0;) {
        auto length = array_length(dimensions[i]);
        const auto* list = initializer != nullptr
                               ? std::get_if<syntax::InitializerList>(&initializer->node)
                               : nullptr;
        if (!length && i == 0 && list != nullptr) length = listed_elements(type, *list, is_struct);
        if (!length || *length == 0) reject("E-TYPE", "the length of an array is missing", span);
        type = array_of(type, *length);
        check_size(type, span);
    }
    if (type->kind == Type::Kind::void_type) reject("E-TYPE", "an object of type void", span);
    if (is_structure(type) && !type->structure->is_complete)
        reject("E-TYPE", "'struct " + type->structure->name + "' is not complete here", span);
    return type;
}

TypePtr TypeNames::declared(const syntax::Declarator& declarator, const IsStruct& is_struct) const {
    reject_block(declarator);
    return declared(declarator.type, declarator.dimensions, declarator.initializer.get(),
                    declarator.span, is_struct);
}

TypePtr TypeNames::parameter(const syntax::Declarator& declarator) const {
    reject_block(declarator);
    TypePtr type = resolve(declarator.type);
    if (has(declarator.type.qualifiers, "pipe"))
        return std::make_shared<Type>(
            opaque("pipe " + to_text(*type), *type, declarator.type.qualifiers));
    for (std::size_t i = declarator.dimensions.size(); i-- > 1;) {
        const auto length = array_length(declarator.dimensions[i]);
        if (!length)
            reject("E-TYPE", "the length of '" + declarator.name + "' is missing", declarator.span);
        type = array_of(type, *length);
    }
    if (!declarator.dimensions.empty()) return pointer_to(type);
    return is_array(type) ? pointer_to(type->element) : type;
}

}  // namespace clmm::litmus
