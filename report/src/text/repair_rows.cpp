#include "text/repair_rows.h"

#include <algorithm>

namespace clmm::report {
namespace {

using enumerator::RepairResult;
using litmus::Change;
using litmus::ChangePlace;

/// A statement that begins its line: what stands beside it gets a line of its own.
bool begins_line(const SourcePtr& source, Span statement) {
    const auto [line, column] = source->position(statement.begin);
    return source->line(line).substr(0, column - 1).find_first_not_of(" \t") ==
           std::string_view::npos;
}

std::string line_at(const SourcePtr& source, std::uint32_t offset) {
    return "line " + std::to_string(source->position(offset).line);
}

/// What is written over several lines, as one.
std::string on_one_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!is_blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    return line;
}

RepairRow row_of_change(const RepairResult& result, const Change& change) {
    const ChangePlace& place = result.space->places()[change.place];
    const SourcePtr& source = result.original.test.source;
    const std::string& to = place.texts[change.level];
    RepairRow row{.line = line_at(source, place.span.begin),
                  .side = {},
                  .inserts = place.inserts,
                  .from = on_one_line(place.text),
                  .implied = place.implied,
                  .to = place.inserts ? to : on_one_line(to),
                  .beside = {},
                  .span = place.span};
    if (!place.inserts) return row;
    if (begins_line(source, place.span)) {
        row.side = place.after ? "after" : "before";
        if (place.after) row.line = line_at(source, place.span.end - 1);
        return row;
    }
    const std::string_view statement =
        source->text().substr(place.span.begin, place.span.end - place.span.begin);
    row.beside = (place.after ? "after '" : "before '") +
                 std::string(statement.substr(0, statement.find('\n'))) + "'";
    return row;
}

}  // namespace

std::vector<RepairRow> repair_rows(const RepairResult& result, const litmus::Changes& changes) {
    const SourcePtr& source = result.original.test.source;
    std::vector<RepairRow> rows;
    for (const Change& change : changes) {
        const ChangePlace& place = result.space->places()[change.place];
        if (!place.companions.empty())
            for (const auto& [span, text] : place.companions[change.level]) {
                RepairRow row{
                    .line = line_at(source, span.begin),
                    .side = {},
                    .inserts = false,
                    .from = on_one_line(source->text().substr(span.begin, span.end - span.begin)),
                    .implied = false,
                    .to = on_one_line(text),
                    .beside = {},
                    .span = span};
                const auto is_told = [&](const RepairRow& each) {
                    return each.span.begin == row.span.begin && each.to == row.to;
                };
                if (std::ranges::none_of(rows, is_told)) rows.push_back(std::move(row));
            }
        rows.push_back(row_of_change(result, change));
    }
    return rows;
}

}  // namespace clmm::report
