// What stands outside threads: functions, variables, structs, typedefs, launches.
#include <algorithm>

#include "litmus/builder.h"
#include "litmus/text.h"

namespace clmm::syntax {
namespace {

Grammar::StructDefinitionContext* struct_definition(Grammar::SpecifiersContext* specifiers) {
    for (Grammar::SpecifierContext* specifier : specifiers->specifier())
        if (specifier->structDefinition()) return specifier->structDefinition();
    return nullptr;
}

bool names_struct(Grammar::SpecifiersContext* specifiers) {
    const auto all = specifiers->specifier();
    return std::any_of(all.begin(), all.end(), [](auto* each) { return each->STRUCT(); });
}

/// `typedef unsigned int uint;` gives a type the name that it has.
bool says_nothing(const Declarator& definition) {
    const TypeName& type = definition.type;
    return type.base == definition.name && !type.is_struct && type.qualifiers.empty() &&
           type.pointers.empty() && definition.dimensions.empty();
}

}  // namespace

void LitmusBuilder::file_scope(Grammar::FileScopeContext* context, LitmusTree& tree) {
    define_struct(context->specifiers(), "", tree);
    if (context->functionRest() && defined_struct_) return missing_semicolon(defined_struct_);
    if (context->functionRest()) return function(context, tree);
    if (context->variableRest()) return variables(context, tree);
    const auto parts = context->specifiers()->specifier();
    const bool declares = defined_struct_ || names_struct(context->specifiers()) ||
                          std::ranges::any_of(parts, [](auto* e) { return e->enumDefinition(); });
    if (!declares) reporter_.error(span_of(context), "this declares nothing");
    type_of(context->specifiers(), {});  // for what it has to report
}

void LitmusBuilder::function(Grammar::FileScopeContext* context, LitmusTree& tree) {
    Grammar::FunctionRestContext* rest = context->functionRest();
    Function out;
    for (Grammar::SpecifierContext* specifier : context->specifiers()->specifier()) {
        if (specifier->STORAGE() && text(specifier->STORAGE()).find("kernel") != std::string::npos)
            out.is_kernel = true;
        if (specifier->attribute()) attributes(specifier->attribute(), out.attributes);
    }
    for (Grammar::AttributeContext* each : rest->attribute()) attributes(each, out.attributes);
    std::vector<Attribute>& declared_before = prototype_attributes_[text(context->NAME())];
    if (!rest->block()) {  // a prototype says little that the definition does not
        std::ranges::move(out.attributes, std::back_inserter(declared_before));
        if (!complete_) return;
    } else {
        // Of overloaded functions the first definition has them.
        std::ranges::move(declared_before, std::back_inserter(out.attributes));
        declared_before.clear();
    }
    out.span = span_of(context);
    out.name_span = span_of(context->NAME());
    out.name = text(context->NAME());
    out.return_type = type_of(context->specifiers(), context->pointer(), Declares::function);
    if (!rest->block()) {
        tree.prototypes.push_back(std::move(out));
        return;
    }
    if (rest->parameters()) out.parameters = parameters(rest->parameters());
    out.body = block(rest->block());
    tree.functions.push_back(std::move(out));
}

void LitmusBuilder::variables(Grammar::FileScopeContext* context, LitmusTree& tree) {
    Grammar::VariableRestContext* rest = context->variableRest();
    TypeName type = type_of(context->specifiers(), context->pointer(), Declares::variable);
    std::vector<Attribute> given = other_attributes(rest->attribute());
    tree.variables.push_back(declared(context->NAME(), std::move(type), rest->dimension(),
                                      initializer(rest->initializer()), std::move(given)));
    for (Grammar::DeclaratorContext* each : rest->declarator())
        tree.variables.push_back(declarator(context->specifiers(), each));
}

void LitmusBuilder::type_definitions(Grammar::NewTypesContext* context, LitmusTree& tree) {
    const auto declarators = context->typeDeclarator();
    const bool is_inner = !block_structs_.empty();
    if (!is_inner) define_struct(context->specifiers(), text(declarators.front()->NAME()), tree);
    for (Grammar::TypeDeclaratorContext* each : declarators) {
        Declarator declarator =
            declared(each->NAME(), type_of(context->specifiers(), each->pointer()),
                     each->dimension(), nullptr, other_attributes(each->attribute()));
        if (is_inner)
            declarator.name = block_types_.back()[declarator.name] =
                declarator.name + "#" + std::to_string(tree.type_definitions.size());
        if (!says_nothing(declarator))
            tree.type_definitions.push_back({span_of(context), std::move(declarator)});
    }
}

/// The struct that the specifiers define, if they do; called `otherwise` if it has no name.
void LitmusBuilder::define_struct(Grammar::SpecifiersContext* specifiers,
                                  const std::string& otherwise, LitmusTree& tree) {
    defined_struct_ = struct_definition(specifiers);
    if (!defined_struct_) return;
    Grammar::StructDefinitionContext* context = struct_definition(specifiers);
    refuse_after_struct(specifiers);
    StructDefinition out = struct_definition_of(context);
    // An attribute after the '}' is the struct's too.
    for (Grammar::SpecifierContext* each : specifiers->specifier())
        if (each->attribute() && complete_) attributes(each->attribute(), out.attributes);
    out.name = context->NAME() ? text(context->NAME()) : otherwise;
    if (out.name.empty() && complete_)
        out.name = "(unnamed " + std::to_string(tree.structs.size() + 1) + ")";
    if (out.name.empty())
        reporter_.unsupported(out.name_span, "a struct without a name", "write 'struct name {'");
    out.fields = fields(context);
    defined_name_ = out.name.empty() ? "struct" : out.name;
    tree.structs.push_back(std::move(out));
}

StructDefinition LitmusBuilder::struct_definition_of(Grammar::StructDefinitionContext* context) {
    StructDefinition out;
    out.attributes = other_attributes(context->attribute());
    out.is_union = reporter_.text(span_of(context->STRUCT_DEFINITION())) == "union";
    out.span = span_of(context);
    out.name_span = context->NAME() ? span_of(context->NAME()) : span_of(context->getStart());
    return out;
}

/// A struct that is defined inside another, or in a function: it joins those of the file, under a
/// name of its own where others may have the same one. Several declarators share it.
const std::string& LitmusBuilder::inner_struct(Grammar::StructDefinitionContext* context) {
    std::string& name = inner_structs_[context];
    if (!name.empty()) return name;
    StructDefinition out = struct_definition_of(context);
    auto* around = static_cast<Grammar::SpecifiersContext*>(context->parent->parent);
    for (Grammar::SpecifierContext* each : around->specifier())
        if (each->attribute()) attributes(each->attribute(), out.attributes);
    const std::string number = std::to_string(inner_structs_.size());
    if (!context->NAME()) {
        name = "(unnamed)#" + number;
    } else if (block_structs_.empty()) {
        name = text(context->NAME());
    } else {
        name = text(context->NAME()) + "#" + number;
        block_structs_.back()[text(context->NAME())] = name;
    }
    out.name = name;
    out.fields = fields(context);
    tree_->structs.push_back(std::move(out));
    return name;
}

std::string LitmusBuilder::meant(const BlockNames& names, const std::string& name) {
    for (auto scope = names.rbegin(); scope != names.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return found->second;
    return name;
}

/// A type or another specifier after a struct's '}' begins the next definition.
void LitmusBuilder::refuse_after_struct(Grammar::SpecifiersContext* specifiers) {
    Grammar::StructDefinitionContext* definition = nullptr;
    for (Grammar::SpecifierContext* each : specifiers->specifier()) {
        if (definition && !each->attribute() && !each->QUALIFIER())
            return missing_semicolon(definition);
        if (each->structDefinition()) definition = each->structDefinition();
    }
}

void LitmusBuilder::missing_semicolon(const Grammar::StructDefinitionContext* after) {
    const std::uint32_t end = span_of(after).end;
    reporter_.error({end, end}, "expected ';' after this struct");
}

std::vector<Declarator> LitmusBuilder::fields(Grammar::StructDefinitionContext* context) {
    std::vector<Declarator> out;
    for (Grammar::FieldContext* field : context->field())
        for (Grammar::FieldDeclaratorContext* each : field->fieldDeclarator()) {
            TypeName type = type_of(field->specifiers(), each->pointer());
            const std::string name = text(each->NAME());
            auto* unnamed = struct_definition(field->specifiers());
            if (name.empty() && (!unnamed || unnamed->NAME()))
                reporter_.error(span_of(field), "this field has no name");
            const Span span = span_of(name.empty() ? field->getStart() : each->NAME()->getSymbol());
            out.push_back({span, std::move(type), name, dimensions(each->dimension()), nullptr,
                           other_attributes(each->attribute())});
        }
    return out;
}

void LitmusBuilder::attributes(Grammar::AttributeContext* context, std::vector<Attribute>& out) {
    for (Grammar::AttributeItemContext* item : context->attributeItem()) {
        Attribute attribute;
        attribute.span = span_of(item);
        attribute.name = reporter_.text(span_of(item->attributeName()));
        const bool underscores = attribute.name.starts_with("__") && attribute.name.ends_with("__");
        if (underscores && attribute.name.size() > 4)
            attribute.name = attribute.name.substr(2, attribute.name.size() - 4);
        for (Grammar::AttributeArgumentContext* argument : item->attributeArgument())
            attribute.arguments.push_back(attribute_argument(argument));
        out.push_back(std::move(attribute));
    }
}

/// A type, as in `vec_type_hint(float4)`, becomes its name.
ExpressionPtr LitmusBuilder::attribute_argument(Grammar::AttributeArgumentContext* context) {
    if (context->assignment()) return assignment(context->assignment());
    return make_expression(span_of(context), Name{to_text(type_name(context->typeName()))});
}

std::vector<Attribute> LitmusBuilder::other_attributes(
    const std::vector<Grammar::AttributeContext*>& contexts) {
    std::vector<Attribute> out;
    for (Grammar::AttributeContext* context : contexts) {
        if (complete_)
            attributes(context, out);
        else
            reporter_.unsupported(span_of(context), "attributes are supported of functions only",
                                  "leave it out, if the code does without");
    }
    return out;
}

void LitmusBuilder::enumeration(Grammar::EnumDefinitionContext* context) {
    bool first = true;
    for (Grammar::EnumeratorContext* each : context->enumerator()) {
        ExpressionPtr value = each->assignment() ? assignment(each->assignment()) : nullptr;
        tree_->enumerators.push_back(
            {span_of(each->NAME()), text(each->NAME()), std::move(value), first});
        first = false;
    }
}

Launch LitmusBuilder::launch(Grammar::LaunchContext* context) {
    Launch out{span_of(context), {}};
    for (Grammar::AssignmentContext* part : context->expression()->assignment())
        out.parts.push_back(assignment(part));
    return out;
}

}  // namespace clmm::syntax
