#include "litmus/grammar.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "litmus/mistakes.h"

namespace clmm::syntax {
namespace {

using Grammar = clmm_antlr::LitmusParser;

void set_span(antlr4::CommonToken& token, Span span) {
    token.setStartIndex(span.begin);
    token.setStopIndex(static_cast<std::size_t>(span.end) - 1);
}

std::vector<antlr4::CommonToken> antlr_tokens(const std::vector<LitmusToken>& tokens) {
    std::vector<antlr4::CommonToken> out;
    out.reserve(tokens.size());
    for (const LitmusToken& from : tokens) {
        set_span(out.emplace_back(from.type), from.span);
        out.back().setTokenIndex(out.size() - 1);
    }
    return out;
}

/// A run that only accepts.
struct DirectRun {
    explicit DirectRun(const std::vector<LitmusToken>& tokens)
        : list(antlr_tokens(tokens)), parser(&list) {
        parser.removeErrorListeners();
        parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
        parser.read(list);
    }

    TokenList list;
    Grammar parser;
};

/// A run that goes on after mistakes.
struct RecoveringRun {
    RecoveringRun(Reporter& reporter, const std::vector<LitmusToken>& tokens)
        : source(tokens), stream(&source), parser(&stream) {
        parser.removeErrorListeners();
        parser.setBuildParseTree(false);
        parser.setErrorHandler(std::make_shared<MistakeStrategy>(reporter, tokens));
    }

    LitmusTokenSource source;
    antlr4::CommonTokenStream stream;
    Grammar parser;
};

}  // namespace

std::unique_ptr<antlr4::Token> LitmusTokenSource::nextToken() {
    const LitmusToken& from = tokens_[std::min(next_++, tokens_.size() - 1)];
    auto token = std::make_unique<antlr4::CommonToken>(from.type);
    set_span(*token, from.span);
    return token;
}

void run_grammar(Reporter& reporter, const std::vector<LitmusToken>& tokens,
                 const std::function<void(Grammar::TestContext*)>& build) {
    if (!reporter.failed()) {
        DirectRun run(tokens);
        try {
            build(run.parser.test());
            return;
        } catch (const antlr4::ParseCancellationException&) {
            // Explained below.
        }
    }
    const bool failed_before = reporter.failed();
    Grammar::load_tables();
    RecoveringRun(reporter, tokens).parser.test();
    ensure(failed_before || reporter.failed(), "a test that the grammar refuses is explained");
}

}  // namespace clmm::syntax
