#pragma once

#include <cstddef>
#include <cstdint>

namespace clmm::runtime {

/// An address as kernels and findings have it: 64 bits on any host.
[[nodiscard]] inline std::uint64_t address_of(const volatile void* pointer) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}
template <class T = std::byte>
[[nodiscard]] T* pointer_to(std::uint64_t address) {
    return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

}  // namespace clmm::runtime
