#include "clmm/lowering/lines.h"

#include <algorithm>
#include <array>
#include <optional>

#include "clmm/lowering/compare.h"
#include "clmm/lowering/lower.h"

namespace clmm::lowering {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::MemoryScope;
using generator::Modification;
using generator::Program;
using generator::Statement;
using generator::Value;

// The location starts with one number, and another one is stored there.
constexpr std::int64_t kInitial = 3;
constexpr std::int64_t kStored = 5;

/// Widest first. One that is memory_scope_work_item no program may have.
constexpr std::array kTriedScopes{MemoryScope::all_devices, MemoryScope::device,
                                  MemoryScope::work_group, MemoryScope::sub_group};
constexpr std::array kTriedOrders{MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release,
                                  MemoryOrder::acq_rel, MemoryOrder::seq_cst};

std::optional<Kind> kind_of(const Rule& rule) {
    constexpr std::array kKinds{std::pair{"load", Kind::load},
                                std::pair{"store", Kind::store},
                                std::pair{"rmw", Kind::modify},
                                std::pair{"cas", Kind::compare_exchange},
                                std::pair{"fence", Kind::fence},
                                std::pair{"barrier", Kind::barrier},
                                std::pair{"sub_group_barrier", Kind::barrier}};
    for (const auto& [name, kind] : kKinds)
        if (rule.operation == name) return kind;
    return std::nullopt;
}

/// What a line says of orders, in all ways that its operation has.
std::vector<Statement> with_orders(const Statement& statement) {
    std::vector<Statement> made;
    for (const MemoryOrder order : kTriedOrders) {
        made.push_back(statement);
        made.back().order = order;
        // A failing one has what is left of it for its load.
        const bool acquires = order == MemoryOrder::acquire || order == MemoryOrder::acq_rel;
        if (statement.kind == Kind::compare_exchange)
            made.back().failure = acquires                        ? MemoryOrder::acquire
                                  : order == MemoryOrder::seq_cst ? MemoryOrder::seq_cst
                                                                  : MemoryOrder::relaxed;
    }
    if (statement.kind == Kind::load || statement.kind == Kind::store) {
        made.push_back(statement);
        made.back().is_atomic = false;
    }
    return made;
}

std::vector<Statement> statements(Kind kind, const Rule& rule) {
    Statement first{.kind = kind};
    first.is_of_sub_group = rule.operation == "sub_group_barrier";
    first.location = "x";
    first.value = Value::number(kStored);
    first.expected = Value::number(kInitial);
    std::vector<Statement> made{first};
    if (kind == Kind::modify) {
        made.clear();
        for (int each = static_cast<int>(Modification::exchange);
             each <= static_cast<int>(Modification::maximum); ++each) {
            made.push_back(first);
            made.back().modification = static_cast<Modification>(each);
        }
    }
    const bool has_result = kind == Kind::load || kind == Kind::modify;
    if (kind == Kind::compare_exchange || (has_result && rule.is_used != false))
        for (Statement& each : made) each.result = "r0";
    return made;
}

class LineTrial {
public:
    LineTrial(const Mapping& mapping, const model::MemoryModel& source,
              const model::MemoryModel& target, const enumerator::CheckOptions& options)
        : mapping_(mapping), source_(source), target_(target), options_(options) {}

    Diagnostics operator()() {
        for (const Rule& rule : mapping_.rules)
            if (!rule.is_inherited && !rule.refusal)
                if (const auto program = sample(rule)) attempt(rule, *program);
        return std::move(problems_);
    }

private:
    /// A program that this line is asked for, and no other one is.
    std::optional<Program> sample(const Rule& rule) const {
        const auto kind = kind_of(rule);
        if (!kind) return std::nullopt;
        for (const Statement& each : statements(*kind, rule))
            for (const Statement& ordered : with_orders(each))
                for (const MemoryScope scope : kTriedScopes)
                    for (const unsigned regions : {1U, 2U, 3U, 0U})
                        if (auto made = program_of(ordered, scope, regions); is_about(rule, made))
                            return made;
        return std::nullopt;
    }

