// Which values of a kernel are kept though they are not followed.
#include <gtest/gtest.h>

#include "clmm/litmus/kernel_file.h"
#include "clmm/litmus/opaque_values.h"
#include "unit/litmus/reading.h"

namespace clmm::litmus {
namespace {

/// `a` is only copied; what is in `flag` decides.
constexpr const char* kWork =
    "kernel void work(global float* out, global float* a, global float* flag) {\n"
    "    a[0] = a[0] * 2.5f;\n"
    "    flag[0] = flag[0] + 1.0f;\n"
    "    if (flag[0] > 1.0f) out[0] = a[0];\n"
    "}\n";

/// What the unit writes to a location, where opaque values may be written.
bool is_forgotten(const EventStructure& structure, const std::string& location) {
    for (const Event& event : structure.events)
        if (event.kind == EventKind::write && !event.initial &&
            structure.locations[event.targets.front().location.index()].name == location)
            return structure.terms.is_constant(event.value);
    ADD_FAILURE() << "nothing is written to " << location;
    return false;
}

TEST(ForgottenValues, ThoseThatDecideAreKept) {
    const auto test = read_kernel(
        std::make_shared<Source>("k.cl", kWork),
        {.global = {1}, .local = {1}, .arguments = {"out[1]", "a[1]=any", "flag[1]=any"}});
    ASSERT_TRUE(test.ok()) << render(test.diagnostics());
    const auto structure = unfold(*test, {.opaque_values = true});
    ASSERT_TRUE(structure.ok()) << render(structure.diagnostics());
    EXPECT_TRUE(is_forgotten(*structure, "a[0]"));
    EXPECT_TRUE(is_forgotten(*structure, "out[0]"));
    EXPECT_FALSE(is_forgotten(*structure, "flag[0]"));
    EXPECT_TRUE(structure->observables.empty());
    const OpaqueDependence dependence(*structure);
    EXPECT_FALSE(dependence.is_empty());
    const Event& write_of_out = structure->events.back();
    EXPECT_TRUE(dependence.of({write_of_out.id}).has_value());
}

}  // namespace
}  // namespace clmm::litmus
