#include "clmm/report/proof.h"

#include <algorithm>
#include <set>

#include "clmm/report/hash.h"
#include "json/dump.h"
#include "json/execution.h"

namespace clmm::report {
namespace {

using model::Literal;

/// `rf 2 5`; where it does not hold, `-rf 2 5`.
std::string literal_to_text(const Literal& literal) {
    const auto events = [&] {
        return std::to_string(literal.a.index()) + " " + std::to_string(literal.b.index());
    };
    const auto positive = [&]() -> std::string {
        switch (literal.kind) {
            case Literal::Kind::executed:
                return "executed " + std::to_string(literal.a.index());
            case Literal::Kind::reads_from:
                return "rf " + events();
            case Literal::Kind::modification_order:
                return "mo " + events();
            case Literal::Kind::same_location:
                return "loc " + events();
            case Literal::Kind::barrier_pair:
                return "bar " + events();
            case Literal::Kind::total_order:
                return "order " + events() + " " + std::to_string(literal.order);
        }
        return {};
    };
    return (literal.positive ? "" : "-") + positive();
}

/// Each reason once, with the axiom wherever it was learnt with one.
std::vector<model::Lemma> distinct(std::vector<model::Lemma> lemmas) {
    std::ranges::stable_sort(lemmas, [](const model::Lemma& a, const model::Lemma& b) {
        return a.reason != b.reason ? a.reason < b.reason : a.check.has_value() && !b.check;
    });
    const auto rest = std::ranges::unique(lemmas, {}, &model::Lemma::reason);
    lemmas.erase(rest.begin(), rest.end());
    return lemmas;
}

}  // namespace

std::string proof_to_json(const enumerator::CheckResult& result, const model::MemoryModel& model) {
    const std::vector<model::Lemma> lemmas = distinct(result.proof->lemmas);
    Json head{{"proof", 1},
              {"name", result.test.name},
              {"file", result.test.source ? Json(result.test.source->name()) : Json(nullptr)},
              {"hash", test_hash(result.test)},
              {"model", result.model},
              {"forbid-thin-air", thin_air_word(result.forbidden_thin_air)},
              {"engine", result.engine},
              {"forbidden", result.proof->wanted}};
    std::string text = to_json_text(head) + "\n";
    for (const model::Lemma& lemma : lemmas) {
        Json literals = Json::array();
        for (const Literal& each : lemma.reason) literals.push_back(literal_to_text(each));
        Json line = Json::object();
        if (lemma.check) line["axiom"] = model.program.checks[*lemma.check].name;
        line["never"] = std::move(literals);
        text += to_json_text(line) + "\n";
    }
    return text + Json{{"end", lemmas.size()}}.dump() + "\n";
}

}  // namespace clmm::report
