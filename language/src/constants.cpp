#include "clmm/language/constants.h"

#include <algorithm>
#include <array>
#include <limits>

namespace clmm::language {
namespace {

using ConstantType = Constant::Type;

constexpr std::string_view kOrder = "memory_order";
constexpr std::string_view kScope = "memory_scope";

constexpr Constant i32(std::string_view name, std::int32_t value,
                       std::string_view enumeration = {}) {
    return {name, ConstantType::i32, static_cast<std::uint64_t>(std::int64_t{value}), 0,
            enumeration};
}
constexpr Constant u32(std::string_view name, std::uint32_t value) {
    return {name, ConstantType::u32, value};
}
constexpr Constant f32(std::string_view name, double value) {
    return {name, ConstantType::f32, 0, value};
}
constexpr Constant f64(std::string_view name, double value) {
    return {name, ConstantType::f64, 0, value};
}

constexpr std::array kConstants = {
    i32("memory_order_relaxed", 0, kOrder),
    i32("memory_order_consume", 1, kOrder),
    i32("memory_order_acquire", 2, kOrder),
    i32("memory_order_release", 3, kOrder),
    i32("memory_order_acq_rel", 4, kOrder),
    i32("memory_order_seq_cst", 5, kOrder),
    i32("memory_scope_work_item", 0, kScope),
    i32("memory_scope_work_group", 1, kScope),
    i32("memory_scope_device", 2, kScope),
    i32("memory_scope_all_svm_devices", 3, kScope),
    i32("memory_scope_all_devices", 3, kScope),
    i32("memory_scope_sub_group", 4, kScope),
    u32("CLK_LOCAL_MEM_FENCE", 1),
    u32("CLK_GLOBAL_MEM_FENCE", 2),
    u32("CLK_IMAGE_MEM_FENCE", 4),
    Constant{"NULL", ConstantType::pointer},

    // host API
    i32("CL_SUCCESS", 0),
    u32("CL_FALSE", 0),
    u32("CL_TRUE", 1),
    i32("CL_COMPLETE", 0),
    i32("CL_RUNNING", 1),
    i32("CL_SUBMITTED", 2),
    i32("CL_QUEUED", 3),
    u32("CL_MAP_READ", 1),
    u32("CL_MAP_WRITE", 2),
    u32("CL_MAP_WRITE_INVALIDATE_REGION", 4),
    u32("CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE", 1),
    u32("CL_QUEUE_PROFILING_ENABLE", 2),
    u32("CL_QUEUE_ON_DEVICE", 4),
    u32("CL_QUEUE_ON_DEVICE_DEFAULT", 8),

    // device-side enqueue
    i32("CLK_ENQUEUE_FLAGS_NO_WAIT", 0),
    i32("CLK_ENQUEUE_FLAGS_WAIT_KERNEL", 1),
    i32("CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP", 2),
    i32("CLK_SUCCESS", 0),
    i32("CLK_ENQUEUE_FAILURE", -101),
    i32("CLK_INVALID_QUEUE", -102),
    i32("CLK_INVALID_NDRANGE", -160),
    i32("CLK_INVALID_EVENT_WAIT_LIST", -57),
    i32("CLK_DEVICE_QUEUE_FULL", -161),
    i32("CLK_INVALID_ARG_SIZE", -51),
    i32("CLK_EVENT_ALLOCATION_FAILURE", -100),
    i32("CLK_OUT_OF_RESOURCES", -5),
    i32("CLK_NULL_QUEUE", 0),
    i32("CLK_NULL_EVENT", 0),
    i32("CLK_NULL_RESERVE_ID", 0),
    i32("CLK_PROFILING_COMMAND_EXEC_TIME", 1),

    // samplers and images
    i32("CLK_NORMALIZED_COORDS_FALSE", 0),
    i32("CLK_NORMALIZED_COORDS_TRUE", 1),
    i32("CLK_ADDRESS_NONE", 0),
    i32("CLK_ADDRESS_CLAMP_TO_EDGE", 2),
    i32("CLK_ADDRESS_CLAMP", 4),
    i32("CLK_ADDRESS_REPEAT", 6),
    i32("CLK_ADDRESS_MIRRORED_REPEAT", 8),
    i32("CLK_FILTER_NEAREST", 0x10),
    i32("CLK_FILTER_LINEAR", 0x20),
    i32("CLK_SNORM_INT8", 0x10D0),
    i32("CLK_SNORM_INT16", 0x10D1),
    i32("CLK_UNORM_INT8", 0x10D2),
    i32("CLK_UNORM_INT16", 0x10D3),
    i32("CLK_UNORM_SHORT_565", 0x10D4),
    i32("CLK_UNORM_SHORT_555", 0x10D5),
    i32("CLK_UNORM_INT_101010", 0x10D6),
    i32("CLK_SIGNED_INT8", 0x10D7),
    i32("CLK_SIGNED_INT16", 0x10D8),
    i32("CLK_SIGNED_INT32", 0x10D9),
    i32("CLK_UNSIGNED_INT8", 0x10DA),
    i32("CLK_UNSIGNED_INT16", 0x10DB),
    i32("CLK_UNSIGNED_INT32", 0x10DC),
    i32("CLK_HALF_FLOAT", 0x10DD),
    i32("CLK_FLOAT", 0x10DE),
    i32("CLK_UNORM_INT24", 0x10DF),
    i32("CLK_R", 0x10B0),
    i32("CLK_A", 0x10B1),
    i32("CLK_RG", 0x10B2),
    i32("CLK_RA", 0x10B3),
    i32("CLK_RGB", 0x10B4),
    i32("CLK_RGBA", 0x10B5),
    i32("CLK_BGRA", 0x10B6),
    i32("CLK_ARGB", 0x10B7),
    i32("CLK_INTENSITY", 0x10B8),
    i32("CLK_LUMINANCE", 0x10B9),
    i32("CLK_Rx", 0x10BA),
    i32("CLK_RGx", 0x10BB),
    i32("CLK_RGBx", 0x10BC),
    i32("CLK_DEPTH", 0x10BD),
    i32("CLK_DEPTH_STENCIL", 0x10BE),
    i32("CLK_sRGB", 0x10BF),
    i32("CLK_sRGBx", 0x10C0),
    i32("CLK_sRGBA", 0x10C1),
    i32("CLK_sBGRA", 0x10C2),
    i32("CLK_ABGR", 0x10C3),

    // limits of integers
    i32("CHAR_BIT", 8),
    i32("SCHAR_MAX", 127),
    i32("SCHAR_MIN", -128),
    i32("CHAR_MAX", 127),
    i32("CHAR_MIN", -128),
    i32("UCHAR_MAX", 255),
    i32("SHRT_MAX", 32767),
    i32("SHRT_MIN", -32768),
    i32("USHRT_MAX", 65535),
    i32("INT_MAX", std::numeric_limits<std::int32_t>::max()),
    i32("INT_MIN", std::numeric_limits<std::int32_t>::min()),
    u32("UINT_MAX", std::numeric_limits<std::uint32_t>::max()),
    Constant{"LONG_MAX", ConstantType::i64, 0x7fffffffffffffffU},
    Constant{"LONG_MIN", ConstantType::i64, 0x8000000000000000U},
    Constant{"ULONG_MAX", ConstantType::u64, ~std::uint64_t{0}},

    // floating-point
    i32("FP_ILOGB0", std::numeric_limits<std::int32_t>::min()),
    i32("FP_ILOGBNAN", std::numeric_limits<std::int32_t>::max()),
    f32("INFINITY", std::numeric_limits<double>::infinity()),
    f32("HUGE_VALF", std::numeric_limits<double>::infinity()),
    f64("HUGE_VAL", std::numeric_limits<double>::infinity()),
    f32("NAN", std::numeric_limits<double>::quiet_NaN()),
    f32("MAXFLOAT", std::numeric_limits<float>::max()),
    f32("FLT_MAX", std::numeric_limits<float>::max()),
    f32("FLT_MIN", std::numeric_limits<float>::min()),
    f32("FLT_EPSILON", std::numeric_limits<float>::epsilon()),
    f64("DBL_MAX", std::numeric_limits<double>::max()),
    f64("DBL_MIN", std::numeric_limits<double>::min()),
    f64("DBL_EPSILON", std::numeric_limits<double>::epsilon()),
    i32("FLT_DIG", 6),
    i32("FLT_MANT_DIG", 24),
    i32("FLT_RADIX", 2),
    i32("FLT_MAX_EXP", 128),
    i32("FLT_MIN_EXP", -125),
    i32("FLT_MAX_10_EXP", 38),
    i32("FLT_MIN_10_EXP", -37),
    i32("DBL_DIG", 15),
    i32("DBL_MANT_DIG", 53),
    i32("DBL_MAX_EXP", 1024),
    i32("DBL_MIN_EXP", -1021),
    i32("DBL_MAX_10_EXP", 308),
    i32("DBL_MIN_10_EXP", -307),
    f64("M_E", 2.7182818284590452354),
    f64("M_LOG2E", 1.4426950408889634074),
    f64("M_LOG10E", 0.43429448190325182765),
    f64("M_LN2", 0.69314718055994530942),
    f64("M_LN10", 2.30258509299404568402),
    f64("M_PI", 3.14159265358979323846),
    f64("M_PI_2", 1.57079632679489661923),
    f64("M_PI_4", 0.78539816339744830962),
    f64("M_1_PI", 0.31830988618379067154),
    f64("M_2_PI", 0.63661977236758134308),
    f64("M_2_SQRTPI", 1.12837916709551257390),
    f64("M_SQRT2", 1.41421356237309504880),
    f64("M_SQRT1_2", 0.70710678118654752440),
};

/// M_PI_F and its like: those in double that begin with M_.
constexpr std::string_view kFloatSuffix = "_F";

std::vector<Constant> in_float() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const Constant& each : kConstants)
            if (each.name.starts_with("M_"))
                out.push_back(std::string(each.name) + std::string(kFloatSuffix));
        return out;
    }();
    std::vector<Constant> out;
    for (const std::string& name : names) {
        const std::string_view base(name.data(), name.size() - kFloatSuffix.size());
        out.push_back(f32(name, std::ranges::find(kConstants, base, &Constant::name)->floating));
    }
    return out;
}

