#include "litmus_marks.h"

#include "LitmusParser.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;

class LabelMarker {
public:
    explicit LabelMarker(std::vector<LitmusToken>& tokens) : tokens_(tokens) {}

    void run() {
        bool body = false;
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
            const std::size_t type = tokens_[i].type;
            if (type == Tokens::RBRACE) body = true;  // the initial state has been closed
            if (type == Tokens::LPAREN || type == Tokens::LBRACKET) ++parentheses_;
            if (type == Tokens::RPAREN || type == Tokens::RBRACKET) --parentheses_;
            if (type == Tokens::SEMICOLON || type == Tokens::LBRACE || type == Tokens::RBRACE)
                parentheses_ = pending_ = 0;
            if (body && parentheses_ == 0) visit(i);
        }
    }

private:
    void visit(std::size_t i) {
        switch (tokens_[i].type) {
            case Tokens::QUESTION:
            case Tokens::CASE:
                ++pending_;
                break;
            case Tokens::COLON:
                pending_ -= pending_ > 0 ? 1 : 0;
                break;
            case Tokens::NAME:
                if (pending_ == 0 && tokens_[i + 1].type == Tokens::COLON)
                    tokens_[i].type = Tokens::LABEL;
                break;
            case Tokens::EXISTS:
            case Tokens::FORALL:
            case Tokens::FILTER:
                parentheses_ = kNeverInCondition;
                break;
            default:
                break;
        }
    }

    static constexpr int kNeverInCondition = 1'000'000;

    std::vector<LitmusToken>& tokens_;
    int parentheses_ = 0;
    int pending_ = 0;
};

/// Follows where statements end. An `else` belongs to the nearest `if` whose statement has just
/// ended; a `while` after a statement ends the nearest `do`.
class ElseMatcher {
public:
    explicit ElseMatcher(std::vector<LitmusToken>& tokens) : tokens_(tokens) {}

    void run() {
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) visit(i);
    }

private:
    using Pending = std::vector<std::size_t>;

    void visit(std::size_t i) {
        switch (tokens_[i].type) {
            case Tokens::LPAREN:
                ++parentheses_;
                break;
            case Tokens::RPAREN:
                parentheses_ -= parentheses_ > 0 ? 1 : 0;
                break;
            case Tokens::LBRACE:
                blocks_.emplace_back();
                parentheses_ = 0;
                break;
            case Tokens::RBRACE:
                if (blocks_.size() > 1) blocks_.pop_back();
                parentheses_ = 0;
                end_statement(tokens_[i + 1].type);
                break;
            case Tokens::SEMICOLON:
                if (parentheses_ == 0) end_statement(tokens_[i + 1].type);
                break;
            case Tokens::IF:
            case Tokens::DO:
                blocks_.back().push_back(i);
                break;
            case Tokens::ELSE:
                match_else();
                break;
            default:
                break;
        }
    }

    void end_statement(std::size_t next) {
        Pending& pending = blocks_.back();
        if (next == Tokens::ELSE) return;
        while (!pending.empty()) {
            const bool loop = tokens_[pending.back()].type == Tokens::DO;
            pending.pop_back();
            if (loop && next == Tokens::WHILE) return;
        }
    }

    void match_else() {
        Pending& pending = blocks_.back();
        if (pending.empty() || tokens_[pending.back()].type != Tokens::IF) return;
        tokens_[pending.back()].type = Tokens::IF_ELSE;
        pending.pop_back();
    }

    std::vector<LitmusToken>& tokens_;
    std::vector<Pending> blocks_{Pending{}};
    int parentheses_ = 0;
};

}  // namespace

void mark_labels(std::vector<LitmusToken>& tokens) { LabelMarker(tokens).run(); }

void mark_if_else(std::vector<LitmusToken>& tokens) { ElseMatcher(tokens).run(); }

}  // namespace clmm::syntax
