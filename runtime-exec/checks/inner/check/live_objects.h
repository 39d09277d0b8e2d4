#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "check/races/types.h"
#include "clmm/runtime/argument.h"
#include "clmm/runtime/observer.h"

namespace clmm::runtime::check {

/// Which bytes have a value, one flag for each: 1 if it has. Empty: all have.
using Values = std::vector<std::uint8_t>;

/// Global memory that is there.
struct LiveObject {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Allocation allocation = Allocation::buffer;
    bool read_only = false;   ///< created for reading by kernels only
    bool write_only = false;  ///< created for writing by kernels only
    Values values;
    ObjectId race;  ///< as the race detector knows it
};

/// The memory objects and shared virtual memory of a context, by address.
///
/// Cost     a logarithm of their number for each question.
/// Threads  one at a time.
class LiveObjects {
public:
    /// `tracks_values`: without contents, its bytes have no value yet.
    LiveObject& add(const MemoryArgument& memory, bool tracks_values);
    /// What the race detector knows it as; none where it was not there.
    ObjectId remove(const MemoryArgument& memory);
    /// The one around an address, or null.
    [[nodiscard]] LiveObject* at(std::uint64_t address);
    /// The one that ends nearest before an address, or null.
    [[nodiscard]] LiveObject* before(std::uint64_t address);
    /// Whether memory that is gone was there, as far as is remembered.
    [[nodiscard]] bool was_freed(std::uint64_t address) const;
    /// A command has read or written it: what it writes has a value.
    void touch(const MemoryTouch& touch);
    /// Changes whenever an object comes or goes.
    [[nodiscard]] std::uint64_t generation() const { return generation_; }

private:
    struct Freed {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    /// Buffers may be made of the same memory of the host.
    std::multimap<std::uint64_t, std::unique_ptr<LiveObject>> objects_;
    std::deque<Freed> freed_;
    std::uint64_t generation_ = 1;
};

/// The flags of [from, from + size) become 1.
void give_values(Values& values, std::uint64_t from, std::uint64_t size);
/// Whether all of them are 1.
[[nodiscard]] bool have_values(const Values& values, std::uint64_t from, std::uint64_t size);

}  // namespace clmm::runtime::check
