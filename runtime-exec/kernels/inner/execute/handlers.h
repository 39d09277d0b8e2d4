#pragma once

#include "execute/instruction.h"
#include "execute/scalar.h"

/// The instruction set. What a handler expects of its instruction stands beside it; d, a, b, c are
/// registers, `immediate` an integer.
namespace clmm::runtime::handlers {

/// d = loop(a, …); `operands` says how many.
[[nodiscard]] Handler pure();
/// d = a, of one size; keeps the shape.
[[nodiscard]] Handler move();

// Integers of 32 and 64 bits, which keep affine shapes where they can. Each has a `loop` for the
// general case; `scalar` is the type of the operands.
[[nodiscard]] Handler add(Scalar scalar);
[[nodiscard]] Handler subtract(Scalar scalar);
[[nodiscard]] Handler multiply(Scalar scalar);
[[nodiscard]] Handler shift_left(Scalar scalar);
[[nodiscard]] Handler divide(Scalar scalar);
[[nodiscard]] Handler remainder(Scalar scalar);
[[nodiscard]] Handler less(Scalar scalar);
[[nodiscard]] Handler less_equal(Scalar scalar);
[[nodiscard]] Handler equal(Scalar scalar);
[[nodiscard]] Handler not_equal(Scalar scalar);
[[nodiscard]] Handler convert(Scalar from, Scalar to);

// Memory: a is an address, `immediate` is added to it.
/// d = *(a + immediate)
[[nodiscard]] Handler load(Scalar scalar);
/// *(a + immediate) = b
[[nodiscard]] Handler store(Scalar scalar);
/// `immediate` bytes from address b to address a, which do not overlap unless they are the same.
[[nodiscard]] Handler copy();

/// Where a (32 bits) is 0 an assertion fails: a finding, and the run ends.
[[nodiscard]] Handler check_assertion();

// Control. Targets are `join`s.
/// To immediate.
[[nodiscard]] Handler jump();
/// To immediate where a (32 bits) is not 0, or is 0.
[[nodiscard]] Handler branch_true();
[[nodiscard]] Handler branch_false();
/// `immediate`: see Block::join.
[[nodiscard]] Handler join();
[[nodiscard]] Handler finish();

// Work-items. `immediate` is the dimension, or an offset in memory.
enum class ItemQuery : std::uint8_t {
    global_id,
    local_id,
    group_id,
    global_size,
    local_size,
    enqueued_local_size,
    number_of_groups,
    global_offset,
    work_dimensions,
    global_linear_id,
    local_linear_id,
    sub_group_id,
    sub_group_local_id,
    sub_group_size,
    max_sub_group_size,
    number_of_sub_groups,
    enqueued_number_of_sub_groups,
    local_address,    ///< of local memory at immediate
    private_address,  ///< of private memory at immediate
    program_address,  ///< of program-scope memory at immediate
};
/// d (64 bits) = the answer.
[[nodiscard]] Handler query(ItemQuery what);
/// d (64 bits) = query of dimension a.
[[nodiscard]] Handler query_dimension(ItemQuery what);

// Groups: all lanes of the group together. loop(d, a, b, -, n) works on the values of the n
// work-items; b, if it is read, is one value.
/// a, if there is one: flags that have to be the same for all.
[[nodiscard]] Handler barrier();
[[nodiscard]] Handler sub_group_barrier();
[[nodiscard]] Handler group_function();
[[nodiscard]] Handler sub_group_function();
/// d = the a of the work-item of the sub-group whose place in it is b, 64 bits; c, if there is one,
/// of the places behind the largest sub-group.
[[nodiscard]] Handler sub_group_shuffle();
/// a, 64 bits, has to be the same for all of the sub-group.
[[nodiscard]] Handler sub_group_pointer();
/// d (32 bits) = which of the 32 work-items from the place 32 * `immediate` on come here with a, 32
/// bits, that is not 0.
[[nodiscard]] Handler sub_group_ballot();
/// d (32 bits) = the word `immediate` % 4 of the language's mask of the kind `immediate` / 4.
[[nodiscard]] Handler sub_group_mask();
/// async_work_group_copy: element size `immediate`; a to, b from, c the number of elements.
[[nodiscard]] Handler group_copy();
/// The same with a stride: operands of calls[immediate].
[[nodiscard]] Handler group_copy_strided();
/// Likewise of watched code, whose copies have events: the result.
[[nodiscard]] Handler watched_group_copy();
/// wait_group_events of watched code: operands of calls[immediate] are the number and the list.
[[nodiscard]] Handler group_wait();

}  // namespace clmm::runtime::handlers
