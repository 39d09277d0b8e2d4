#include "herd/fence_changes.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clmm/base/ensure.h"

namespace clmm::targets {
namespace {

using litmus::Change;
using litmus::ChangedText;
using litmus::ChangePlace;
using litmus::Changes;
using litmus::Edit;

/// A row of the table in which one column has something: below the row that ends at a ';'.
struct Row {
    std::uint32_t at = 0;  ///< behind that ';'
    std::string before;    ///< the columns to the left, from the beginning of the line
    std::string behind;    ///< … to the right, with the ';'
    std::size_t width = 0;
    Span next = {};  ///< the instruction of that column below
};

/// The table's lines are blank but for their bars, so that what is added stands below the rest.
Row row_below(std::string_view text, Span cell, std::size_t column, std::size_t columns) {
    Row row;
    const std::size_t end = text.find(';', cell.end);
    ensure(end != std::string_view::npos, "rows end");
    row.at = static_cast<std::uint32_t>(end + 1);
    const std::size_t newline = text.rfind('\n', cell.begin);
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    std::vector<std::string> cells{""};
    for (const char c : text.substr(begin, end - begin))
        if (c == '|')
            cells.emplace_back();
        else
            cells.back() += ' ';
    cells.resize(columns, " ");
    for (std::size_t i = 0; i < columns; ++i) {
        if (i == column)
            row.width = cells[i].size();
        else
            (i < column ? row.before : row.behind) += i < column ? cells[i] + "|" : "|" + cells[i];
    }
    row.behind += ";";
    return row;
}

class FenceChanges final : public litmus::ChangeSpace {
public:
    FenceChanges(SourcePtr source, const TestFile& file, const litmus::EventStructure& structure,
                 std::span<const FenceText> fences)
        : source_(std::move(source)), fences_(fences.begin(), fences.end()) {
        for (const litmus::Event& event : structure.events)
            if (!event.initial && is_access(event)) accesses_.insert(event.span.begin);
        for (std::size_t c = 0; c < file.columns.size(); ++c)
            add_column(file.columns[c].cells, c, file.columns.size());
        std::ranges::stable_sort(rows_, {}, [](const Row& row) { return row.at; });
        for (const Row& row : rows_) places_.push_back(place_at(row));
    }

    bool admissible(const Changes& /*changes*/) const override { return true; }

    ChangedText superpose(const Changes& changes,
                          const std::vector<std::size_t>& fence_places) const override {
        std::vector<Edit> edits;
        for (const Change& change : changes) edits.push_back(rows(change.place, {change}));
        for (const std::size_t place : fence_places) {
            Changes all;
            for (std::size_t level = 0; level < fences_.size(); ++level)
                all.push_back({place, level});
            edits.push_back(rows(place, all));
        }
        return perform(std::move(edits), source_->text());
    }

private:
    bool no_stronger(const Change& a, const Change& b) const override {
        return (fences_[a.level].orders & ~fences_[b.level].orders) == 0;
    }

    [[nodiscard]] bool acts(const Cell& cell) const {
        const auto first = accesses_.lower_bound(cell.span.begin);
        return first != accesses_.end() && *first < cell.span.end;
    }

    void add_column(const std::vector<Cell>& cells, std::size_t column, std::size_t columns) {
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            const bool acts_behind =
                std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(i) + 1, cells.end(),
                            [&](const Cell& c) { return acts(c); });
            if (!acts(cells[i]) || !acts_behind) continue;
            rows_.push_back(row_below(source_->text(), cells[i].span, column, columns));
            rows_.back().next = cells[i + 1].span;
        }
    }

    [[nodiscard]] ChangePlace place_at(const Row& row) const {
        ChangePlace place{.what = "fence", .inserts = true, .span = row.next};
        for (const FenceText& fence : fences_) {
            place.texts.emplace_back(fence.text);
            place.ranks.push_back(static_cast<unsigned>(std::popcount(fence.orders)));
        }
        return place;
    }

    /// One for each of the changes, all at one place.
    [[nodiscard]] Edit rows(std::size_t place, const Changes& changes) const {
        const Row& row = rows_[place];
        Edit edit{{row.at, row.at}, ""};
        for (const Change& change : changes) {
            std::string cell = " " + std::string(fences_[change.level].text) + " ";
            cell.resize(std::max(cell.size(), row.width), ' ');
            edit.text += "\n" + row.before;
            const auto begin = static_cast<std::uint32_t>(edit.text.size());
            edit.fences.push_back(
                {change, {begin, begin + static_cast<std::uint32_t>(cell.size())}});
            edit.text += cell + row.behind;
        }
        return edit;
    }

    SourcePtr source_;
    std::vector<FenceText> fences_;
    std::set<std::uint32_t> accesses_;  ///< where in the text
    std::vector<Row> rows_;             ///< by place
};

}  // namespace

std::shared_ptr<const litmus::ChangeSpace> fence_changes(SourcePtr source, const TestFile& file,
                                                         const litmus::EventStructure& structure,
                                                         std::span<const FenceText> fences) {
    return std::make_shared<FenceChanges>(std::move(source), file, structure, fences);
}

}  // namespace clmm::targets
