#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/test_file.h"

namespace clmm::targets {

/// What a register holds: a value and the reads that it comes from.
struct RegisterValue {
    litmus::TermId term;
    std::set<litmus::EventId> reads;
    bool is_address = false;  ///< printed as one
};

/// The reads that an event depends on.
struct Dependencies {
    std::set<litmus::EventId> data = {};
    std::set<litmus::EventId> addr = {};
    std::set<litmus::EventId> ctrl = {};
};

/// What every processor's program is made of: events in program order, registers, and a final
/// state. What instructions do is the language's.
///
/// Shape    locations and units are the test's; registers have the width of locations.
class StructureBuilder {
public:
    StructureBuilder(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                     const TestFile& file);

    [[nodiscard]] litmus::TermPool& terms() { return structure_.terms; }
    [[nodiscard]] const litmus::EventStructure& structure() const { return structure_; }

    /// Of the names that the language gives to one register each.
    RegisterValue& reg(litmus::UnitId unit, const std::string& name);

    litmus::EventId read(litmus::UnitId unit, litmus::LocationId from, Span span,
                         const Dependencies& on);
    litmus::EventId write(litmus::UnitId unit, litmus::LocationId to, litmus::TermId value,
                          Span span, const Dependencies& on);
    litmus::EventId fence(litmus::UnitId unit, const std::string& name, Span span);
    /// Takes place only where `when` holds.
    void guard(litmus::EventId event, litmus::TermId when);
    void control(litmus::EventId event, const std::set<litmus::EventId>& reads);
    /// The halves of a read-modify-write.
    void join(litmus::EventId read, litmus::EventId write);
    /// Into a set of the language's vocabulary.
    void put(std::size_t set, litmus::EventId event);
    /// Behind the kind of the operation, for people.
    void qualify(litmus::EventId event, const std::string& word);
    [[nodiscard]] litmus::TermId value_of(litmus::EventId read) const;

    /// The structure with its relations and its final state.
    [[nodiscard]] litmus::EventStructure finish();

private:
    litmus::EventId add(litmus::Event event, const Dependencies& on);
    void relate();
    void observe();
    [[nodiscard]] litmus::TermId final_value(const Atom& atom);
    void note(const Atom& atom);

    const litmus::LitmusTest& test_;
    const TestFile& file_;
    litmus::EventStructure structure_;
    std::map<std::pair<litmus::UnitId, std::string>, RegisterValue> registers_;
    std::vector<Dependencies> dependencies_;  ///< by event
    std::vector<std::pair<litmus::EventId, litmus::EventId>> rmw_;
    std::vector<std::pair<std::size_t, litmus::EventId>> members_;
    /// By what they are sorted: registers by unit and name, then locations by name.
    std::map<std::tuple<bool, std::uint32_t, std::string>, litmus::Observable> observables_;
};

/// The location of a name among the test's. Throws Rejected (E-NAME).
[[nodiscard]] litmus::LocationId find_location(const litmus::LitmusTest& test,
                                               std::string_view name, Span span);
[[nodiscard]] litmus::UnitId find_unit(const litmus::LitmusTest& test, std::uint32_t number,
                                       Span span);

}  // namespace clmm::targets
