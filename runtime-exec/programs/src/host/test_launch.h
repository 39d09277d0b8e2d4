#pragma once

#include <memory>
#include <string>
#include <vector>

#include "host/run.h"

namespace clmm::runtime::host {

/// A kernel that the test launches beside its threads: `NDRange k(x, 3), global_size(8), …;`.
struct TestLaunch {
    std::string name;  ///< `k`, of the kernel's second launch `k#2`
    Kernel kernel;     ///< with its arguments
    LaunchRange range;
    std::uint32_t device_number = 0;
    Device device;
    Span span;
};

/// Errors   Rejected: E-TYPE for arguments that the kernel does not take, E-UNSUPPORTED
///          for those that no run gives, E-EXEC for what the runtime denies.
[[nodiscard]] std::vector<TestLaunch> test_launches(const std::shared_ptr<Run>& run);

/// Enqueues them, each on a queue of its own.
void start_launches(const std::shared_ptr<Run>& run);
/// Work-groups of all of them together.
[[nodiscard]] unsigned launched_groups(const syntax::LitmusTree& tree);

/// Whether a function of the test enqueues kernels or markers.
[[nodiscard]] bool enqueues(const syntax::LitmusTree& tree);

/// `k[3]`, `k[1,0]`: a work-item as the checker names it, by its global ID.
[[nodiscard]] std::string item_name(const std::string& launch, unsigned dimensions,
                                    const Index3& global_id);

}  // namespace clmm::runtime::host
