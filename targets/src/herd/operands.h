#pragma once

#include <string>
#include <string_view>

#include "clmm/base/reject.h"
#include "clmm/base/source.h"

namespace clmm::targets {

/// The operands that an instruction takes, one letter each, in words.
[[nodiscard]] std::string describe_operands(std::string_view shape);

/// Throws Rejected (E-TYPE) unless the operands are those of one of the shapes, as fits(operand,
/// letter) tells. The letters: r a register, i a number, v either, m memory, x a location, l a
/// name.
template <class Operands, class Fits>
void check_operands(const std::string& name, const Operands& operands,
                    std::initializer_list<std::string_view> shapes, Span span, Fits&& fits) {
    for (const std::string_view shape : shapes) {
        bool is_right = operands.size() == shape.size();
        for (std::size_t i = 0; is_right && i < shape.size(); ++i)
            is_right = fits(operands[i], shape[i]);
        if (is_right) return;
    }
    reject("E-TYPE", "the operands of " + name + " are " + describe_operands(*shapes.begin()),
           span);
}

}  // namespace clmm::targets
