#include "clmm/language/builtins.h"

#include <algorithm>
#include <array>

#include "clmm/language/ballots.h"
#include "clmm/language/vectors.h"

namespace clmm::language {
namespace {

using Family = Builtin::Family;
using Gives = Builtin::Result;
using Stored = Builtin::Stored;
using Query = WorkItemQuery;

constexpr std::array kWorkItem = {
    WorkItemFunction{"get_global_id", Query::global_id, true, true, 0},
    WorkItemFunction{"get_local_id", Query::local_id, true, true, 0},
    WorkItemFunction{"get_group_id", Query::group_id, true, true, 0},
    WorkItemFunction{"get_global_size", Query::global_size, true, true, 1},
    WorkItemFunction{"get_local_size", Query::local_size, true, true, 1},
    WorkItemFunction{"get_enqueued_local_size", Query::enqueued_local_size, true, true, 1},
    WorkItemFunction{"get_num_groups", Query::number_of_groups, true, true, 1},
    WorkItemFunction{"get_global_offset", Query::global_offset, true, true, 0},
    WorkItemFunction{"get_work_dim", Query::work_dimensions},
    WorkItemFunction{"get_global_linear_id", Query::global_linear_id, false, true},
    WorkItemFunction{"get_local_linear_id", Query::local_linear_id, false, true},
    WorkItemFunction{"get_sub_group_id", Query::sub_group_id},
    WorkItemFunction{"get_sub_group_local_id", Query::sub_group_local_id},
    WorkItemFunction{"get_sub_group_size", Query::sub_group_size},
    WorkItemFunction{"get_max_sub_group_size", Query::max_sub_group_size},
    WorkItemFunction{"get_num_sub_groups", Query::number_of_sub_groups},
    WorkItemFunction{"get_enqueued_num_sub_groups", Query::enqueued_number_of_sub_groups},
};

using GroupKind = GroupFunction::Kind;
using Combine = GroupFunction::Combine;
constexpr std::array kGroup = {
    GroupFunction{"all", GroupKind::all},
    GroupFunction{"any", GroupKind::any},
    GroupFunction{"broadcast", GroupKind::broadcast},
    GroupFunction{"reduce_add", GroupKind::reduce, Combine::add},
    GroupFunction{"reduce_min", GroupKind::reduce, Combine::min},
    GroupFunction{"reduce_max", GroupKind::reduce, Combine::max},
    GroupFunction{"scan_exclusive_add", GroupKind::scan_exclusive, Combine::add},
    GroupFunction{"scan_exclusive_min", GroupKind::scan_exclusive, Combine::min},
    GroupFunction{"scan_exclusive_max", GroupKind::scan_exclusive, Combine::max},
    GroupFunction{"scan_inclusive_add", GroupKind::scan_inclusive, Combine::add},
    GroupFunction{"scan_inclusive_min", GroupKind::scan_inclusive, Combine::min},
    GroupFunction{"scan_inclusive_max", GroupKind::scan_inclusive, Combine::max},
};

struct NamedShuffle {
    std::string_view name;
    ShuffleFunction function;
};
using Other = ShuffleFunction::Other;
constexpr std::array kShuffles = {
    NamedShuffle{"sub_group_shuffle", {Other::given}},
    NamedShuffle{"sub_group_shuffle_xor", {Other::exclusive_or}},
    NamedShuffle{"sub_group_shuffle_up", {Other::minus}},
    NamedShuffle{"sub_group_shuffle_down", {Other::plus}},
    NamedShuffle{"sub_group_non_uniform_broadcast", {Other::given}},
    NamedShuffle{"intel_sub_group_shuffle", {Other::given}},
    NamedShuffle{"intel_sub_group_shuffle_xor", {Other::exclusive_or}},
    NamedShuffle{"intel_sub_group_shuffle_up", {Other::minus, true}},
    NamedShuffle{"intel_sub_group_shuffle_down", {Other::plus, true}},
};

using IntegerKind = IntegerFunction::Kind;
constexpr std::array kIntegers = {
    IntegerFunction{"abs", IntegerKind::abs, 1, true},
    IntegerFunction{"abs_diff", IntegerKind::abs_diff, 2, true},
    IntegerFunction{"add_sat", IntegerKind::add_sat, 2},
    IntegerFunction{"sub_sat", IntegerKind::sub_sat, 2},
    IntegerFunction{"hadd", IntegerKind::hadd, 2},
    IntegerFunction{"rhadd", IntegerKind::rhadd, 2},
    IntegerFunction{"clz", IntegerKind::clz, 1},
    IntegerFunction{"ctz", IntegerKind::ctz, 1},
    IntegerFunction{"popcount", IntegerKind::popcount, 1},
    IntegerFunction{"mul_hi", IntegerKind::mul_hi, 2},
    IntegerFunction{"mad_hi", IntegerKind::mad_hi, 3},
    IntegerFunction{"mad_sat", IntegerKind::mad_sat, 3},
    IntegerFunction{"rotate", IntegerKind::rotate, 2},
    IntegerFunction{"mul24", IntegerKind::mul24, 2},
    IntegerFunction{"mad24", IntegerKind::mad24, 3},
    IntegerFunction{"min", IntegerKind::min, 2},
    IntegerFunction{"max", IntegerKind::max, 2},
    IntegerFunction{"clamp", IntegerKind::clamp, 3},
    IntegerFunction{"upsample", IntegerKind::upsample, 2},
    IntegerFunction{"select", IntegerKind::select, 3},
    IntegerFunction{"bitselect", IntegerKind::bitselect, 3},
    IntegerFunction{"any", IntegerKind::any, 1},
    IntegerFunction{"all", IntegerKind::all, 1},
};

using Elements = Builtin::Elements;
using Lanes = Builtin::Lanes;

struct Listed {
    Family family;
    std::size_t least, most;
    std::string_view names;  ///< with blanks between them
    Gives result = Gives::operand;
    Stored stored = Stored::nothing;
    std::string_view forms = {};
    Elements elements = Elements::none;
    Lanes lanes = Lanes::any;
};

constexpr Listed of_floating(std::size_t arguments, std::string_view names, std::string_view forms,
                             Family family = Family::math) {
    return {family,         arguments,       arguments, names,
            Gives::operand, Stored::nothing, forms,     Elements::floating};
}
constexpr Listed of_integers(std::size_t arguments, std::string_view names, std::string_view forms,
                             Elements elements = Elements::integers) {
    return {Family::integer, arguments,       arguments, names,
            Gives::operand,  Stored::nothing, forms,     elements};
}

constexpr std::array kListed = {
    of_floating(
        1,
        "acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc "
        "exp exp2 exp10 expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin "
        "sinh sinpi sqrt tan tanh tanpi tgamma trunc",
        "gg"),
    of_floating(1, "nan", "gu"),
    Listed{Family::math, 1, 1, "ilogb", Gives::integer, Stored::nothing, "ig", Elements::floating},
    of_floating(2,
                "atan2 atan2pi copysign fdim fmod hypot maxmag minmag nextafter pow powr "
                "remainder",
                "ggg"),
    of_floating(2, "fmax fmin", "ggg ggs"),
    of_floating(2, "ldexp", "ggi ggj"),
    of_floating(2, "pown rootn", "ggi"),
    Listed{Family::math, 2, 2, "fract modf sincos", Gives::operand, Stored::operand, "ggp",
           Elements::floating},
    Listed{Family::math, 2, 2, "frexp lgamma_r", Gives::operand, Stored::integer, "ggq",
           Elements::floating},
    of_floating(3, "fma mad", "gggg"),
    Listed{Family::math, 3, 3, "remquo", Gives::operand, Stored::integer, "gggq",
           Elements::floating},
    of_floating(1, "degrees radians sign", "gg", Family::common),
    Listed{Family::common, 2, 2, "min max", Gives::operand, Stored::nothing, "ggg ggs",
           Elements::any},
    of_floating(2, "step", "ggg gsg", Family::common),
    Listed{Family::common, 3, 3, "clamp", Gives::operand, Stored::nothing, "gggg ggss",
           Elements::any},
    of_floating(3, "mix", "gggg gggs", Family::common),
    of_floating(3, "smoothstep", "gggg gssg", Family::common),
    of_integers(1, "abs", "ug"),
    of_integers(1, "clz ctz popcount", "gg"),
    of_integers(2, "abs_diff", "ugg"),
    of_integers(2, "add_sat hadd mul_hi rhadd rotate sub_sat", "ggg"),
    of_integers(2, "mul24", "ggg", Elements::words),
    of_integers(2, "upsample", "wgu", Elements::narrow),
    of_integers(3, "mad_hi mad_sat", "gggg"),
    of_integers(3, "mad24", "gggg", Elements::words),
    Listed{Family::integer, 2, 2,
           "dot_4x8packed_uu_uint dot_4x8packed_ss_int dot_4x8packed_us_int dot_4x8packed_su_int"},
    Listed{Family::integer, 3, 3,
           "dot_acc_sat_4x8packed_uu_uint dot_acc_sat_4x8packed_ss_int "
           "dot_acc_sat_4x8packed_us_int dot_acc_sat_4x8packed_su_int dot_acc_sat"},
    Listed{Family::relational, 1, 1, "all any", Gives::operand, Stored::nothing, "jg",
           Elements::signed_integers},
    Listed{Family::relational, 1, 1, "isfinite isinf isnan isnormal signbit", Gives::truth,
           Stored::nothing, "tg", Elements::floating},
    Listed{Family::relational, 2, 2,
           "isequal isgreater isgreaterequal isless islessequal islessgreater isnotequal isordered "
           "isunordered",
           Gives::truth, Stored::nothing, "tgg", Elements::floating},
    Listed{Family::relational, 3, 3, "bitselect", Gives::operand, Stored::nothing, "gggg",
           Elements::any},
    Listed{Family::relational, 3, 3, "select", Gives::operand, Stored::nothing, "gggk gggu",
           Elements::any},
    Listed{Family::geometric, 1, 1, "normalize", Gives::operand, Stored::nothing, "gg",
           Elements::floating, Lanes::up_to_four},
    Listed{Family::geometric, 1, 1, "fast_normalize", Gives::operand, Stored::nothing, "gg",
           Elements::single, Lanes::up_to_four},
    Listed{Family::geometric, 1, 1, "length", Gives::component, Stored::nothing, "sg",
           Elements::floating, Lanes::up_to_four},
    Listed{Family::geometric, 1, 1, "fast_length", Gives::component, Stored::nothing, "sg",
           Elements::single, Lanes::up_to_four},
    Listed{Family::geometric, 2, 2, "cross", Gives::operand, Stored::nothing, "ggg",
           Elements::floating, Lanes::three_or_four},
    Listed{Family::geometric, 2, 2, "distance dot", Gives::component, Stored::nothing, "sgg",
           Elements::floating, Lanes::up_to_four},
    Listed{Family::geometric, 2, 2, "fast_distance", Gives::component, Stored::nothing, "sgg",
           Elements::single, Lanes::up_to_four},
    Listed{Family::vector, 2, 2, "shuffle prefetch"},
    Listed{Family::vector, 3, 3, "shuffle2"},
    Listed{Family::image, 1, 1,
           "get_image_width get_image_height get_image_depth get_image_dim get_image_array_size "
           "get_image_channel_data_type get_image_channel_order"},
    Listed{Family::image, 2, 3, "read_imagef read_imagei read_imageui read_imageh"},
    Listed{Family::image, 3, 3, "write_imagef write_imagei write_imageui write_imageh"},
    Listed{Family::pipe, 1, 1, "get_pipe_num_packets get_pipe_max_packets is_valid_reserve_id"},
    Listed{Family::pipe, 2, 4, "read_pipe write_pipe"},
    Listed{Family::pipe, 2, 2,
           "reserve_read_pipe reserve_write_pipe commit_read_pipe commit_write_pipe"},
    Listed{Family::address_space, 1, 1, "to_global to_local to_private get_fence"},
    Listed{Family::copy, 4, 4, "async_work_group_copy"},
    Listed{Family::copy, 5, 5, "async_work_group_strided_copy"},
    Listed{Family::copy, 2, 2, "wait_group_events"},
    Listed{Family::output, 1, 64, "printf"},
};

/// Those that have half_ and native_ forms; divide and recip have no others.
constexpr std::string_view kApproximated =
    " cos exp exp2 exp10 log log2 log10 powr rsqrt sin sqrt tan divide recip ";

template <class Work>
void for_each_word(std::string_view words, Work&& work) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (end > 0) work(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
}

std::vector<Builtin> make_list() {
    std::vector<Builtin> out;
    for (const WorkItemFunction& each : kWorkItem) {
        const std::size_t arguments = each.takes_dimension ? 1 : 0;
        out.push_back({each.name, Family::work_item, arguments, arguments});
    }
    for (const Listed& each : kListed)
        for_each_word(each.names, [&](std::string_view name) {
            out.push_back({name, each.family, each.least, each.most, each.result, each.stored,
                           each.forms, each.elements, each.lanes});
        });
    std::ranges::sort(out, {}, &Builtin::name);
    return out;
}

const std::vector<Builtin>& list() {
    static const std::vector<Builtin> all = make_list();
    return all;
}

std::optional<Builtin> listed(std::string_view name) {
    const auto found = std::ranges::lower_bound(list(), name, {}, &Builtin::name);
    return found == list().end() || found->name != name ? std::nullopt : std::optional(*found);
}

/// The name without a prefix, if it has it.
bool take(std::string_view& name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    return true;
}

std::optional<Builtin> approximated(std::string_view name) {
    if (!take(name, "half_") && !take(name, "native_")) return std::nullopt;
    const std::string word = " " + std::string(name) + " ";
    if (kApproximated.find(word) == std::string_view::npos) return std::nullopt;
    const bool two = name == "powr" || name == "divide";
    Builtin out{name, Family::math, two ? 2U : 1U, two ? 2U : 1U};
    out.forms = two ? "ggg" : "gg";
    out.elements = Elements::single;
    return out;
}

}  // namespace

std::span<const Builtin> builtins() { return list(); }

std::vector<std::string> builtin_names() {
    std::vector<std::string> names;
    for (const Builtin& each : list()) names.emplace_back(each.name);
    for (const char* prefix : {"work_group_", "sub_group_"})
        for (const GroupFunction& each : kGroup) names.push_back(prefix + std::string(each.name));
    for (const NamedShuffle& each : kShuffles) names.emplace_back(each.name);
    for (std::string& each : ballot_names()) names.push_back(std::move(each));
    for (const char* access : {"read", "write"})
        names.push_back("intel_sub_group_block_" + std::string(access));
    return names;
}

std::optional<Builtin> find_builtin(std::string_view name) {
    if (const auto known = listed(name)) return known;
    if (const auto known = approximated(name)) return known;
    if (const auto group = find_group_function(name)) {
        const bool broadcasts = group->kind == GroupKind::broadcast;
        return Builtin{name, Family::group, broadcasts ? 2U : 1U,
                       !broadcasts           ? 1U
                       : group->of_sub_group ? 2U
                                             : 4U};
    }
    if (const auto shuffle = find_shuffle(name)) {
        const std::size_t arguments = shuffle->joins_two ? 3 : 2;
        return Builtin{name, Family::group, arguments, arguments};
    }
    if (const auto ballot = find_ballot(name))
        return Builtin{name, Family::group, ballot->arguments, ballot->arguments};
    if (const auto block = find_block_access(name)) {
        const std::size_t arguments = block->stores ? 2 : 1;  // of images with a coordinate
        return Builtin{name, Family::group, arguments, arguments + 1};
    }
    if (find_pipe_function(name)) return Builtin{name, Family::pipe, 2, 2};
    if (name.starts_with("convert_") || name.starts_with("as_"))
        return Builtin{name, Family::conversion, 1, 1};
    if (name.starts_with("vload")) return Builtin{name, Family::vector, 2, 2};
    if (name.starts_with("vstore")) return Builtin{name, Family::vector, 3, 3};
    return std::nullopt;
}

const WorkItemFunction* find_work_item_function(std::string_view name) {
    const auto* const found = std::ranges::find(kWorkItem, name, &WorkItemFunction::name);
    return found == kWorkItem.end() ? nullptr : found;
}

std::optional<GroupFunction> find_group_function(std::string_view name) {
    const bool of_sub_group = name.starts_with("sub_group_");
    if (!take(name, "work_group_") && !take(name, "sub_group_")) return std::nullopt;
    const auto* const found = std::ranges::find(kGroup, name, &GroupFunction::name);
    if (found == kGroup.end()) return std::nullopt;
    GroupFunction out = *found;
    out.of_sub_group = of_sub_group;
    return out;
}

std::optional<ShuffleFunction> find_shuffle(std::string_view name) {
    const auto* const found = std::ranges::find(kShuffles, name, &NamedShuffle::name);
    return found == kShuffles.end() ? std::nullopt : std::optional(found->function);
}

std::optional<ByteDot> find_packed_dot(std::string_view name) {
    const auto known = find_builtin(name);
    const std::size_t types = name.find("_4x8packed_");
    if (!known || known->family != Builtin::Family::integer || types == std::string_view::npos)
        return std::nullopt;
    const std::string_view of = name.substr(types + std::string_view("_4x8packed_").size());
    return ByteDot{of[0] == 's', of[1] == 's', known->least == 3};
}

std::optional<ByteDot> find_vector_dot(std::string_view name, const Type& first,
                                       const Type& second) {
    const auto is_bytes = [](const Type& type) {
        return type.kind == TypeKind::vector && type.lanes == 4 &&
               (type.scalar == Scalar::i8 || type.scalar == Scalar::u8);
    };
    const bool accumulates = name == "dot_acc_sat";
    if ((name != "dot" && !accumulates) || !is_bytes(first) || !is_bytes(second))
        return std::nullopt;
    return ByteDot{first.is_signed(), second.is_signed(), accumulates};
}

const IntegerFunction* find_integer_function(std::string_view name) {
    const auto* const found = std::ranges::find(kIntegers, name, &IntegerFunction::name);
    return found == kIntegers.end() ? nullptr : found;
}

std::optional<PipeFunction> find_pipe_function(std::string_view name) {
    using Kind = PipeFunction::Kind;
    if (name == "get_pipe_num_packets") return PipeFunction{Kind::packets};
    if (name == "get_pipe_max_packets") return PipeFunction{Kind::capacity};
    if (name == "is_valid_reserve_id") return PipeFunction{Kind::is_valid};
    PipeFunction out;
    if (take(name, "work_group_")) out.reach = PipeFunction::Reach::work_group;
    if (take(name, "sub_group_")) out.reach = PipeFunction::Reach::sub_group;
    if (take(name, "reserve_"))
        out.kind = Kind::reserve;
    else if (take(name, "commit_"))
        out.kind = Kind::commit;
    if (name != "read_pipe" && name != "write_pipe") return std::nullopt;
    if (out.kind == Kind::transfer && out.reach != PipeFunction::Reach::work_item)
        return std::nullopt;
    out.reads = name == "read_pipe";
    return out;
}

}  // namespace clmm::language
