// Types as they are written.
#include <algorithm>
#include <optional>
#include <utility>

#include "clmm/language/initializers.h"
#include "compile/program.h"

namespace clmm::runtime::compiler {
namespace {

TypePtr with_access(TypeTable& types, const TypePtr& base, const language::Qualifiers& given,
                    Span span) {
    Type type = *base;
    if (given.is_pipe) {
        require(given.access != AccessQualifier::read_write, "E-TYPE",
                "a pipe is read_only or write_only", span);
        type = *types.plain(TypeKind::pipe);
        type.element = base;
    } else if (base->kind != TypeKind::image) {
        require(given.access == AccessQualifier::none, "E-TYPE",
                "only images and pipes have access qualifiers", span);
        return base;
    }
    type.access = given.access == AccessQualifier::none ? AccessQualifier::read_only : given.access;
    return std::make_shared<Type>(std::move(type));
}

language::Qualifiers qualifiers_of(const std::vector<std::string>& words, Span span) {
    const language::Qualifiers given = language::read_qualifiers(words);
    require(!given.has_two_spaces, "E-ADDRESS", "two address spaces", span);
    return given;
}

/// What the host knows only as numbers of its own is no type of kernels, nor are the smaller
/// atomic booleans.
bool is_supported(const Type& type, bool is_host) {
    if (type.name.starts_with("cl_")) return is_host;
    return !(type.is_bool && type.is_atomic);
}

}  // namespace

TypePtr Program::base_type(const syntax::TypeName& name) {
    if (name.is_struct) {
        const Record* record = find_record(name.base);
        require(record != nullptr, "E-NAME", "the struct " + quote(name.base) + " is not defined",
                name.span);
        return language::record_type(*record);
    }
    if (const auto defined = typedefs_.find(name.base); defined != typedefs_.end())
        return defined->second;
    auto type = language::find_type(name.base);
    if (!type || !is_supported(*type, host_ != nullptr))
        reject("E-UNSUPPORTED", "the type " + quote(name.base) + " is not supported", name.span);
    return std::make_shared<Type>(std::move(*type));
}

Program::Declared Program::type_of(const syntax::TypeName& name) {
    Declared out;
    language::Qualifiers level = qualifiers_of(name.qualifiers, name.span);
    out.type = with_access(types_, base_type(name), level, name.span);
    for (const std::string& word : name.qualifiers) {
        out.is_static = out.is_static || word == "static";
        out.is_extern = out.is_extern || word == "extern";
    }
    if (const auto space = typedef_spaces_.find(name.base);
        space != typedef_spaces_.end() && !level.space)
        level.space = space->second;
    out.type = types_.qualified(out.type, level.is_const, level.is_volatile);
    for (const auto& pointer : name.pointers) {
        out.type = types_.pointer(out.type, level.space.value_or(AddressSpace::generic));
        level = qualifiers_of(pointer, name.span);
        out.type = types_.qualified(out.type, level.is_const, level.is_volatile);
    }
    out.has_space = level.space.has_value();
    out.space = level.space.value_or(AddressSpace::private_memory);
    return out;
}

namespace {

/// How many elements of a type an initial value has; 0: it gives an array no size.
std::uint64_t count_of(const TypePtr& element, const syntax::ExpressionPtr& initializer,
                       const language::InitializerRules& rules) {
    if (!initializer) return 0;
    if (const auto* text = language::string_for(element, *initializer))
        return text->text.size() + 1;
    const auto* list = std::get_if<syntax::InitializerList>(&initializer->node);
    return list != nullptr ? language::listed_elements(element, *list, rules) : 0;
}

}  // namespace

Program::Declared Program::type_of(const syntax::Declarator& declarator,
                                   const language::InitializerRules* rules) {
    return sized(declarator, [&](const TypePtr& element) {
        return count_of(element, declarator.initializer, rules != nullptr ? *rules : list_rules());
    });
}

Program::Declared Program::parameter_type(const syntax::Declarator& declarator) {
    return sized(declarator, [](const TypePtr&) { return 1; });
}

Program::Declared Program::sized(
    const syntax::Declarator& declarator,
    const std::function<std::uint64_t(const TypePtr& element)>& first) {
    Declared out = type_of(declarator.type);
    if (declarator.is_block) out.type = types_.block(out.type);
    const auto& dimensions = declarator.dimensions;
    for (std::size_t i = dimensions.size(); i-- > 0;) {
        std::uint64_t count = 0;
        if (dimensions[i]) {
            const std::int64_t value = constant(*dimensions[i]);
            require(value > 0, "E-TYPE", "an array needs a positive size", dimensions[i]->span);
            count = static_cast<std::uint64_t>(value);
        } else {
            if (i == 0) count = first(out.type);
            require(count > 0, "E-TYPE", "the size of this array is missing", declarator.span);
        }
        const std::uint64_t size = size_of(*out.type);
        require(size > 0 && count < (std::uint64_t{1} << 32) / size, "E-TYPE",
                "this array is too large, or its elements have no size", declarator.span);
        out.type = types_.array(out.type, count);
    }
    return out;
}

}  // namespace clmm::runtime::compiler
