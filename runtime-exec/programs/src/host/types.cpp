#include "host/types.h"

#include <algorithm>

#include "compile/diagnose.h"

namespace clmm::runtime::host {
namespace {

using compiler::quote;
using compiler::reject;

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

bool has(const std::vector<std::string>& words, const char* word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::uint64_t constant_of(const syntax::Expression& expression) {
    if (const auto value = language::constant_value(expression)) return value->bits;
    reject("E-TYPE", "this size is no constant", expression.span);
}

/// Structs know one another's names before they know what is in them.
Types::Types(const syntax::LitmusTree& tree) {
    for (const syntax::StructDefinition& definition : tree.structs)
        records_[definition.name] = &storage_.emplace_back();
    std::size_t next = 0;
    const auto define_until = [&](std::uint32_t end) {
        for (; next < tree.structs.size() && tree.structs[next].span.begin < end; ++next)
            define(tree.structs[next]);
    };
    for (const syntax::TypeDefinition& each : tree.type_definitions) {
        define_until(each.span.end);
        named_[each.declarator.name] = of(each.declarator);
    }
    define_until(UINT32_MAX);
}

void Types::define(const syntax::StructDefinition& definition) {
    if (definition.is_union)
        reject("E-UNSUPPORTED", "unions are not executed in host code", definition.span);
    auto& record = const_cast<Record&>(*records_.at(definition.name));
    record.name = definition.name;
    record.size = 0;
    for (const syntax::Declarator& field : definition.fields) {
        const Type type = of(field);
        const std::uint64_t offset = round_up(record.size, type.alignment());
        record.fields.push_back({field.name, type, offset});
        record.size = offset + type.size();
        record.alignment = std::max<std::uint64_t>(record.alignment, type.alignment());
    }
    record.size = std::max<std::uint64_t>(round_up(record.size, record.alignment), 1);
}

Type Types::of(const syntax::TypeName& name) const {
    Type type;
    const auto record = records_.find(name.base);
    const auto named = named_.find(name.base);
    if (has(name.qualifiers, "pipe") || name.base.starts_with("image")) {
        type = {.kind = Type::Kind::opaque, .width = 64};
    } else if (name.is_struct && record != records_.end()) {
        type = {.kind = Type::Kind::record, .record = record->second};
    } else if (!name.is_struct && named != named_.end()) {
        type = named->second;
    } else {
        return type_of(name);
    }
    for (std::size_t i = 0; i < name.pointers.size(); ++i) type = type.pointer();
    return type;
}

Type Types::of(const syntax::TypeName& name,
               const std::vector<syntax::ExpressionPtr>& dimensions) const {
    Type type = of(name);
    if (type.to_array > 0 || type.rank + dimensions.size() > Type::kDimensions)
        reject("E-UNSUPPORTED",
               "this array of " + quote(name.base) + " is not executed in host code", name.span);
    // An array of a type that is one itself: its own dimensions come first.
    std::shift_right(type.dimensions.begin(), type.dimensions.end(),
                     static_cast<std::ptrdiff_t>(dimensions.size()));
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        type.dimensions[i] = dimensions[i] ? constant_of(*dimensions[i]) : 1;
    type.rank += static_cast<unsigned>(dimensions.size());
    return type;
}

Type Types::of(const syntax::Declarator& declarator) const {
    return of(declarator.type, declarator.dimensions);
}

Type Types::of_parameter(const syntax::Declarator& declarator) const {
    const Type type = of(declarator);
    return type.is_array() ? type.element().pointer() : type;
}

}  // namespace clmm::runtime::host
