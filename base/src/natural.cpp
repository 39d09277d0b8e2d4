#include "clmm/base/natural.h"

#include <algorithm>
#include <limits>

#include "clmm/base/ensure.h"

namespace clmm {
namespace {
constexpr std::uint64_t kBase = 1'000'000'000'000'000'000;
constexpr std::size_t kDecimals = 18;  ///< of one digit
}  // namespace

Natural::Natural(std::uint64_t value) {
    for (; value != 0; value /= kBase) digits_.push_back(value % kBase);
}

Natural& Natural::operator+=(const Natural& other) {
    digits_.resize(std::max(digits_.size(), other.digits_.size()));
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
        const std::uint64_t sum =
            digits_[i] + (i < other.digits_.size() ? other.digits_[i] : 0) + carry;
        digits_[i] = sum % kBase;
        carry = sum / kBase;
    }
    if (carry != 0) digits_.push_back(carry);
    return *this;
}

Natural& Natural::operator-=(const Natural& other) {
    ensure(other <= *this, "what is taken from a natural number is not greater");
    std::uint64_t borrowed = 0;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
        const std::uint64_t taken = (i < other.digits_.size() ? other.digits_[i] : 0) + borrowed;
        borrowed = taken > digits_[i] ? 1 : 0;
        digits_[i] += borrowed * kBase - taken;
    }
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    return *this;
}

std::optional<std::uint64_t> Natural::small() const {
    if (*this > Natural(std::numeric_limits<std::uint64_t>::max())) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = digits_.size(); i-- > 0;) value = value * kBase + digits_[i];
    return value;
}

std::string Natural::to_string() const {
    if (digits_.empty()) return "0";
    std::string text = std::to_string(digits_.back());
    for (std::size_t i = digits_.size() - 1; i-- > 0;) {
        const std::string part = std::to_string(digits_[i]);
        text.append(kDecimals - part.size(), '0') += part;
    }
    return text;
}

std::strong_ordering Natural::compare(const Natural& other) const {
    if (digits_.size() != other.digits_.size()) return digits_.size() <=> other.digits_.size();
    return std::lexicographical_compare_three_way(digits_.rbegin(), digits_.rend(),
                                                  other.digits_.rbegin(), other.digits_.rend());
}

}  // namespace clmm
