#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clmm/explorer/explicit_engine.h"
#include "cross/reports.h"

/// The explicit engine, the SMT engine and the naive oracle on the same generated tests.
namespace clmm::oracle {

/// What of all tests is asked.
///
/// Source   `CLMM_CROSS_SHARD=I/N` is every Nth test from the Ith on, and every Nth of
///          `CLMM_CROSS_TESTS` drawn ones; a sample where it is not set.
struct Shard {
    std::uint64_t first = 0;
    std::uint64_t every = 1;
    std::uint64_t drawn = 0;  ///< in all shards
    bool is_sample = true;
};
[[nodiscard]] Shard shard_asked_for();

/// A model, or one with a switch, with its oracle.
struct AnyReading {
    OpenclSetting reading;
    Syntax syntax = Syntax::opencl;
    friend std::ostream& operator<<(std::ostream& out, const AnyReading& asked) {
        return out << asked.reading.test_name();
    }
};
[[nodiscard]] std::vector<AnyReading> any_readings();

/// Tests that all three are asked under one model: outcomes, numbers of executions and races.
///
/// Source   `CLMM_CROSS_ENGINES=explicit` leaves out the SMT engine, which takes six times as long
///          as the others.
class ThreeWays {
public:
    explicit ThreeWays(const AnyReading& reading);

    void add(const Program& test) { add(test, asked(test, syntax_)); }
    void add(const Program& test, const Asked& printed);
    /// One line that `three_ways.py` reads. Of a small tier a shard may have no test.
    void check(const std::string& what) const;
    [[nodiscard]] Syntax syntax() const { return syntax_; }

private:
    std::string name_;
    Result<model::MemoryModel> model_;
    Decide decide_;
    Syntax syntax_;
    explorer::ExplicitEngine explicit_;
    solver::SmtEngine smt_;
    Report report_;
    std::uint64_t tests_ = 0;
    std::uint64_t differences_ = 0;
};

}  // namespace clmm::oracle
