#pragma once

#include <functional>
#include <vector>

#include "LitmusParser.h"
#include "litmus/lexer.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// Hands ready tokens to ANTLR; indices of its characters are our bytes.
class LitmusTokenSource final : public antlr4::TokenSource {
public:
    explicit LitmusTokenSource(const std::vector<LitmusToken>& tokens) : tokens_(tokens) {}

    std::unique_ptr<antlr4::Token> nextToken() override;
    size_t getLine() const override { return 0; }
    size_t getCharPositionInLine() override { return 0; }
    antlr4::CharStream* getInputStream() override { return nullptr; }
    std::string getSourceName() override { return {}; }
    antlr4::TokenFactory<antlr4::CommonToken>* getTokenFactory() override {
        return antlr4::CommonTokenFactory::DEFAULT.get();
    }

private:
    const std::vector<LitmusToken>& tokens_;
    std::size_t next_ = 0;
};

/// Runs the grammar and hands its tree to `build`, or reports what is wrong.
///
/// The first pass only accepts: one token of lookahead and no synchronisation at loops, so
/// ANTLR's tables are not needed (one use of them would read tables that are not there; the
/// grammar must stay LL(1)). Tests with mistakes are parsed again, with the tables, recovery
/// and explanations.
void run_grammar(Reporter& reporter, const std::vector<LitmusToken>& tokens,
                 const std::function<void(clmm_antlr::LitmusParser::TestContext*)>& build);

}  // namespace clmm::syntax
