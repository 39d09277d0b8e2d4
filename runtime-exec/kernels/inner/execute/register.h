#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace clmm::runtime {

/// What is known of the elements of a register. It is found while running, so that it is exact:
/// a value that happens to be the same for all work-items costs what a scalar costs.
///
/// general: no more than what stands in `data`. uniform: all are data[0]. affine: element i is
/// base + stride · (local ID of lane i), truncated to the register's width; integers only.
enum class Shape : std::uint8_t { general, uniform, affine };

struct Affine {
    std::int64_t base = 0;
    std::array<std::int64_t, 3> stride = {0, 0, 0};
};

/// One register of a block.
struct Register {
    std::byte* data = nullptr;  ///< an element for each lane
    Shape shape = Shape::general;
    bool filled = false;  ///< `data` holds all elements although the shape would do
    Affine affine;

    template <class T>
    [[nodiscard]] T* elements() const {
        return reinterpret_cast<T*>(data);
    }
    void become_uniform() {
        shape = Shape::uniform;
        filled = false;
    }
    void become_general() { shape = Shape::general; }
    void become_affine(const Affine& value) {
        shape = Shape::affine;
        filled = false;
        affine = value;
    }
};

}  // namespace clmm::runtime
