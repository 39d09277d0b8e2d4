#include "unfold/observation.h"

#include <algorithm>
#include <tuple>

#include "clmm/base/ensure.h"
#include "clmm/litmus/addresses.h"
#include "memory/address_use.h"
#include "memory/object_pieces.h"

namespace clmm::litmus {
namespace {

/// A side of a comparison.
struct Side {
    TermId term = {};
    unsigned width = 64;
    bool is_signed = true;
    bool is_pointer = false;
    bool is_constant = false;
    std::int64_t constant = 0;
};

class Observer {
public:
    explicit Observer(Unfolding& unfolding)
        : unfolding_(unfolding), terms_(unfolding.structure.terms) {}

    void operator()() {
        const TestCode& code = unfolding_.code;
        EventStructure& structure = unfolding_.structure;
        structure.condition = code.condition ? term(*code.condition) : terms_.boolean(true);
        if (code.condition)
            add_conjuncts(*code.condition, unfolding_.test.quantifier != Quantifier::forall);
        structure.filter = code.filter ? term(*code.filter) : terms_.boolean(true);
        if (!unfolding_.items.empty()) return;  // no final state is asked for
        for (const Operand& operand : code.observed)
            if (unfolding_.reporter.attempt([&] { (void)side(operand); })) note(operand);
        std::ranges::sort(entries_, {}, &Entry::key);
        const auto same = std::ranges::unique(entries_, {}, &Entry::key);
        entries_.erase(same.begin(), same.end());
        for (Entry& entry : entries_) structure.observables.push_back(std::move(entry.observable));
    }

private:
    /// Parts that all have to hold, or none of them; what always holds is none.
    void add_conjuncts(const Claim& claim, bool positive) {
        using Kind = Claim::Kind;
        if (claim.kind == Kind::negation) return add_conjuncts(*claim.first, !positive);
        if (claim.kind == (positive ? Kind::conjunction : Kind::disjunction) ||
            (!positive && claim.kind == Kind::implication)) {
            add_conjuncts(*claim.first, positive != (claim.kind == Kind::implication));
            return add_conjuncts(*claim.second, positive);
        }
        const TermId holds = positive ? term(claim) : terms_.lnot(term(claim));
        auto& conjuncts = unfolding_.structure.conjuncts;
        if (terms_.is_true(holds) ||
            std::ranges::find(conjuncts, holds, &Conjunct::term) != conjuncts.end())
            return;
        conjuncts.push_back({holds, positive ? claim.text : negated_text(claim)});
    }

    static std::string negated_text(const Claim& claim) {
        std::string text = claim.text;
        const bool is_equal = claim.op == syntax::BinaryOperator::equal;
        if (claim.kind != Claim::Kind::comparison ||
            (!is_equal && claim.op != syntax::BinaryOperator::not_equal))
            return "not (" + text + ")";
        return is_equal ? text.insert(text.find('='), "!") : text.erase(text.find('!'), 1);
    }

    struct Entry {
        std::tuple<bool, std::size_t, std::string, std::size_t> key;
        Observable observable;
    };

    TermId term(const Claim& claim) {
        const auto part = [&](const ClaimPtr& operand) { return term(*operand); };
        switch (claim.kind) {
            case Claim::Kind::constant:
                return terms_.boolean(claim.value);
            case Claim::Kind::negation:
                return terms_.lnot(part(claim.first));
            case Claim::Kind::conjunction: {
                const TermId first = part(claim.first);
                return terms_.land(first, part(claim.second));
            }
            case Claim::Kind::disjunction: {
                const TermId first = part(claim.first);
                return terms_.lor(first, part(claim.second));
            }
            case Claim::Kind::implication: {
                const TermId first = terms_.lnot(part(claim.first));
                return terms_.lor(first, part(claim.second));
            }
            case Claim::Kind::equivalence: {
                const TermId first = part(claim.first);
                return terms_.equal(first, part(claim.second));
            }
            case Claim::Kind::comparison:
                break;
        }
        TermId result = terms_.boolean(false);
        unfolding_.reporter.attempt([&] { result = comparison(claim); });
        return result;
    }

    TermId comparison(const Claim& claim) {
        Side left = side(claim.left);
        Side right = side(claim.right);
        // Beside a pointer, the name of a location means its address.
        if (left.is_pointer && is_plain_location(claim.right, right))
            right = address(claim.right);
        else if (right.is_pointer && is_plain_location(claim.left, left))
            left = address(claim.left);
        else
            note_unless_address(claim.right);
        note_unless_address(claim.left);
        return compare(claim.op, left, right);
    }

