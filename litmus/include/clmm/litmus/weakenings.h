#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/opencl_changes.h"

/// What can be weakened in a test's own text, and the text after it: the counterpart of
/// clmm/litmus/opencl_changes.h.
namespace clmm::litmus {

/// One place of the text with the strengths that it may fall to.
///
/// Shape    `weaker` is descending by rank; each is weaker than `now`. `texts` are what is written
///          for each. A fence that may go has one level, an empty strength and an empty text.
struct WeakeningPlace {
    PlaceKind kind = PlaceKind::order;
    Span span;         ///< of the argument; of the call where it is implied, or is to go
    std::string text;  ///< as it stands, or as implied; of a fence the whole call
    bool implied = false;
    Strength now;
    std::vector<Strength> weaker;
    std::vector<std::string> texts;
    std::size_t site = 0;  ///< the call; equal for the places of one
};

struct WeakeningSites;  // where the edits go, private to litmus

/// A piece of a text with the lines that it has for itself, else the piece.
[[nodiscard]] Span whole_lines(Span span, std::string_view text);

/// The places of a test's text that can be weakened.
///
/// Shape    places in the order of the text. Offered are: every weaker order that the operation
///          may have, down to relaxed; narrower scopes down to a sub-group's; fewer flags of fences
///          and barriers, down to none; fences left out. A compare-exchange whose success gets
///          weaker fails no stronger than it. Left alone: what OpenClChangeSpace leaves alone, and
///          fences inside larger expressions. Barriers are not left out: the units that still have
///          theirs would wait for ever.
/// Errors   none: each text reads as a test again.
/// Cost     linear in the text and the structure's events.
/// Tests    tests/unit/litmus/weakenings_test.cpp
class WeakeningSpace {
public:
    /// `structure` is the test unfolded.
    WeakeningSpace(const LitmusTest& test, const EventStructure& structure);
    /// Of a language whose places are words of its text (clmm/targets/weakenings.h has them):
    /// `texts` take the place of `span`. A change of a place that another one covers is moot.
    WeakeningSpace(SourcePtr source, std::vector<WeakeningPlace> places);

    [[nodiscard]] const std::vector<WeakeningPlace>& places() const { return places_; }
    /// The text with places at some of their levels: `place` and `level` as in Change, and what is
    /// true of several places of one call is that all of them change. A fence that is left out
    /// makes other changes of its call moot.
    [[nodiscard]] std::string apply(const Changes& changes) const;

private:
    std::vector<WeakeningPlace> places_;
    std::shared_ptr<const WeakeningSites> sites_;
};

}  // namespace clmm::litmus
