#include "cross/targets/processor.h"

/// "The RISC-V Instruction Set Manual", volume I, "RVWMO Memory Consistency Model", with its global
/// memory order as one order of all memory operations: "an aligned AMO gives rise to a single
/// memory operation that is both". What the rules say of failed conditionals, which are none, is
/// left out.
namespace clmm::oracle::processor {
namespace {

using targets::Run;

class Manual {
public:
    Manual(const Execution& execution, Extensions extensions) : e_(execution), has_(extensions) {}

    /// Preserved program order, but for the rules that speak of what loads return.
    [[nodiscard]] bool keeps(int a, int b) const {
        if (!are_in_order(a, b)) return false;
        return rule_1(a, b) || rule_4(a, b) || rules_5_to_7(a, b) || e_.paired(a, b) ||
               e_.address(a, b) || rules_10_and_11(a, b) || rule_13(a, b);
    }
    /// … and those.
    [[nodiscard]] bool keeps_values(int a, int b) const {
        return are_in_order(a, b) && (rule_2(a, b) || rule_3(a, b) || rule_12(a, b));
    }

    /// "Atomicity axiom."
    [[nodiscard]] bool is_atomic(const std::vector<int>& position) const {
        const auto at = [&](int o) { return position[static_cast<std::size_t>(o)]; };
        for (int w = 0; w < e_.size(); ++w)
            for (int r = 0; r < e_.size(); ++r) {
                if (!e_.is(w, Kind::conditional) || !e_.paired(r, w)) continue;
                const int source = e_.run().source(r);
                if (at(source) > at(w)) return false;
                for (int other = 0; other < e_.size(); ++other)
                    if (stores(other) && e_.run().one_location(other, w) &&
                        !e_.run().one_thread(other, w) && at(source) < at(other) &&
                        at(other) < at(w))
                        return false;
            }
        return true;
    }

private:
    [[nodiscard]] bool loads(int o) const { return e_.run().reads(o); }
    [[nodiscard]] bool stores(int o) const { return e_.run().writes(o); }
    [[nodiscard]] bool are_in_order(int a, int b) const {
        return e_.po(a, b) && e_.run().accesses(a) && e_.run().accesses(b);
    }
    [[nodiscard]] bool returns_from(int load, int store) const {
        return loads(load) && e_.run().source(load) == store;
    }
    [[nodiscard]] bool is_amo(int o) const { return is_single(e_.instruction(o).kind); }

    [[nodiscard]] bool rule_1(int a, int b) const {
        return stores(b) && e_.run().one_location(a, b);
    }
    [[nodiscard]] bool rule_2(int a, int b) const {
        if (!loads(a) || !loads(b) || !e_.run().one_location(a, b)) return false;
        for (int m = 0; m < e_.size(); ++m)
            if (e_.po(a, m) && e_.po(m, b) && stores(m) && e_.run().one_location(m, a))
                return false;
        return e_.run().source(a) != e_.run().source(b);
    }
    [[nodiscard]] bool rule_3(int a, int b) const {
        return (is_amo(a) || e_.is(a, Kind::conditional)) && returns_from(b, a);
    }
    [[nodiscard]] bool rule_4(int a, int b) const {
        for (int f = 0; f < e_.size(); ++f)
            if (e_.po(a, f) && e_.po(f, b) && e_.is(f, Kind::fence) && orders(f, a, b)) return true;
        return false;
    }
    [[nodiscard]] bool orders(int fence, int a, int b) const {
        const std::string_view text = e_.instruction(fence).fence;
        if (text == "fence.tso") return loads(a) || (stores(a) && stores(b));
        const std::size_t comma = text.find(',');
        if (comma == std::string_view::npos) return false;
        const std::string_view before = text.substr(6, comma - 6);
        const std::string_view after = text.substr(comma + 1);
        const auto has = [](std::string_view set, char letter) {
            return set.find(letter) != std::string_view::npos;
        };
        return ((loads(a) && has(before, 'r')) || (stores(a) && has(before, 'w'))) &&
               ((loads(b) && has(after, 'r')) || (stores(b) && has(after, 'w')));
    }

    /// "With Ztso all loads behave as if they have an acquire-RCpc annotation, all stores as if a
    /// release-RCpc one, AMOs as if both of RCsc."
    [[nodiscard]] bool acquires(int o) const {
        return e_.instruction(o).acquires || (has_.has_ztso && loads(o));
    }
    /// "Zacas": what an AMOCAS does without success "does not have release semantics, regardless of
    /// rl".
    [[nodiscard]] bool has_release(int o) const {
        return e_.instruction(o).releases && (!is_amo(o) || stores(o));
    }
    [[nodiscard]] bool releases(int o) const {
        return has_release(o) || (has_.has_ztso && stores(o));
    }
    [[nodiscard]] bool is_rcsc(int o) const {
        const Kind kind = e_.instruction(o).kind;
        const bool is_plain = kind == Kind::load || kind == Kind::store;
        const bool is_annotated = e_.instruction(o).acquires || has_release(o);
        return (is_annotated && (!is_plain || has_.plain_are_rcsc)) || (has_.has_ztso && is_amo(o));
    }
    [[nodiscard]] bool rules_5_to_7(int a, int b) const {
        return acquires(a) || releases(b) || (is_rcsc(a) && is_rcsc(b));
    }

    [[nodiscard]] bool rules_10_and_11(int a, int b) const {
        return stores(b) && (e_.data(a, b) || e_.control(a, b));
    }
    [[nodiscard]] bool rule_12(int a, int b) const {
        for (int m = 0; m < e_.size(); ++m)
            if (e_.po(m, b) && stores(m) && (e_.address(a, m) || e_.data(a, m)) &&
                returns_from(b, m))
                return true;
        return false;
    }
    [[nodiscard]] bool rule_13(int a, int b) const { return stores(b) && e_.address_before(a, b); }

    const Execution& e_;
    Extensions has_;
};

bool is_allowed(const Execution& execution, Extensions extensions,
                const std::vector<int>& position) {
    const Manual manual(execution, extensions);
    for (int a = 0; a < execution.size(); ++a)
        for (int b = 0; b < execution.size(); ++b)
            if (manual.keeps_values(a, b) &&
                position[static_cast<std::size_t>(a)] > position[static_cast<std::size_t>(b)])
                return false;
    return execution.agrees_with_fates() && manual.is_atomic(position);
}

}  // namespace

Answer rvwmo(const Program& test, Extensions extensions) {
    Answer answer;
    for_each_fate(test, [&](const Program& each) {
        const Run before = targets::all_operations(effects(each), each.locations);
        const Execution shape(each, before);
        const Manual manual(shape, extensions);
        for_each_global_order(
            effects(each), each.locations, [&](int a, int b) { return manual.keeps(a, b); },
            [&](const Run& run, const std::vector<int>& position) {
                if (is_allowed(Execution(each, run), extensions, position))
                    answer.outcomes.insert(run.outcome(last_writes(run, position)));
            });
    });
    return answer;
}

}  // namespace clmm::oracle::processor
