#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "counters.h"
#include "execute/compiled_kernel.h"
#include "flow.h"
#include "launch_terms.h"
#include "memory.h"
#include "questions.h"

namespace clmm::runtime::launches {

/// Something that a work-item does in memory, whichever it is.
struct Access {
    Span span;
    std::string text;
    TermId guard;  ///< when it does
    TermId offset;
    TermId within;  ///< the object that it accesses
    std::size_t memory = 0;
    TermId bytes;  ///< how many
    bool reads = false, writes = false;
    bool atomic = false;
    std::uint64_t copy = 0;  ///< its event, of an asynchronous copy; 0: none is it
    int step = 0;            ///< by which it counts up or down; 0: it does not count
    std::optional<std::uint64_t> variable =
        {};  ///< of the memory, by its offset, where it is known
    language::MemoryScope scope = language::MemoryScope::device;
    /// The passes of loops around it, and which regions no barrier orders from turn to turn.
    struct Around {
        LoopPass pass;
        std::array<bool, 2> unordered;  ///< local, global
    };
    std::vector<Around> around;
    /// Of all its turns, not of a chosen one.
    bool canonical = true;
};

/// Two accesses that no barrier stands between.
struct Meeting {
    std::size_t first = 0, second = 0;  ///< indices of accesses
    TermId alive;                       ///< of the first's item: no barrier has come since
    bool by_one = false;                ///< one work-item may be both: the first is a copy
};

/// A place that all work-items of a group have to come to, or none.
struct Convergence {
    Span span;
    std::string text;
    TermId entered;            ///< of both
    TermId guard;              ///< the same for both
    std::vector<TermId> same;  ///< values that are, too
};

/// An access that has to stay within an object.
struct Limit {
    Span span;
    std::string text;
    TermId outside;  ///< when it does not
};

/// Why something is not known.
struct Obstacle {
    Span span;
    std::string text;
    bool race = true, divergence = true, bounds = true;
};

/// What is known has to leave possible; else it contradicts itself, and everything is true.
struct Expectation {
    Span span;
    std::string otherwise;
    TermId entered;  ///< if it is possible that a loop is entered, so is …
    TermId what;
    std::vector<std::pair<TermId, TermId>> equal;  ///< … and these
};

/// All that a kernel does, for any work-item of any launch.
struct Deeds {
    std::vector<Expectation> expectations;
    std::vector<Access> accesses;
    std::vector<Meeting> meetings;
    std::vector<Convergence> convergences;
    std::vector<Limit> limits;
    std::vector<Obstacle> obstacles;
};

/// What a work-item has come to.
struct State {
    struct Cell {
        std::uint32_t size = 0;
        TermId value;
    };
    std::vector<TermId> path;  ///< conditions that hold
    std::vector<TermId> registers;
    std::map<std::uint64_t, Cell> cells;  ///< of private memory, by their offset
    std::array<TermId, 2> passed;         ///< a barrier for local, global memory, in this turn
};

/// Where states leave a piece of code for.
using Exits = std::map<std::uint32_t, State>;

/// Elements of the buffers whose size is given, as a term of 64 bits.
using BufferSizes = std::map<std::uint32_t, TermId>;

/// Goes through a kernel once, with terms.
///
/// Shape    branches are both gone through and joined; of a loop that cannot be counted out there
///          are passes (loops.cpp): one for any turn, and what follows.
class Walk {
public:
    Walk(const CompiledKernel& kernel, Formulas& formulas, LaunchTerms& launch, MemoryMap& memory,
         Questions& questions, const BufferSizes& sizes);

    /// The terms of their registers.
    [[nodiscard]] const std::vector<std::vector<TermId>>& parameters() const { return parameters_; }
    void set_parameter(std::uint32_t parameter, TermId value);
    /// What program-scope memory holds at first.
    void set_program(std::vector<std::byte> memory) { program_ = std::move(memory); }
    /// The one number that is the argument; none of pointers, vectors and what is in memory.
    [[nodiscard]] std::optional<TermId> scalar_parameter(std::uint32_t parameter) const;
    [[nodiscard]] Deeds operator()();

private:
    friend class LoopWalk;

    struct Active {
        std::size_t access = 0;
        TermId alive;
    };