    Program program_of(Statement statement, MemoryScope scope, unsigned regions) const {
        Program made;
        const bool is_c = mapping_.source_dialect == "C";
        made.dialect = is_c ? generator::Dialect::c : generator::Dialect::opencl;
        made.name = "line";
        if (!is_c) statement.scope = scope;
        if (!statement.is_access()) {
            statement.flags.global = (regions & 1U) != 0;
            statement.flags.local = (regions & 2U) != 0;
        }
        const bool is_local = !is_c && statement.is_access() && regions == 2;
        made.locations.push_back({"x", statement.is_atomic, is_local, is_local ? 0 : kInitial});
        if (is_local) statement.expected = Value::number(0);
        made.threads.emplace_back();
        auto& body = made.threads.front().body;
        // The register of a compare-exchange has what is expected before.
        if (statement.kind == Kind::compare_exchange) {
            body.push_back({.kind = Kind::compute});
            body.back().result = statement.result;
            body.back().value = statement.expected;
        }
        body.push_back(std::move(statement));
        return made;
    }

    [[nodiscard]] bool is_about(const Rule& rule, const Program& program) const {
        const Statement& statement = program.threads.front().body.back();
        return mapping_.find(statement, region_of(program, statement)) == &rule;
    }

    void attempt(const Rule& rule, const Program& program) {
        const auto lowered = lower(program, mapping_, nullptr);
        if (!lowered)
            return tell(Severity::error, rule.span, lowered.diagnostics().front().message,
                        lowered.diagnostics().front().hint);
        const auto compared = compare(program, *lowered, source_, target_, options_);
        if (!compared) return not_read(rule, compared.diagnostics().front());
        if (compared->verdict == Verdict::broken)
            return tell(
                Severity::warning, rule.span,
                "this line does something else than its operation, in a thread with nothing "
                "else: " +
                    broken_by(program, *compared),
                "an operand or a result that is forgotten, a store that may fail");
        if (compared->verdict == Verdict::unknown && compared->reason == kNoFinalState)
            tell(Severity::warning, rule.span, "this line never ends: its condition does not hold",
                 "what never ends shows nothing: tests with this line are unknown");
    }

    static std::string broken_by(const Program& program, const Comparison& compared) {
        const std::string what = to_text(program.threads.front().body.back(), program.dialect);
        if (compared.extra.empty()) return what + " has undefined behaviour";
        return what + " ends with " + generator::to_text(program, compared.extra.front().state);
    }

    /// The place is in the lowered test, whose only column has a row for each instruction.
    void not_read(const Rule& rule, const Diagnostic& why) {
        Span place = rule.span;
        if (why.source) {
            const std::string_view text = why.source->text();
            const std::size_t at = std::min<std::size_t>(why.span.begin, text.size());
            const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
            const std::string_view row = text.substr(begin, text.find('\n', begin) - begin);
            const auto found = std::ranges::find_if(rule.sequence, [&](const Template& each) {
                const std::string known = each.text.substr(0, each.text.find_first_of("$ "));
                return !known.empty() &&
                       row.substr(std::min<std::size_t>(1, row.size())).starts_with(known);
            });
            if (found != rule.sequence.end()) place = found->span;
        }
        tell(Severity::error, place, mapping_.target + " has no such code: " + why.message,
             why.hint);
    }

    void tell(Severity severity, Span span, std::string message, std::string hint) {
        problems_.push_back(
            {severity, "E-MAPPING", std::move(message), std::move(hint), mapping_.file, span});
    }

    const Mapping& mapping_;
    const model::MemoryModel& source_;
    const model::MemoryModel& target_;
    const enumerator::CheckOptions& options_;
    Diagnostics problems_;
};

}  // namespace

Diagnostics problems_of_lines(const Mapping& mapping, const model::MemoryModel& source,
                              const model::MemoryModel& target,
                              const enumerator::CheckOptions& options) {
    return LineTrial(mapping, source, target, options)();
}

}  // namespace clmm::lowering
