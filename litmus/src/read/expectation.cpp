#include "read/expectation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clmm/language/names.h"
#include "clmm/litmus/expectation.h"

namespace clmm::litmus {
namespace {

constexpr std::array<std::string_view, 8> kGeneralWords{
    "allowed", "forbidden", "holds", "fails", "racy", "race-free", "defined", "undefined"};

constexpr std::array<std::string_view, 15> kUndefinedKinds{
    "divergence",           "barrier-divergence",
    "out-of-bounds",        "misaligned-access",
    "division-by-zero",     "assertion-failure",
    "address-space",        "host-memory",
    "constant-memory",      "data-race",
    "unsequenced-race",     "access-while-mapped",
    "unmapped-host-access", "concurrent-atomics-on-buffer",
    "overlapping-kernels",
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

void claim(std::optional<bool>& member, bool value, Part item) {
    if (member)
        reject("E-EXPECT",
               "'" + std::string(item.text) + "' repeats or contradicts an item before it",
               item.span());
    member = value;
}

/// The items of a clause, without its model.
Part items_of(Part clause) {
    const auto colon = clause.text.find(':');
    return colon == std::string_view::npos ? clause : clause.sub(colon + 1).trimmed();
}

void add_item(Expectation& expectation, Part item) {
    if (item.text == "allowed" || item.text == "forbidden")
        claim(expectation.allowed, item.text == "allowed", item);
    else if (item.text == "holds" || item.text == "fails")
        claim(expectation.holds, item.text == "holds", item);
    else if (item.text == "racy" || item.text == "race-free")
        claim(expectation.race_free, item.text == "race-free", item);
    else if (item.text.empty())
        reject("E-EXPECT", "an expectation without an item", item.span(),
               "items are allowed, forbidden, holds, fails, racy, race-free, defined, undefined, "
               "and kinds of undefined behaviour");
    else if (const auto words = expectation_words();
             std::ranges::find(words, item.text) == words.end())
        reject("E-EXPECT", "unknown expectation '" + std::string(item.text) + "'", item.span(),
               language::did_you_mean(item.text, words));
}

/// What no member of Expectation holds can be said twice or contradicted all the same.
void reject_repeated(const std::vector<Part>& items) {
    for (std::size_t i = 0; i < items.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (items[i].text == items[k].text ||
                (items[i].text == "defined" && items[k].text == "undefined") ||
                (items[i].text == "undefined" && items[k].text == "defined"))
                reject(
                    "E-EXPECT",
                    "'" + std::string(items[i].text) + "' repeats or contradicts an item before it",
                    items[i].span());
}

Expectation read_clause(Part clause) {
    Expectation expectation{
        .model = {}, .allowed = {}, .holds = {}, .race_free = {}, .span = clause.span()};
    if (const auto colon = clause.text.find(':'); colon != std::string_view::npos) {
        const Part model = clause.sub(0, colon).trimmed();
        if (model.text.empty() || model.text.find_first_of(" ,\t") != std::string_view::npos)
            reject("E-EXPECT", "a model's name stands before ':'", model.span());
        expectation.model = std::string(model.text);
    }
    const std::vector<Part> items = split(items_of(clause), ',');
    for (const Part item : items) add_item(expectation, item);
    reject_repeated(items);
    return expectation;
}

}  // namespace

namespace {

void read_line(Part line, bool has_condition, std::vector<Expectation>& into, Reporter& reporter) {
    for (const Part clause : split(line, ';'))
        reporter.attempt([&] {
            Expectation expectation = read_clause(clause);
            const bool about_condition = expectation.allowed || expectation.holds;
            if (about_condition && !has_condition)
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

std::vector<ExpectedWord> words_of(const LitmusTest& test, const Expectation& expectation) {
    std::vector<ExpectedWord> words;
    if (!test.source) return words;
    const Span span = expectation.span;
    const Part clause{
        std::string_view(test.source->text()).substr(span.begin, span.end - span.begin),
        span.begin};
    for (const Part item : split(items_of(clause), ','))
        words.push_back({std::string(item.text), item.span()});
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
