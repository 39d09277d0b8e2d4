#include "clmm/targets/weakenings.h"

#include "clmm/litmus/front_end.h"
#include "ptx/weakenings.h"
#include "x86/weakenings.h"

namespace clmm::targets {

litmus::WeakeningSpace weakening_space(const litmus::LitmusTest& test,
                                       const litmus::EventStructure& structure) {
    if (test.code != nullptr) return {test, structure};
    std::vector<litmus::WeakeningPlace> places = ptx::weakenings(test);
    std::ranges::move(x86::weakenings(test), std::back_inserter(places));
    return {test.source, std::move(places)};
}

}  // namespace clmm::targets
