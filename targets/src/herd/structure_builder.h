#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "herd/path.h"
#include "herd/test_file.h"

namespace clmm::targets {

/// The reads that an event depends on.
struct Dependencies {
    std::set<litmus::EventId> data = {};
    std::set<litmus::EventId> addr = {};
    std::set<litmus::EventId> ctrl = {};
};

/// What an address may point to: locations that exclude one another.
struct Pointee {
    std::vector<litmus::Target> targets;
    unsigned width = 0;
    bool holds_pointers = false;
    /// Whether it is one of them: an access outside every location is undefined, and no event.
    litmus::TermId is_any;
};

/// What every processor's program is made of: events in program order, registers, and a final
/// state. What instructions do is the language's.
///
/// Shape    locations and units are the test's. Events are those of one path of one thread at a
///          time, which is entered first; its guard and branches are theirs.
/// Units    registers have `register_width` bits, accesses the width of their location.
class StructureBuilder {
public:
    StructureBuilder(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                     const TestFile& file, unsigned register_width);

    [[nodiscard]] litmus::TermPool& terms() { return structure_.terms; }
    [[nodiscard]] const litmus::EventStructure& structure() const { return structure_; }

    // ---- paths ----

    /// The thread before its first instruction.
    [[nodiscard]] Path begin(litmus::UnitId unit) const;
    void enter(litmus::UnitId unit, Path& path);
    /// The path is at the thread's end: its registers are final.
    void end(litmus::UnitId unit, const Path& path);
    /// The path jumps back more often than is followed, and stays there.
    void bound(const Path& path, std::size_t head, Span span);
    /// The thread waits there for others where `when` holds, and goes no further.
    void wait(litmus::UnitId unit, litmus::TermId when, Span span);

    // ---- on the path that was entered ----

    [[nodiscard]] litmus::UnitId unit() const { return unit_; }
    [[nodiscard]] Path& path() { return *path_; }
    /// Of the names that the language gives to one register each; 0 unless it was written.
    RegisterValue get(const std::string& name);
    void set(const std::string& name, RegisterValue value);
    /// Where an address points to. Elsewhere than to a location of the test is an error if that is
    /// certain, otherwise undefined behaviour. Throws Rejected (E-ADDRESS, E-TYPE).
    Pointee place(litmus::TermId address, unsigned width, Span span);
    [[nodiscard]] Pointee place(litmus::LocationId location) const;

    litmus::EventId read(const Pointee& from, Span span, const Dependencies& on);
    litmus::EventId write(const Pointee& to, litmus::TermId value, Span span,
                          const Dependencies& on);
    litmus::EventId fence(const std::string& name, Span span,
                          litmus::EventKind kind = litmus::EventKind::fence);
    /// Takes place only where `when` holds as well.
    void guard(litmus::EventId event, litmus::TermId when);
    void control(litmus::EventId event, const std::set<litmus::EventId>& reads);
    /// Something that the execution decides, in words that are true where `when` holds.
    void choose(std::string text, litmus::TermId when, Span span);
    /// The halves of a read-modify-write.
    void join(litmus::EventId read, litmus::EventId write);
    /// Into a set of the language's vocabulary.
    void put(std::size_t set, litmus::EventId event);
    /// Behind the kind of the operation, for people.
    void qualify(litmus::EventId event, const std::string& word);
    [[nodiscard]] litmus::TermId value_of(litmus::EventId read) const;

    /// Into a relation of the vocabulary.
    void relate(std::size_t relation, litmus::EventId from, litmus::EventId to);
    /// The exit comes after the entry where both take place and `when` holds.
    void pair(litmus::EventId entry, litmus::EventId exit, litmus::TermId when);
    void constrain(litmus::TermId holds);

    /// The structure with its relations and its final state.
    [[nodiscard]] litmus::EventStructure finish();

private:
    litmus::EventId add(litmus::Event event, const Dependencies& on);
    litmus::EventId access(litmus::EventKind kind, litmus::TermId value, const Pointee& at,
                           Span span, const Dependencies& on);
    [[nodiscard]] bool can_be_left_out(const Path& path);
    void relate();
    void observe();
    [[nodiscard]] litmus::TermId final_value(const Atom& atom);
    [[nodiscard]] RegisterValue final_register(const Atom& atom);
    void note(const Atom& atom);

    const litmus::LitmusTest& test_;
    const TestFile& file_;
    litmus::EventStructure structure_;
    unsigned register_width_;
    litmus::UnitId unit_ = {};
    Path* path_ = nullptr;
    std::vector<std::map<std::string, RegisterValue>> initial_registers_;  ///< by unit
    std::vector<std::optional<Path>> ends_;                                ///< by unit
    std::vector<Dependencies> dependencies_;                               ///< by event
    std::vector<std::pair<litmus::EventId, litmus::EventId>> rmw_;
    std::vector<std::pair<std::size_t, litmus::EventId>> members_;
    std::vector<std::tuple<std::size_t, litmus::EventId, litmus::EventId>> pairs_;
    /// By what they are sorted: registers by unit and name, then locations by name.
    std::map<std::tuple<bool, std::uint32_t, std::string>, litmus::Observable> observables_;
};

/// The location of a name among the test's. Throws Rejected (E-NAME).
[[nodiscard]] litmus::LocationId find_location(const litmus::LitmusTest& test,
                                               std::string_view name, Span span);
[[nodiscard]] litmus::UnitId find_unit(const litmus::LitmusTest& test, std::uint32_t number,
                                       Span span);

}  // namespace clmm::targets
