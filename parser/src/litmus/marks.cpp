#include "litmus/marks.h"

#include <algorithm>

#include "LitmusParser.h"
#include "litmus/words.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;

class InitialStateMarker {
public:
    InitialStateMarker(std::vector<LitmusToken>& tokens, const Reporter& reporter,
                       const DefinedTypes& defined)
        : tokens_(tokens), reporter_(reporter), defined_(defined) {}

    void run() {
        if (tokens_.front().type != Tokens::LBRACE) return;
        int depth = 0;
        bool type_may_follow = false;
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
            const std::size_t type = tokens_[i].type;
            if (type == Tokens::LBRACE) ++depth;
            if (type == Tokens::RBRACE && --depth == 0) return;
            if (type == Tokens::NAME) visit(i, type_may_follow);
            type_may_follow =
                (depth == 1 && (type == Tokens::LBRACE || type == Tokens::SEMICOLON)) ||
                (type_may_follow && tokens_[i].type == Tokens::QUALIFIER);
        }
    }

private:
    void visit(std::size_t i, bool type_may_follow) {
        const std::string_view word = reporter_.text(tokens_[i].span);
        if (type_may_follow && is_allocation(word) && may_be_in_type(tokens_[i + 1].type))
            tokens_[i].type = Tokens::QUALIFIER;
        else if (defined_.contains(word) && tokens_[i - 1].type != Tokens::STRUCT)
            tokens_[i].type = Tokens::TYPE;
    }

    static bool may_be_in_type(std::size_t type) {
        return type == Tokens::TYPE || type == Tokens::QUALIFIER || type == Tokens::STRUCT ||
               type == Tokens::ATOMIC || type == Tokens::NAME;
    }

    std::vector<LitmusToken>& tokens_;
    const Reporter& reporter_;
    const DefinedTypes& defined_;
};

class LabelMarker {
public:
    explicit LabelMarker(std::vector<LitmusToken>& tokens) : tokens_(tokens) {}

    void run() {
        bool body = tokens_.front().type == Tokens::KERNELS;
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
    /// An open brace: the `if` and `do` in it that may go on. The brace of a block literal stands
    /// in a statement and ends none.
    struct Braces {
        std::vector<std::size_t> pending;
        bool is_literal = false;
        int parentheses_around = 0;
    };

    void visit(std::size_t i) {
        switch (tokens_[i].type) {
            case Tokens::LPAREN:
                ++parentheses_;
                break;
            case Tokens::RPAREN:
                parentheses_ -= parentheses_ > 0 ? 1 : 0;
                break;
            case Tokens::LBRACE:
                blocks_.push_back({{}, begins_block_literal(tokens_, i), parentheses_});
                parentheses_ = 0;
                break;
            case Tokens::RBRACE:
                close_brace(tokens_[i + 1].type);
                break;
            case Tokens::SEMICOLON:
                if (parentheses_ == 0) end_statement(tokens_[i + 1].type);
                break;
            case Tokens::IF:
            case Tokens::DO:
                blocks_.back().pending.push_back(i);
                break;
            case Tokens::ELSE:
                match_else();
                break;
            default:
                break;
        }
    }

    void close_brace(std::size_t next) {
        const Braces closed = std::move(blocks_.back());
        if (blocks_.size() > 1) blocks_.pop_back();
        parentheses_ = closed.is_literal ? closed.parentheses_around : 0;
        if (!closed.is_literal) end_statement(next);
    }

    void end_statement(std::size_t next) {
        auto& pending = blocks_.back().pending;
        if (next == Tokens::ELSE) return;
        while (!pending.empty()) {
            const bool loop = tokens_[pending.back()].type == Tokens::DO;
            pending.pop_back();
            if (loop && next == Tokens::WHILE) return;
        }
    }

    void match_else() {
        auto& pending = blocks_.back().pending;
        if (pending.empty() || tokens_[pending.back()].type != Tokens::IF) return;
        tokens_[pending.back()].type = Tokens::IF_ELSE;
        pending.pop_back();
    }

    std::vector<LitmusToken>& tokens_;
    std::vector<Braces> blocks_{Braces{}};
    int parentheses_ = 0;
};

}  // namespace

