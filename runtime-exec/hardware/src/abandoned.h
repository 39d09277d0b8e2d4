#pragma once

#include <memory>

namespace clmm::hardware {

/// Keeps an object until the process ends, without destroying it: what a launch that does not end
/// may still use, and whose destructor would wait for it.
/// Threads  any.
void keep_forever(std::shared_ptr<void> object);

}  // namespace clmm::hardware
