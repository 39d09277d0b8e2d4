#include "litmus/grammar.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "litmus/mistakes.h"

namespace clmm::syntax {
namespace {

using Grammar = clmm_antlr::LitmusParser;

/// One run of the generated parser over the tokens.
struct Run {
    explicit Run(const std::vector<LitmusToken>& tokens)
        : source(tokens), stream(&source), parser(&stream) {
        parser.removeErrorListeners();
    }

    LitmusTokenSource source;
    antlr4::CommonTokenStream stream;
    Grammar parser;
};

}  // namespace

std::unique_ptr<antlr4::Token> LitmusTokenSource::nextToken() {
    const LitmusToken& from = tokens_[std::min(next_++, tokens_.size() - 1)];
    auto token = std::make_unique<antlr4::CommonToken>(from.type);
    token->setStartIndex(from.span.begin);
    token->setStopIndex(static_cast<std::size_t>(from.span.end) - 1);
    return token;
}

void run_grammar(Reporter& reporter, const std::vector<LitmusToken>& tokens,
                 const std::function<void(Grammar::TestContext*)>& build) {
    if (!reporter.failed()) {
        Run run(tokens);
        run.parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
        try {
            build(run.parser.test());
            return;
        } catch (const antlr4::ParseCancellationException&) {
            // Explained below.
        }
    }
    const bool failed_before = reporter.failed();
    Grammar::load_tables();
    Run run(tokens);
    run.parser.setBuildParseTree(false);
    run.parser.setErrorHandler(std::make_shared<MistakeStrategy>(reporter, tokens));
    run.parser.test();
    ensure(failed_before || reporter.failed(), "a test that the grammar refuses is explained");
}

}  // namespace clmm::syntax
