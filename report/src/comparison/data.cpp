#include <nlohmann/json.hpp>

#include "clmm/report/comparison.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

using comparison::Answer;
using comparison::Differences;
using comparison::Membership;
using comparison::Row;
using comparison::Table;
using Json = nlohmann::ordered_json;

/// A field of a CSV file, quoted where it must be (RFC 4180).
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string races_word(const Answer& answer) {
    if (!answer.racy) return "unknown";
    return *answer.racy ? "yes" : "no";
}

Json answer_json(const std::string& column, const Answer& answer) {
    Json out;
    out["column"] = column;
    if (!answer.problem.empty()) {
        out["problem"] = answer.problem;
        return out;
    }
    out["observation"] = to_string(answer.observation);
    if (const auto count = answer.count.small())
        out["count"] = *count;
    else
        out["count"] = answer.count.to_string();
    out["complete"] = answer.complete;
    out["racy"] = answer.racy ? Json(*answer.racy) : Json();
    out["states"] = answer.states;
    if (!answer.open.empty()) out["incomplete_because"] = answer.open;
    return out;
}

Json columns_json(const Table& table, const comparison::StateDifference& each,
                  Membership membership) {
    Json out = Json::array();
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (each.in[i] == membership) out.push_back(table.columns[i]);
    return out;
}

Json row_json(const Table& table, const Row& row) {
    Json out;
    out["test"] = row.name;
    out["condition"] = row.condition;
    out["answers"] = Json::array();
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (row.cells[i]) out["answers"].push_back(answer_json(table.columns[i], *row.cells[i]));
    const Differences found = comparison::differences(row);
    out["differs"] = found.any();
    out["races_differ"] = found.races;
    out["differences"] = Json::array();
    for (const comparison::StateDifference& each : found.states)
        out["differences"].push_back({{"state", each.state},
                                      {"in", columns_json(table, each, Membership::present)},
                                      {"not_in", columns_json(table, each, Membership::absent)}});
    if (!row.explanation.empty()) out["explanation"] = row.explanation;
    return out;
}

}  // namespace

std::string to_csv(const Table& table) {
    std::string text = "test,column,observation,states,complete,races,differs\n";
    for (const Row& row : table.rows) {
        const std::string differs = comparison::differences(row).any() ? "yes" : "no";
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (!row.cells[i]) continue;
            const Answer& answer = *row.cells[i];
            const bool is_problem = !answer.problem.empty();
            text += field(row.name) + "," + field(table.columns[i]) + "," +
                    (is_problem ? "Error" : std::string(to_string(answer.observation))) + "," +
                    answer.count.to_string() + "," + (answer.complete ? "yes" : "no") + "," +
                    races_word(answer) + "," + differs + "\n";
        }
    }
    return text;
}

std::string to_json(const Table& table, std::string_view version) {
    Json out;
    out["clmm"] = version;
    out["columns"] = table.columns;
    out["differing"] = differing(table);
    out["tests"] = Json::array();
    for (const Row& row : table.rows) out["tests"].push_back(row_json(table, row));
    return to_json_text(out, 2) + "\n";
}

}  // namespace clmm::report
