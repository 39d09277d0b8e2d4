#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clmm {

/// A natural number of any size: counts of what nobody lists.
///
/// Errors   none but memory. What is taken away is not greater.
/// Cost     linear in the digits.
class Natural {
public:
    Natural() = default;
    Natural(std::uint64_t value);  // NOLINT(google-explicit-constructor): counts are numbers

    Natural& operator+=(const Natural& other);
    Natural& operator-=(const Natural& other);  ///< which is not greater
    [[nodiscard]] friend Natural operator+(Natural a, const Natural& b) { return a += b; }
    [[nodiscard]] friend Natural operator-(Natural a, const Natural& b) { return a -= b; }
    friend bool operator==(const Natural&, const Natural&) = default;
    [[nodiscard]] friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
        return a.compare(b);
    }

    [[nodiscard]] bool is_zero() const { return digits_.empty(); }
    /// nullopt where it is 2^64 or more.
    [[nodiscard]] std::optional<std::uint64_t> small() const;
    [[nodiscard]] std::string to_string() const;  ///< decimal

private:
    [[nodiscard]] std::strong_ordering compare(const Natural& other) const;

    std::vector<std::uint64_t> digits_;  ///< to the base 10^18, least first; the last is not 0
};

}  // namespace clmm
