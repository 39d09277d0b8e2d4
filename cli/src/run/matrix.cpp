#include "run/matrix.h"

#include <algorithm>
#include <cstdio>

namespace clmm::cli {
namespace {

using hardware::RunRecord;
using hardware::RunStatus;
using hardware::RunVerdict;
using hardware::StateVerdict;
using report::Matrix;
using report::MatrixCell;
using report::MatrixMark;

/// Whether the model allows the state that the condition is about.
bool allows_weak(const RunRecord& record) {
    const bool wanted = record.test.quantifier != litmus::Quantifier::forall;
    return std::ranges::any_of(record.states, [&](const RunRecord::State& state) {
        return state.satisfies == wanted && (state.verdict == StateVerdict::allowed_seen ||
                                             state.verdict == StateVerdict::allowed_unseen);
    });
}

struct Shown {
    MatrixMark mark;
    std::string word;
    int weight;  ///< what outweighs what in a cell
};

Shown shown(const RunRecord& record) {
    if (record.status == RunStatus::skipped) return {MatrixMark::note, "skipped", 0};
    if (record.status == RunStatus::unsupported) return {MatrixMark::note, "unsupported", 0};
    if (record.status == RunStatus::failed) return {MatrixMark::open, "failed", 4};
    if (record.verdict == RunVerdict::forbidden) return {MatrixMark::bad, "FORBIDDEN, seen", 6};
    if (record.verdict == RunVerdict::unknown) return {MatrixMark::open, "unknown", 5};
    const std::uint64_t weak = record.weak_count().value_or(0);
    if (record.verdict == RunVerdict::undefined)
        return {MatrixMark::note, weak > 0 ? "racy, seen" : "racy", weak > 0 ? 2 : 1};
    if (!record.test.quantifier) return {MatrixMark::plain, "allowed", 1};
    if (weak > 0) return {MatrixMark::good, "allowed, seen", 3};
    if (allows_weak(record)) return {MatrixMark::plain, "allowed, not seen", 2};
    return {MatrixMark::good, "forbidden, not seen", 1};
}

std::string note_of(const RunRecord& record) {
    std::string note;
    if (const auto weak = record.weak_count()) {
        note = std::to_string(*weak) + " of " + std::to_string(record.instances);
        if (*weak > 0) {
            char rate[48];
            std::snprintf(rate, sizeof rate, ", %.3g a second", record.weak_rate());
            note += rate;
        }
    }
    if (!record.unclaimed.empty() && record.has_histogram())
        note += std::string(note.empty() ? "" : ", ") + "beyond claims";
    return note;
}

void add_details(const RunRecord& record, MatrixCell& cell) {
    std::string facts = hardware::comparison_text(record);
    facts += "Again    " + again(record) + "\n";
    cell.details.push_back({"Comparison, seed " + std::to_string(record.seed), facts, {}, true});
    cell.details.push_back({"Why it is forbidden", record.explanation, {}, true});
    cell.details.push_back(
        {"An execution that would be needed", {}, record.picture, !record.picture.empty()});
    if (record.has_histogram()) cell.details.push_back({"Log", log_text(record), {}, false});
    cell.details.push_back({"Test", record.test.source, {}, false});
}

class MatrixMaker {
public:
    explicit MatrixMaker(const std::vector<RunRecord>& records) {
        for (const RunRecord& record : records)
            if (std::ranges::find(devices_, record.device) == devices_.end())
                devices_.push_back(record.device);
        for (const RunRecord& record : records)
            if (record.test.mutant_of.empty()) place(record);
        for (const RunRecord& record : records)
            if (!record.test.mutant_of.empty()) place(record);
    }

    Matrix take(std::string title) {
        matrix_.title = std::move(title);
        for (const RunRecord::Device& device : devices_)
            matrix_.columns.push_back({device.name, column_note(device)});
        return std::move(matrix_);
    }

private:
    static std::string column_note(const RunRecord::Device& device) {
        std::string note = device.driver.empty() ? "" : "driver " + device.driver + ", ";
        if (!device.version.empty()) note += device.version + ", ";
        note += std::to_string(device.compute_units) + " compute units";
        return note;
    }

    void place(const RunRecord& record) {
        const std::size_t row = row_of(record.test);
        const auto column =
            static_cast<std::size_t>(std::ranges::find(devices_, record.device) - devices_.begin());
        MatrixCell& cell = matrix_.rows[row].cells[column];
        int& weight = weights_[row][column];
        const Shown now = shown(record);
        if (cell.word.empty() || now.weight > weight) {
            cell.mark = now.mark;
            cell.word = now.word;
            cell.note = note_of(record);
            weight = now.weight;
        }
        add_details(record, cell);
    }

    /// Mutants stand below the test that they were made from.
    std::size_t row_of(const RunRecord::Test& test) {
        const std::string key = test.name + "\n" + test.hash;
        const auto known = std::ranges::find(keys_, key);
        if (known != keys_.end()) return static_cast<std::size_t>(known - keys_.begin());
        std::size_t at = keys_.size();
        if (!test.mutant_of.empty())
            for (std::size_t i = 0; i < keys_.size(); ++i)
                if (keys_[i].ends_with("\n" + test.mutant_of) || parents_[i] == test.mutant_of)
                    at = i + 1;
        const auto offset = static_cast<std::ptrdiff_t>(at);
        keys_.insert(keys_.begin() + offset, key);
        parents_.insert(parents_.begin() + offset, test.mutant_of);
        weights_.insert(weights_.begin() + offset, std::vector<int>(devices_.size()));
        matrix_.rows.insert(matrix_.rows.begin() + offset,
                            {test.name, test.mutant_of.empty() ? test.condition : test.weakness,
                             !test.mutant_of.empty(), std::vector<MatrixCell>(devices_.size())});
        return at;
    }

    std::vector<RunRecord::Device> devices_;
    std::vector<std::string> keys_;     ///< by row
    std::vector<std::string> parents_;  ///< by row: the hash of what it is a mutant of
    std::vector<std::vector<int>> weights_;
    Matrix matrix_;
};

}  // namespace

Matrix matrix_of(const std::vector<RunRecord>& records, std::string title) {
    Matrix matrix = MatrixMaker(records).take(std::move(title));
    matrix.summary.push_back({"Runs", run_summary(records, 0), {}, true});
    if (const std::string text = to_text(weaknesses(records)); !text.empty())
        matrix.summary.push_back(
            {"Mutants that showed what their test forbids, by kind of weakness", text, {}, true});
    return matrix;
}

}  // namespace clmm::cli
