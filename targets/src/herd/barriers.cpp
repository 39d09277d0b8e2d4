#include "herd/barriers.h"

namespace clmm::targets {
namespace {

using litmus::TermId;
using litmus::TermOp;

constexpr unsigned kWidth = 32;

class Meetings {
public:
    Meetings(StructureBuilder& builder, const std::vector<Arrival>& arrivals)
        : builder_(builder), terms_(builder.terms()), arrivals_(arrivals) {}

    void run() {
        for (const Arrival& each : arrivals_)
            completes_.push_back(each.quorum ? terms_.land(each.reached, terms_.choice(1))
                                             : each.reached);
        for (std::size_t i = 0; i < arrivals_.size(); ++i) {
            const TermId lets_pass = arrivals_[i].quorum ? enough_come(i) : all_come(arrivals_[i]);
            if (arrivals_[i].exit) decide(arrivals_[i], lets_pass);
        }
        for (std::size_t i = 0; i < arrivals_.size(); ++i)
            for (std::size_t k = 0; k < arrivals_.size(); ++k) pair(i, k);
    }

private:
    /// Who is let pass goes on; who is not has no final state.
    void decide(const Arrival& at, TermId lets_pass) {
        builder_.constrain(terms_.lor(terms_.lnot(at.reached), terms_.equal(at.passes, lets_pass)));
        builder_.wait(at.unit, terms_.land(at.reached, terms_.lnot(at.passes)), at.span);
    }

    static bool may_meet(const Arrival& a, const Arrival& b) {
        return a.group == b.group && a.instance == b.instance;
    }
    TermId same(const Arrival& a, const Arrival& b) { return terms_.equal(a.id, b.id); }

    /// Each of the text's that have its identifier is reached on some way.
    TermId all_come(const Arrival& at) {
        TermId all = terms_.boolean(true);
        for (const Arrival& other : arrivals_) {
            if (!may_meet(at, other) || terms_.is_false(same(at, other))) continue;
            TermId comes = terms_.boolean(false);
            for (const Arrival& way : arrivals_)
                if (way.unit == other.unit && way.span.begin == other.span.begin)
                    comes = terms_.lor(comes, way.reached);
            all = terms_.land(all, comes);
        }
        return all;
    }

    TermId count(std::size_t at, const std::vector<TermId>& of) {
        TermId sum = terms_.constant(0, kWidth);
        for (std::size_t i = 0; i < arrivals_.size(); ++i) {
            if (!may_meet(arrivals_[at], arrivals_[i])) continue;
            const TermId counts = terms_.land(of[i], same(arrivals_[at], arrivals_[i]));
            sum = terms_.binary(TermOp::add, sum, terms_.extend(counts, kWidth, false));
        }
        return sum;
    }

    TermId enough_come(std::size_t at) {
        std::vector<TermId> reached;
        for (const Arrival& each : arrivals_) reached.push_back(each.reached);
        const auto suffices = [&](TermId sum) {
            return terms_.binary(TermOp::unsigned_less_equal, *arrivals_[at].quorum, sum);
        };
        const TermId meets = suffices(count(at, completes_));
        const TermId could = terms_.land(arrivals_[at].reached, suffices(count(at, reached)));
        builder_.constrain(terms_.lor(terms_.lnot(could), meets));
        builder_.constrain(terms_.lor(terms_.lnot(completes_[at]), meets));
        return meets;
    }

    void pair(std::size_t from, std::size_t to) {
        const Arrival& a = arrivals_[from];
        const Arrival& b = arrivals_[to];
        if (a.unit == b.unit || !b.exit || !may_meet(a, b)) return;
        builder_.pair(a.entry, *b.exit, terms_.land(completes_[from], same(a, b)));
    }

    StructureBuilder& builder_;
    litmus::TermPool& terms_;
    const std::vector<Arrival>& arrivals_;
    std::vector<TermId> completes_;
};

}  // namespace

void meet(StructureBuilder& builder, const std::vector<Arrival>& arrivals) {
    Meetings(builder, arrivals).run();
}

}  // namespace clmm::targets
