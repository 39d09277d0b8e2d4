#include "clmm/lowering/lower.h"

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
                all.push_back({each, each.name, std::nullopt});
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
        if (mapping_.find_code("unless", "equal") != nullptr) {
            std::vector<ThreadCode> threads;
            for (const Thread& each : program_.threads) {
                threads.emplace_back(program_, each, mapping_, lowered_.used);
                threads.back().whole();
            }
            lowered_.variants.push_back(File(program_, mapping_).made(threads));
        } else {
            std::vector<ThreadCode> threads;
            combine(threads);
        }
        return std::move(lowered_);
    }

private:
    /// Each way of the next thread with each of the others'.
    void combine(std::vector<ThreadCode>& threads) {
        if (threads.size() == program_.threads.size()) {
            lowered_.variants.push_back(File(program_, mapping_).made(threads));
            return;
        }
        const Thread& next = program_.threads[threads.size()];
        for (const Way& way : ways_through(next.body)) {
            ThreadCode code(program_, next, mapping_, lowered_.used);
            code.along(way);
            std::vector<ThreadCode> more = threads;
            more.push_back(std::move(code));
            combine(more);
        }
    }

    const Program& program_;
    const Mapping& mapping_;
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