    void note_unless_address(const Operand& operand) {
        if (operand.kind == Operand::Kind::reg || operand.kind == Operand::Kind::location)
            note(operand);
    }

    static bool is_plain_location(const Operand& operand, const Side& side) {
        return operand.kind == Operand::Kind::location && !side.is_pointer;
    }

    TermId compare(syntax::BinaryOperator op, Side left, Side right) {
        using syntax::BinaryOperator;
        if (left.is_constant) fit(left, right);
        if (right.is_constant) fit(right, left);
        const unsigned width = std::max(left.width, right.width);
        const bool is_signed = left.width == right.width  ? left.is_signed && right.is_signed
                               : left.width > right.width ? left.is_signed
                                                          : right.is_signed;
        const TermId a = terms_.extend(left.term, width, left.is_signed);
        const TermId b = terms_.extend(right.term, width, right.is_signed);
        const TermOp less = is_signed ? TermOp::signed_less : TermOp::unsigned_less;
        switch (op) {
            case BinaryOperator::not_equal:
                return terms_.lnot(litmus::compare(terms_, TermOp::equal, a, b));
            case BinaryOperator::less:
                return litmus::compare(terms_, less, a, b);
            case BinaryOperator::greater:
                return litmus::compare(terms_, less, b, a);
            case BinaryOperator::less_equal:
                return terms_.lnot(litmus::compare(terms_, less, b, a));
            case BinaryOperator::greater_equal:
                return terms_.lnot(litmus::compare(terms_, less, a, b));
            default:
                return litmus::compare(terms_, TermOp::equal, a, b);
        }
    }

    /// A constant takes the type of what it is compared with, where it fits.
    void fit(Side& constant, const Side& other) {
        const unsigned width = other.width;
        const std::int64_t least = width == 64 ? INT64_MIN : -(std::int64_t{1} << (width - 1));
        const bool fits = width == 64 || (constant.constant >= least &&
                                          constant.constant < (std::int64_t{1} << width));
        constant.width = fits ? width : 64;
        constant.is_signed = fits ? other.is_signed : true;
        constant.term =
            terms_.constant(static_cast<std::uint64_t>(constant.constant), constant.width);
    }

    Side side(const Operand& operand) {
        switch (operand.kind) {
            case Operand::Kind::constant:
                return {.term = terms_.constant(static_cast<std::uint64_t>(operand.constant), 64),
                        .is_constant = true,
                        .constant = operand.constant};
            case Operand::Kind::address:
                return address(operand);
            case Operand::Kind::reg: {
                const FinalRegister& found = reg(operand);
                if (!is_pointer(found.type))
                    return {found.value, found.type->width(), found.type->is_signed()};
                return {as_address(unfolding_, found.value, found.object), found.type->width(),
                        found.type->is_signed(), true};
            }
            case Operand::Kind::location:
                break;
        }
        const Location& location = unfolding_.test.locations[operand.location.index()];
        return {final_term(unfolding_, location.address, location.width), location.width,
                location.is_signed, location.is_pointer};
    }

    Side address(const Operand& operand) {
        const Location& location = unfolding_.test.locations[operand.location.index()];
        return {as_address(unfolding_, terms_.constant(location.address, 64), {}), 64, false, true};
    }

    const FinalRegister& reg(const Operand& operand) {
        const auto found = unfolding_.registers.find({operand.unit, operand.name});
        if (found != unfolding_.registers.end()) return found->second;
        // Declared where no path leads, or not a scalar.
        return unfolding_.registers[{operand.unit, operand.name}] = {terms_.constant(0, 32),
                                                                     int_type()};
    }

    void note(const Operand& operand) {
        const Side value = side(operand);
        if (operand.kind == Operand::Kind::reg) {
            const std::string unit =
                std::to_string(unfolding_.test.units[operand.unit.index()].number);
            entries_.push_back(
                {{false, operand.unit.index(), operand.name, 0},
                 {unit + ":" + operand.name, value.term, value.is_signed, value.is_pointer}});
        } else if (operand.kind == Operand::Kind::location) {
            // An element of a sub-buffer is one of the whole.
            const Location& location = unfolding_.test.locations[operand.location.index()];
            entries_.push_back(
                {{true, 0, unfolding_.objects[location.object].name, operand.location.index()},
                 {location.name, value.term, value.is_signed, value.is_pointer}});
        }
    }

    Unfolding& unfolding_;
    TermPool& terms_;
    std::vector<Entry> entries_;
};

}  // namespace

void observe(Unfolding& unfolding) { Observer{unfolding}(); }

}  // namespace clmm::litmus
