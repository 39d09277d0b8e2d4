#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "herd/operation.h"

/// The instructions of AMDGPU that act on memory, by processor, and what little else tests need.
namespace clmm::targets::amdgpu {

enum class Family : std::uint8_t { gfx90a, gfx942, gfx11, gfx12 };

/// A processor and a mode that kernels run in: the first word of a file.
struct Processor {
    std::string_view word;  ///< `GFX942`, `GFX942_TGSPLIT`
    Family family = Family::gfx90a;
    /// The waves of a work-group are on different compute units: threadgroup split mode, WGP mode.
    bool splits_groups = false;
    bool has_lds = true;  ///< not in threadgroup split mode
};

[[nodiscard]] std::span<const Processor> processors();
/// In any case: `gfx942`.
[[nodiscard]] const Processor* find_processor(std::string_view word);

enum class Kind : std::uint8_t {
    load,
    store,
    atomic,
    wait,        ///< s_waitcnt vmcnt(0) and what gfx11 and gfx12 have for it
    invalidate,  ///< of caches
    write_back,
    barrier,
    barrier_signal,
    barrier_wait,
    move,
    compute,
    compare,
    branch,
    jump,
    nothing
};

/// What an access goes through.
enum class Space : std::uint8_t { global, flat, lds, scalar };

/// Which counters an instruction waits for.
enum Counter : std::uint8_t {
    kLoads = 1,   ///< vmcnt (of gfx90a and gfx942 stores as well), loadcnt
    kStores = 2,  ///< vscnt, storecnt
    kLds = 4,     ///< lgkmcnt, dscnt
    kScalar = 8   ///< kmcnt; before gfx12 counted in lgkmcnt
};

/// Caches between a wave and memory that an instruction is about.
enum Cache : std::uint8_t { kUnit = 1, kGroup = 2, kAgent = 4, kScalarCache = 8 };

enum Families : std::uint8_t { kGfx90a = 1, kGfx942 = 2, kGfx9 = 3, kGfx11 = 4, kGfx12 = 8 };

struct Form {
    std::string_view name;
    Kind kind = Kind::nothing;
    std::uint8_t families = 15;
    Space space = Space::global;
    Operation operation = Operation::none;
    bool returns = false;       ///< of LDS atomics; of others a modifier says so
    std::uint8_t counters = 0;  ///< of waits
    std::uint8_t caches = 0;    ///< of invalidations that have no modifier to say so
    std::string_view shape;   ///< d a destination, v a register or number, x a location, l a label,
                              ///< n a number; of atomics without the destination
    std::string_view scalar;  ///< of comparisons: where the result goes, `scc` or `vcc`
    Condition condition = Condition::equal;  ///< of comparisons; of branches, of the result with 0
};

/// All that there are.
[[nodiscard]] std::span<const Form> forms();
/// None: the family has no such instruction.
[[nodiscard]] const Form* find_form(std::string_view name, Family family);
/// Counters that an access is counted in.
[[nodiscard]] std::uint8_t counters_of(const Form& form, Family family, bool returns);

}  // namespace clmm::targets::amdgpu
