#pragma once

#include <vector>

#include "LitmusParser.h"
#include "litmus/lexer.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// Reports in words that the grammar cannot go on at token `at`. Something missing is blamed at
/// the end of what it should follow; something that does not belong is blamed itself.
void explain_mistake(Reporter& reporter, const std::vector<LitmusToken>& tokens,
                     antlr4::Parser& parser, std::size_t at);

/// The innermost context of `rule` around `from`, itself included; null where there is none.
[[nodiscard]] const antlr4::ParserRuleContext* enclosing_rule(const antlr4::RuleContext* from,
                                                              std::size_t rule);

/// Whether `word` is P0, P1 and so on.
[[nodiscard]] bool is_thread_name(std::string_view word);

}  // namespace clmm::syntax
