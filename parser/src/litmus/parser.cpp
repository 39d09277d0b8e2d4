#include <string>
#include <string_view>
#include <utility>

#include "clmm/base/utf8.h"
#include "clmm/parser/largest_text.h"
#include "clmm/parser/litmus_tree.h"
#include "litmus/builder.h"
#include "litmus/grammar.h"
#include "litmus/header.h"
#include "litmus/lexer.h"
#include "litmus/nesting.h"

namespace clmm::syntax {
namespace {

/// Whether the text can be read at all.
bool check_text(Reporter& reporter) {
    if (reporter.text().size() > kLargestText) {
        reporter.error({0, 0}, "this test is larger than 4 MiB");
    } else if (const auto at = first_invalid_utf8(reporter.text())) {
        reporter.error({*at, *at + 1}, "this byte is not UTF-8 text");
    }
    return !reporter.failed();
}

LitmusTree start_tree(const SourcePtr& source, LitmusHeader header) {
    LitmusTree tree;
    tree.source = source;
    tree.dialect = header.dialect;
    tree.name = std::move(header.name);
    tree.documentation = std::move(header.documentation);
    tree.metadata = std::move(header.metadata);
    return tree;
}

Result<LitmusTree> parse_body(Reporter& reporter, std::uint32_t begin, TextKind kind,
                              LitmusTree tree) {
    const std::vector<LitmusToken> tokens = tokenize(reporter, begin, kind);
    if (!tokens.empty() && check_nesting(reporter, tokens))
        run_grammar(reporter, tokens, [&](Grammar::TestContext* test) {
            LitmusBuilder(reporter, kind == TextKind::complete_kernels).build(test, tree);
        });
    if (reporter.failed()) return Result<LitmusTree>::failure(reporter.take());
    return {std::move(tree), reporter.take()};
}

}  // namespace

Result<LitmusTree> parse_litmus(SourcePtr source) {
    ensure(source != nullptr, "a test to parse");
    Reporter reporter(source);
    if (!check_text(reporter)) return Result<LitmusTree>::failure(reporter.take());
    LitmusHeader header = read_header(reporter);
    // Under another dialect's rules nothing below the first line would make sense.
    if (reporter.failed()) return Result<LitmusTree>::failure(reporter.take());
    const std::uint32_t body = header.end;
    LitmusTree tree = start_tree(source, std::move(header));
    return parse_body(reporter, body, TextKind::litmus, std::move(tree));
}

Result<LitmusTree> parse_kernels(SourcePtr source, KernelLanguage language) {
    ensure(source != nullptr, "kernels to parse");
    Reporter reporter(source);
    if (!check_text(reporter)) return Result<LitmusTree>::failure(reporter.take());
    LitmusTree tree;
    tree.source = source;
    tree.name = source->name();
    const std::uint32_t begin = source->text().starts_with(kByteOrderMark) ? 3 : 0;
    const TextKind kind =
        language == KernelLanguage::complete ? TextKind::complete_kernels : TextKind::kernels;
    return parse_body(reporter, begin, kind, std::move(tree));
}

}  // namespace clmm::syntax
