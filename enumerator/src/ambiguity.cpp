#include "clmm/enumerator/ambiguity.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "clmm/enumerator/check.h"

namespace clmm::enumerator {
namespace {

using model::EngineAnswer;

/// Comments are broken into lines where they are written.
std::string on_one_line(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == '\n' || c == ' ' || c == '\t';
        if (blank && (out.empty() || out.back() == ' ')) continue;
        out += blank ? ' ' : c;
    }
    while (out.ends_with(' ')) out.pop_back();
    return out;
}

/// `text. [where]`: the text, and where.
std::pair<std::string, std::string> split_citation(const std::string& comment) {
    const std::string text = on_one_line(comment);
    const std::size_t open = text.rfind('[');
    const std::size_t close = text.rfind(']');
    if (open == std::string::npos || close == std::string::npos || close < open) return {text, {}};
    return {on_one_line(text.substr(0, open)), text.substr(open + 1, close - open - 1)};
}

Ambiguity about(const model::Switch& of, const model::Switch::Value& value) {
    Ambiguity out;
    out.name = of.name;
    out.value = value.value;
    out.note = split_citation(value.note).first;
    for (const model::Switch::Value& each : of.values)
        if (out.citation.empty()) std::tie(out.question, out.citation) = split_citation(each.note);
    return out;
}

using Outcome = std::pair<std::vector<std::uint64_t>, std::vector<int>>;

/// A family by what it leaves free; its other values are those of any member.
std::set<Outcome> outcomes_of(const EngineAnswer& answer) {
    std::set<Outcome> out;
    for (const model::OutcomeEntry& entry : answer.outcomes) {
        Outcome outcome{entry.values, {}};
        if (entry.family) {
            outcome.second = entry.family->free_group;
            for (std::size_t i = 0; i < outcome.first.size(); ++i)
                if (outcome.second[i] >= 0) outcome.first[i] = 0;
        }
        out.insert(std::move(outcome));
    }
    return out;
}

std::size_t count_missing(const std::set<Outcome>& in, const std::set<Outcome>& of) {
    return static_cast<std::size_t>(
        std::ranges::count_if(of, [&](const Outcome& outcome) { return !in.contains(outcome); }));
}

}  // namespace

std::vector<std::string> undefined_kinds(const EngineAnswer& answer) {
    std::set<std::string> kinds;
    for (const model::UndefinedEntry& entry : answer.undefined) kinds.insert(entry.kind);
    return {kinds.begin(), kinds.end()};
}

Ambiguity compare(const model::Switch& of, const model::Switch::Value& value,
                  const CheckResult& as_chosen, const CheckResult& otherwise) {
    Ambiguity out = about(of, value);
    const std::set<Outcome> before = outcomes_of(as_chosen.answer);
    const std::set<Outcome> after = outcomes_of(otherwise.answer);
    out.verdict = otherwise.verdict;
    out.outcomes = after.size();
    out.added = count_missing(before, after);
    out.removed = count_missing(after, before);
    out.undefined = undefined_kinds(otherwise.answer);
    out.incomplete = !is_complete(as_chosen.answer) || !is_complete(otherwise.answer);
    out.changes_verdict = as_chosen.verdict != otherwise.verdict;
    out.changes_undefined = undefined_kinds(as_chosen.answer) != out.undefined;
    return out;
}

Ambiguity rejected(const model::Switch& of, const model::Switch::Value& value,
                   const Diagnostics& problems) {
    Ambiguity out = about(of, value);
    const auto error = std::ranges::find(problems, Severity::error, &Diagnostic::severity);
    out.rejected = error == problems.end() ? "error" : error->code;
    return out;
}

}  // namespace clmm::enumerator
