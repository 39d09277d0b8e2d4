#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace clmm::oracle {

/// What is drawn at random, the same for one seed.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class T>
    T one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

private:
    std::mt19937_64 random_;
};

}  // namespace clmm::oracle
