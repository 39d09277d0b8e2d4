#include "kernel_text/types.h"

#include <algorithm>
#include <set>

#include "kernel_text/print.h"

namespace clmm::hardware {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// The words of the object itself, not of what it points to.
Words& own_words(syntax::TypeName& type) {
    return type.pointers.empty() ? type.qualifiers : type.pointers.back();
}
const Words& own_words(const syntax::TypeName& type) {
    return type.pointers.empty() ? type.qualifiers : type.pointers.back();
}

bool is_pointer(const std::optional<CodeType>& type) {
    return type && (type->dimensions != 0 || !type->name.pointers.empty());
}

CodeType of(const syntax::Declarator& declarator, const std::string& space) {
    return declared_type(declarator.type, declarator.dimensions.size(), space);
}

}  // namespace

CodeType declared_type(const syntax::TypeName& type, std::size_t dimensions,
                       const std::string& space) {
    CodeType out{type, dimensions};
    std::erase(out.name.qualifiers, "static");
    Words& words = own_words(out.name);
    if (!space.empty() && !names_space(words)) words.insert(words.begin(), space);
    return out;
}

std::optional<CodeType> target_of(const std::optional<CodeType>& type) {
    if (!is_pointer(type)) return std::nullopt;
    CodeType out = *type;
    if (out.dimensions != 0)
        --out.dimensions;
    else
        out.name.pointers.pop_back();
    return out;
}

syntax::TypeName pointer_to(const CodeType& object) {
    syntax::TypeName out = object.name;
    out.pointers.emplace_back();
    return out;
}

bool is_atomic(const CodeType& type) {
    return type.dimensions == 0 && type.name.pointers.empty() && !type.name.is_struct &&
           (type.name.base.starts_with("atomic_") || has(type.name.qualifiers, "_Atomic"));
}

CodeType plain_type(CodeType type) {
    std::string& base = type.name.base;
    if (base.starts_with("atomic_")) base.erase(0, 7);
    if (base == "flag") base = "int";
    if (base == "llong" || base == "ullong") base.erase(base.find('l'), 1);
    std::erase(type.name.qualifiers, "_Atomic");
    return type;
}

std::optional<CodeType> atomic_type(CodeType type) {
    static const std::set<std::string, std::less<>> scalars = {
        "int",     "uint",     "long",     "ulong",  "int32_t",   "uint32_t",
        "int64_t", "uint64_t", "intptr_t", "size_t", "uintptr_t", "ptrdiff_t"};
    if (type.dimensions != 0 || !type.name.pointers.empty()) return std::nullopt;
    std::erase(type.name.qualifiers, "const");
    if (is_atomic(type)) return type;
    if (type.name.is_struct || !scalars.contains(type.name.base)) return std::nullopt;
    type.name.qualifiers.emplace_back("_Atomic");
    return type;
}

CodeTypes::CodeTypes(const syntax::LitmusTree& tree) {
    for (const auto& each : tree.type_definitions)
        definitions_[each.declarator.name] = of(each.declarator, "");
    for (const auto& each : tree.structs)
        for (const auto& field : each.fields) fields_[each.name][field.name] = of(field, "");
    for (const auto& each : tree.variables) variables_[each.name] = of(each, "global");
    for (const auto& each : tree.functions)
        functions_[each.name] = declared_type(each.return_type, 0, "private");
}

CodeType CodeTypes::resolved(CodeType type) const {
    for (auto found = definitions_.find(type.name.base);
         found != definitions_.end() && !type.name.is_struct;
         found = definitions_.find(type.name.base)) {
        CodeType out = found->second;
        Words& words = own_words(out.name);
        for (const std::string& word : type.name.qualifiers)
            if (!has(words, word)) words.push_back(word);
        out.name.pointers.insert(out.name.pointers.end(), type.name.pointers.begin(),
                                 type.name.pointers.end());
        out.dimensions += type.dimensions;
        const bool is_same = out.name.base == type.name.base;  // `typedef struct s s`
        type = std::move(out);
        if (is_same) break;
    }
    return type;
}

std::optional<CodeType> CodeTypes::field(const CodeType& object, const std::string& name) const {
    const auto fields = fields_.find(object.name.base);
    if (fields == fields_.end()) return std::nullopt;
    const auto found = fields->second.find(name);
    if (found == fields->second.end()) return std::nullopt;
    CodeType out = resolved(found->second);
    for (const std::string& word : own_words(object.name))
        if (!has(own_words(out.name), word)) own_words(out.name).push_back(word);
    return out;
}

struct CodeTypes::Finder {
    const CodeTypes& types;
    const NameType& name_type;
    using Type = std::optional<CodeType>;

    [[nodiscard]] Type find(const syntax::Expression& of) const {
        const Type found = std::visit(*this, of.node);
        return found ? Type(types.resolved(*found)) : std::nullopt;
    }
    Type operator()(const syntax::Name& node) const {
        if (Type type = name_type(node.text)) return type;
        const auto found = types.variables_.find(node.text);
        return found == types.variables_.end() ? Type() : found->second;
    }
    Type operator()(const syntax::Unary& node) const {
        using enum syntax::UnaryOperator;
        const Type operand = find(*node.operand);
        if (node.op == dereference) return target_of(operand);
        if (node.op == address_of)
            return operand && operand->dimensions == 0 ? Type(CodeType{pointer_to(*operand), 0})
                                                       : std::nullopt;
        return is_pointer(operand) ? operand : std::nullopt;
    }
    Type operator()(const syntax::Binary& node) const {
        using enum syntax::BinaryOperator;
        if (node.op == comma) return find(*node.right);
        if (node.op != add && node.op != subtract) return std::nullopt;
        const Type left = find(*node.left), right = find(*node.right);
        if (is_pointer(left)) return is_pointer(right) ? std::nullopt : left;
        return is_pointer(right) ? right : std::nullopt;
    }
    Type operator()(const syntax::Assignment& node) const { return find(*node.target); }
    Type operator()(const syntax::Conditional& node) const {
        const Type type = find(*node.when_true);
        return is_pointer(type) ? type : find(*node.when_false);
    }
    Type operator()(const syntax::Call& node) const {
        const auto found = types.functions_.find(node.function);
        return found == types.functions_.end() ? Type() : found->second;
    }
    Type operator()(const syntax::Subscript& node) const {
        const Type array = find(*node.array);
        return target_of(is_pointer(array) ? array : find(*node.index));
    }
    Type operator()(const syntax::Member& node) const {
        const Type object = node.arrow ? target_of(find(*node.object)) : find(*node.object);
        return object ? types.field(types.resolved(*object), node.field) : std::nullopt;
    }
    Type operator()(const syntax::Cast& node) const { return CodeType{node.type, 0}; }
    template <class Other>
    Type operator()(const Other&) const {
        return std::nullopt;
    }
};

std::optional<CodeType> CodeTypes::type_of(const syntax::Expression& expression,
                                           const NameType& name_type) const {
    return Finder{*this, name_type}.find(expression);
}

}  // namespace clmm::hardware
