#pragma once

#include <string>
#include <vector>

#include "LitmusParser.h"
#include "litmus_lexer.h"
#include "litmus_report.h"

namespace clmm::syntax {

/// Says in words what is wrong where the grammar cannot go on, and lets ANTLR recover.
///
/// Something missing is blamed at the end of what it should follow; something that does not
/// belong is blamed itself.
class MistakeStrategy final : public antlr4::DefaultErrorStrategy {
public:
    MistakeStrategy(Reporter& reporter, const std::vector<LitmusToken>& tokens)
        : reporter_(reporter), tokens_(tokens) {}

    void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;

protected:
    void reportUnwantedToken(antlr4::Parser* parser) override;
    void reportMissingToken(antlr4::Parser* parser) override;
    antlr4::Token* singleTokenDeletion(antlr4::Parser* parser) override;
    antlr4::Token* getMissingSymbol(antlr4::Parser* parser) override;

private:
    void explain(antlr4::Parser* parser, const antlr4::Token* offending);

    Reporter& reporter_;
    const std::vector<LitmusToken>& tokens_;
};

}  // namespace clmm::syntax
