#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"

/// What can be strengthened in a test's own text, and the text after it.
namespace clmm::litmus {

/// What a place of the text says: one argument of a call (written out or implied), or nothing yet.
enum class PlaceKind : std::uint8_t {
    order,          ///< of an atomic operation or a fence
    failure_order,  ///< of a compare-exchange
    scope,
    flags,           ///< of a fence or a barrier
    inserted_fence,  ///< a fence between two statements
    removed_fence    ///< a fence that stands there, to be taken out (clmm/litmus/weakenings.h)
};

/// How strong a place is. An argument has its own member and leaves the others at their defaults; a
/// fence has all that the language gives it.
struct Strength {
    Order order = Order::none;
    Scope scope = Scope::none;
    Regions flags = {};
    friend bool operator==(const Strength&, const Strength&) = default;
};

/// Member by member: relaxed < acquire, release < acq_rel < seq_cst; work_item < sub_group <
/// work_group < device < all; fewer flags before more.
[[nodiscard]] bool weaker_or_equal(const Strength& a, const Strength& b);
/// The number of steps from the weakest strength; grows along weaker_or_equal.
[[nodiscard]] unsigned rank(const Strength& strength);

/// One place of the text with the strengths that it may get.
///
/// Shape    `stronger` is ascending by rank; each is stronger than `now`, of which an inserted
///          fence has none. `texts` are what is written for each.
struct ChangePlace {
    PlaceKind kind = PlaceKind::order;
    Span span;           ///< of the argument; of the call where the argument is implied; of the
                         ///< statement beside which a fence would stand
    bool after = false;  ///< the fence would stand after that statement, else before it
    std::string text;    ///< as it stands, or as implied; empty for a fence
    bool implied = false;
    Strength now;
    std::vector<Strength> stronger;
    std::vector<std::string> texts;
    std::size_t site = 0;  ///< the call, or the point between statements; equal for one call
};

/// A place made as strong as its `level`-th strength.
struct Change {
    std::size_t place = 0;
    std::size_t level = 0;
    friend auto operator<=>(const Change&, const Change&) = default;
};
using Changes = std::vector<Change>;  ///< ascending by place, each place once

/// A text with changes made.
struct ChangedText {
    struct Fence {
        Change change;  ///< that inserted it
        Span span;      ///< in `text`
    };
    std::string text;
    std::vector<Fence> fences;
};

struct ChangeSites;  // where the edits go, private to litmus

/// The places of a test's text that can be strengthened.
///
/// Shape    places in the order of the text. What several units run is one place.
///          Offered are: every stronger order that the operation may have; wider scopes, flags of
///          fences and barriers; a fence between two statements of any body, with every order but
///          relaxed, scope and set of flags. No scope is wider than the widest that joins two
///          units of the test or that it names already; fences get the flags of the memory that
///          the test has. Left alone: arguments that are no constants of the language,
///          atomics of OpenCL 1.x (they have no order), plain accesses (to make one atomic
///          changes the type of its object), and calls that no execution reaches.
/// Errors   none. apply() of what is not admissible() is an internal error.
/// Cost     linear in the text and the structure's events.
/// Tests    tests/unit/litmus/changes_test.cpp
class ChangeSpace {
public:
    /// `structure` is the test unfolded.
    ChangeSpace(const LitmusTest& test, const EventStructure& structure);

    [[nodiscard]] const std::vector<ChangePlace>& places() const { return places_; }
    [[nodiscard]] const Strength& strength(Change change) const {
        return places_[change.place].stronger[change.level];
    }

    /// A compare-exchange that fails is no stronger than one that succeeds.
    [[nodiscard]] bool admissible(const Changes& changes) const;
    /// Every change of `a` is at a place of `b`, and no stronger there.
    [[nodiscard]] bool weaker_or_equal(const Changes& a, const Changes& b) const;
    [[nodiscard]] ChangedText apply(const Changes& changes) const;
    /// The same with all the fences that these places may get, one after the other: who looks at
    /// it without all but one of a place's fences looks at the text with that one.
    [[nodiscard]] ChangedText superpose(const Changes& changes,
                                        const std::vector<std::size_t>& fence_places) const;

private:
    std::vector<ChangePlace> places_;
    std::shared_ptr<const ChangeSites> sites_;
};

}  // namespace clmm::litmus