bool begins_block_literal(const std::vector<LitmusToken>& tokens, std::size_t i) {
    if (i == 0) return false;
    const std::size_t before = tokens[i - 1].type;
    const bool is_call = i > 1 && tokens[i - 2].type == Tokens::NAME;
    if (before == Tokens::BLOCK || (before == Tokens::LPAREN && !is_call)) return true;
    if (before != Tokens::RPAREN) return false;
    int depth = 0;
    for (std::size_t open = i - 1; open > 0; --open) {
        depth += tokens[open].type == Tokens::RPAREN ? 1 : 0;
        depth -= tokens[open].type == Tokens::LPAREN ? 1 : 0;
        if (depth == 0) return tokens[open - 1].type == Tokens::BLOCK_PARAMETERS;
    }
    return false;
}

void mark_initial_state(std::vector<LitmusToken>& tokens, const Reporter& reporter,
                        const DefinedTypes& defined) {
    InitialStateMarker(tokens, reporter, defined).run();
}

namespace {

/// Behind the brackets that open at `open`.
std::size_t behind_brackets(const std::vector<LitmusToken>& tokens, std::size_t open) {
    int depth = 0;
    std::size_t end = open;
    do {
        depth += tokens[end].type == Tokens::LPAREN ? 1 : 0;
        depth -= tokens[end].type == Tokens::RPAREN ? 1 : 0;
        ++end;
    } while (depth > 0 && end < tokens.size());
    return end;
}

bool begins_statement(std::size_t type) {
    return type == Tokens::FOR || type == Tokens::WHILE || type == Tokens::DO ||
           type == Tokens::IF || type == Tokens::SWITCH;
}

}  // namespace

void drop_statement_attributes(std::vector<LitmusToken>& tokens, const Reporter& reporter) {
    constexpr std::size_t kName = 3;  // after `__attribute__ ( (`
    for (std::size_t i = 0; i + kName < tokens.size();) {
        const std::string_view name = reporter.text(tokens[i + kName].span);
        const bool is_attribute = tokens[i].type == Tokens::ATTRIBUTE;
        const std::size_t end = is_attribute ? behind_brackets(tokens, i + 1) : i;
        const std::size_t next = end < tokens.size() ? tokens[end].type : kEndOfFile;
        const bool is_null = next == Tokens::SEMICOLON && name.ends_with("fallthrough");
        if (is_attribute && (begins_statement(next) || is_null)) {
            tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i),
                         tokens.begin() + static_cast<std::ptrdiff_t>(end));
        } else {
            ++i;
        }
    }
}

namespace {

/// The ')' of `(*name)` or `(*)` that opens at `open` behind a type, which makes it a declarator;
/// 0 where there is none.
std::size_t end_of_declarator(const std::vector<LitmusToken>& tokens, std::size_t open) {
    const auto type_at = [&](std::size_t i) {
        return i < tokens.size() ? tokens[i].type : kEndOfFile;
    };
    if (open == 0 || type_at(open) != Tokens::LPAREN || type_at(open + 1) != Tokens::STAR) return 0;
    const std::size_t before = tokens[open - 1].type;
    const bool names_struct =
        before == Tokens::NAME && open > 1 && tokens[open - 2].type == Tokens::STRUCT;
    if (before != Tokens::TYPE && before != Tokens::QUALIFIER && !names_struct) return 0;
    std::size_t end = open + 1;
    while (type_at(end) == Tokens::STAR || type_at(end) == Tokens::QUALIFIER) ++end;
    if (type_at(end) == Tokens::NAME) ++end;
    return type_at(end) == Tokens::RPAREN ? end : 0;
}

}  // namespace

void mark_array_pointers(std::vector<LitmusToken>& tokens) {
    for (std::size_t i = 1; i < tokens.size(); ++i)
        if (const std::size_t end = end_of_declarator(tokens, i);
            end != 0 && end + 1 < tokens.size() && tokens[end + 1].type == Tokens::LBRACKET)
            tokens[i].type = Tokens::ARRAY_POINTER;
}

void drop_declarator_brackets(std::vector<LitmusToken>& tokens) {
    constexpr std::size_t kDropped = kEndOfFile - 1;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const std::size_t end = end_of_declarator(tokens, i);
        if (end == 0 || end + 1 >= tokens.size() || tokens[end - 1].type != Tokens::NAME) continue;
        const std::size_t next = tokens[end + 1].type;
        if (next == Tokens::LBRACKET || next == Tokens::LPAREN) continue;
        tokens[i].type = kDropped;
        tokens[end].type = kDropped;
    }
    std::erase_if(tokens, [](const LitmusToken& token) { return token.type == kDropped; });
}

void mark_labels(std::vector<LitmusToken>& tokens) { LabelMarker(tokens).run(); }

void mark_if_else(std::vector<LitmusToken>& tokens) { ElseMatcher(tokens).run(); }

}  // namespace clmm::syntax
