#include "ptx/front_end.h"

#include <array>

#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"
#include "ptx/program.h"

namespace clmm::targets::ptx {
namespace {

using litmus::EventStructure;
using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, ptx::unfold> {
public:
    std::string_view name() const override { return "PTX"; }
    bool begins_with(std::string_view word) const override { return word == "PTX"; }

    /// The numbers are those of Set and Relation.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{
            .sets = {{"WEAK"},
                     {"RLX"},
                     {"ACQ"},
                     {"REL"},
                     {"ACQ_REL"},
                     {"SC"},
                     {"CTA"},
                     {"GPU"},
                     {"SYS"},
                     {"GEN"},
                     {"SUR"},
                     {"TEX"},
                     {"CON"},
                     {"ALIAS"},
                     {"RED"}},
            .relations = {{.name = "sr", .symmetric = true},
                          {.name = "scta", .symmetric = true, .of_units = false},
                          {.name = "vloc", .symmetric = true}}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "ptx-7.5"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "ptx-6.0", "ptx-7.5"};
    }

    std::string_view header(const LitmusTest& /*test*/) const override { return "PTX"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "PTX"; }
    std::vector<std::string> surroundings(const EventStructure& /*structure*/,
                                          const litmus::Unit& unit) const override {
        return {"GPU " + std::to_string(unit.device), "CTA " + std::to_string(unit.work_group)};
    }
    std::vector<std::vector<litmus::UnitBlock>> blocks(
        const EventStructure& structure) const override {
        return litmus::blocks_by_place(structure.units);
    }

protected:
    /// Bits: synchronises in the CTA, the GPU, the system; takes part in the order of fence.sc
    /// there.
    std::span<const FenceText> fences() const override {
        static constexpr std::array<FenceText, 6> all{{{"fence.acq_rel.cta", 1},
                                                       {"fence.acq_rel.gpu", 1 | 2},
                                                       {"fence.sc.cta", 1 | 8},
                                                       {"fence.acq_rel.sys", 1 | 2 | 4},
                                                       {"fence.sc.gpu", 1 | 2 | 8 | 16},
                                                       {"fence.sc.sys", 1 | 2 | 4 | 8 | 16 | 32}}};
        return all;
    }
    std::span<const unsigned> widths() const override {
        static constexpr std::array<unsigned, 1> words{32};
        return words;
    }

    /// `P0@cta 0,gpu 0`
    void complete(LitmusTest& test, const targets::Program& program) const override {
        place_threads(test, program.file,
                      {{"cta", &litmus::Unit::work_group}, {"gpu", &litmus::Unit::device}});
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd language;
    return language;
}

}  // namespace clmm::targets::ptx
