#include "read/expectation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "clmm/language/names.h"
#include "clmm/litmus/expectation.h"

namespace clmm::litmus {
namespace {

constexpr std::array<std::string_view, 8> kGeneralWords{
    "allowed", "forbidden", "holds", "fails", "racy", "race-free", "defined", "undefined"};

constexpr std::array<std::string_view, 18> kUndefinedKinds{
    "divergence",           "barrier-divergence",
    "out-of-bounds",        "misaligned-access",
    "division-by-zero",     "assertion-failure",
    "address-space",        "host-memory",
    "constant-memory",      "data-race",
    "unsequenced-race",     "access-while-mapped",
    "unmapped-host-access", "concurrent-atomics-on-buffer",
    "overlapping-kernels",  "async-copy",
    "memory-order",         "uninitialised-value",
};

/// A part of a line with its place in the source.
struct Part {
    std::string_view text;
    std::uint32_t begin = 0;

    [[nodiscard]] Span span() const {
        return {begin, begin + static_cast<std::uint32_t>(text.size())};
    }
    [[nodiscard]] Part sub(std::size_t from, std::size_t length = std::string_view::npos) const {
        return {text.substr(from, length), begin + static_cast<std::uint32_t>(from)};
    }
    [[nodiscard]] Part trimmed() const {
        const auto first = text.find_first_not_of(" \t");
        if (first == std::string_view::npos) return sub(text.size());
        return sub(first, text.find_last_not_of(" \t") - first + 1);
    }
};

std::vector<Part> split(Part part, char separator) {
    std::vector<Part> parts;
    for (auto found = part.text.find(separator); found != std::string_view::npos;
         found = part.text.find(separator)) {
        parts.push_back(part.sub(0, found).trimmed());
        part = part.sub(found + 1);
    }
    parts.push_back(part.trimmed());
    return parts;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOpposites{{
    {"allowed", "forbidden"},
    {"holds", "fails"},
    {"racy", "race-free"},
    {"defined", "undefined"},
}};

bool contradict(std::string_view a, std::string_view b) {
    return std::ranges::any_of(kOpposites, [&](const auto& pair) {
        return pair == std::pair(a, b) || pair == std::pair(b, a);
    });
}

void check_item(Part item) {
    if (item.text.empty())
        reject("E-EXPECT", "an expectation without an item", item.span(),
               "items are allowed, forbidden, holds, fails, racy, race-free, defined, undefined, "
               "and kinds of undefined behaviour");
    if (const auto words = expectation_words(); std::ranges::find(words, item.text) == words.end())
        reject("E-EXPECT", "unknown expectation '" + std::string(item.text) + "'", item.span(),
               language::did_you_mean(item.text, words));
}

void add_item(std::vector<ExpectedWord>& words, Part item) {
    check_item(item);
    for (const ExpectedWord& each : words)
        if (each.word == item.text || contradict(each.word, item.text))
            reject("E-EXPECT",
                   "'" + std::string(item.text) + "' repeats or contradicts an item before it",
                   item.span());
    words.push_back({std::string(item.text), item.span()});
}

std::string read_model(Part model) {
    if (model.text.empty() || model.text.find_first_of(" ,\t") != std::string_view::npos)
        reject("E-EXPECT", "a model's name stands before ':'", model.span());
    return std::string(model.text);
}

Expectation read_clause(Part clause) {
    Expectation expectation{.model = {}, .words = {}, .span = clause.span()};
    Part items = clause;
    if (const auto colon = clause.text.find(':'); colon != std::string_view::npos) {
        expectation.model = read_model(clause.sub(0, colon).trimmed());
        items = clause.sub(colon + 1).trimmed();
    }
    for (const Part item : split(items, ',')) add_item(expectation.words, item);
    return expectation;
}

bool is_about_condition(const ExpectedWord& each) {
    return each.word == "allowed" || each.word == "forbidden" || each.word == "holds" ||
           each.word == "fails";
}

void read_line(Part line, bool has_condition, std::vector<Expectation>& into, Reporter& reporter) {
    for (const Part clause : split(line, ';'))
        reporter.attempt([&] {
            Expectation expectation = read_clause(clause);
            if (!has_condition && std::ranges::any_of(expectation.words, is_about_condition))
                reject("E-EXPECT", "the test has no condition to expect anything of",
                       clause.span());
            into.push_back(std::move(expectation));
        });
}

}  // namespace

std::span<const std::string_view> undefined_kinds() { return kUndefinedKinds; }

std::vector<std::string> expectation_words() {
    std::vector<std::string> words(kGeneralWords.begin(), kGeneralWords.end());
    words.insert(words.end(), kUndefinedKinds.begin(), kUndefinedKinds.end());
    return words;
}

std::vector<Expectation> read_expectations(const syntax::LitmusTree& tree, Reporter& reporter) {
    std::vector<Expectation> expectations;
    for (const syntax::Metadata& line : tree.metadata)
        if (line.key == "Expect")
            read_line({line.value, line.value_span.begin}, tree.condition.has_value(), expectations,
                      reporter);
    return expectations;
}

Result<std::vector<Expectation>> read_expectation(const SourcePtr& source, Span value,
                                                  bool has_condition) {
    Reporter reporter(source);
    std::vector<Expectation> expectations;
    const std::string_view text =
        std::string_view(source->text()).substr(value.begin, value.end - value.begin);
    read_line({text, value.begin}, has_condition, expectations, reporter);
    if (reporter.failed()) return Result<std::vector<Expectation>>::failure(reporter.take());
    return expectations;
}

}  // namespace clmm::litmus
