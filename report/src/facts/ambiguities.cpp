#include <algorithm>
#include <array>

#include "clmm/base/joined.h"
#include "clmm/enumerator/ambiguity.h"
#include "clmm/report/text.h"

namespace clmm::report {
namespace {

using enumerator::Ambiguity;
using enumerator::CheckResult;

constexpr std::size_t kColumns = 5;
using Cells = std::array<std::string, kColumns>;

std::string comma_list(const std::vector<std::string>& words) {
    return words.empty() ? "none" : joined(words, ", ");
}

/// `2 (-1)`, `4 (+2 -1)`.
std::string outcome_count(const Ambiguity& of) {
    std::string change;
    if (of.added != 0) change += "+" + std::to_string(of.added);
    if (of.removed != 0) change += (change.empty() ? "-" : " -") + std::to_string(of.removed);
    return std::to_string(of.outcomes) + (change.empty() ? "" : " (" + change + ")");
}

Cells cells_of(const Ambiguity& of) {
    const std::string name = of.name + "=" + of.value;
    if (!of.rejected.empty()) return {name, "rejected", of.rejected, "", of.citation};
    return {name, std::string(to_string(of.verdict)), outcome_count(of), comma_list(of.undefined),
            of.citation};
}

std::string table(const std::vector<Cells>& rows) {
    std::array<std::size_t, kColumns> width{};
    for (const Cells& row : rows)
        for (std::size_t i = 0; i < kColumns; ++i) width[i] = std::max(width[i], row[i].size());
    std::string text;
    for (const Cells& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < kColumns; ++i)
            line += "  " + row[i] + std::string(width[i] - row[i].size(), ' ');
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

}  // namespace

std::string ambiguities_to_text(const CheckResult& result) {
    std::vector<Cells> rows{
        {"reading", "condition", "outcomes", "undefined behaviour", "decided by"}};
    rows.push_back({result.model, std::string(to_string(result.verdict)),
                    result.answer.outcomes.size().to_string(),
                    comma_list(enumerator::undefined_kinds(result.answer)), ""});
    std::vector<std::string> same;
    bool incomplete = false;
    for (const Ambiguity& each : *result.ambiguities) {
        incomplete = incomplete || each.incomplete;
        if (each.changes())
            rows.push_back(cells_of(each));
        else
            same.push_back(each.name + "=" + each.value);
    }
    std::string text = "Readings of " + result.test.name + " under " + result.model + "\n";
    text += table(rows);
    text += "  (no change) " + comma_list(same) + "\n";
    if (incomplete) text += "  Some of these results are incomplete; see why above.\n";
    return text + "\n";
}

}  // namespace clmm::report
