#pragma once

#include <sched.h>

#include <algorithm>
#include <span>
#include <vector>

namespace clmm::hardware {

/// A set of logical processors as the operating system takes it, of any size.
class ProcessorSet {
public:
    /// With room for the numbers below `room`.
    explicit ProcessorSet(std::size_t room = CPU_SETSIZE)
        : sets_((room + CPU_SETSIZE - 1) / CPU_SETSIZE) {}
    explicit ProcessorSet(std::span<const unsigned> processors)
        : ProcessorSet(processors.empty() ? 1 : std::ranges::max(processors) + std::size_t{1}) {
        for (const unsigned each : processors) CPU_SET_S(each, bytes(), data());
    }

    [[nodiscard]] cpu_set_t* data() { return sets_.data(); }
    [[nodiscard]] std::size_t bytes() const { return sets_.size() * sizeof(cpu_set_t); }
    [[nodiscard]] std::vector<unsigned> numbers() {
        std::vector<unsigned> out;
        for (std::size_t i = 0; i < sets_.size() * CPU_SETSIZE; ++i)
            if (CPU_ISSET_S(i, bytes(), data())) out.push_back(static_cast<unsigned>(i));
        return out;
    }

private:
    std::vector<cpu_set_t> sets_;
};

}  // namespace clmm::hardware
