#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/types.h"

namespace clmm::language {

/// A built-in function of OpenCL C that synchronises nothing (those are in functions.h) and is none
/// of device-side enqueue (api.h).
///
/// Shape    the number of arguments, whatever their types are; `result` and `stored` of families
///          whose results follow from their arguments. Names with a part of their own are found by
///          find_builtin, and not listed: `work_group_`, `sub_group_` and `native_` before them,
///          the types of `convert_int4_sat`, `as_uint` and `vload8`.
/// Source   OpenCL C 3.0, "Built-in Functions"
struct Builtin {
    enum class Family : std::uint8_t {
        work_item,
        group,
        pipe,
        image,
        address_space,
        copy,
        math,
        common,
        integer,
        relational,
        geometric,
        vector,
        conversion,
        output,
    };
    enum class Result : std::uint8_t {
        operand,    ///< of the operands' type
        component,  ///< one component of them
        integer,    ///< an int for each component
        truth,      ///< 0 or 1, an int; in vectors 0 or -1 of the components' width
    };
    /// What is stored where the last argument points.
    enum class Stored : std::uint8_t { nothing, operand, integer };
    /// What the components of its operands may be, and how many there are.
    enum class Elements : std::uint8_t {
        none,
        any,
        floating,
        single,  ///< float
        integers,
        signed_integers,
        narrow,  ///< integers of at most 32 bits
        words,   ///< int, uint
    };
    enum class Lanes : std::uint8_t { any, up_to_four, three_or_four };
    std::string_view name;
    Family family = Family::math;
    std::size_t least = 0, most = 0;
    Result result = Result::operand;
    Stored stored = Stored::nothing;
    /// The types of its calls (signatures.h); empty of those that take more than some types.
    std::string_view forms = {};
    Elements elements = Elements::none;
    Lanes lanes = Lanes::any;
};
[[nodiscard]] std::optional<Builtin> find_builtin(std::string_view name);
/// Those that are listed.
[[nodiscard]] std::span<const Builtin> builtins();
[[nodiscard]] std::vector<std::string> builtin_names();

/// What a work-item asks of its place in the NDRange.
enum class WorkItemQuery : std::uint8_t {
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
};
struct WorkItemFunction {
    std::string_view name;
    WorkItemQuery query = WorkItemQuery::global_id;
    bool takes_dimension = false;  ///< then a size_t
    bool is_wide = false;          ///< size_t, else uint
    std::uint64_t beyond = 0;      ///< in dimensions that the range has not
};
[[nodiscard]] const WorkItemFunction* find_work_item_function(std::string_view name);

/// What a group computes together.
struct GroupFunction {
    enum class Kind : std::uint8_t { all, any, broadcast, reduce, scan_exclusive, scan_inclusive };
    enum class Combine : std::uint8_t { none, add, min, max };
    std::string_view name;  ///< behind `work_group_` or `sub_group_`
    Kind kind = Kind::all;
    Combine combine = Combine::none;
    bool of_sub_group = false;
};
[[nodiscard]] std::optional<GroupFunction> find_group_function(std::string_view name);

/// `sub_group_shuffle_xor(v, mask)`: the value that another work-item of the sub-group gives, if it
/// calls as well, which not all need do.
/// Source   cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative; cl_intel_subgroups
struct ShuffleFunction {
    /// The sub-group local ID of the other one, where n is the last argument.
    enum class Other : std::uint8_t { given, exclusive_or, minus, plus };
    Other other = Other::given;
    /// Of two values side by side, each as wide as the largest sub-group: `plus` goes from the
    /// first into the second, `minus` from the second into the first.
    bool joins_two = false;
};
[[nodiscard]] std::optional<ShuffleFunction> find_shuffle(std::string_view name);

/// What is computed of integers alone. Its operands have one type, which signatures.h says.
struct IntegerFunction {
    enum class Kind : std::uint8_t {
        abs,
        abs_diff,
        add_sat,
        sub_sat,
        hadd,
        rhadd,
        clz,
        ctz,
        popcount,
        mul_hi,
        mad_hi,
        mad_sat,
        rotate,
        mul24,
        mad24,
        min,
        max,
        clamp,
        upsample,  ///< the first operand's width is doubled
        select,    ///< the last operand has a type of its own
        bitselect,
        any,  ///< of one component: its most significant bit, an int
        all,
    };
    std::string_view name;
    Kind kind = Kind::abs;
    std::size_t operands = 1;
    bool yields_unsigned = false;
};
[[nodiscard]] const IntegerFunction* find_integer_function(std::string_view name);

/// `dot_acc_sat_4x8packed_su_int(a, b, c)`: four bytes in each of two `uint`s, signed or not, are
/// multiplied pairwise and summed; then a third number may be added, saturating. `dot` and
/// `dot_acc_sat` do so to `char4` and `uchar4`.
/// Source   cl_khr_integer_dot_product
struct ByteDot {
    bool first_signed = false;
    bool second_signed = false;
    bool accumulates = false;
    [[nodiscard]] bool yields_signed() const { return first_signed || second_signed; }
};
[[nodiscard]] std::optional<ByteDot> find_packed_dot(std::string_view name);
/// By the types of the first two arguments.
[[nodiscard]] std::optional<ByteDot> find_vector_dot(std::string_view name, const Type& first,
                                                     const Type& second);

/// What is done to a pipe.
struct PipeFunction {
    enum class Kind : std::uint8_t { transfer, reserve, commit, packets, capacity, is_valid };
    enum class Reach : std::uint8_t { work_item, sub_group, work_group };
    Kind kind = Kind::transfer;
    bool reads = false;  ///< of transfer, reserve and commit
    Reach reach = Reach::work_item;
};
[[nodiscard]] std::optional<PipeFunction> find_pipe_function(std::string_view name);

}  // namespace clmm::language
