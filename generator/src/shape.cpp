#include "shape.h"

#include <algorithm>
#include <numeric>

namespace clmm::generator {
namespace {

constexpr std::uint8_t kUnnamed = 255;

std::vector<std::vector<std::size_t>> permutations(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::vector<std::size_t>> all;
    do all.push_back(order);
    while (std::ranges::next_permutation(order).found);
    return all;
}

Shape reordered(const Shape& shape, const std::vector<std::size_t>& order) {
    const std::vector<std::uint8_t> names = renamed(shape, order);
    Shape made;
    for (const std::size_t thread : order) {
        made.push_back(shape[thread]);
        for (ShapeItem& each : made.back()) each.location = names[each.location];
    }
    return made;
}

/// Longer threads come first, and of the rest the least in the order of vectors.
bool before(const Shape& a, const Shape& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].size() != b[i].size()) return a[i].size() > b[i].size();
    return a < b;
}

bool is_first_of_its_kind(const Shape& shape) {
    return std::ranges::none_of(permutations(shape.size()), [&](const auto& order) {
        return before(reordered(shape, order), shape);
    });
}

/// Each location is used by two threads, and written.
bool matters(const Shape& shape, std::size_t locations) {
    std::vector<unsigned> users(locations), writers(locations);
    for (std::size_t i = 0; i < shape.size(); ++i)
        for (const ShapeItem& each : shape[i]) {
            users[each.location] |= 1U << i;
            writers[each.location] += static_cast<unsigned>(each.access != Access::read);
        }
    for (std::size_t i = 0; i < locations; ++i)
        if (writers[i] == 0 || (users[i] & (users[i] - 1)) == 0) return false;
    return true;
}

class Shapes {
public:
    Shapes(std::size_t accesses, std::size_t threads, const std::function<bool(const Shape&)>& take)
        : left_(accesses), threads_(threads), take_(take) {}

    void operator()() { add_thread(left_); }

private:
    /// The next thread is no longer than the one before.
    void add_thread(std::size_t most) {
        if (left_ == 0) {
            const bool is_wanted =
                shape_.size() >= 2 && matters(shape_, locations_) && is_first_of_its_kind(shape_);
            go_on_ = !is_wanted || take_(shape_);
            return;
        }
        if (shape_.size() == threads_) return;
        for (std::size_t length = std::min(most, left_); length > 0 && go_on_; --length) {
            shape_.emplace_back();
            fill(length, length);
            shape_.pop_back();
        }
    }

    void fill(std::size_t missing, std::size_t length) {
        if (missing == 0) return add_thread(length);
        for (const Access access : {Access::read, Access::write, Access::modify})
            for (std::size_t location = 0; location <= locations_ && go_on_; ++location) {
                const std::size_t before = locations_;
                locations_ = std::max(locations_, location + 1);
                shape_.back().push_back({access, static_cast<std::uint8_t>(location)});
                --left_;
                fill(missing - 1, length);
                ++left_;
                shape_.back().pop_back();
                locations_ = before;
            }
    }

    std::size_t left_, threads_;
    std::size_t locations_ = 0;
    bool go_on_ = true;
    Shape shape_;
    const std::function<bool(const Shape&)>& take_;
};

}  // namespace

void for_each_shape(std::size_t accesses, std::size_t threads,
                    const std::function<bool(const Shape&)>& take) {
    Shapes(accesses, threads, take)();
}

std::vector<std::uint8_t> renamed(const Shape& shape, const std::vector<std::size_t>& order) {
    std::vector<std::uint8_t> names;
    std::uint8_t next = 0;
    for (const std::size_t thread : order)
        for (const ShapeItem& each : shape[thread]) {
            if (names.size() <= each.location) names.resize(each.location + 1U, kUnnamed);
            if (names[each.location] == kUnnamed) names[each.location] = next++;
        }
    return names;
}

std::vector<std::vector<std::size_t>> symmetries_of(const Shape& shape) {
    std::vector<std::vector<std::size_t>> all;
    for (auto& order : permutations(shape.size()))
        if (reordered(shape, order) == shape) all.push_back(std::move(order));
    return all;
}

}  // namespace clmm::generator
