#include "clmm/lowering/lower.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "clmm/lowering/columns.h"
#include "lower/thread.h"
#include "lower/ways.h"

namespace clmm::lowering {
namespace {

using generator::Program;
using generator::Thread;

class File {
public:
    File(const Program& program, const Mapping& mapping) : program_(program), mapping_(mapping) {}

    [[nodiscard]] Variant made(const std::vector<ThreadCode>& threads) {
        std::vector<Column> columns;
        for (std::size_t i = 0; i < threads.size(); ++i)
            columns.push_back({head_of(mapping_.thread, program_.threads[i]), threads[i].cells,
                               threads[i].initial, threads[i].filter});
        Variant variant;
        variant.states = states(threads);
        std::vector<std::string> shown;
        for (const Counterpart& each : variant.states)
            if (!each.computed) shown.push_back(each.name);
        variant.text = test_text(mapping_.target, program_, columns, shown);
        return variant;
    }

private:
    [[nodiscard]] std::vector<Counterpart> states(const std::vector<ThreadCode>& threads) const {
        std::vector<Counterpart> all;
        for (const generator::Observed& each : generator::observed(program_)) {
            if (each.thread < 0) {
                all.push_back({each, generator::word_for(each.name), std::nullopt});
                continue;
            }
            for (std::size_t i = 0; i < threads.size(); ++i)
                if (static_cast<int>(program_.threads[i].number) == each.thread)
                    all.push_back(threads[i].counterpart(each.name));
        }
        return all;
    }

    const Program& program_;
    const Mapping& mapping_;
};

class Lowering {
public:
    Lowering(const Program& program, const Mapping& mapping)
        : program_(program), mapping_(mapping) {}

    Lowered operator()() {
        for (const Thread& each : program_.threads) find_choices(each.body);
        if (choices_.size() > kMostChoices)
            reject("E-LOWER",
                   "more than " + std::to_string(kMostChoices) +
                       " operations of this program may be by the code of either mapping",
                   choices_.back()->span, "a smaller test, or one mapping");
        choose(0);
        return std::move(lowered_);
    }

private:
    static constexpr std::size_t kMostChoices = 10;

    /// Operations that the code of two mappings differs for.
    void find_choices(const std::vector<generator::Statement>& body) {
        for (const generator::Statement& each : body) {
            const std::string_view region = region_of(program_, each);
            const Rule* const own = mapping_.find(each, region);
            const Rule* const other = mapping_.find_linked(each, region);
            if (own != nullptr && other != nullptr && !other->refusal &&
                !std::ranges::equal(own->sequence, other->sequence, {}, &Template::text,
                                    &Template::text))
                choices_.push_back(&each);
            find_choices(each.when_true);
            find_choices(each.when_false);
        }
    }

    /// Each of them by either.
    void choose(std::size_t at) {
        if (at == choices_.size()) return make();
        choose(at + 1);
        by_other_.insert(choices_[at]);
        choose(at + 1);
        by_other_.erase(choices_[at]);
    }

    void make() {
        if (mapping_.find_code("unless", "equal") != nullptr) {
            std::vector<ThreadCode> threads;
            for (const Thread& each : program_.threads) {
                threads.emplace_back(program_, each, mapping_, by_other_, lowered_.used);
                threads.back().whole();
            }
            add(threads);
        } else {
            std::vector<ThreadCode> threads;
            combine(threads);
        }
    }

    void add(const std::vector<ThreadCode>& threads) {
        lowered_.variants.push_back(File(program_, mapping_).made(threads));
        std::size_t kept = 0;
        for (const ThreadCode& each : threads) {
            kept += each.kept_registers();
            lowered_.passing_registers =
                std::max(lowered_.passing_registers, each.passing_registers());
        }
        lowered_.kept_registers = std::max(lowered_.kept_registers, kept);
    }

    /// Each way of the next thread with each of the others'.
    void combine(std::vector<ThreadCode>& threads) {
        if (threads.size() == program_.threads.size()) return add(threads);
        const Thread& next = program_.threads[threads.size()];
        for (const Way& way : ways_through(next.body)) {
            ThreadCode code(program_, next, mapping_, by_other_, lowered_.used);
            code.along(way);
            std::vector<ThreadCode> more = threads;
            more.push_back(std::move(code));
            combine(more);
        }
    }

    const Program& program_;
    const Mapping& mapping_;
    std::vector<const generator::Statement*> choices_;
    std::set<const generator::Statement*> by_other_;
    Lowered lowered_;
};

void collect(const Program& program, const Mapping& mapping,
             const std::vector<generator::Statement>& body, std::set<const Rule*>& rules) {
    for (const generator::Statement& each : body) {
        if (const Rule* rule = mapping.find(each, region_of(program, each))) rules.insert(rule);
        collect(program, mapping, each.when_true, rules);
        collect(program, mapping, each.when_false, rules);
    }
}

}  // namespace

std::set<const Rule*> rules_about(const Program& program, const Mapping& mapping) {
    std::set<const Rule*> rules;
    for (const Thread& each : program.threads) collect(program, mapping, each.body, rules);
    return rules;
}

Result<Lowered> lower(const Program& program, const Mapping& mapping, const SourcePtr& source) {
    try {
        return Lowering(program, mapping)();
    } catch (const Rejected& rejected) {
        return Result<Lowered>::failure(rejected.in(source));
    }
}

}  // namespace clmm::lowering
