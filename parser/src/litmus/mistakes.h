#pragma once

#include <exception>
#include <vector>

#include "LitmusParser.h"
#include "litmus/lexer.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// ANTLR's recovery, fitted to litmus tests: after a mistake in a body it goes on with the next
/// statement, after one between bodies with the next thread or condition.
class MistakeStrategy final : public antlr4::DefaultErrorStrategy {
public:
    MistakeStrategy(Reporter& reporter, const std::vector<LitmusToken>& tokens)
        : reporter_(reporter), tokens_(tokens) {}

    void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;
    void recover(antlr4::Parser* parser, std::exception_ptr error) override;
    void sync(antlr4::Parser* parser) override;

protected:
    void reportUnwantedToken(antlr4::Parser* parser) override;
    void reportMissingToken(antlr4::Parser* parser) override;
    bool singleTokenInsertion(antlr4::Parser* parser) override;
    antlr4::Token* singleTokenDeletion(antlr4::Parser* parser) override;
    antlr4::Token* getMissingSymbol(antlr4::Parser* parser) override;
    antlr4::misc::IntervalSet getErrorRecoverySet(antlr4::Parser* parser) override;

private:
    void report(antlr4::Parser* parser, const antlr4::Token* offending);
    void skip_to_definition(antlr4::Parser* parser);
    [[nodiscard]] bool begins_definition(std::size_t at) const;
    [[nodiscard]] bool begins_line(std::size_t at) const;

    Reporter& reporter_;
    const std::vector<LitmusToken>& tokens_;
};

}  // namespace clmm::syntax
