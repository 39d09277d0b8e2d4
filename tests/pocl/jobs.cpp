#include "jobs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <ostream>
#include <random>
#include <utility>

namespace clmm::pocl {
namespace {

std::uint32_t word(float value) { return std::bit_cast<std::uint32_t>(value); }
float number(std::uint32_t word) { return std::bit_cast<float>(word); }
std::uint32_t narrow(std::size_t value) { return static_cast<std::uint32_t>(value); }

Words random_words(std::size_t count, std::mt19937& random) {
    Words out(count);
    for (auto& each : out) each = static_cast<std::uint32_t>(random());
    return out;
}

/// From -8 to 8, of both signs and most exponents below.
Words random_floats(std::size_t count, std::mt19937& random) {
    std::uniform_real_distribution<float> values(-8, 8);
    Words out(count);
    for (auto& each : out) each = word(values(random));
    return out;
}

std::size_t groups(std::size_t items, std::size_t size) { return (items + size - 1) / size; }
std::size_t padded(std::size_t items, std::size_t size) { return groups(items, size) * size; }

/// A rectangle of about so many elements.
std::pair<std::size_t, std::size_t> rectangle(std::size_t items) {
    const auto height = static_cast<std::size_t>(std::sqrt(static_cast<double>(items)));
    return {items / height, height};
}

Work vector_add(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    const Words a = random_floats(n, random), b = random_floats(n, random);
    Words sum(n);
    for (std::size_t i = 0; i < n; ++i) sum[i] = word(number(a[i]) + number(b[i]));
    return {{"vector_add.cl",
             {{a}, {b}, {Words(n)}},
             {{"vector_add", {n}, {}, {MemoryRef{0}, MemoryRef{1}, MemoryRef{2}}}}},
            {{2, sum}}};
}

Work saxpy(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    const float a = 2.7182817F;
    const Words x = random_floats(n, random), y = random_floats(n, random);
    Words twice(n), once(n);
    for (std::size_t i = 0; i < n; ++i) {
        twice[i] = word(a * number(x[i]) + number(y[i]));
        once[i] = word(std::fma(a, number(x[i]), number(y[i])));
    }
    return {{"saxpy.cl",
             {{x}, {y}},
             {{"saxpy", {padded(n, 64)}, {64}, {a, MemoryRef{0}, MemoryRef{1}, narrow(n)}}}},
            {{1, twice, once}}};
}

Work matrix_product(std::size_t items, unsigned seed) {
    std::mt19937 random(seed);
    const auto [columns, rows] = rectangle(items);
    const std::size_t inner = std::min<std::size_t>(256, rows + rows / 3);
    const Words a = random_floats(rows * inner, random), b = random_floats(inner * columns, random);
    std::vector<float> sums(rows * columns);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < inner; ++k)
            for (std::size_t column = 0; column < columns; ++column)
                sums[row * columns + column] +=
                    number(a[row * inner + k]) * number(b[k * columns + column]);
    Words product(sums.size());
    std::transform(sums.begin(), sums.end(), product.begin(), word);
    return {{"matrix_product.cl",
             {{a}, {b}, {Words(rows * columns)}},
             {{"matrix_product",
               {padded(columns, 16), padded(rows, 16)},
               {16, 16},
               {MemoryRef{0}, MemoryRef{1}, MemoryRef{2}, narrow(rows), narrow(inner),
                narrow(columns)}}}},
            {{2, product}}};
}

/// Sums of groups of 256 as the kernel adds them up.
template <class T>
Words tree_sums(const Words& in) {
    Words out;
    for (std::size_t first = 0; first < in.size(); first += 256) {
        T sums[256] = {};
        for (std::size_t i = 0; i < std::min<std::size_t>(256, in.size() - first); ++i)
            sums[i] = std::bit_cast<T>(in[first + i]);
        for (std::size_t step = 128; step > 0; step /= 2)
            for (std::size_t i = 0; i < step; ++i) sums[i] += sums[i + step];
        out.push_back(std::bit_cast<std::uint32_t>(sums[0]));
    }
    return out;
}

Work tree_reduction(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    const Words whole = random_words(n, random), real = random_floats(n, random);
    const Local sums{std::size_t{256} * 4};
    const std::vector<std::size_t> global{padded(n, 256)}, local{256};
    const Words empty(groups(n, 256));
    return {{"tree_reduction.cl",
             {{whole}, {empty}, {real}, {empty}},
             {{"reduce_int", global, local, {MemoryRef{0}, MemoryRef{1}, sums, narrow(n)}},
              {"reduce_float", global, local, {MemoryRef{2}, MemoryRef{3}, sums, narrow(n)}}}},
            {{1, tree_sums<std::uint32_t>(whole)}, {3, tree_sums<float>(real)}}};
}

Work prefix_scan(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    const Words in = random_words(n, random);
    Words sums(n);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sums[i] = sum += in[i];
    const Local values{std::size_t{256} * 4};
    const std::vector<std::size_t> global{padded(n, 256)}, local{256};
    const MemoryRef from{0}, to{1}, totals{2};
    return {{"prefix_scan.cl",
             {{in}, {Words(n)}, {Words(groups(n, 256))}},
             {{"scan_groups", global, local, {from, to, totals, values, narrow(n)}},
              {"scan_totals", local, local, {totals, values, narrow(groups(n, 256))}},
              {"add_totals", global, local, {to, totals, narrow(n)}}}},
            {{1, sums}}};
}

Work histogram(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    const Words in = random_words(groups(n, 4), random);
    Words bins(256);
    for (std::size_t i = 0; i < n; ++i) ++bins[in[i / 4] >> (i % 4 * 8) & 0xFF];
    return {{"histogram.cl",
             {{in}, {Words(256)}},
             {{"histogram", {padded(n, 128)}, {128}, {MemoryRef{0}, MemoryRef{1}, narrow(n)}}}},
            {{1, bins}}};
}

Work bitonic_sort(std::size_t items, unsigned seed) {
    std::mt19937 random(seed);
    const std::size_t n = std::bit_ceil(std::max<std::size_t>(items, 2));
    Words data = random_words(items, random);
    data.resize(n, 0xFFFFFFFF);
    Work work{{"bitonic_sort.cl", {{data}}, {}}, {}};
    for (std::size_t k = 2; k <= n; k *= 2)
        for (std::size_t j = k / 2; j > 0; j /= 2)
            work.job.launches.push_back({"bitonic_step",
                                         {n},
                                         {std::min<std::size_t>(n, 256)},
                                         {MemoryRef{0}, narrow(j), narrow(k)}});
    std::sort(data.begin(), data.end());
    work.expected.push_back({0, data});
    return work;
}

Work image_blur(std::size_t items, unsigned seed) {
    std::mt19937 random(seed);
    const auto [width, height] = rectangle(items);
    const Words in = random_floats(width * height * 4, random);
    Words out(in.size());
    const auto within = [](std::size_t at, int step, std::size_t size) {
        const auto wide = static_cast<std::ptrdiff_t>(at) + step;
        return static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(wide, 0, static_cast<std::ptrdiff_t>(size) - 1));
    };
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t channel = 0; channel < 4; ++channel) {
                float sum = 0;
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx) {
                        const std::size_t row = within(y, dy, height),
                                          column = within(x, dx, width);
                        sum += number(in[(row * width + column) * 4 + channel]);
                    }
                out[(y * width + x) * 4 + channel] = word(sum / 9.0F);
            }
    // A quotient is within 2.5 units of the exact one, and ours within half a unit.
    return {{"image_blur.cl",
             {{in, width, height}, {Words(in.size()), width, height, true}},
             {{"image_blur",
               {padded(width, 16), padded(height, 16)},
               {16, 16},
               {MemoryRef{0}, MemoryRef{1}}}}},
            {{1, out, {}, 3}}};
}

