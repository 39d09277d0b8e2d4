#pragma once

#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "antlr4-runtime.h"

/// What the generated parser of litmus tests and its trees inherit, in place of ANTLR's own
/// classes: the same for a text without mistakes, without their searches and casts.
namespace clmm::syntax {

/// The tokens of one test, where a parser is at one of them. The last one is EOF.
class TokenList final : public antlr4::TokenStream {
public:
    explicit TokenList(std::vector<antlr4::CommonToken> tokens) : tokens_(std::move(tokens)) {}

    antlr4::CommonToken* current() { return &tokens_[at_]; }
    /// Null before the first.
    antlr4::CommonToken* previous() { return at_ == 0 ? nullptr : &tokens_[at_ - 1]; }

    void consume() override {
        if (at_ + 1 < tokens_.size()) ++at_;
    }
    size_t LA(ssize_t k) override {
        const antlr4::Token* token = LT(k);
        return token == nullptr ? antlr4::Token::INVALID_TYPE : token->getType();
    }
    antlr4::Token* LT(ssize_t k) override {
        if (k == 1) return current();
        if (k < 0)
            return static_cast<size_t>(-k) > at_ ? nullptr
                                                 : &tokens_[at_ - static_cast<size_t>(-k)];
        return &tokens_[std::min(at_ + static_cast<size_t>(k) - 1, tokens_.size() - 1)];
    }
    antlr4::Token* get(size_t index) const override {
        return const_cast<antlr4::CommonToken*>(&tokens_.at(index));
    }
    ssize_t mark() override { return 0; }
    void release(ssize_t) override {}
    size_t index() override { return at_; }
    void seek(size_t index) override { at_ = std::min(index, tokens_.size() - 1); }
    size_t size() override { return tokens_.size(); }
    antlr4::TokenSource* getTokenSource() const override { return nullptr; }
    std::string getSourceName() const override { return {}; }
    // Texts are the source's business.
    std::string getText(const antlr4::misc::Interval&) override { return {}; }
    std::string getText() override { return {}; }
    std::string getText(antlr4::RuleContext*) override { return {}; }
    std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

private:
    std::vector<antlr4::CommonToken> tokens_;
    std::size_t at_ = 0;
};

/// A node of the syntax tree; its children are found by their exact class, for no generated class
/// inherits another.
class DirectContext : public antlr4::ParserRuleContext {
public:
    using antlr4::ParserRuleContext::ParserRuleContext;

    template <class Context>
    Context* getRuleContext(size_t i) {
        for (antlr4::tree::ParseTree* child : children)
            if (is<Context>(child) && i-- == 0) return static_cast<Context*>(child);
        return nullptr;
    }
    template <class Context>
    std::vector<Context*> getRuleContexts() {
        std::vector<Context*> found;
        for (antlr4::tree::ParseTree* child : children)
            if (is<Context>(child)) found.push_back(static_cast<Context*>(child));
        return found;
    }
    antlr4::tree::TerminalNode* getToken(size_t type, size_t i) final {
        for (antlr4::tree::ParseTree* child : children)
            if (is_token(child, type) && i-- == 0)
                return static_cast<antlr4::tree::TerminalNode*>(child);
        return nullptr;
    }
    std::vector<antlr4::tree::TerminalNode*> getTokens(size_t type) final {
        std::vector<antlr4::tree::TerminalNode*> found;
        for (antlr4::tree::ParseTree* child : children)
            if (is_token(child, type))
                found.push_back(static_cast<antlr4::tree::TerminalNode*>(child));
        return found;
    }

private:
    /// There is one `type_info` for each of these classes.
    template <class Node>
    static bool is(const antlr4::tree::ParseTree* node) {
        return &typeid(*node) == &typeid(Node);
    }
    static bool is_token(antlr4::tree::ParseTree* node, size_t type) {
        return is<antlr4::tree::TerminalNodeImpl>(node) &&
               static_cast<antlr4::tree::TerminalNode*>(node)->getSymbol()->getType() == type;
    }
};

/// Functions that generated code calls by these names; they hide ANTLR's. Without `read` they do
/// what those do.
class DirectParser : public antlr4::Parser {
public:
    using antlr4::Parser::Parser;

    /// The tokens that the parser was made for. Errors end it; nobody listens.
    void read(TokenList& tokens) { tokens_ = &tokens; }

protected:
    antlr4::Token* match(size_t type) {
        if (tokens_ == nullptr || tokens_->current()->getType() != type)
            return antlr4::Parser::match(type);
        antlr4::Token* const token = tokens_->current();
        if (type == antlr4::Token::EOF) _matchedEOF = true;
        add(*_ctx, createTerminalNode(token));
        tokens_->consume();
        return token;
    }
    void enterRule(antlr4::ParserRuleContext* context, size_t state, size_t rule) {
        if (tokens_ == nullptr) return antlr4::Parser::enterRule(context, state, rule);
        setState(state);
        _ctx = context;
        _ctx->start = tokens_->current();
        if (_ctx->parent != nullptr)
            add(static_cast<antlr4::ParserRuleContext&>(*_ctx->parent), _ctx);
    }
    void exitRule() {
        if (tokens_ == nullptr) return antlr4::Parser::exitRule();
        _ctx->stop = _matchedEOF ? tokens_->current() : tokens_->previous();
        setState(_ctx->invokingState);
        _ctx = static_cast<antlr4::ParserRuleContext*>(_ctx->parent);
    }

    template <class Action>
    struct AtEnd {
        Action action;
        ~AtEnd() { action(); }
    };
    template <class Action>
    static AtEnd<Action> finally(Action action) {
        return {action};
    }

private:
    /// Most nodes have a few children; a vector that grows from one takes three blocks for them.
    template <class Child>
    static void add(antlr4::ParserRuleContext& to, Child* child) {
        constexpr std::size_t kFew = 4;
        if (to.children.capacity() == 0) to.children.reserve(kFew);
        to.addChild(child);
    }

    TokenList* tokens_ = nullptr;
};

}  // namespace clmm::syntax
