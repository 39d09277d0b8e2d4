#include <cstdint>

#include "clmm/runtime/kernel_code.h"

namespace clmm::runtime {

std::byte* WorkerScratch::memory(std::size_t size) {
    constexpr std::size_t kAlignment = 128;
    if (memory_.size() < size + kAlignment) memory_.resize(size + kAlignment);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (kAlignment - address % kAlignment) % kAlignment;
}

}  // namespace clmm::runtime