Work nested_enqueue(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    const Words data = random_words(n, random);
    Words out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = (data[i] * 2 + 1) * 3;
    return {{"nested_enqueue.cl",
             {{data}},
             {{"nested", {padded(n, 256)}, {256}, {MemoryRef{0}, narrow(n)}}},
             true},
            {{0, out}}};
}

/// How many floats lie between two; numbers of both signs count through zero.
std::uint64_t distance(std::uint32_t a, std::uint32_t b) {
    if (std::isnan(number(a)) || std::isnan(number(b))) return a == b ? 0 : ~std::uint64_t{0};
    const auto place = [](std::uint32_t bits) {
        const auto size = static_cast<std::int64_t>(bits & 0x7FFFFFFF);
        return bits >> 31 != 0 ? -size : size;
    };
    return static_cast<std::uint64_t>(std::abs(place(a) - place(b)));
}

}  // namespace

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"vector_add", vector_add},         {"saxpy", saxpy},
        {"matrix_product", matrix_product}, {"tree_reduction", tree_reduction},
        {"prefix_scan", prefix_scan},       {"histogram", histogram},
        {"bitonic_sort", bitonic_sort},     {"image_blur", image_blur},
        {"nested_enqueue", nested_enqueue}};
    return all;
}

std::string mismatch(const Job& job, const std::vector<Expected>& expected, bool exactly) {
    for (const Expected& each : expected) {
        const Words& got = job.memory[each.memory].words;
        for (std::size_t i = 0; i < each.words.size(); ++i) {
            if (got[i] == each.words[i]) continue;
            if (!exactly && !each.contracted.empty() && got[i] == each.contracted[i]) continue;
            if (!exactly && each.distance != 0 && distance(got[i], each.words[i]) <= each.distance)
                continue;
            return job.file + ": memory " + std::to_string(each.memory) + ", word " +
                   std::to_string(i) + " of " + std::to_string(got.size()) + ": " +
                   std::to_string(got[i]) + " (" + std::to_string(number(got[i])) + ") for " +
                   std::to_string(each.words[i]) + " (" + std::to_string(number(each.words[i])) +
                   ")";
        }
    }
    return {};
}

}  // namespace clmm::pocl
