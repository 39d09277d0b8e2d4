#pragma once

#include <array>
#include <string_view>

#include "clmm/litmus/litmus_test.h"

namespace clmm::litmus {

/// How an object is allocated, as texts say it: in an initial state, and before the argument of a
/// kernel.
struct AllocationWord {
    std::string_view word;
    Allocation allocation;
    bool is_of_arguments = false;
};

/// The first of an allocation is what it is written as.
inline constexpr std::array kAllocationWords = {
    AllocationWord{"buffer", Allocation::buffer, true},
    AllocationWord{"sub_buffer", Allocation::buffer},
    AllocationWord{"image", Allocation::image},
    AllocationWord{"pipe", Allocation::pipe},
    AllocationWord{"coarse_svm", Allocation::coarse_grained_svm, true},
    AllocationWord{"fine_svm", Allocation::fine_grained_svm, true},
    AllocationWord{"atomic_svm", Allocation::fine_grained_svm_atomics, true},
    AllocationWord{"system_svm", Allocation::system_svm, true},
    AllocationWord{"program", Allocation::program_scope},
    AllocationWord{"host", Allocation::host_memory},
};

}  // namespace clmm::litmus
