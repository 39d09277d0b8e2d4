#include "taken_edges.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

// A byte and an entry for each edge; the first of a function has a flag. Compiled without coverage:
// where a file that is counted declares these names, clang takes others for its own and finds
// nothing.
extern "C" {
struct EdgePlace {
    std::uintptr_t pc, is_entry;
};
extern char __start___sancov_cntrs[], __stop___sancov_cntrs[];
extern const EdgePlace __start___sancov_pcs[];
}

namespace clmm::fuzz {

TakenEdges::TakenEdges()
    : edges_(static_cast<std::size_t>(__stop___sancov_cntrs - __start___sancov_cntrs)) {}

void TakenEdges::gather() {
    for (std::size_t i = 0; i < edges_.size(); ++i)
        if (__start___sancov_cntrs[i] != 0) edges_[i] = true;
    std::memset(__start___sancov_cntrs, 0, edges_.size());
}

void TakenEdges::tell() const {
    for (std::size_t begin = 0; begin < edges_.size();) {
        std::size_t end = begin + 1, taken = edges_[begin] ? 1 : 0;
        for (; end < edges_.size() && __start___sancov_pcs[end].is_entry == 0; ++end)
            if (edges_[end]) ++taken;
        std::printf("0x%llx %zu %zu\n",
                    static_cast<unsigned long long>(__start___sancov_pcs[begin].pc), end - begin,
                    taken);
        begin = end;
    }
}

}  // namespace clmm::fuzz
