#include "machine_code/executable_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "clmm/hardware/device.h"

namespace clmm::hardware::machine_code {
namespace {

constexpr std::size_t kLine = 64;

[[noreturn]] void fail(const char* call) {
    throw DeviceError(std::string("there is no memory for machine code: ") + call + ": " +
                      std::generic_category().message(errno));
}

}  // namespace

ExecutableMemory::ExecutableMemory(std::span<const std::span<const std::uint8_t>> functions) {
    // Sanitizers look at what is before a function.
    size_ = kLine;
    for (const auto& each : functions) {
        offsets_.push_back(size_);
        size_ += (each.size() + kLine - 1) / kLine * kLine;
    }
    void* made = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) fail("mmap");
    memory_ = static_cast<std::byte*>(made);
    for (std::size_t i = 0; i < functions.size(); ++i)
        std::memcpy(memory_ + offsets_[i], functions[i].data(), functions[i].size());
    if (mprotect(memory_, size_, PROT_READ | PROT_EXEC) == 0) return;
    const int error = errno;
    munmap(memory_, size_);
    errno = error;
    fail("mprotect");
}

ExecutableMemory::~ExecutableMemory() { munmap(memory_, size_); }

}  // namespace clmm::hardware::machine_code
