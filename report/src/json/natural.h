#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

namespace clmm::report {

/// A number in a file that clmm wrote: one without sign, point or exponent. The library's own
/// conversion takes any, of which those that are too large have no value.
///
/// Errors   nlohmann::json::type_error.
template <class Number = std::uint64_t, class Json>
[[nodiscard]] Number natural(const Json& number) {
    return static_cast<Number>(number.template get_ref<const typename Json::number_unsigned_t&>());
}

template <class Container, class Json>
[[nodiscard]] Container naturals(const Json& numbers) {
    Container made;
    for (const Json& each : numbers.template get_ref<const typename Json::array_t&>())
        made.insert(made.end(), natural<typename Container::value_type>(each));
    return made;
}

}  // namespace clmm::report
