#include "check/older_writes.h"

#include <algorithm>
#include <cstring>

#include "clmm/base/ensure.h"
#include "values/address.h"

namespace clmm::runtime::check {
namespace {

constexpr std::uint64_t kLargest = 8;

std::uint64_t contents(std::uint64_t address, std::uint32_t size) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, pointer_to<const void>(address), size);
    return bits;
}

}  // namespace

template <class Work>
void OlderWrites::for_overlapping(Locations& all, std::uint64_t offset, std::uint64_t size,
                                  Work&& work) {
    const std::uint64_t first = offset < kLargest ? 0 : offset - kLargest + 1;
    for (auto each = all.lower_bound(first); each != all.end() && each->first < offset + size;
         ++each)
        if (each->first + each->second.size > offset) work(each->first, each->second);
}

OlderWrites::Location& OlderWrites::location(const Atomic& operation) {
    Locations& all = objects_[operation.object];
    const auto [found, is_new] = all.try_emplace(operation.offset);
    Location& own = found->second;
    if (!is_new && own.size == operation.size) return own;
    own.last_only = !is_new;
    own.size = std::max(own.size, operation.size);
    for_overlapping(all, operation.offset, operation.size,
                    [&](std::uint64_t offset, Location& other) {
                        if (offset != operation.offset) own.last_only = other.last_only = true;
                    });
    return own;
}

std::optional<std::uint64_t> OlderWrites::begin(const Atomic& operation, std::uint64_t address) {
    chosen_ = {};
    before_ = contents(address, operation.size);
    const Location& location = this->location(operation);
    if (operation.kind != AtomicKind::load || location.last_only) return std::nullopt;
    const WriteRange range = detector_.readable(operation);
    if (!range.first.valid() || range.first == range.last) return std::nullopt;
    const std::size_t count = range.last.index() - range.first.index() + 1;
    chosen_ = WriteId(range.first.index() + schedule_.choose_write(count));
    if (chosen_ == range.last) return std::nullopt;
    const auto value = location.values.find(static_cast<std::uint32_t>(chosen_.index()));
    ensure(value != location.values.end(), "the value of a write that may be read");
    return value->second;
}

void OlderWrites::end(Atomic operation, const std::optional<std::uint64_t>& written) {
    operation.reads_from = chosen_;
    const WriteId write = detector_.atomic(operation);
    if (!written || !write.valid()) return;
    // What was there before may be read on, also where it is the initial or a plain value.
    auto& values = location(operation).values;
    const auto number = static_cast<std::uint32_t>(write.index());
    values.try_emplace(number - 1, before_);
    values[number] = *written;
    while (values.begin()->first + 2 * kHistory < number) values.erase(values.begin());
}

void OlderWrites::plain_write(ObjectId object, std::uint64_t offset, std::uint64_t size) {
    const auto found = objects_.find(object);
    if (found == objects_.end()) return;
    for_overlapping(found->second, offset, size, [&](std::uint64_t at, Location& each) {
        const bool is_whole = offset <= at && at + each.size <= offset + size;
        if (!is_whole) each.last_only = true;
    });
}

}  // namespace clmm::runtime::check
