#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "clmm/litmus/front_end.h"
#include "clmm/litmus/litmus_test.h"
#include "herd/fence_changes.h"
#include "herd/program.h"

namespace clmm::targets {

/// What threads are in, and where the unit holds its number: `cta`, `gpu`.
using Surroundings = std::vector<std::pair<std::string_view, std::uint32_t litmus::Unit::*>>;

/// Puts threads where their columns say. Throws Rejected (E-PLACE): all that there is has to be
/// said.
void place_threads(litmus::LitmusTest& test, const TestFile& file, const Surroundings& known);

/// A language of tests in herd's format, but for its instructions and its words.
class Assembly : public litmus::FrontEnd {
public:
    [[nodiscard]] Result<litmus::LitmusTest> read(SourcePtr source) const final;
    [[nodiscard]] Result<std::string> dump_tree(SourcePtr source) const final;
    [[nodiscard]] Result<litmus::EventStructure> unfold(
        const litmus::LitmusTest& test, const litmus::UnfoldOptions& options) const final;

    /// Fences in further rows, of those that the language has.
    [[nodiscard]] std::shared_ptr<const litmus::ChangeSpace> changes(
        const litmus::LitmusTest& test, const litmus::EventStructure& structure) const final;
    /// The kind of an access and what StructureBuilder::qualify said of it; a fence's name.
    [[nodiscard]] std::string operation(const litmus::EventStructure& structure,
                                        litmus::EventId event) const override;

protected:
    /// Throws Rejected.
    [[nodiscard]] virtual std::shared_ptr<const Program> parse(std::string_view text) const = 0;
    /// The events of all threads. Throws Rejected.
    [[nodiscard]] virtual litmus::EventStructure events(const litmus::LitmusTest& test,
                                                        const Program& program,
                                                        unsigned unroll) const = 0;
    /// In bits: of locations without a type, of others that there may be, of pointers.
    [[nodiscard]] virtual std::span<const unsigned> widths() const = 0;
    /// The fences that repairs put in, the weakest first; none: there are no repairs.
    [[nodiscard]] virtual std::span<const FenceText> fences() const { return {}; }
    /// What threads and locations are besides; of a test that is being read. Throws Rejected.
    virtual void complete(litmus::LitmusTest& test, const Program& program) const;
};

/// A language whose texts `kParse` makes a P of, and `kUnfold` the events of that.
template <class P, P (*kParse)(std::string_view text),
          litmus::EventStructure (*kUnfold)(const litmus::FrontEnd& language,
                                            const litmus::LitmusTest& test, const P& program,
                                            unsigned unroll)>
class AssemblyOf : public Assembly {
protected:
    [[nodiscard]] std::shared_ptr<const Program> parse(std::string_view text) const final {
        return std::make_shared<const P>(kParse(text));
    }
    [[nodiscard]] litmus::EventStructure events(const litmus::LitmusTest& test,
                                                const Program& program,
                                                unsigned unroll) const final {
        return kUnfold(*this, test, static_cast<const P&>(program), unroll);
    }
};

}  // namespace clmm::targets
