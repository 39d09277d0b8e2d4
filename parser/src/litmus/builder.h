#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "LitmusParser.h"
#include "clmm/parser/litmus_tree.h"
#include "litmus/report.h"

namespace clmm::syntax {

using Grammar = clmm_antlr::LitmusParser;

/// Bytes of a token or of what a rule matched. Tokens carry byte offsets as their indices.
[[nodiscard]] Span span_of(const antlr4::Token* token);
[[nodiscard]] Span span_of(const antlr4::ParserRuleContext* context);
[[nodiscard]] inline Span span_of(antlr4::tree::TerminalNode* node) {
    return span_of(node->getSymbol());
}

/// Turns ANTLR's tree of an error-free parse into ours. What the grammar cannot say (which
/// names are threads, what may be assigned to, which integer words go together) is checked here.
class LitmusBuilder {
public:
    /// `complete`: of KernelLanguage::complete.
    LitmusBuilder(Reporter& reporter, bool complete) : reporter_(reporter), complete_(complete) {}

    void build(Grammar::TestContext* test, LitmusTree& tree);

private:
    // builder.cpp: the parts of a test
    void definition(Grammar::DefinitionContext* context, bool has_threads, LitmusTree& tree);
    InitEntry init_entry(Grammar::InitEntryContext* context);
    void check_initial_value(const Expression& value);
    Thread thread(Grammar::ThreadContext* context);
    std::vector<Placement> placements(Grammar::PlacementsContext* context);
    std::vector<Declarator> parameters(Grammar::ParametersContext* context);
    void section(Grammar::SectionContext* context, LitmusTree& tree);
    ScopeTree scope_tree(Grammar::ScopeTreeContext* context);
    void scope_node(Grammar::ScopeNodeContext* context, ScopeTree& parent);

    // definition_builder.cpp: functions, variables and types outside threads
    void file_scope(Grammar::FileScopeContext* context, LitmusTree& tree);
    void function(Grammar::FileScopeContext* context, LitmusTree& tree);
    void variables(Grammar::FileScopeContext* context, LitmusTree& tree);
    void type_definitions(Grammar::NewTypesContext* context, LitmusTree& tree);
    void define_struct(Grammar::SpecifiersContext* specifiers, const std::string& otherwise,
                       LitmusTree& tree);
    void refuse_after_struct(Grammar::SpecifiersContext* specifiers);
    void missing_semicolon(const Grammar::StructDefinitionContext* after);
    std::vector<Declarator> fields(Grammar::StructDefinitionContext* context);
    const std::string& inner_struct(Grammar::StructDefinitionContext* context);
    StructDefinition struct_definition_of(Grammar::StructDefinitionContext* context);
    /// By block that is open, the innermost last: what names of types are called in the tree.
    using BlockNames = std::vector<std::map<std::string, std::string>>;
    /// What a name means here.
    [[nodiscard]] static std::string meant(const BlockNames& names, const std::string& name);
    void attributes(Grammar::AttributeContext* context, std::vector<Attribute>& out);
    ExpressionPtr attribute_argument(Grammar::AttributeArgumentContext* context);
    /// Of anything but a function: an error in the checked language.
    std::vector<Attribute> other_attributes(
        const std::vector<Grammar::AttributeContext*>& contexts);
    void enumeration(Grammar::EnumDefinitionContext* context);
    Launch launch(Grammar::LaunchContext* context);

    // proposition_builder.cpp
    Condition condition(Grammar::ConditionContext* context);
    PropositionPtr proposition(Grammar::PropositionContext* context);
    PropositionPtr proposition_operand(Grammar::PropositionOperandContext* context);
    PropositionPtr comparison(Grammar::ComparisonContext* context);
    PropositionConnective connective(Grammar::ConnectiveContext* context);
    PropositionAtom atom(Grammar::AtomContext* context);
    void parts_of(const std::vector<Grammar::AtomPartContext*>& parts, PropositionAtom& out);
    void unit_register(Grammar::UnitRegisterContext* context, PropositionAtom& atom);

