#include "clmm/report/comparison.h"

namespace clmm::report {
namespace {

using comparison::Answer;
using comparison::Differences;
using comparison::Membership;
using comparison::Row;
using comparison::Table;

constexpr std::size_t kListed = 200;

std::string states_text(const Answer& answer) {
    std::string text;
    std::size_t listed = 0;
    for (const std::string& state : answer.states) {
        if (listed++ == kListed) break;
        text += state + "\n";
    }
    if (answer.states.size() > kListed)
        text += "... " + std::to_string(answer.states.size() - kListed) + " more\n";
    return text;
}

/// What the column has of what others have not, and the other way round.
std::string own_differences(const Differences& found, std::size_t column) {
    std::string text;
    for (const comparison::StateDifference& each : found.states) {
        if (each.in[column] == Membership::present) text += "+ " + each.state + "\n";
        if (each.in[column] == Membership::absent) text += "- " + each.state + "\n";
    }
    return text;
}

MatrixCell cell_of(const Row& row, std::size_t column, const Differences& found) {
    const auto& cell = row.cells[column];
    if (!cell) return {};
    MatrixCell out{.word = cell_text(cell)};
    if (!cell->problem.empty()) {
        out.mark = MatrixMark::bad;
        out.details.push_back({.heading = "problem", .text = cell->problem});
        return out;
    }
    if (found.any()) out.mark = MatrixMark::note;
    if (!cell->complete) out.mark = MatrixMark::open;
    if (std::string text = own_differences(found, column); !text.empty())
        out.details.push_back(
            {.heading = "states on which answers differ", .text = text, .is_open = true});
    out.details.push_back({.heading = "states", .text = states_text(*cell)});
    if (!cell->open.empty()) out.details.push_back({.heading = "not known", .text = cell->open});
    return out;
}

}  // namespace

Matrix to_matrix(const Table& table, std::string title) {
    Matrix matrix;
    matrix.title = std::move(title);
    matrix.summary.push_back({.heading = std::to_string(differing(table)) + " of " +
                                         std::to_string(table.rows.size()) + " tests differ",
                              .is_open = true});
    for (const std::string& column : table.columns) matrix.columns.push_back({column, {}});
    for (const Row& row : table.rows) {
        const Differences found = comparison::differences(row);
        Matrix::Row& line = matrix.rows.emplace_back();
        line.name = row.name;
        line.note = row.condition;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            line.cells.push_back(cell_of(row, i, found));
    }
    return matrix;
}

}  // namespace clmm::report
