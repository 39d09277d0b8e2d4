#include "clmm/separation/contained.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "clmm/targets/languages.h"
#include "clmm/targets/weakenings.h"
#include "steps.h"

namespace clmm::separation {
namespace {

using enumerator::Observation;

/// How a text separates: which model is the weaker one, and in which manner.
using Way = std::pair<std::size_t, Manner>;
using Ways = std::set<Way>;

/// What one model says of a text.
struct Said {
    bool is_test = false;
    bool is_undefined = false;
    bool is_allowed = false;
    std::string open;  ///< why nothing is known; may be empty
    Diagnostics problems;
};

/// Of `forall` the condition is what is not so.
bool is_allowed(const enumerator::CheckResult& result) {
    const bool is_forall = result.test.quantifier == litmus::Quantifier::forall;
    return result.observation != (is_forall ? Observation::always : Observation::never);
}

Said said_by(const model::MemoryModel& model, const SourcePtr& text,
             const enumerator::CheckOptions& check) {
    const auto result = enumerator::check(text, model, check);
    if (!result) return {.problems = result.diagnostics()};
    Said said{.is_test = true};
    said.is_undefined = !result->answer.undefined.empty();
    if (said.is_undefined) return said;
    if (result->racy != false || result->observation == Observation::unknown) {
        said.open = result->reason.empty() ? "not decided" : result->reason;
        return said;
    }
    said.is_allowed = is_allowed(*result);
    return said;
}

/// Without the empty lines at its end that steps leave.
std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(" \n") + 1);
    return text + "\n";
}

class ContainedSearch {
public:
    ContainedSearch(const std::array<const model::MemoryModel*, 2>& models,
                    const ContainedOptions& options)
        : models_(models), options_(options) {}

    Result<ContainedResult> operator()(const SourcePtr& test) {
        const auto tree = syntax::parse_litmus(test);
        if (!tree) return Result<ContainedResult>::failure(tree.diagnostics());
        result_.whole = trimmed(without_expectations(*tree));
        name_ = test->name();
        const Known& known = known_of(result_.whole);
        if (!known.problems.empty()) return Result<ContainedResult>::failure(known.problems);
        for (const Way& way : Ways(known.ways)) {
            std::string text = result_.whole;
            while (auto smaller = one_smaller(text, way)) text = std::move(*smaller);
            if (!result_.ended.empty()) break;
            result_.found.push_back({way.first, way.second, trimmed(std::move(text))});
        }
        return std::move(result_);
    }

private:
    struct Known {
        Ways ways;
        Diagnostics problems;  ///< of what is a test under neither model
    };

    /// The first text one step smaller that separates in the same way.
    std::optional<std::string> one_smaller(const std::string& text, const Way& way) {
        const auto source = std::make_shared<Source>(name_, text);
        for (std::string& each : smaller_texts(source, *models_[0], options_.check)) {
            if (known_of(each).ways.contains(way)) return std::move(each);
            if (!result_.ended.empty()) break;
        }
        return std::nullopt;
    }

    const Known& known_of(const std::string& text) {
        const auto [known, is_new] = known_.try_emplace(text);
        if (is_new) known->second = decided(text);
        return known->second;
    }

    Known decided(const std::string& text) {
        if (const auto stop = options_.check.budget.exceeded()) result_.ended = describe(*stop);
        Known known;
        if (!result_.ended.empty()) return known;
        const auto source = std::make_shared<Source>(name_, text);
        std::array<Said, 2> said;
        for (const std::size_t i : {0U, 1U}) said[i] = said_by(*models_[i], source, options_.check);
        if (!said[0].is_test && !said[1].is_test) {
            known.problems = said[0].problems;
            return known;
        }
        ++result_.texts;
        for (const Said& each : said)
            if (!each.open.empty()) {
                ++result_.unknown;
                ++result_.open[each.open];
                return known;
            }
        ++result_.decided;
        find_ways(said, known.ways);
        return known;
    }

    void find_ways(const std::array<Said, 2>& said, Ways& ways) const {
        for (const std::size_t i : {0U, 1U}) {
            if (i == 1 && !options_.both) break;
            const Said& weaker = said[i];
            const Said& stronger = said[1 - i];
            if (!weaker.is_test) continue;
            if (!stronger.is_test) {
                if (options_.states) ways.emplace(i, Manner::rejected);
            } else if (weaker.is_undefined != stronger.is_undefined) {
                if (options_.races && weaker.is_undefined) ways.emplace(i, Manner::undefined);
            } else if (options_.states && weaker.is_allowed && !stronger.is_allowed) {
                ways.emplace(i, Manner::condition);
            }
        }
    }

    const std::array<const model::MemoryModel*, 2>& models_;
    const ContainedOptions& options_;
    std::string name_;
    std::map<std::string, Known> known_;
    ContainedResult result_;
};

}  // namespace

std::vector<std::string> smaller_texts(const SourcePtr& test, const model::MemoryModel& model,
                                       const enumerator::CheckOptions& check) {
    const auto tree = syntax::parse_litmus(test);
    if (!tree) return {};
    std::vector<std::string> made = shorter_texts(*tree);
    const auto read = targets::read_test(test);
    if (!read) return made;
    const auto structure = enumerator::unfold_for(*read, model, check);
    if (!structure) return made;
    const litmus::WeakeningSpace space = targets::weakening_space(*read, *structure);
    for (std::size_t place = 0; place < space.places().size(); ++place)
        for (std::size_t level = 0; level < space.places()[place].weaker.size(); ++level)
            made.push_back(space.apply({{place, level}}));
    return made;
}

Result<ContainedResult> separate_contained(const SourcePtr& test, const model::MemoryModel& first,
                                           const model::MemoryModel& second,
                                           const ContainedOptions& options) {
    return ContainedSearch({&first, &second}, options)(test);
}

}  // namespace clmm::separation
