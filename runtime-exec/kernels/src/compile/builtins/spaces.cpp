// Generic pointers: what they point to.
#include <algorithm>
#include <array>

#include "compile/builtins/call.h"

namespace clmm::runtime::compiler {

namespace {

struct Space {
    const char* function;
    AddressSpace space;
    std::int64_t fence;  ///< what handlers::fence_of says of it
};

constexpr std::array kSpaces = {Space{"to_global", AddressSpace::global, 2},
                                Space{"to_local", AddressSpace::local, 1},
                                Space{"to_private", AddressSpace::private_memory, 0}};

}  // namespace

/// to_global and so on: the pointer, or null where it points to other memory; get_fence. Where the
/// type says what it points to, so does the result.
BuiltinCall::Result BuiltinCall::address_spaces() {
    const auto wanted = std::ranges::find(kSpaces, name(), &Space::function);
    if (wanted == kSpaces.end() && name() != "get_fence") return std::nullopt;
    const Value pointer = argument(0);
    if (!is_pointer(pointer.type)) wrong_argument(0, "a pointer");
    require(pointee_space(pointer.type) != AddressSpace::constant, "E-ADDRESS",
            "constant memory is not part of the generic address space", node_.arguments[0]->span);
    const auto known = std::ranges::find(kSpaces, pointee_space(pointer.type), &Space::space);
    const Reg fence = known != kSpaces.end() ? out_.integer(Scalar::u32, known->fence)
                                             : out_.effect(handlers::fence_of(), nullptr,
                                                           Scalar::u32, {pointer.reg()}, 0, at());
    if (wanted == kSpaces.end()) return t_.scalar_value(Scalar::u32, fence);
    const Reg is_there = t_.convert_element(
        t_.compare(loops::Binary::equal, fence, out_.integer(Scalar::u32, wanted->fence)),
        types_.scalar(Scalar::i32), types_.scalar(Scalar::u64));
    const Reg mask =
        out_.pure({handlers::pure(), loops::negate(Scalar::u64), Scalar::u64}, {is_there}, at());
    Value out = pointer;
    out.type = types_.pointer(pointer.type->element, wanted->space);
    out.parts = {t_.compute(loops::Binary::bit_and, pointer.reg(), mask)};
    return out;
}

}  // namespace clmm::runtime::compiler
