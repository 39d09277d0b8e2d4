#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "clmm/litmus/changes.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/litmus/opencl_attributes.h"

/// What can be strengthened in the text of a test in OpenCL C or C.
namespace clmm::litmus {

/// What a place of the text says: one argument of a call (written out or implied), or nothing yet.
enum class PlaceKind : std::uint8_t {
    order,          ///< of an atomic operation or a fence
    failure_order,  ///< of a compare-exchange
    scope,
    flags,             ///< of a fence or a barrier
    inserted_fence,    ///< a fence between two statements
    queue,             ///< the properties of a command-queue
    blocking,          ///< whether an enqueuing call blocks
    wait_list,         ///< of an enqueuing call, one event of the same thread more
    inserted_command,  ///< a call of the API between two statements of a host thread
    removed_fence      ///< a fence that stands there, to be taken out (clmm/litmus/weakenings.h)
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

/// A place with the strengths that it may get.
///
/// Shape    `stronger` is by level; each is stronger than `now`, of which an inserted fence has
///          none.
struct OpenClChangePlace : ChangePlace {
    PlaceKind kind = PlaceKind::order;
    Strength now;
    std::vector<Strength> stronger;
    std::size_t site = 0;  ///< the call, or the point between statements; equal for one call; of
                           ///< host programs the number among their places
};

struct ChangeSites;  // where the edits go, private to litmus

/// Offered are: every stronger order that the operation may have; wider scopes, flags of
/// fences and barriers; a fence between two statements of any body, with every order but
/// relaxed, scope and set of flags. No scope is wider than the widest that joins two
/// units of the test or that it names already; fences get the flags of the memory that
/// the test has. Host threads are offered: in-order queues, calls that block, events of earlier
/// commands in wait lists, and calls that wait, map and unmap (edit/host_changes.h).
/// Left alone: arguments that are no constants of the language,
/// atomics of OpenCL 1.x (they have no order), plain accesses (to make one atomic
/// changes the type of its object), and calls that no execution reaches.
///
/// Cost     linear in the text and the structure's events.
/// Tests    tests/unit/litmus/changes_test.cpp
class OpenClChangeSpace final : public ChangeSpace {
public:
    /// `structure` is the test unfolded.
    OpenClChangeSpace(const LitmusTest& test, const EventStructure& structure);

    [[nodiscard]] const std::vector<OpenClChangePlace>& known() const { return known_; }
    [[nodiscard]] const Strength& strength(const Change& change) const {
        return known_[change.place].stronger[change.level];
    }

    /// A compare-exchange that fails is no stronger than one that succeeds.
    [[nodiscard]] bool admissible(const Changes& changes) const override;
    [[nodiscard]] ChangedText superpose(
        const Changes& changes, const std::vector<std::size_t>& fence_places) const override;

private:
    [[nodiscard]] bool no_stronger(const Change& a, const Change& b) const override;

    std::vector<OpenClChangePlace> known_;
    std::shared_ptr<const ChangeSites> sites_;
};

}  // namespace clmm::litmus
