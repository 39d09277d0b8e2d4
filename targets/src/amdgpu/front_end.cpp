#include "amdgpu/front_end.h"

#include <array>

#include "amdgpu/program.h"
#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"

namespace clmm::targets::amdgpu {
namespace {

using litmus::EventStructure;
using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, amdgpu::unfold> {
public:
    std::string_view name() const override { return "AMDGPU"; }
    bool begins_with(std::string_view word) const override {
        const Processor* found = find_processor(word);
        return found != nullptr && found->word == word;
    }

    /// The numbers are those of Set and Relation.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{.sets = {{"GROUP"},
                                                       {"AGENT"},
                                                       {"SYSTEM"},
                                                       {"THROUGH_GROUP"},
                                                       {"THROUGH_AGENT"},
                                                       {"INV_CU"},
                                                       {"INV_GROUP"},
                                                       {"INV_AGENT"},
                                                       {"INV_SCALAR"},
                                                       {"WB_GROUP"},
                                                       {"WB_AGENT"},
                                                       {"LDS"},
                                                       {"SCALAR"},
                                                       {"WAIT"}},
                                              .relations = {{.name = "scu", .symmetric = true},
                                                            {.name = "swave", .symmetric = true},
                                                            {.name = "swg", .symmetric = true},
                                                            {.name = "sagent", .symmetric = true},
                                                            {.name = "waited"}}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "amdgpu"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "amdgpu"};
    }

    std::string_view header(const LitmusTest& test) const override {
        return static_cast<const Program*>(test.program.get())->processor->word;
    }
    std::string_view title(const LitmusTest& test) const override { return header(test); }
    std::vector<std::string> surroundings(const EventStructure& /*structure*/,
                                          const litmus::Unit& unit) const override {
        return {"agent " + std::to_string(unit.device),
                "work-group " + std::to_string(unit.work_group)};
    }
    std::vector<std::vector<litmus::UnitBlock>> blocks(
        const EventStructure& structure) const override {
        return litmus::blocks_by_place(structure.units);
    }

protected:
    std::span<const unsigned> widths() const override {
        static constexpr std::array<unsigned, 1> words{32};
        return words;
    }

    /// `P0@wave 0,wg 0,agent 0`
    void complete(LitmusTest& test, const targets::Program& program) const override {
        place_threads(test, program.file,
                      {{"wave", &litmus::Unit::sub_group},
                       {"wg", &litmus::Unit::work_group},
                       {"agent", &litmus::Unit::device}});
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd language;
    return language;
}

}  // namespace clmm::targets::amdgpu
