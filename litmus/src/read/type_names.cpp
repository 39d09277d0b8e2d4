#include "read/type_names.h"

#include <algorithm>
#include <array>
#include <set>
#include <variant>

#include "clmm/language/names.h"
#include "read/constant.h"

namespace clmm::litmus {
namespace {

constexpr std::int64_t kMostElements = 65536;

/// Members, elements and variables may be atomic.
void reject_atomic(const TypePtr& type, Span span) {
    if (is_structure(type) || is_array(type))
        reject("E-UNSUPPORTED", "an atomic " + language::to_text(*type), span,
               "members and elements may be atomic");
}

TypePtr volatile_type(const TypePtr& type) {
    if (is_array(type)) return array_of(volatile_type(type->element), type->length);
    Type copy = *type;
    copy.is_volatile = true;
    return std::make_shared<Type>(std::move(copy));
}

/// The type with the words that stand before it, or behind its `*`.
TypePtr qualified(TypePtr type, const std::vector<std::string>& words, Span span) {
    const language::Qualifiers given = language::read_qualifiers(words);
    if (given.is_atomic) {
        reject_atomic(type, span);
        Type atomic = *type;
        atomic.is_atomic = true;
        type = std::make_shared<Type>(std::move(atomic));
    }
    if (given.is_const) type = constant_type(type);
    if (given.is_volatile) type = volatile_type(type);
    if (!given.space) return type;
    const bool is_generic = given.space == language::AddressSpace::generic;
    return language::in_space(type, is_generic ? std::nullopt : given.space);
}

/// Parameters, members, elements and variables outside of functions are no blocks.
void reject_block(const syntax::Declarator& declarator) {
    if (declarator.is_block)
        reject("E-UNSUPPORTED", "'" + declarator.name + "' is a block, which is not supported here",
               declarator.span, "declare block variables in a function, with their blocks");
}

/// An image or a pipe: in what follows, a pointer to what it is made of.
TypePtr opaque(Type result, const TypePtr& element, const std::vector<std::string>& words) {
    using language::AccessQualifier;
    result.scalar = language::Scalar::u64;
    result.access = language::read_qualifiers(words).access;
    if (result.access == AccessQualifier::none) result.access = AccessQualifier::read_only;
    result.element = in_space(element, AddressSpace::global);
    return std::make_shared<Type>(std::move(result));
}

void check_size(const TypePtr& type, Span span) {
    if (leaf_count(*type) > static_cast<std::uint64_t>(kMostElements))
        reject("E-TYPE",
               "an array's length has to be between 1 and " + std::to_string(kMostElements), span);
}

/// Attributes that change a layout.
void reject_layout(const std::vector<syntax::Attribute>& attributes) {
    for (const syntax::Attribute& attribute : attributes)
        if (attribute.name == "packed" || attribute.name == "aligned")
            reject("E-UNSUPPORTED", "the attribute '" + attribute.name + "' is not followed",
                   attribute.span, "leave it out, if the kernel does without");
}

}  // namespace

std::optional<std::uint64_t> array_length(const syntax::ExpressionPtr& dimension,
                                          const language::ConstantSizes& sizes) {
    if (!dimension) return std::nullopt;
    const auto length = constant_value(*dimension, sizes);
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
        auto& structure = structures_.emplace_back(std::make_unique<Record>());
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
    Record& structure = *structure_names_.at(definition.name);
    if (structure.is_complete) return;  // defined twice
    const bool is_right = reporter.attempt([&] {
        reject_layout(definition.attributes);
        structure.is_union = definition.is_union;
        std::set<std::string> names;
        for (const syntax::Declarator& field : definition.fields) {
            add_field(structure, field);
            for (const std::string& name : language::member_names(structure.fields.back()))
                if (!names.insert(name).second)
                    reject("E-NAME", "two members are named '" + name + "'", field.span);
        }
        if (structure.fields.empty())
            reject("E-TYPE",
                   (definition.is_union ? "'union " : "'struct ") + definition.name +
                       "' has no members",
                   definition.span);
    });
    language::complete(structure);  // also where it is not right: one error is enough
    if (!is_right && structure.fields.empty()) structure.fields.push_back({"", int_type(), 0});
}

void TypeNames::add_field(Record& structure, const syntax::Declarator& field) const {
    reject_layout(field.attributes);
    const TypePtr type = declared(field);
    if (field.name.empty() && !is_structure(type))
        reject("E-TYPE", "a member without a name", field.type.span, "give it one");
    if (type->space)
        reject("E-ADDRESS", "a member is in the memory of its struct", field.type.span,
               "put the address space where an object of the struct is declared");
    language::add_field(structure, field.name, type);
}

void TypeNames::define(const syntax::TypeDefinition& definition, Reporter&) {
    const syntax::Declarator& declarator = definition.declarator;
    reject_block(declarator);
    const auto is_whole = [&](const TypePtr& structure, const syntax::Expression& value) {
        const auto* cast = std::get_if<syntax::Cast>(&value.node);
        return cast != nullptr && resolve(cast->type)->record == structure->record;
    };
    const TypePtr type = declarator.dimensions.empty()
                             ? resolve(declarator.type)
                             : declared(declarator, initializer_rules(is_whole));
    if (!definitions_.emplace(declarator.name, type).second)
        reject("E-NAME", "'" + declarator.name + "' is defined twice", declarator.span);
}

/// `state[i]` says which packet place i holds, or waits for.
TypePtr TypeNames::pipe(const TypePtr& packet, std::uint64_t capacity) {
    Type atomic = *integer_type(32, false);
    atomic.is_atomic = true;
    const TypePtr counter = std::make_shared<Type>(atomic);
    Record& structure = *structures_.emplace_back(std::make_unique<Record>());
    structure.name = "pipe";
    language::add_field(structure, "packet", array_of(packet, capacity));
    language::add_field(structure, "state", array_of(counter, capacity));
    language::add_field(structure, "written", counter);
    language::add_field(structure, "read", counter);
    language::complete(structure);
    return language::record_type(structure);
}

// ---- uses ----

TypePtr TypeNames::structure(const syntax::TypeName& name) const {
    const auto found = structure_names_.find(name.base);
    if (found == structure_names_.end()) {
        std::vector<std::string> known;
        for (const auto& [each, structure] : structure_names_) known.push_back(each);
        reject("E-TYPE", "there is no 'struct " + name.base + "'", name.span,
               language::did_you_mean(name.base, known));
    }
    return language::record_type(*found->second);
}

/// Rejects what tests have no use for.
TypePtr TypeNames::supported(const Type& type, const syntax::TypeName& name) const {
    if (type.kind == TypeKind::sampler && has_floating_) return integer_type(32, false);
    if (type.kind == TypeKind::image && (has_floating_ || name.base == "image1d_t"))
        return opaque(type, int_type(), name.qualifiers);
    if (type.kind == TypeKind::image || type.kind == TypeKind::sampler)
        reject("E-UNSUPPORTED", name.base + " is not supported in litmus tests", name.span,
               "there are images of one dimension without samplers: image1d_t");
    const bool is_float = type.kind == TypeKind::scalar && is_floating(type.scalar);
    const bool is_floating_only = is_float || type.kind == TypeKind::vector;
    if (is_floating_only && !has_floating_)
        reject("E-UNSUPPORTED", name.base + " is not supported in litmus tests", name.span,
               "integers, pointers, and structs and arrays of them are");
    return std::make_shared<Type>(type);
}

std::optional<std::uint64_t> TypeNames::length_of(const syntax::ExpressionPtr& dimension) const {
    return array_length(dimension, [&](const syntax::SizeOf& node) { return size_of_type(node); });
}

std::optional<std::uint64_t> TypeNames::size_of_type(const syntax::SizeOf& node) const {
    if (!node.type) return std::nullopt;
    const std::uint64_t size = size_of(*resolve(*node.type));
    return size == 0 ? std::nullopt : std::optional(size);
}

TypePtr TypeNames::base(const syntax::TypeName& name) const {
    if (name.is_struct) return structure(name);
    const auto defined = definitions_.find(name.base);
    if (defined != definitions_.end()) return defined->second;
    if (const auto type = language::find_type(name.base)) return supported(*type, name);
    std::vector<std::string> known = language::type_names();
    for (const auto& [each, type] : definitions_) known.push_back(each);
    reject("E-TYPE", "unknown type '" + name.base + "'", name.span,
           language::did_you_mean(name.base, known));
}

TypePtr TypeNames::resolve(const syntax::TypeName& name) const {
    TypePtr type = qualified(base(name), name.qualifiers, name.span);
    for (const auto& words : name.pointers) type = qualified(pointer_to(type), words, name.span);
    return type;
}

TypePtr TypeNames::declared(const syntax::TypeName& name,
                            const std::vector<syntax::ExpressionPtr>& dimensions,
                            const syntax::Expression* initializer, Span span,
                            const InitializerRules& rules) const {
    TypePtr type = resolve(name);
    if (language::is_void(*type)) reject("E-TYPE", "an object of type void", span);
    if (is_structure(type) && !type->record->is_complete)
        reject("E-TYPE", "'struct " + type->record->name + "' is not complete here", span);
    for (std::size_t i = dimensions.size(); i-- > 0;) {
        auto length = length_of(dimensions[i]);
        const auto* list = initializer != nullptr
                               ? std::get_if<syntax::InitializerList>(&initializer->node)
                               : nullptr;
        const auto* string = initializer != nullptr ? string_for(type, *initializer) : nullptr;
        if (!length && i == 0 && string != nullptr)
            length = string->text.size() + 1;
        else if (!length && i == 0 && list != nullptr)
            length = listed_elements(type, *list, rules);
        if (!length || *length == 0) reject("E-TYPE", "the length of an array is missing", span);
        type = array_of(type, *length);
        check_size(type, span);
    }
    return type;
}

TypePtr TypeNames::declared(const syntax::Declarator& declarator,
                            const InitializerRules& rules) const {
    reject_block(declarator);
    return declared(declarator.type, declarator.dimensions, declarator.initializer.get(),
                    declarator.span, rules);
}

TypePtr TypeNames::parameter(const syntax::Declarator& declarator) const {
    reject_block(declarator);
    TypePtr type = resolve(declarator.type);
    const auto& words = declarator.type.qualifiers;
    if (language::read_qualifiers(words).is_pipe)
        return opaque({.kind = TypeKind::pipe}, type, words);
    for (std::size_t i = declarator.dimensions.size(); i-- > 1;) {
        const auto length = length_of(declarator.dimensions[i]);
        if (!length)
            reject("E-TYPE", "the length of '" + declarator.name + "' is missing", declarator.span);
        type = array_of(type, *length);
    }
    if (!declarator.dimensions.empty()) return pointer_to(type);
    return is_array(type) ? pointer_to(type->element) : type;
}

}  // namespace clmm::litmus