    Exits run(std::uint32_t begin, std::uint32_t end, State start, bool is_body);
    void join(Exits& exits, std::uint32_t place, State state);
    [[nodiscard]] State merged(const State& a, const State& b, std::uint32_t place);
    [[nodiscard]] TermId guard(const State& state) { return conjunction(state.path, 0); }
    [[nodiscard]] TermId conjunction(const std::vector<TermId>& terms, std::size_t from);
    [[nodiscard]] bool is_impossible(const State& state);

    // instructions
    bool branches(State& state, std::uint32_t place, Exits& pending, Exits& out, std::uint32_t end);
    void step(State& state, std::uint32_t place);
    bool step_memory(State& state, std::uint32_t place);
    bool step_group(State& state, std::uint32_t place);
    void compute(State& state, std::uint32_t place);
    void query(State& state, std::uint32_t place);
    void watch(State& state, const Instruction& i);
    void load(State& state, std::uint32_t place);
    void store(State& state, std::uint32_t place);
    void forget_cells(State& state, TermId address, std::uint64_t size);
    [[nodiscard]] TermId read_constant(TermId offset, unsigned width, TermId otherwise);
    void atomic(State& state, const Instruction& i);
    void barrier(State& state, const Instruction& i);
    void group_function(State& state, std::uint32_t place);
    void converge(const State& state, const Instruction& i, const std::string& text,
                  std::vector<TermId> same = {});
    bool step_transfer(State& state, std::uint32_t place);
    void group_copy(State& state, const Instruction& i);
    [[nodiscard]] std::optional<TermId> bytes_copied(const State& state, TermId count,
                                                     std::uint64_t size);
    void group_wait(State& state, const Instruction& i);
    void read_image(State& state, const Instruction& i);
    void write_image(const State& state, const Instruction& i);
    void access_image(const State& state, const WideCall& call, std::size_t coordinates);
    [[nodiscard]] std::optional<TermId> element_of_image(const State& state, const WideCall& call,
                                                         std::size_t coordinates);
    void write_fresh(State& state, const Instruction& i);

    // counters
    [[nodiscard]] int step_of(const State& state, const Instruction& i) const;
    [[nodiscard]] static std::optional<std::uint64_t> variable_of(const Site& site,
                                                                  const Memory& memory);
    void note_write(const Access& access);
    void note_count(const State& state, const Instruction& i);
    void settle_counters();

    // accesses
    [[nodiscard]] std::vector<LoopPass> passes_around() const;
    void record(const State& state, const Site& site, TermId address, int step = 0);
    void record(const State& state, const Site& site, TermId address, const Access& as);
    [[nodiscard]] std::vector<MemoryMap::Place> places_of(const State& state, TermId address);
    void add_access(Access access);
    [[nodiscard]] bool is_ordered_by_barrier(const Access& access, std::size_t region) const;
    [[nodiscard]] TermId within(const Site& site, const MemoryMap::Place& place, TermId bytes);
    [[nodiscard]] std::optional<std::pair<std::uint64_t, TermId>> object_of(
        const Site& site, const MemoryMap::Place& place);
    void obstacle(Obstacle obstacle);
    [[nodiscard]] const Site& site(const Instruction& i) const {
        return code_.sites.at(static_cast<std::size_t>(i.immediate));
    }

    const CompiledKernel& kernel_;
    const Code& code_;
    Formulas& formulas_;
    TermPool& terms_;
    LaunchTerms& launch_;
    MemoryMap& memory_;
    Questions& questions_;
    const BufferSizes& sizes_;
    Flow flow_;
    State start_;
    std::vector<std::vector<TermId>> parameters_;
    Deeds deeds_;
    std::vector<Active> active_;
    std::vector<Access::Around> around_;
    std::array<unsigned, 2> unordered_{};  ///< loops around in which barriers order nothing
    bool recording_ = true;
    bool canonical_ = true;
    bool meeting_ = true;  ///< else accesses become active, no more
    std::uint32_t passes_ = 0;
    std::uint64_t events_ = 0;  ///< of asynchronous copies, so far
    std::uint64_t steps_ = 0;
    bool too_long_ = false;
    Counters counters_;
    std::vector<std::byte> program_;
};

}  // namespace clmm::runtime::launches
