#pragma once

#include <vector>

namespace clmm::fuzz {

/// Which edges clang's coverage has counted so far.
class TakenEdges {
public:
    TakenEdges();
    /// Adds what was taken since the last call; the counters are bytes, which come round to zero.
    void gather();
    /// A line `PC EDGES TAKEN` for each function, on the standard output.
    void tell() const;

private:
    std::vector<bool> edges_;
};

}  // namespace clmm::fuzz
