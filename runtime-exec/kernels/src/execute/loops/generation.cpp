#include "execute/loops/generation.h"

#ifdef CLMM_GENERATIONS
#include <sys/platform/x86.h>

namespace clmm::runtime {
namespace {

Generation found() {
    const bool is_v3 = CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) &&
                       CPU_FEATURE_ACTIVE(BMI2) && CPU_FEATURE_ACTIVE(F16C) &&
                       CPU_FEATURE_ACTIVE(FMA) && CPU_FEATURE_ACTIVE(LZCNT) &&
                       CPU_FEATURE_ACTIVE(MOVBE);
    if (!is_v3) return Generation::plain;
    const bool is_v4 = CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512BW) &&
                       CPU_FEATURE_ACTIVE(AVX512CD) && CPU_FEATURE_ACTIVE(AVX512DQ) &&
                       CPU_FEATURE_ACTIVE(AVX512VL);
    return is_v4 ? Generation::v4 : Generation::v3;
}

}  // namespace

const Generation kGeneration = found();

}  // namespace clmm::runtime
#endif
