#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/source.h"

/// What can be strengthened in a test's own text, and the text after it, whatever its language.
namespace clmm::litmus {

/// Text that replaces a span so that a change elsewhere means something.
struct Companion {
    Span span;
    std::string text;
};

/// One place of the text with what may stand there to make it stronger.
///
/// Shape    `texts` and `ranks` are by level. A rank is a number of steps from the weakest
///          strength; ranks ascend, and of two levels one of which is weaker, its rank is lower.
struct ChangePlace {
    std::string_view what;  ///< `order`, `scope`, `fence`, `command`
    bool inserts = false;   ///< nothing stands there yet: a fence beside a statement
    Span span;              ///< of what is replaced; of the call where it is implied; of the
                            ///< statement beside which something would stand
    bool after = false;     ///< … after that statement, else before it
    std::string text = {};  ///< as it stands, or as implied; empty where it inserts
    bool implied = false;
    std::vector<std::string> texts = {};
    std::vector<unsigned> ranks = {};
    bool has_actions = false;  ///< what is inserted does more than a fence: it is tried by itself
    /// What else is written with a level: an event gets the name that is waited for. By level, or
    /// empty.
    std::vector<std::vector<Companion>> companions = {};
};

/// A place made as strong as its `level`-th text.
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

/// An edit of the text: what replaces a span, and where in that fences stand that are inserted.
struct Edit {
    Span span;
    std::string text;
    std::vector<ChangedText::Fence> fences = {};  ///< spans within `text`
};
/// The text with the edits, which do not overlap.
[[nodiscard]] ChangedText perform(std::vector<Edit> edits, std::string_view text);

/// The places of a test's text that can be strengthened, as its language knows them.
///
/// Shape    places in the order of the text. What several units run is one place.
/// Errors   none. apply() of what is not admissible() is an internal error.
class ChangeSpace {
public:
    virtual ~ChangeSpace() = default;

    [[nodiscard]] const std::vector<ChangePlace>& places() const { return places_; }
    [[nodiscard]] unsigned rank(const Change& change) const {
        return places_[change.place].ranks[change.level];
    }
    /// Whether the language allows them together.
    [[nodiscard]] virtual bool admissible(const Changes& changes) const = 0;
    /// Every change of `a` is at a place of `b`, and no stronger there.
    [[nodiscard]] bool weaker_or_equal(const Changes& a, const Changes& b) const;
    [[nodiscard]] ChangedText apply(const Changes& changes) const { return superpose(changes, {}); }
    /// The same with all the fences that these places may get, one after the other: who looks at
    /// it without all but one of a place's fences looks at the text with that one.
    [[nodiscard]] virtual ChangedText superpose(
        const Changes& changes, const std::vector<std::size_t>& fence_places) const = 0;

protected:
    /// Whether `a` is no stronger than `b`, a level of the same place.
    [[nodiscard]] virtual bool no_stronger(const Change& a, const Change& b) const = 0;

    std::vector<ChangePlace> places_;
};

}  // namespace clmm::litmus
