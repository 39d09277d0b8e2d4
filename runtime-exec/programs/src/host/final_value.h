#pragma once

#include <cstdint>

#include "clmm/language/integers.h"
#include "clmm/parser/c_tree.h"

namespace clmm::runtime::host {

/// An integer or a pointer, as what a test observes has it.
struct ScalarType {
    language::IntegerType integer;  ///< of a pointer: what its address is
    bool is_pointer = false;

    [[nodiscard]] std::size_t size() const { return integer.width / 8U; }
    friend bool operator==(const ScalarType&, const ScalarType&) = default;
};
inline constexpr ScalarType kPointer{language::kSizeType, true};

/// Rejects (E-UNSUPPORTED) other types.
[[nodiscard]] ScalarType scalar_type_of(const syntax::TypeName& name);

/// What a variable holds at the end; bits, sign- or zero-extended to 64.
struct FinalValue {
    ScalarType type;
    std::uint64_t bits = 0;
};
/// Of so many bits as the type has.
[[nodiscard]] inline FinalValue final_value(const ScalarType& type, std::uint64_t bits) {
    return {type, language::converted({type.integer, bits}, type.integer).bits};
}

}  // namespace clmm::runtime::host
