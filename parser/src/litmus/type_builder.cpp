// Types and declarations.
#include <algorithm>
#include <array>

#include "litmus/builder.h"
#include "litmus/scan.h"
#include "litmus/words.h"

namespace clmm::syntax {
namespace {

/// Words that make up one integer type together.
struct IntegerWords {
    int longs = 0, shorts = 0, chars = 0, ints = 0, signeds = 0, unsigneds = 0;

    bool add(std::string_view word) {
        if (word == "long") return ++longs <= 2;
        if (word == "short") return ++shorts <= 1;
        if (word == "char") return ++chars <= 1;
        if (word == "int") return ++ints <= 1;
        if (word == "signed") return ++signeds <= 1;
        return word == "unsigned" && ++unsigneds <= 1;
    }

    [[nodiscard]] bool fit() const {
        const int sizes = (longs > 0 ? 1 : 0) + shorts + chars;
        return sizes <= 1 && chars + ints <= 1 && signeds + unsigneds <= 1;
    }

    [[nodiscard]] std::string name() const {
        const std::string size = longs > 0    ? "long"
                                 : shorts > 0 ? "short"
                                 : chars > 0  ? "char"
                                              : "int";
        return unsigneds > 0 ? "u" + size : size;
    }
};

std::string canonical(std::string_view word) {
    return word == "_Bool" ? "bool" : std::string(word);
}

}  // namespace

TypeName LitmusBuilder::type_name(Grammar::TypeNameContext* context, ExpressionPtr initializer) {
    TypeName type = type_of(context->specifiers(), context->pointer());
    if (context->dimension().empty()) return type;
    if (!context->arrayPointer())
        return array_name(std::move(type), context->dimension(), span_of(context),
                          std::move(initializer));
    return pointer_to_array(std::move(type), context->arrayPointer(), context->dimension());
}

/// Of a type without a name of its own, by one that no text can have.
TypeName LitmusBuilder::array_name(TypeName element,
                                   const std::vector<Grammar::DimensionContext*>& sizes, Span span,
                                   ExpressionPtr initializer) {
    TypeName out;
    out.span = span;
    out.base = "(array)#" + std::to_string(tree_->type_definitions.size());
    Declarator array;
    array.span = element.span;
    array.name = out.base;
    array.dimensions = dimensions(sizes);
    array.type = std::move(element);
    array.initializer = std::move(initializer);
    tree_->type_definitions.push_back({span, std::move(array)});
    return out;
}

/// Qualifiers before the type of an element are those of the array.
TypeName LitmusBuilder::pointer_to_array(TypeName element, Grammar::ArrayPointerContext* context,
                                         const std::vector<Grammar::DimensionContext*>& sizes) {
    const Span span{element.span.begin, span_of(context).end};
    std::vector<std::string> qualifiers;
    if (element.pointers.empty()) qualifiers.swap(element.qualifiers);
    TypeName out = array_name(std::move(element), sizes, span);
    out.qualifiers = std::move(qualifiers);
    for (Grammar::PointerContext* pointer : context->pointer())
        out.pointers.push_back(words_of(pointer, reporter_));
    return out;
}

std::vector<std::string> LitmusBuilder::words_of(Grammar::PointerContext* pointer,
                                                 const Reporter& reporter) {
    std::vector<std::string> words;
    for (antlr4::tree::TerminalNode* qualifier : pointer->QUALIFIER())
        words.emplace_back(without_underscores(reporter.text(span_of(qualifier))));
    return words;
}

TypeName LitmusBuilder::type_of(Grammar::SpecifiersContext* specifiers_context,
                                const std::vector<Grammar::PointerContext*>& pointers,
                                Declares declares) {
    TypeName type = specifiers(specifiers_context, declares);
    for (Grammar::PointerContext* pointer : pointers) {
        type.pointers.push_back(words_of(pointer, reporter_));
        type.span.end = span_of(pointer).end;
    }
    return type;
}

TypeName LitmusBuilder::specifiers(Grammar::SpecifiersContext* context, Declares declares) {
    TypeName type;
    type.span = span_of(context);
    std::vector<Span> words;
    Grammar::SpecifierContext* atomic = nullptr;
    for (Grammar::SpecifierContext* each : context->specifier()) {
        if (each->TYPE()) words.push_back(span_of(each));
        if (each->ENUM() || each->enumDefinition()) type.base = "int";
        if (each->ATOMIC()) atomic = each;
        specifier(each, declares, type);
    }
    const bool struct_ends =
        type.is_struct && reporter_.text(type.span).find('{') != std::string::npos;
    const bool enumerated = !words.empty() && type.base == "int";
    if (enumerated) reporter_.error(type.span, "an enumeration cannot go together with a type");
    if (!words.empty() && !struct_ends) join_words(words, type);
    if (atomic) make_atomic(atomic, type);
    if (type.base.empty())
        reporter_.error({type.span.end, type.span.end},
                        "expected a type after " + quote(reporter_.text(type.span)));
    return type;
}

/// What stands beside the words of integer types and `_Atomic`.
void LitmusBuilder::specifier(Grammar::SpecifierContext* context, Declares declares,
                              TypeName& type) {
    const Span span = span_of(context);
    if (context->QUALIFIER()) {
        type.qualifiers.emplace_back(without_underscores(reporter_.text(span)));
    } else if (context->STORAGE()) {
        storage(span, declares, type);
    } else if (context->STRUCT()) {
        type.base = meant(block_structs_, text(context->NAME()));
        type.is_struct = true;
    } else if (auto* definition = context->structDefinition()) {
        type.is_struct = true;
        const bool is_inner = definition != defined_struct_;
        type.base = !is_inner ? defined_name_ : complete_ ? inner_struct(definition) : "struct";
        if (is_inner && !complete_)
            reporter_.unsupported(
                span_of(definition->STRUCT_DEFINITION()), "a struct defined inside something else",
                "define it before, outside threads, functions and structs, and write its name");
    } else if (auto* enumeration_context = context->enumDefinition()) {
        // Several declarators share their specifiers.
        if (last_enumeration_ != enumeration_context) enumeration(enumeration_context);
        last_enumeration_ = enumeration_context;
    } else if (context->attribute() && declares != Declares::function && !complete_) {
        other_attributes({context->attribute()});
    }
}

/// `static` and `extern` of functions say nothing: a test is one file.
void LitmusBuilder::storage(Span span, Declares declares, TypeName& type) {
    if (declares == Declares::function) return;
    const std::string_view word = without_underscores(reporter_.text(span));
    if (declares == Declares::variable && (word == "static" || word == "extern"))
        type.qualifiers.emplace_back(word);
    else
        reporter_.error(span, quote(word) + " cannot stand here");
}

void LitmusBuilder::join_words(const std::vector<Span>& words, TypeName& type) {
    IntegerWords integer;
    bool fit = !type.is_struct;
    std::string names;
    for (const Span word : words) {
        if (!names.empty()) names += ' ';
        names += reporter_.text(word);
        fit = integer.add(reporter_.text(word)) && fit;
    }
    if (fit && integer.fit()) {
        type.base = integer.name();
    } else if (words.size() == 1 && !type.is_struct) {
        type.base = meant(block_types_, canonical(reporter_.text(words.front())));
    } else {
        reporter_.error({words.front().begin, words.back().end},
                        type.is_struct ? quote(names) + " cannot go together with a struct"
                                       : quote(names) + " is not a type");
        type.base = "int";
    }
}

void LitmusBuilder::make_atomic(Grammar::SpecifierContext* atomic, TypeName& type) {
    if (atomic->typeName()) {
        TypeName inner = type_name(atomic->typeName());
        if (!inner.pointers.empty())
            reporter_.error(span_of(atomic), "atomic pointers are not supported");
        type.base = std::move(inner.base);
        type.is_struct = inner.is_struct;
        type.qualifiers.insert(type.qualifiers.end(), inner.qualifiers.begin(),
                               inner.qualifiers.end());
    }
    if (type.is_struct)
        reporter_.error(span_of(atomic), "atomic structs are not supported");
    else if (!type.base.empty() && !type.base.starts_with("atomic_"))
        type.base = "atomic_" + type.base;
}

std::vector<ExpressionPtr> LitmusBuilder::dimensions(
    const std::vector<Grammar::DimensionContext*>& contexts) {
    std::vector<ExpressionPtr> out;
    for (Grammar::DimensionContext* context : contexts)
        out.push_back(context->expression() ? expression(context->expression()) : nullptr);
    return out;
}

ExpressionPtr LitmusBuilder::initializer(Grammar::InitializerContext* context) {
    if (!context) return nullptr;
    if (context->assignment()) return assignment(context->assignment());
    return initializer_list(context->initializerList());
}

ExpressionPtr LitmusBuilder::initializer_list(Grammar::InitializerListContext* context) {
    InitializerList list;
    for (Grammar::ElementContext* element : context->element()) {
        if (!element->designator().empty() && complete_) {
            list.elements.push_back(designated(element));
            continue;
        }
        if (!element->designator().empty())
            reporter_.unsupported(span_of(element), "designated initialisers are not supported",
                                  "write the values in their order");
        list.elements.push_back(initializer(element->initializer()));
    }
    return make_expression(span_of(context), std::move(list));
}

/// `.field[2] = value`: an assignment to a part of an object without a name.
ExpressionPtr LitmusBuilder::designated(Grammar::ElementContext* context) {
    const Span span = span_of(context);
    ExpressionPtr target = make_expression(span, Name{});
    for (Grammar::DesignatorContext* each : context->designator()) {
        if (each->NAME())
            target = make_expression(span, Member{std::move(target), text(each->NAME())});
        else
            target =
                make_expression(span, Subscript{std::move(target), expression(each->expression())});
    }
    return make_expression(
        span, Assignment{std::nullopt, std::move(target), initializer(context->initializer())});
}

Declarator LitmusBuilder::declarator(Grammar::SpecifiersContext* specifiers,
                                     Grammar::DeclaratorContext* context) {
    TypeName type = type_of(specifiers, context->pointer(), Declares::variable);
    std::vector<Attribute> given = other_attributes(context->attribute());
    if (complete_)
        for (Grammar::SpecifierContext* each : specifiers->specifier())
            if (each->attribute()) attributes(each->attribute(), given);
    return declared(context->NAME(), std::move(type), context->dimension(),
                    initializer(context->initializer()), std::move(given), context->arrayPointer());
}

/// The lexer takes `(^name)(parameters)` for a name.
Declarator LitmusBuilder::declared(antlr4::tree::TerminalNode* name_token, TypeName type,
                                   const std::vector<Grammar::DimensionContext*>& sizes,
                                   ExpressionPtr value, std::vector<Attribute> given,
                                   Grammar::ArrayPointerContext* pointer) {
    std::string name = text(name_token);
    if (pointer != nullptr)
        return {span_of(name_token), pointer_to_array(std::move(type), pointer, sizes),
                std::move(name),     {},
                std::move(value),    std::move(given)};
    const bool is_block = name.starts_with("(");
    if (is_block) name = std::string(block_name(name));
    return {span_of(name_token), std::move(type),  std::move(name), dimensions(sizes),
            std::move(value),    std::move(given), is_block};
}

std::vector<Declarator> LitmusBuilder::declaration(Grammar::DeclarationContext* context) {
    std::vector<Declarator> out;
    for (Grammar::DeclaratorContext* each : context->declarator())
        out.push_back(declarator(context->specifiers(), each));
    // What defines a type need not declare a variable.
    std::erase_if(out, [](const Declarator& each) { return each.name.empty(); });
    return out;
}

}  // namespace clmm::syntax
