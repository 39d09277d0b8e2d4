#include "check/expected_table.h"

#include <array>
#include <filesystem>
#include <vector>

#include "clmm/comparison/csv.h"

namespace clmm::cli {
namespace {

namespace fs = std::filesystem;
using enumerator::Verdict;
using litmus::Quantifier;

constexpr std::string_view kHeader = "test,quantifier,condition,race";

Diagnostic table_problem(const SourcePtr& csv, std::uint32_t offset, std::size_t length,
                         std::string message) {
    Diagnostic problem;
    problem.code = "E-TABLE";
    problem.message = std::move(message);
    problem.source = csv;
    problem.span = {offset, offset + static_cast<std::uint32_t>(length)};
    return problem;
}

/// What is wrong with a row, in words; fills `row` otherwise.
std::string parse_row(const std::vector<std::string>& fields, ExpectedRow& row) {
    if (fields.size() != 4) return "a row has four fields: " + std::string(kHeader);
    if (fields[1] == "exists")
        row.quantifier = Quantifier::exists;
    else if (fields[1] == "~exists")
        row.quantifier = Quantifier::not_exists;
    else if (fields[1] == "forall")
        row.quantifier = Quantifier::forall;
    else if (!fields[1].empty())
        return "quantifier is exists, ~exists, forall or empty";
    if (fields[2] == "holds" || fields[2] == "fails")
        row.holds = fields[2] == "holds";
    else if (!fields[2].empty())
        return "condition is holds, fails or empty";
    if (fields[3] == "racy" || fields[3] == "race-free")
        row.racy = fields[3] == "racy";
    else if (!fields[3].empty())
        return "race is racy, race-free or empty";
    return {};
}

std::string_view name_of(Quantifier quantifier) {
    constexpr std::array<std::string_view, 3> kNames{"exists", "~exists", "forall"};
    return kNames[static_cast<std::size_t>(quantifier)];
}

void differ(Comparison& comparison, std::string_view expected, std::string_view found) {
    if (!comparison.disagreement.empty()) comparison.disagreement += "; ";
    comparison.disagreement +=
        "expected " + std::string(expected) + ", found " + std::string(found);
}

}  // namespace

Result<ExpectedTable> ExpectedTable::read(SourcePtr csv) {
    ExpectedTable table;
    Diagnostics problems;
    table.folder_ = fs::path(csv->name()).parent_path().string();
    std::uint32_t offset = 0;
    for (std::uint32_t number = 1; offset < csv->text().size(); ++number) {
        const std::string_view line = csv->line(number);
        if (!line.empty() && line.front() != '#' && line != kHeader) {
            const std::vector<std::string> fields = comparison::csv_fields(line);
            ExpectedRow row;
            const std::string problem = parse_row(fields, row);
            if (!problem.empty())
                problems.push_back(table_problem(csv, offset, line.size(), problem));
            else if (!table.rows_.emplace(fields[0], row).second)
                problems.push_back(
                    table_problem(csv, offset, line.size(), "a second row for " + fields[0]));
        }
        const std::size_t end = csv->text().find('\n', offset);
        offset = static_cast<std::uint32_t>(end == std::string_view::npos ? csv->text().size()
                                                                          : end + 1);
    }
    if (!problems.empty()) return Result<ExpectedTable>::failure(std::move(problems));
    return table;
}

const ExpectedRow* ExpectedTable::find(const Input& input) const {
    std::error_code error;
    const fs::path beside =
        fs::relative(input.path, folder_.empty() ? fs::path(".") : fs::path(folder_), error);
    for (const std::string& key : {beside.generic_string(), input.relative})
        if (const auto found = rows_.find(key); found != rows_.end()) return &found->second;
    return nullptr;
}

Comparison compare(const ExpectedRow& row, const enumerator::CheckResult& result) {
    Comparison comparison;
    if (row.quantifier && row.quantifier != result.test.quantifier)
        differ(comparison, name_of(*row.quantifier),
               result.test.quantifier ? name_of(*result.test.quantifier) : "no condition");
    if (row.holds) {
        if (result.verdict == Verdict::unknown)
            comparison.undecided = true;
        else if (*row.holds != (result.verdict == Verdict::holds))
            differ(comparison, *row.holds ? "holds" : "fails", to_string(result.verdict));
    }
    if (row.racy) {
        if (!result.racy)
            comparison.undecided = true;
        else if (*row.racy != *result.racy)
            differ(comparison, *row.racy ? "racy" : "race-free",
                   *result.racy ? "racy" : "race-free");
    }
    return comparison;
}

}  // namespace clmm::cli
