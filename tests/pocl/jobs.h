#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "machine.h"

namespace clmm::pocl {

/// What one memory object of a job holds afterwards, computed in plain C++.
struct Expected {
    std::size_t memory = 0;
    Words words;
    /// The other value that each word may have where a * x + y is contracted into one operation;
    /// empty where nothing is.
    Words contracted = {};
    /// By how many floats in a row a result may be off, where OpenCL C allows other than the
    /// correctly rounded one.
    unsigned distance = 0;
};

struct Work {
    Job job;
    std::vector<Expected> expected;
};

/// A kernel over about so many work-items, on inputs that the seed determines.
struct Kind {
    std::string_view name;
    Work (*make)(std::size_t items, unsigned seed);
};

/// How tests print it.
void PrintTo(const Kind& kind, std::ostream* out);

/// vector_add, saxpy, matrix_product, tree_reduction, prefix_scan, histogram, bitonic_sort,
/// image_blur, nested_enqueue.
[[nodiscard]] const std::vector<Kind>& kinds();

/// Says which word of a job that ran is not as expected; empty if all are. `exactly`: as the text
/// says, without what OpenCL C allows beyond it.
[[nodiscard]] std::string mismatch(const Job& job, const std::vector<Expected>& expected,
                                   bool exactly);

}  // namespace clmm::pocl
