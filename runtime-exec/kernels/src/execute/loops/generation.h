#pragma once

#include <cstdint>

namespace clmm::runtime {

// Compiled for the vector units of several generations. Clang 14 and targets other than x86-64 get
// the plain version alone.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLMM_GENERATIONS

/// What the processor's vector units know.
enum class Generation : std::uint8_t { plain, v3, v4 };
/// As the loader has found out: asking the processor makes a virtual machine wait longer than for
/// the pages of a small test, and the loader would choose among functions at each start.
extern const Generation kGeneration;

template <auto Run, class... Arguments>
[[gnu::target("arch=x86-64-v3")]] void run_v3(Arguments... arguments) {
    Run(arguments...);
}
template <auto Run, class... Arguments>
[[gnu::target("arch=x86-64-v4")]] void run_v4(Arguments... arguments) {
    Run(arguments...);
}
/// An inline function, as the processor does it fastest.
template <auto Run, class... Arguments>
void run_vectors(Arguments... arguments) {
    if (kGeneration == Generation::v4) return run_v4<Run>(arguments...);
    if (kGeneration == Generation::v3) return run_v3<Run>(arguments...);
    Run(arguments...);
}
#else
template <auto Run, class... Arguments>
void run_vectors(Arguments... arguments) {
    Run(arguments...);
}
#endif

}  // namespace clmm::runtime
