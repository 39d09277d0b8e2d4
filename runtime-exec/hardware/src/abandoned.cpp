#include "abandoned.h"

#include <mutex>
#include <utility>
#include <vector>

namespace clmm::hardware {

void keep_forever(std::shared_ptr<void> object) {
    static std::mutex mutex;
    // Never destroyed, so that leaving the process waits for nobody.
    static auto* const kept = new std::vector<std::shared_ptr<void>>;
    const std::lock_guard lock(mutex);
    kept->push_back(std::move(object));
}

}  // namespace clmm::hardware
