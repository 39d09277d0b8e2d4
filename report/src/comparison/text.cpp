#include <algorithm>
#include <map>

#include "clmm/report/comparison.h"
#include "facts/padded.h"

namespace clmm::report {
namespace {

using comparison::Differences;
using comparison::Membership;
using comparison::Row;
using comparison::StateDifference;
using comparison::Table;

/// States of one test that are shown; of more it is said how many there are.
constexpr std::size_t kShownStates = 24;

std::string without_trailing_blanks(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

/// The table's cells, its head among them.
std::vector<std::vector<std::string>> cells_of(const Table& table) {
    std::vector<std::vector<std::string>> lines(1, {"test"});
    lines[0].insert(lines[0].end(), table.columns.begin(), table.columns.end());
    for (const Row& row : table.rows) {
        lines.push_back({row.name});
        for (const auto& cell : row.cells) lines.back().push_back(cell_text(cell));
    }
    return lines;
}

std::string grid(const Table& table) {
    const auto lines = cells_of(table);
    std::vector<std::size_t> widths(lines.front().size());
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    std::string text;
    for (const auto& line : lines) {
        std::string out;
        for (std::size_t i = 0; i < line.size(); ++i) out += padded(line[i], widths[i] + 2);
        text += without_trailing_blanks(std::move(out));
    }
    return text;
}

std::string columns_that(const Table& table, const StateDifference& difference,
                         Membership membership) {
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (difference.in[i] == membership) text += (text.empty() ? "" : ", ") + table.columns[i];
    return text;
}

std::string races_of(const Table& table, const Row& row) {
    std::string racy, safe;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (!row.cells[i] || !row.cells[i]->racy) continue;
        std::string& list = *row.cells[i]->racy ? racy : safe;
        list += (list.empty() ? "" : ", ") + table.columns[i];
    }
    return "  races under " + racy + ", not under " + safe + "\n";
}

std::string states_of(const Table& table, const Differences& found) {
    std::size_t width = 0;
    const std::size_t shown = std::min(found.states.size(), kShownStates);
    for (std::size_t i = 0; i < shown; ++i) width = std::max(width, found.states[i].state.size());
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const StateDifference& each = found.states[i];
        text += "  " + padded(each.state, width) + "   " +
                columns_that(table, each, Membership::present) + "; not " +
                columns_that(table, each, Membership::absent) + "\n";
    }
    if (shown < found.states.size())
        text += "  ... " + std::to_string(found.states.size() - shown) + " more states\n";
    return text;
}

std::string difference_text(const Table& table, const Row& row) {
    const Differences found = comparison::differences(row);
    if (!found.any()) return {};
    std::string text = "\n" + without_trailing_blanks(row.name + "  " + row.condition);
    if (found.races) text += races_of(table, row);
    text += states_of(table, found);
    if (!row.explanation.empty()) text += row.explanation;
    return text;
}

}  // namespace

std::string open_text(const Table& table) {
    std::map<std::string, std::string> answers;
    for (const Row& row : table.rows)
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (!row.cells[i] || row.cells[i]->open.empty()) continue;
            std::string& list = answers[row.cells[i]->open];
            list += (list.empty() ? "" : "; ") + row.name + ", " + table.columns[i];
        }
    std::string text;
    for (const auto& [reason, list] : answers)
        text += "\nNot known: " + reason + "\n  " + list + "\n";
    return text;
}

std::string to_text(const Table& table) {
    if (table.rows.empty()) return "No tests to show\n";
    std::string text = grid(table) + "\n" + std::to_string(differing(table)) + " of " +
                       std::to_string(table.rows.size()) +
                       (table.rows.size() == 1 ? " test differs\n" : " tests differ\n");
    for (const Row& row : table.rows) text += difference_text(table, row);
    return text + open_text(table);
}

}  // namespace clmm::report
