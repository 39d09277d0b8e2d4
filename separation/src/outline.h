#pragma once

#include <vector>

#include "clmm/generator/program.h"

namespace clmm::separation {

/// A program without names: what can be left out, weakened or narrowed.
struct Outline {
    struct Step {
        generator::Kind kind = generator::Kind::load;
        bool is_atomic = true;
        bool is_used = true;  ///< the result of a read-modify-write
        generator::MemoryOrder order = generator::MemoryOrder::relaxed;
        generator::MemoryOrder failure = generator::MemoryOrder::relaxed;
        generator::MemoryScope scope = generator::MemoryScope::all_devices;
        generator::FenceFlags flags = {};
        generator::Modification modification = generator::Modification::none;
        int location = -1;
        int data = -1;     ///< the step whose result the stored value depends on
        int address = -1;  ///< … the address
    };
    /// All steps from one on depend on the result of a step.
    struct Guard {
        std::size_t from = 0;
        int reader = -1;
        bool on_zero = false;
    };
    struct Thread {
        generator::Placement place = {};
        std::vector<Step> steps = {};
        std::vector<Guard> guards = {};
    };
    std::vector<Thread> threads;
    std::vector<generator::Location> locations;
};

[[nodiscard]] Outline outline_of(const generator::Program& program);

/// Whether `small` results from `large` by leaving out, weakening and narrowing (see separate()).
/// True of equal ones.
[[nodiscard]] bool contains(const Outline& large, const Outline& small);

}  // namespace clmm::separation
