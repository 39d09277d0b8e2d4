#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/bit_matrix.h"
#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/litmus/term.h"
#include "clmm/litmus/vocabulary.h"

namespace clmm::litmus {

struct EventStructure;
struct LitmusTest;
struct Location;
struct Unit;
struct UnfoldOptions;
class ChangeSpace;
class Strengthenings;
using UnitBlock = std::vector<UnitId>;

/// What an action does for the order between units. Releases order what comes before them, acquires
/// what comes after; both go by the value that a write hands to a read.
struct Synchronisation {
    bool carries = false;  ///< an access by which an order can go on: an atomic one
    bool releases = false;
    bool acquires = false;
};

/// A language of tests: reads its files, unfolds them into events, and says what its events are
/// called, in models and to people. All that works on event structures knows languages by this
/// alone.
///
/// Threads  without state: all functions may be called at the same time.
class FrontEnd {
public:
    virtual ~FrontEnd() = default;

    /// In messages: `OpenCL C`, `x86`.
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Whether a file that begins with this word is in the language.
    [[nodiscard]] virtual bool begins_with(std::string_view word) const = 0;
    [[nodiscard]] virtual Result<LitmusTest> read(SourcePtr source) const = 0;
    /// `--dump=tree`. Errors as of read().
    [[nodiscard]] virtual Result<std::string> dump_tree(SourcePtr source) const = 0;
    /// Errors   all that makes the test meaningless, with spans into its source.
    [[nodiscard]] virtual Result<EventStructure> unfold(const LitmusTest& test,
                                                        const UnfoldOptions& options) const = 0;

    // ---- models ----

    [[nodiscard]] virtual const Vocabulary& vocabulary() const = 0;
    /// A set of the vocabulary by its number: the structure's own unless the language computes it.
    /// Shape    over the events; empty (of size 0) where a test has none of it.
    [[nodiscard]] virtual BitSet members(const EventStructure& structure, std::size_t set) const;
    [[nodiscard]] virtual BitMatrix pairs(const EventStructure& structure,
                                          std::size_t relation) const;
    /// The shipped model that decides a test unless another is asked for.
    [[nodiscard]] virtual std::string_view default_model(const LitmusTest& test) const = 0;
    /// Those that a page sets side by side.
    [[nodiscard]] virtual std::vector<std::string_view> models(const LitmusTest& test) const = 0;

    // ---- weaker and stronger operations ----

    /// Whether there are such forms of one operation to choose from.
    [[nodiscard]] virtual bool has_strengths() const { return false; }
    /// What could be stronger; null where the language has no strengths. Refers to the structure.
    [[nodiscard]] virtual std::unique_ptr<const Strengthenings> strengthenings(
        const EventStructure& structure) const;
    /// What could be stronger in the test's text, which unfolds to the structure; null where the
    /// language offers nothing.
    [[nodiscard]] virtual std::shared_ptr<const ChangeSpace> changes(
        const LitmusTest& test, const EventStructure& structure) const;
    /// What an action does for the order between units.
    [[nodiscard]] virtual Synchronisation synchronisation(const EventStructure& structure,
                                                          EventId event) const;

    // ---- words ----

    /// The first word of the file, in canonical spelling: `OPENCL`, `X86`.
    [[nodiscard]] virtual std::string_view header(const LitmusTest& test) const = 0;
    /// What a page calls the test's language: `OpenCL`, `C`.
    [[nodiscard]] virtual std::string_view title(const LitmusTest& test) const = 0;
    /// Kind of the operation and what qualifies it: `Wrel.dev`, `Rna`, `Winit`, `MFENCE`.
    [[nodiscard]] virtual std::string operation(const EventStructure& structure,
                                                EventId event) const = 0;
    /// Where the event acts, if that is worth a word: `global, local`.
    [[nodiscard]] virtual std::string place(const EventStructure& structure, EventId event) const;
    /// What `--dump=events` says besides, behind operation, location and value: ` (global)`.
    [[nodiscard]] virtual std::string detail(const EventStructure& structure, EventId event) const;
    /// What a unit is drawn inside of, outermost first: `device 0`, `work-group 1`.
    [[nodiscard]] virtual std::vector<std::string> surroundings(const EventStructure& structure,
                                                                const Unit& unit) const;
    /// What the column of a unit is called.
    [[nodiscard]] virtual std::string column(const Unit& unit) const;

    // ---- symmetry ----

    /// Sets of units, of one kind each, that may change places as wholes without another outcome:
    /// the units that share a work-group, those that share a device. That each unit is one goes
    /// without saying.
    [[nodiscard]] virtual std::vector<std::vector<UnitBlock>> blocks(
        const EventStructure& structure) const;
    /// Whether accesses of two locations mean the same, beside their widths and types.
    [[nodiscard]] virtual bool alike(const Location& a, const Location& b) const;
};

/// OpenCL C, host code of OpenCL, and C with the same operations: the language of this folder.
[[nodiscard]] const FrontEnd& opencl();

}  // namespace clmm::litmus