    // type_builder.cpp
    enum class Declares { other, function, variable };
    /// `initializer`: says how long an array is that does not say so itself.
    TypeName type_name(Grammar::TypeNameContext* context, ExpressionPtr initializer = nullptr);
    TypeName array_name(TypeName element, const std::vector<Grammar::DimensionContext*>& sizes,
                        Span span, ExpressionPtr initializer = nullptr);
    TypeName type_of(Grammar::SpecifiersContext* specifiers,
                     const std::vector<Grammar::PointerContext*>& pointers,
                     Declares declares = Declares::other);
    /// `element (*…)[dimensions]`: the array gets a name of its own.
    TypeName pointer_to_array(TypeName element, Grammar::ArrayPointerContext* context,
                              const std::vector<Grammar::DimensionContext*>& sizes);
    static std::vector<std::string> words_of(Grammar::PointerContext* pointer,
                                             const Reporter& reporter);
    TypeName specifiers(Grammar::SpecifiersContext* context, Declares declares);
    void specifier(Grammar::SpecifierContext* context, Declares declares, TypeName& type);
    void storage(Span span, Declares declares, TypeName& type);
    void join_words(const std::vector<Span>& words, TypeName& type);
    void make_atomic(Grammar::SpecifierContext* atomic, TypeName& type);
    std::vector<ExpressionPtr> dimensions(const std::vector<Grammar::DimensionContext*>& contexts);
    ExpressionPtr initializer(Grammar::InitializerContext* context);
    ExpressionPtr initializer_list(Grammar::InitializerListContext* context);
    ExpressionPtr designated(Grammar::ElementContext* context);
    Declarator declarator(Grammar::SpecifiersContext* specifiers,
                          Grammar::DeclaratorContext* context);
    Declarator declared(antlr4::tree::TerminalNode* name_token, TypeName type,
                        const std::vector<Grammar::DimensionContext*>& sizes, ExpressionPtr value,
                        std::vector<Attribute> given,
                        Grammar::ArrayPointerContext* pointer = nullptr);
    std::vector<Declarator> declaration(Grammar::DeclarationContext* context);

    // statement_builder.cpp
    Block block(Grammar::BlockContext* context);
    void case_range(Grammar::CaseLabelContext* context, Block& out);
    StatementPtr statement(Grammar::StatementContext* context);
    StatementPtr loop_or_switch(antlr4::ParserRuleContext* context);
    StatementPtr for_init(Grammar::ForInitContext* context);
    StatementPtr if_statement(Grammar::IfStatementContext* context);
    ExpressionPtr tested(Grammar::ExpressionContext* context);

    // expression_builder.cpp
    struct Infix;
    ExpressionPtr expression(Grammar::ExpressionContext* context);
    ExpressionPtr assignment(Grammar::AssignmentContext* context);
    ExpressionPtr climb(ExpressionPtr left, std::vector<Infix>& rest, std::size_t& next, int least);
    ExpressionPtr combine(ExpressionPtr left, Infix& infix, ExpressionPtr right);
    ExpressionPtr operand(Grammar::OperandContext* context);
    ExpressionPtr prefixed(Grammar::PrefixedContext* context);
    ExpressionPtr size_of(Grammar::SizeOfContext* context);
    ExpressionPtr parenthesised(Grammar::ParenthesisedContext* context);
    ExpressionPtr statement_expression(Grammar::ParenthesisedContext* context);
    ExpressionPtr compound_or_cast(Grammar::ParenthesisedContext* context);
    ExpressionPtr block_literal(Grammar::BlockLiteralContext* context);
    ExpressionPtr literal(Grammar::PrimaryContext* context);
    ExpressionPtr simple(Grammar::SimpleContext* context);
    ExpressionPtr primary(Grammar::PrimaryContext* context);
    ExpressionPtr postfixed(ExpressionPtr object,
                            const std::vector<Grammar::PostfixContext*>& contexts);
    ExpressionPtr postfix(ExpressionPtr object, Grammar::PostfixContext* context);
    void require_assignable(const Expression& target, Span blame);

    // builder.cpp: leaves
    [[nodiscard]] std::string text(antlr4::tree::TerminalNode* node) const {
        return std::string(reporter_.text(span_of(node)));
    }
    IntegerLiteral integer(antlr4::tree::TerminalNode* node) const;
    std::uint32_t small_number(antlr4::tree::TerminalNode* node, const char* what);
    /// 3 for `P3`; reports any other name.
    std::optional<std::uint32_t> unit_number(antlr4::tree::TerminalNode* name);

    Reporter& reporter_;
    bool complete_;
    LitmusTree* tree_ = nullptr;  ///< what is being built
    const Grammar::EnumDefinitionContext* last_enumeration_ = nullptr;
    const Grammar::StructDefinitionContext* defined_struct_ = nullptr;  ///< of this definition
    std::string defined_name_;
    /// Of functions that were declared and are not defined yet.
    std::map<std::string, std::vector<Attribute>> prototype_attributes_;
    /// Complete only: structs defined inside others and inside functions; types of functions.
    std::map<const Grammar::StructDefinitionContext*, std::string> inner_structs_;
    BlockNames block_structs_;
    BlockNames block_types_;
};

template <class Node>
ExpressionPtr make_expression(Span span, Node node) {
    return std::make_unique<Expression>(Expression{span, std::move(node)});
}

}  // namespace clmm::syntax
