#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// A part of a full expression that has an effect, or that sees one.
struct Step {
    enum class Kind : std::uint8_t {
        access,      ///< reads an object
        assignment,  ///< also `++` and `--`, each a single evaluation for calls (C11 6.5.2.4 p2)
        call
    };
    const syntax::Expression* node = nullptr;
    Kind kind = Kind::access;
    bool visible = false;     ///< it matters whether a call comes before it or after it
    bool collective = false;  ///< a call at which the work-items of a group meet
    bool sealed = false;      ///< a sequence point parts its side effect from what comes after
};

/// What the names and functions in an expression are, which its text does not say.
struct Meanings {
    enum class Object : std::uint8_t { none, hidden, exposed };
    /// Of a call: whether it is a step, and which parts of it are evaluated apart.
    struct Effects {
        bool is_step = true;
        bool visible = true;
        bool collective = false;
        bool opaque = false;  ///< its arguments are no expressions like others
    };
    /// What an expression designates: nothing that is read by itself, a private variable that no
    /// other function can reach, or another object.
    std::function<Object(const syntax::Expression&)> object;
    std::function<Effects(const syntax::Call&)> call;
};

/// The steps of one full expression and their order (C11 6.5 p3, 6.5.2.2 p10, annex C).
///
/// Shape    steps in an order that C allows, from left to right; `before[b]` has bit a where
///          step a is sequenced before b. A call is sequenced after its arguments, and
///          indeterminately with what is otherwise unsequenced; collective calls keep the order
///          of the text, since all work-items of a group have to meet at the same one.
struct Sequencing {
    static constexpr std::size_t kMostSteps = 64;

    std::vector<Step> steps;
    std::vector<std::uint64_t> before;
    bool too_many = false;  ///< more than kMostSteps; the rest is missing

    [[nodiscard]] bool ordered(std::size_t a, std::size_t b) const {
        return ((before[b] >> a | before[a] >> b) & 1U) != 0;
    }
    /// A call has another step beside it that may come before or after it.
    [[nodiscard]] bool leaves_orders_open() const;
};
[[nodiscard]] Sequencing sequencing_of(const syntax::Expression& expression,
                                       const Meanings& meanings);

/// The steps of a Sequencing that have taken place, on the way to all of them.
struct Progress {
    std::uint64_t done = 0;
    [[nodiscard]] bool has(std::size_t step) const { return (done >> step & 1U) != 0; }
};

/// What may come next: visible steps, then the call, if one is left.
struct Advance {
    std::vector<std::size_t> steps;
    std::optional<std::size_t> call;
};
/// The moves, the one from left to right first. Without a visible call left: one, with all that
/// remains. Not all of them where there are very many.
struct Advances {
    std::vector<Advance> moves;
    bool complete = true;
};
[[nodiscard]] Advances next_moves(const Sequencing& sequencing, const Progress& progress);

/// Steps that are not visible and can take place now.
[[nodiscard]] std::vector<std::size_t> ready_hidden(const Sequencing& sequencing,
                                                    const Progress& progress);

/// The expressions that are evaluated as parts of this one, from left to right.
[[nodiscard]] std::vector<const syntax::Expression*> parts_of(const syntax::Expression& expression);
[[nodiscard]] bool is_in(const syntax::Expression& whole, const syntax::Expression& part);

/// Whether the expression calls a function. Without that, C leaves nothing indeterminate.
[[nodiscard]] bool has_call(const syntax::Expression& expression);

/// The names of objects in the expression whose address is taken, and those that it changes.
using NameSet = std::set<std::string, std::less<>>;
[[nodiscard]] NameSet exposed_names(const syntax::Expression& expression);
[[nodiscard]] NameSet written_names(const syntax::Expression& expression);

/// The object that `.` names a part of.
[[nodiscard]] const syntax::Expression& root_of(const syntax::Expression& place);

}  // namespace clmm::litmus
