#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clmm::hardware::machine_code {

/// Machine code that this process can call. It is written first and executable then, never both.
class ExecutableMemory {
public:
    /// Each function begins a line of caches of its own. Errors   DeviceError: the system's.
    explicit ExecutableMemory(std::span<const std::span<const std::uint8_t>> functions);
    ~ExecutableMemory();
    ExecutableMemory(const ExecutableMemory&) = delete;
    ExecutableMemory& operator=(const ExecutableMemory&) = delete;

    template <class Function>
    [[nodiscard]] Function* function(std::size_t index) const {
        return reinterpret_cast<Function*>(memory_ + offsets_[index]);
    }

private:
    std::byte* memory_ = nullptr;
    std::size_t size_ = 0;
    std::vector<std::size_t> offsets_;
};

}  // namespace clmm::hardware::machine_code
