#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

namespace clmm::oracle::targets {

/// Chooses; what is listed twice comes twice as often.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}

    template <class First, class... Rest>
    First of(First first, Rest... rest) {
        const std::array<First, 1 + sizeof...(rest)> all{first, rest...};
        return all[random_() % all.size()];
    }
    /// Once in so many times.
    bool once_in(unsigned times) { return random_() % times == 0; }
    int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

private:
    std::mt19937_64 random_;
};

}  // namespace clmm::oracle::targets