constexpr std::array<std::int64_t, 6> kOrderNumbers = {0, 1, 2, 3, 4, 5};
constexpr std::array kOrders = {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::acquire,
                                MemoryOrder::release, MemoryOrder::acq_rel, MemoryOrder::seq_cst};
constexpr std::array<std::int64_t, 5> kScopeNumbers = {0, 1, 2, 3, 4};
constexpr std::array kScopes = {MemoryScope::work_item, MemoryScope::work_group,
                                MemoryScope::device, MemoryScope::all_devices,
                                MemoryScope::sub_group};

template <class T, std::size_t N>
std::optional<T> meaning(const std::array<T, N>& of, std::int64_t number) {
    if (number < 0 || static_cast<std::uint64_t>(number) >= N) return std::nullopt;
    return of[static_cast<std::size_t>(number)];
}

/// C11's name for another of them is none.
template <class T>
std::string name_of(std::string_view enumeration, std::optional<T> (*of)(std::int64_t), T wanted) {
    for (const Constant& each : kConstants)
        if (each.enumeration == enumeration && each.name != "memory_order_consume" &&
            of(static_cast<std::int64_t>(each.integer)) == wanted)
            return std::string(each.name);
    return {};
}

}  // namespace

std::span<const Constant> constants() {
    static const std::vector<Constant> all = [] {
        std::vector<Constant> out(kConstants.begin(), kConstants.end());
        const std::vector<Constant> floats = in_float();
        out.insert(out.end(), floats.begin(), floats.end());
        return out;
    }();
    return all;
}

const Constant* find_constant(std::string_view name) {
    const auto found = std::ranges::find(constants(), name, &Constant::name);
    return found == constants().end() ? nullptr : &*found;
}

std::vector<std::string> constant_names() {
    std::vector<std::string> names;
    for (const Constant& constant : constants()) names.emplace_back(constant.name);
    return names;
}

std::optional<MemoryOrder> memory_order(std::int64_t number) { return meaning(kOrders, number); }
std::optional<MemoryScope> memory_scope(std::int64_t number) { return meaning(kScopes, number); }
std::string spelling(MemoryOrder order) { return name_of(kOrder, memory_order, order); }
std::string spelling(MemoryScope scope) { return name_of(kScope, memory_scope, scope); }
std::span<const std::int64_t> memory_orders() { return kOrderNumbers; }
std::span<const std::int64_t> memory_scopes() { return kScopeNumbers; }

std::optional<FenceFlags> fence_flags(std::int64_t number) {
    if (number < 0 || number > 7) return std::nullopt;
    return FenceFlags{(number & 1) != 0, (number & 2) != 0, (number & 4) != 0};
}

}  // namespace clmm::language
