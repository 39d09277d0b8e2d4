#include <nlohmann/json.hpp>

#include "clmm/report/fit.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

using comparison::Evidence;
using Json = nlohmann::ordered_json;

class FitJson {
public:
    explicit FitJson(const FitFacts& facts) : facts_(facts), fit_(facts.fit) {}

    Json operator()(std::string_view version) const {
        Json out;
        out["clmm"] = version;
        out["model"] = facts_.model;
        out["tests"] = tests();
        out["missing"] = facts_.missing;
        out["contradictions"] = evidence(fit_.reference.states);
        out["undecided"] = fit_.reference.open;
        out["switches"] = switches();
        out["combinations"] = combinations();
        out["axioms"] = axioms();
        out["unseen"] = evidence(fit_.unseen);
        out["next"] = next();
        out["space"] = facts_.space;
        if (!fit_.ended.empty()) out["ended"] = fit_.ended;
        return out;
    }

private:
    [[nodiscard]] Json tests() const {
        Json out = Json::array();
        for (std::size_t i = 0; i < facts_.tests.size(); ++i) {
            Json made{{"test", facts_.tests[i].test},
                      {"instances", facts_.tests[i].instances},
                      {"states", facts_.tests[i].states.size()},
                      {"undefined", bool{fit_.undefined[i]}}};
            if (!fit_.problems[i].empty()) made["left_out"] = fit_.problems[i];
            out.push_back(std::move(made));
        }
        return out;
    }

    [[nodiscard]] Json evidence(const std::vector<Evidence>& all) const {
        Json out = Json::array();
        for (const Evidence& each : all) {
            const comparison::Observed& test = facts_.tests[each.test];
            out.push_back({{"test", test.test},
                           {"state", each.state},
                           {"count", each.count},
                           {"instances", test.instances},
                           {"score", facts_.score(each.count, test.instances)}});
        }
        return out;
    }

    [[nodiscard]] Json switches() const {
        Json out = Json::array();
        for (const comparison::FittedSwitch& each : fit_.switches) {
            Json values = Json::array();
            for (const comparison::FittedValue& value : each.values) {
                Json made{{"value", value.value},
                          {"reference", value.is_reference},
                          {"tells", value.tells},
                          {"open", value.is_open},
                          {"contradictions", evidence(value.by_itself.states)},
                          {"undecided", value.by_itself.open}};
                if (!value.rejected.empty()) made["rejected"] = value.rejected;
                values.push_back(std::move(made));
            }
            out.push_back({{"name", each.name}, {"tells", each.tells}, {"values", values}});
        }
        return out;
    }

    [[nodiscard]] Json combinations() const {
        Json remaining = Json::array();
        for (const comparison::Combination& each : fit_.combinations)
            if (!each.contradictions.any())
                remaining.push_back({{"changes", each.changes},
                                     {"group", each.group},
                                     {"undecided", each.contradictions.open}});
        Json groups = Json::array();
        for (const comparison::Group& each : fit_.groups)
            groups.push_back({{"members", each.members.size()},
                              {"first", fit_.combinations[each.members.front()].changes},
                              {"strongest", each.is_strongest},
                              {"states", each.states},
                              {"undefined", each.undefined}});
        return {{"bound", facts_.combinations},           {"all", fit_.all_combinations},
                {"considered", fit_.combinations.size()}, {"remaining", remaining},
                {"independent", fit_.are_independent},    {"groups", groups}};
    }

    [[nodiscard]] Json axioms() const {
        Json out = Json::array();
        for (const comparison::FittedAxiom& each : fit_.axioms)
            out.push_back({{"name", each.name},
                           {"stand", to_string(each.stand)},
                           {"states", evidence(each.states)},
                           {"others", each.others}});
        return out;
    }

    [[nodiscard]] Json next() const {
        Json out = Json::array();
        for (const NextTest& each : facts_.next) {
            Json made{{"models", each.models}};
            if (each.name.empty()) {
                made["searched"] = each.searched;
            } else {
                made["test"] = each.name;
                made["state"] = each.state;
                made["under"] = each.allowed_by;
                made["was_run"] = each.was_run;
                if (each.was_run) made["instances"] = each.instances;
                if (!each.litmus.empty()) made["litmus"] = each.litmus;
            }
            out.push_back(std::move(made));
        }
        return out;
    }

    const FitFacts& facts_;
    const comparison::Fit& fit_;
};

}  // namespace

std::string to_json(const FitFacts& facts, std::string_view version) {
    return to_json_text(FitJson(facts)(version), 2) + "\n";
}

}  // namespace clmm::report
