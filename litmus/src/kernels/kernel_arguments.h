#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/litmus/kernel_file.h"
#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// What `atomic_svm:data[3]={1,2,3}` says, or a launch file; see KernelLaunch.
struct KernelArgument {
    SourcePtr source;
    Span name_span = {};
    std::string name;
    std::optional<Allocation> allocation = {};
    std::optional<std::uint64_t> count = {};  ///< of all elements
    std::vector<std::uint64_t> extents = {};  ///< of `img[4x2]`, x first; of `data[8]` the count
    enum class Kind : std::uint8_t {
        none,
        any,
        number,  ///< of a buffer all numbers
        list,
        iota,    ///< 0, 1, 2, …
        random,  ///< by `seed`
        alias,
        null
    } kind = Kind::none;
    struct Number {
        std::uint64_t integer = 0;  ///< in two's complement, where it is one
        double value = 0;
        bool is_integer = true;  ///< written without a point and an exponent
    };
    std::vector<Number> values = {};  ///< of a number or a list
    std::uint64_t seed = 0;
    std::string alias = {};
    LaunchBytes::Access access = LaunchBytes::Access::all;
    Span value_span = {};
    /// As a launch file has it: `count` follows from the size, `values` are none.
    std::optional<LaunchBytes> bytes = {};

    /// All of it.
    [[nodiscard]] Span span() const;
};

/// Errors   E-ARGUMENT, in the text of the argument.
[[nodiscard]] Result<KernelArgument> parse_kernel_argument(const std::string& text);
[[nodiscard]] KernelArgument kernel_argument(const LaunchBytes& given);

}  // namespace clmm::litmus
