#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/suites/test.h"

namespace clmm::suites {

/// One step of a cycle from an access to the next: a relaxation, in diy7's words.
///
///     Rfe Rfi Fre Fri Coe Coi (Wse Wsi)     e: of two threads, i: of one
///     PodRR … PosWW                         program order; d, s: other or same location
///     DpDatadW DpAddrdR DpCtrldW … s        dependencies
///     FenceScdRR … FenceRelsWW              a fence between: Acq, Rel, AcqRel, Sc
///     Rmw RmwAdd RmwCas                     read and write are one: exchange, add,
///     compare-exchange
///
/// A fence may have a scope and flags (`FenceScdWR.wg.gl`), a step to another thread what the two
/// share: `Rfe@wg` a work-group, `Rfe@dev` a device and no work-group, `Rfe@sys` no device.
struct Edge {
    enum class Kind : std::uint8_t {
        reads_from,
        reads_before,
        coherence,
        order,
        data,
        address,
        control,
        fence,
        modify
    };
    enum class Sharing : std::uint8_t { unsaid, group, device, nothing };
    Kind kind = Kind::order;
    bool is_external = false;
    bool is_same_location = false;
    char from = 'R', to = 'R';  ///< `R` or `W`
    generator::MemoryOrder fence = generator::MemoryOrder::seq_cst;
    std::optional<generator::MemoryScope> scope = {};
    std::optional<generator::FenceFlags> flags = {};  ///< else those of the regions of its thread
    Sharing sharing = Sharing::unsaid;
    /// Of read-modify-writes; none: it compares and exchanges.
    generator::Modification modification = generator::Modification::none;
    std::string word = {};
    Span span = {};
};

/// What is said of an access between two steps: `Rel`, `Acq.wg`, `Na`, `Rlx.l`: its order, its
/// scope, that its location is in local memory.
struct Annotation {
    std::optional<generator::MemoryOrder> order = {};
    bool is_plain = false;
    std::optional<generator::MemoryScope> scope = {};
    bool is_local = false;
    Span span = {};
};

/// A cycle of accesses. The i-th edge begins at the i-th access and ends at the next.
struct Cycle {
    SourcePtr source;
    std::vector<Edge> edges;
    std::vector<Annotation> accesses;
};

/// Reads `PodWW Rel Rfe Acq PodRR Fre`.
/// Errors   E-CYCLE: unknown words, with the most similar one.
[[nodiscard]] Result<Cycle> read_cycle(const SourcePtr& source);

/// The edges of a list, without annotations. Errors: as read_cycle().
[[nodiscard]] Result<std::vector<Edge>> read_relaxations(const SourcePtr& source);

/// What accesses have that are not annotated, and fences.
struct CycleDefaults {
    generator::Dialect dialect = generator::Dialect::opencl;
    generator::MemoryOrder load = generator::MemoryOrder::relaxed;
    generator::MemoryOrder store = generator::MemoryOrder::relaxed;
    generator::MemoryScope scope = generator::MemoryScope::all_devices;
};

/// The test of a cycle: its final state shows that the execution went round it.
///
/// Idea     as diy7 (Alglave, Maranget, Sarkar, Sewell, CAV 2010): a thread for each step to
/// another
///          one, a location for each step to another one. Walked from such a step on, writes of a
///          location get the values 1, 2, … in the order of the cycle, which is their coherence
///          order, and each read the value of the write before it. Of two writes the final value
///          tells their order; of more, a thread that reads the location besides.
/// Errors   E-CYCLE: steps that do not fit, one location or thread too few, orders that an access
///          cannot have, threads that cannot be where they are to be.
/// Tests    tests/unit/suites/cycles_test.cpp, tests/golden/generate
[[nodiscard]] Result<StateTest> test_of(const Cycle& cycle, const CycleDefaults& defaults);

/// Classic names of tests and their cycles: `MP`, `PodWW Rfe PodRR Fre`.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& families();

/// The cycles of up to `size` of these edges with at most so many threads, each once up to
/// rotation, shorter ones first.
///
/// Shape    without those that say less: two steps in a row that are one (Rf;Fr, Co;Co, Fr;Co), and
///          two in a row inside a thread of which none is a communication.
[[nodiscard]] std::vector<Cycle> cycles_of(const std::vector<Edge>& edges, std::size_t size,
                                           std::size_t threads);

/// `PodWW Rfe PodRR Fre`
[[nodiscard]] std::string to_text(const Cycle& cycle);

}  // namespace clmm::suites
