#include "vulkan/front_end.h"

#include <array>

#include "clmm/base/reject.h"
#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"
#include "herd/lexer.h"
#include "herd/structure_builder.h"
#include "vulkan/program.h"

namespace clmm::targets::vulkan {
namespace {

using litmus::EventStructure;
using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, vulkan::unfold> {
public:
    std::string_view name() const override { return "Vulkan"; }
    bool begins_with(std::string_view word) const override { return capitals(word) == "VULKAN"; }

    /// The numbers are those of Word, Set and Relation.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{.sets = {{"ATOM", "is not atomic"},
                                                       {"ACQ"},
                                                       {"REL"},
                                                       {"SG"},
                                                       {"WG"},
                                                       {"QF"},
                                                       {"DV"},
                                                       {"AV"},
                                                       {"VIS"},
                                                       {"SEMAV"},
                                                       {"SEMVIS"},
                                                       {"NONPRIV"},
                                                       {"SC0"},
                                                       {"SC1"},
                                                       {"SC2"},
                                                       {"SC3"},
                                                       {"SEMSC0"},
                                                       {"SEMSC1"},
                                                       {"SEMSC2"},
                                                       {"SEMSC3"},
                                                       {"AVDEVICE"},
                                                       {"VISDEVICE"},
                                                       {"CBAR"}},
                                              .relations = {{.name = "ssg", .symmetric = true},
                                                            {.name = "swg", .symmetric = true},
                                                            {.name = "sqf", .symmetric = true},
                                                            {.name = "ssw"},
                                                            {.name = "vloc", .symmetric = true}}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "vulkan"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "vulkan"};
    }

    std::string_view header(const LitmusTest& /*test*/) const override { return "VULKAN"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "Vulkan"; }
    std::vector<std::string> surroundings(const EventStructure& /*structure*/,
                                          const litmus::Unit& unit) const override {
        return {"queue family " + std::to_string(unit.device),
                "workgroup " + std::to_string(unit.work_group),
                "subgroup " + std::to_string(unit.sub_group)};
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

    /// `P0@sg 0,wg 0,qf 0`, `ssw 0 1`
    void complete(LitmusTest& test, const targets::Program& program) const override {
        place_threads(test, program.file,
                      {{"sg", &litmus::Unit::sub_group},
                       {"wg", &litmus::Unit::work_group},
                       {"qf", &litmus::Unit::device}});
        for (const ThreadLink& each : program.file.links) {
            if (each.kind != "ssw")
                reject("E-SYNTAX", "'" + each.kind + "' relates no threads", each.span, "ssw 0 1");
            static_cast<void>(find_unit(test, each.from, each.span));
            static_cast<void>(find_unit(test, each.to, each.span));
        }
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd language;
    return language;
}

}  // namespace clmm::targets::vulkan
