#pragma once

#include <cstdint>
#include <optional>

#include "clmm/litmus/term.h"

/// Constants that are addresses. The layout of a test gives each object a place, so that accesses
/// find their locations; but no text says where objects are, so nothing may depend on that.
///
/// Known     what an address plus a number is; how far two addresses of one object are apart; that
///           addresses within different objects differ, and are not null; the bits below an
///           object's alignment, which are 0 where it begins.
/// Not known all else: an operator on address constants is a term that stays as it is.
/// Shape     a constant whose operands are constants, too: where its object begins, the object's
/// size
///           in bytes, and its alignment.
namespace clmm::litmus {

/// An object: its place in the layout, a multiple of its alignment, which is a power of two.
struct ObjectRange {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t alignment = 1;
};

/// An address of an object, at whatever distance from its begin.
[[nodiscard]] TermId address_of(TermPool& terms, const ObjectRange& object, std::uint64_t value,
                                unsigned width);
[[nodiscard]] bool is_address(const TermPool& terms, TermId id);
[[nodiscard]] ObjectRange object_of(const TermPool& terms, TermId address);
[[nodiscard]] bool are_of_one_object(const TermPool& terms, TermId a, TermId b);
/// The constant without its object.
[[nodiscard]] TermId number_of(TermPool& terms, TermId id);
/// Another address of the same object.
[[nodiscard]] TermId moved_to(TermPool& terms, TermId address, std::uint64_t value, unsigned width);

/// An operator other than a comparison, one operand at least an address. Nothing where that is not
/// known, or where an operand is no constant.
[[nodiscard]] std::optional<TermId> fold_address(TermPool& terms, TermOp op, TermId a, TermId b);

/// A comparison as a program asks it: what is not known of addresses stays a term. The one of
/// TermPool::binary() is of the places in the layout.
[[nodiscard]] TermId compare(TermPool& terms, TermOp op, TermId a, TermId b);

/// The answer is known, as far as the operands are.
[[nodiscard]] bool is_comparable(const TermPool& terms, TermOp op, TermId a, TermId b);

/// An operator on an address whose result no text says. (A pointer is subtracted from another into
/// the same object.)
[[nodiscard]] bool is_unspecified(const TermPool& terms, TermId id);

}  // namespace clmm::litmus
