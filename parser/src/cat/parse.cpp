#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "CatParser.h"
#include "cat/builder.h"
#include "cat/dialect.h"
#include "cat/lexer.h"
#include "cat/token_types.h"

namespace clmm::syntax {
namespace {

using clmm_antlr::CatParser;

constexpr std::size_t kMostErrors = 20;

/// Hands the finished tokens to ANTLR.
class TokenSource final : public antlr4::TokenSource {
public:
    explicit TokenSource(const std::vector<CatToken>& tokens) : tokens_(tokens) {}

    std::unique_ptr<antlr4::Token> nextToken() override {
        const CatToken& token = tokens_[std::min(at_, tokens_.size() - 1)];
        ++at_;
        return std::make_unique<antlr4::CommonToken>(
            std::make_pair(static_cast<antlr4::TokenSource*>(this),
                           static_cast<antlr4::CharStream*>(&nothing_)),
            token.type, antlr4::Token::DEFAULT_CHANNEL, token.span.begin,
            static_cast<std::size_t>(token.span.end) - 1);
    }
    size_t getLine() const override { return 0; }
    size_t getCharPositionInLine() override { return 0; }
    antlr4::CharStream* getInputStream() override { return &nothing_; }
    std::string getSourceName() override { return {}; }
    antlr4::TokenFactory<antlr4::CommonToken>* getTokenFactory() override {
        return antlr4::CommonTokenFactory::DEFAULT.get();
    }

private:
    const std::vector<CatToken>& tokens_;
    std::size_t at_ = 0;
    antlr4::ANTLRInputStream nothing_;
};

struct TooDeep {
    Span span;
};

Span span_of(const antlr4::Token& token) {
    return {static_cast<std::uint32_t>(token.getStartIndex()),
            static_cast<std::uint32_t>(token.getStopIndex() + 1)};
}

/// Refuses to enter more than kDeepestCat of the rules through which a text can nest.
class DepthLimit final : public antlr4::tree::ParseTreeListener {
public:
    void enterEveryRule(antlr4::ParserRuleContext* context) override {
        if (nests(*context) && ++depth_ > kDeepestCat) throw TooDeep{span_of(*context->start)};
    }
    void exitEveryRule(antlr4::ParserRuleContext* context) override {
        if (nests(*context)) --depth_;
    }
    void visitTerminal(antlr4::tree::TerminalNode*) override {}
    void visitErrorNode(antlr4::tree::ErrorNode*) override {}

private:
    static bool nests(const antlr4::ParserRuleContext& context) {
        const std::size_t rule = context.getRuleIndex();
        return rule == CatParser::RuleExpression || rule == CatParser::RuleNegation ||
               rule == CatParser::RuleConditional;
    }

    std::size_t depth_ = 0;
};

/// What may come next, in words.
std::string describe(const antlr4::misc::IntervalSet& expected) {
    std::vector<std::string> parts;
    const auto has = [&](std::size_t type) { return expected.contains(type); };
    if (has(kAcyclic)) parts.emplace_back("a statement");
    if (has(kZero)) parts.emplace_back("an expression");
    if (has(kName) && !has(kZero)) parts.emplace_back("a name");
    if (has(kString)) parts.emplace_back("a quoted string");
    if (has(kPipe)) parts.emplace_back("an operator");
    for (const auto& [type, text] :
         std::initializer_list<std::pair<std::size_t, const char*>>{{kEquals, "="},
                                                                    {kIn, "in"},
                                                                    {kFrom, "from"},
                                                                    {kThen, "then"},
                                                                    {kComma, ","},
                                                                    {kRightParenthesis, ")"},
                                                                    {kRightBracket, "]"},
                                                                    {kRightBrace, "}"},
                                                                    {kAs, "as"}})
        if (has(type)) parts.push_back("'" + std::string(text) + "'");
    if (has(kElse)) parts.emplace_back("'else'");
    if (has(kEnd)) parts.emplace_back("'end'");
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i)
        out += (i == 0 ? "" : i + 1 == parts.size() ? " or " : ", ") + parts[i];
    return out;
}

class ErrorListener final : public antlr4::BaseErrorListener {
public:
    ErrorListener(SourcePtr source, Diagnostics& diagnostics)
        : source_(std::move(source)), diagnostics_(diagnostics) {}

    void syntaxError(antlr4::Recognizer* recognizer, antlr4::Token* token, size_t, size_t,
                     const std::string&, std::exception_ptr) override {
        auto* parser = dynamic_cast<CatParser*>(recognizer);
        if (!parser || !token) return;
        const Span span = span_of(*token);
        const bool at_end = token->getType() == antlr4::Token::EOF;
        const std::string_view text = source_->text().substr(span.begin, span.end - span.begin);
        std::string hint(instead_of(text));
        if (hint.empty()) {
            hint = describe(parser->getExpectedTokens());
            if (!hint.empty()) hint = "expected " + hint;
        }
        diagnostics_.push_back(cat_error(
            source_, span,
            at_end ? "the text ends here too early" : "unexpected '" + std::string(text) + "'",
            hint));
    }

private:
    SourcePtr source_;
    Diagnostics& diagnostics_;
};

/// By position; the first at each place only.
void tidy(Diagnostics& diagnostics) {
    const auto before = [](const Diagnostic& a, const Diagnostic& b) {
        return a.span.begin < b.span.begin;
    };
    const auto same = [](const Diagnostic& a, const Diagnostic& b) {
        return a.span.begin == b.span.begin;
    };
    std::stable_sort(diagnostics.begin(), diagnostics.end(), before);
    diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
    if (diagnostics.size() > kMostErrors) diagnostics.resize(kMostErrors);
}

/// What comes behind herd's own forms only follows from them.
void leave_out_consequences(const Diagnostics& forms, Diagnostics& diagnostics) {
    if (forms.empty()) return;
    const std::uint32_t first = forms.front().span.begin;
    std::erase_if(diagnostics, [&](const Diagnostic& each) { return each.span.begin >= first; });
    diagnostics.insert(diagnostics.end(), forms.begin(), forms.end());
}

CatTree parse(const SourcePtr& source, const CatTokens& tokens, Diagnostics& diagnostics) {
    CatParser::load_tables();
    TokenSource token_source(tokens.tokens);
    antlr4::CommonTokenStream stream(&token_source);
    CatParser parser(&stream);
    ErrorListener listener(source, diagnostics);
    parser.removeErrorListeners();
    parser.addErrorListener(&listener);
    DepthLimit limit;
    parser.addParseListener(&limit);
    try {
        CatParser::ModelContext* model = parser.model();
        if (!has_errors(diagnostics)) return CatBuilder(source, tokens, diagnostics).build(*model);
    } catch (const TooDeep& too_deep) {
        diagnostics.push_back(cat_error(source, too_deep.span,
                                        "nested more than " + std::to_string(kDeepestCat) + " deep",
                                        "give parts of this names with let"));
    }
    return {};
}

}  // namespace

Result<CatTree> parse_cat(const SourcePtr& source) {
    Diagnostics diagnostics;
    const CatTokens tokens = tokenize_cat(source, diagnostics);
    const Diagnostics forms = find_dialect(source, tokens.tokens);
    diagnostics.insert(diagnostics.end(), forms.begin(), forms.end());
    CatTree tree = parse(source, tokens, diagnostics);
    leave_out_consequences(forms, diagnostics);
    if (diagnostics.empty()) return tree;
    tidy(diagnostics);
    return Result<CatTree>::failure(std::move(diagnostics));
}

}  // namespace clmm::syntax
