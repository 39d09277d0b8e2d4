#include "compile/builtins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "clmm/base/edit_distance.h"

namespace clmm::runtime::compiler {
namespace {

std::map<std::string, NamedConstant> make_constants() {
    std::map<std::string, NamedConstant> out;
    const auto integer = [&](const char* name, std::int64_t value, Scalar scalar = Scalar::i32) {
        out[name] = {scalar, value, 0};
    };
    const auto real = [&](const std::string& name, double value) {
        out[name + "_F"] = {Scalar::f32, 0, value};
        out[name] = {Scalar::f64, 0, value};
    };
    integer("CLK_LOCAL_MEM_FENCE", 1, Scalar::u32);
    integer("CLK_GLOBAL_MEM_FENCE", 2, Scalar::u32);
    integer("CLK_IMAGE_MEM_FENCE", 4, Scalar::u32);
    static constexpr std::array kOrders = {"memory_order_relaxed", "memory_order_acquire",
                                           "memory_order_release", "memory_order_acq_rel",
                                           "memory_order_seq_cst"};
    for (std::size_t i = 0; i < kOrders.size(); ++i)
        integer(kOrders[i], static_cast<std::int64_t>(i));
    static constexpr std::array kScopes = {"memory_scope_work_item", "memory_scope_sub_group",
                                           "memory_scope_work_group", "memory_scope_device",
                                           "memory_scope_all_svm_devices"};
    for (std::size_t i = 0; i < kScopes.size(); ++i)
        integer(kScopes[i], static_cast<std::int64_t>(i));
    integer("memory_scope_all_devices", 4);
    // Samplers: bit 0 normalised, bits 1 to 3 addressing, bit 4 linear.
    integer("CLK_NORMALIZED_COORDS_FALSE", 0);
    integer("CLK_NORMALIZED_COORDS_TRUE", 1);
    integer("CLK_ADDRESS_NONE", 0);
    integer("CLK_ADDRESS_CLAMP_TO_EDGE", 2);
    integer("CLK_ADDRESS_CLAMP", 4);
    integer("CLK_ADDRESS_REPEAT", 6);
    integer("CLK_ADDRESS_MIRRORED_REPEAT", 8);
    integer("CLK_FILTER_NEAREST", 0);
    integer("CLK_FILTER_LINEAR", 16);
    integer("CLK_ENQUEUE_FLAGS_NO_WAIT", 0);
    integer("CLK_ENQUEUE_FLAGS_WAIT_KERNEL", 1);
    integer("CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP", 2);
    integer("CLK_SUCCESS", 0);
    integer("CLK_ENQUEUE_FAILURE", -101);
    integer("CLK_INVALID_QUEUE", -102);
    integer("CLK_INVALID_NDRANGE", -160);
    integer("CLK_INVALID_EVENT_WAIT_LIST", -57);
    integer("CLK_DEVICE_QUEUE_FULL", -161);
    integer("CLK_INVALID_ARG_SIZE", -51);
    integer("CLK_EVENT_ALLOCATION_FAILURE", -100);
    integer("CLK_OUT_OF_RESOURCES", -5);
    integer("CLK_NULL_QUEUE", 0);
    integer("CLK_NULL_EVENT", 0);
    integer("CLK_NULL_RESERVE_ID", 0);
    integer("CLK_PROFILING_COMMAND_EXEC_TIME", 1);
    integer("CL_COMPLETE", 0);
    integer("NULL", 0);
    integer("FP_ILOGB0", std::numeric_limits<std::int32_t>::min());
    integer("FP_ILOGBNAN", std::numeric_limits<std::int32_t>::max());
    static constexpr std::array kChannelTypes = {
        "CLK_SNORM_INT8",       "CLK_SNORM_INT16",     "CLK_UNORM_INT8",
        "CLK_UNORM_INT16",      "CLK_UNORM_SHORT_565", "CLK_UNORM_SHORT_555",
        "CLK_UNORM_INT_101010", "CLK_SIGNED_INT8",     "CLK_SIGNED_INT16",
        "CLK_SIGNED_INT32",     "CLK_UNSIGNED_INT8",   "CLK_UNSIGNED_INT16",
        "CLK_UNSIGNED_INT32",   "CLK_HALF_FLOAT",      "CLK_FLOAT"};
    for (std::size_t i = 0; i < kChannelTypes.size(); ++i)
        integer(kChannelTypes[i], 0x10D0 + static_cast<std::int64_t>(i));
    static constexpr std::array kChannelOrders = {
        "CLK_R",    "CLK_A",     "CLK_RG",    "CLK_RA",        "CLK_RGB",
        "CLK_RGBA", "CLK_BGRA",  "CLK_ARGB",  "CLK_INTENSITY", "CLK_LUMINANCE",
        "CLK_Rx",   "CLK_RGx",   "CLK_RGBx",  "CLK_DEPTH",     "CLK_DEPTH_STENCIL",
        "CLK_sRGB", "CLK_sRGBx", "CLK_sRGBA", "CLK_sBGRA",     "CLK_ABGR"};
    for (std::size_t i = 0; i < kChannelOrders.size(); ++i)
        integer(kChannelOrders[i], 0x10B0 + static_cast<std::int64_t>(i));
    real("M_E", 2.7182818284590452354);
    real("M_LOG2E", 1.4426950408889634074);
    real("M_LOG10E", 0.43429448190325182765);
    real("M_LN2", 0.69314718055994530942);
    real("M_LN10", 2.30258509299404568402);
    real("M_PI", 3.14159265358979323846);
    real("M_PI_2", 1.57079632679489661923);
    real("M_PI_4", 0.78539816339744830962);
    real("M_1_PI", 0.31830988618379067154);
    real("M_2_PI", 0.63661977236758134308);
    real("M_2_SQRTPI", 1.12837916709551257390);
    real("M_SQRT2", 1.41421356237309504880);
    real("M_SQRT1_2", 0.70710678118654752440);
    out["INFINITY"] = out["HUGE_VALF"] = {Scalar::f32, 0, std::numeric_limits<double>::infinity()};
    out["HUGE_VAL"] = {Scalar::f64, 0, std::numeric_limits<double>::infinity()};
    out["NAN"] = {Scalar::f32, 0, std::numeric_limits<double>::quiet_NaN()};
    out["MAXFLOAT"] = out["FLT_MAX"] = {Scalar::f32, 0, std::numeric_limits<float>::max()};
    out["FLT_MIN"] = {Scalar::f32, 0, std::numeric_limits<float>::min()};
    out["FLT_EPSILON"] = {Scalar::f32, 0, std::numeric_limits<float>::epsilon()};
    out["DBL_MAX"] = {Scalar::f64, 0, std::numeric_limits<double>::max()};
    out["DBL_MIN"] = {Scalar::f64, 0, std::numeric_limits<double>::min()};
    out["DBL_EPSILON"] = {Scalar::f64, 0, std::numeric_limits<double>::epsilon()};
    integer("FLT_DIG", 6);
    integer("FLT_MANT_DIG", 24);
    integer("FLT_RADIX", 2);
    integer("FLT_MAX_EXP", 128);
    integer("FLT_MIN_EXP", -125);
    integer("FLT_MAX_10_EXP", 38);
    integer("FLT_MIN_10_EXP", -37);
    integer("DBL_DIG", 15);
    integer("DBL_MANT_DIG", 53);
    integer("DBL_MAX_EXP", 1024);
    integer("DBL_MIN_EXP", -1021);
    integer("DBL_MAX_10_EXP", 308);
    integer("DBL_MIN_10_EXP", -307);
    return out;
}

}  // namespace

std::optional<NamedConstant> named_constant(const std::string& name) {
    static const std::map<std::string, NamedConstant> constants = make_constants();
    const auto found = constants.find(name);
    if (found == constants.end()) return std::nullopt;
    return found->second;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
    std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
    const std::string* nearest = nullptr;
    for (const std::string& each : known) {
        const std::size_t distance = edit_distance(name, each);
        if (distance >= best || distance >= name.size()) continue;
        best = distance;
        nearest = &each;
    }
    return nearest == nullptr ? std::string{} : "did you mean '" + *nearest + "'?";
}

}  // namespace clmm::runtime::compiler
