// The C library's mathematics, opened when a function of it is first called.
//
// Why      Kernels compute with it, and nothing else does. Linked with, it takes each start a tenth
//          of a millisecond: it is mapped, relocated, and its functions are looked up.
// Idea     The program has these functions itself, so that the linker needs the library for none.
//          Each jumps to where the library has it, once that is known.
// Sandbox  No file can be opened in one: enter_sandbox() calls a function first.
#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace {

void find_all();

/// In place of a function that the library has not, which it had when clmm was built.
void* looked_up(void* library, const char* name) {
    if (void* const found = library != nullptr ? dlsym(library, name) : nullptr) return found;
    std::fprintf(stderr, "clmm: internal error: libm.so.6 has no %s: %s\n", name, dlerror());
    std::abort();
}

}  // namespace

// F(result, name, parameters, arguments)
#define CLMM_ONE(F, type, name) F(type, name, (type x), (x))
#define CLMM_TWO(F, type, name) F(type, name, (type x, type y), (x, y))
#define CLMM_BOTH_ONE(F, name) CLMM_ONE(F, double, name) CLMM_ONE(F, float, name##f)
#define CLMM_BOTH_TWO(F, name) CLMM_TWO(F, double, name) CLMM_TWO(F, float, name##f)

#define CLMM_OF_ONE(F)          \
    CLMM_BOTH_ONE(F, acos)      \
    CLMM_BOTH_ONE(F, acosh)     \
    CLMM_BOTH_ONE(F, asin)      \
    CLMM_BOTH_ONE(F, asinh)     \
    CLMM_BOTH_ONE(F, atan)      \
    CLMM_BOTH_ONE(F, atanh)     \
    CLMM_BOTH_ONE(F, cbrt)      \
    CLMM_BOTH_ONE(F, ceil)      \
    CLMM_BOTH_ONE(F, cos)       \
    CLMM_BOTH_ONE(F, cosh)      \
    CLMM_BOTH_ONE(F, erf)       \
    CLMM_BOTH_ONE(F, erfc)      \
    CLMM_BOTH_ONE(F, exp)       \
    CLMM_BOTH_ONE(F, exp2)      \
    CLMM_BOTH_ONE(F, expm1)     \
    CLMM_BOTH_ONE(F, floor)     \
    CLMM_BOTH_ONE(F, lgamma)    \
    CLMM_BOTH_ONE(F, log)       \
    CLMM_BOTH_ONE(F, log10)     \
    CLMM_BOTH_ONE(F, log1p)     \
    CLMM_BOTH_ONE(F, log2)      \
    CLMM_BOTH_ONE(F, logb)      \
    CLMM_BOTH_ONE(F, nearbyint) \
    CLMM_BOTH_ONE(F, rint)      \
    CLMM_BOTH_ONE(F, round)     \
    CLMM_BOTH_ONE(F, roundeven) \
    CLMM_BOTH_ONE(F, sin)       \
    CLMM_BOTH_ONE(F, sinh)      \
    CLMM_BOTH_ONE(F, sqrt)      \
    CLMM_BOTH_ONE(F, tan)       \
    CLMM_BOTH_ONE(F, tanh)      \
    CLMM_BOTH_ONE(F, tgamma)    \
    CLMM_BOTH_ONE(F, trunc)

#define CLMM_OF_TWO(F)          \
    CLMM_BOTH_TWO(F, atan2)     \
    CLMM_BOTH_TWO(F, fdim)      \
    CLMM_BOTH_TWO(F, fmax)      \
    CLMM_BOTH_TWO(F, fmin)      \
    CLMM_BOTH_TWO(F, fmod)      \
    CLMM_BOTH_TWO(F, hypot)     \
    CLMM_BOTH_TWO(F, nextafter) \
    CLMM_BOTH_TWO(F, pow)       \
    CLMM_BOTH_TWO(F, remainder)

#define CLMM_OF_OTHERS(F)                                      \
    F(double, fma, (double x, double y, double z), (x, y, z))  \
    F(float, fmaf, (float x, float y, float z), (x, y, z))     \
    F(double, remquo, (double x, double y, int* z), (x, y, z)) \
    F(float, remquof, (float x, float y, int* z), (x, y, z))   \
    F(double, frexp, (double x, int* y), (x, y))               \
    F(float, frexpf, (float x, int* y), (x, y))                \
    F(double, ldexp, (double x, int y), (x, y))                \
    F(float, ldexpf, (float x, int y), (x, y))                 \
    F(double, modf, (double x, double* y), (x, y))             \
    F(float, modff, (float x, float* y), (x, y))               \
    F(int, ilogb, (double x), (x))                             \
    F(int, ilogbf, (float x), (x))                             \
    F(long, lrint, (double x), (x))                            \
    F(long, lrintf, (float x), (x))                            \
    F(long, lround, (double x), (x))                           \
    F(long, lroundf, (float x), (x))

#define CLMM_EACH(F) CLMM_OF_ONE(F) CLMM_OF_TWO(F) CLMM_OF_OTHERS(F)

// Where a function is; at first where all are looked for.
#define CLMM_PLACE(result, name, parameters, arguments)                           \
    constinit std::atomic<std::add_pointer_t<result parameters>> place_of_##name{ \
        +[] parameters -> result {                                                \
            find_all();                                                           \
            return place_of_##name.load(std::memory_order_relaxed) arguments;     \
        }};
// Hidden, or libraries would call them in place of what they are linked with; of another name in
// C++, where functions of these names are built in.
#define CLMM_FUNCTION(result, name, parameters, arguments)                                   \
    extern "C"                                                                               \
        [[gnu::visibility("hidden")]] result clmm_##name parameters noexcept __asm__(#name); \
    extern "C" result clmm_##name parameters noexcept {                                      \
        return place_of_##name.load(std::memory_order_relaxed) arguments;                    \
    }
#define CLMM_FIND(result, name, parameters, arguments) \
    place_of_##name = reinterpret_cast<decltype(place_of_##name.load())>(looked_up(library, #name));

namespace {
CLMM_EACH(CLMM_PLACE)

/// Threads that come here at once find the same.
void find_all() {
    void* const library = dlopen("libm.so.6", RTLD_LAZY | RTLD_LOCAL);
    CLMM_EACH(CLMM_FIND)
}
}  // namespace

CLMM_EACH(CLMM_FUNCTION)
