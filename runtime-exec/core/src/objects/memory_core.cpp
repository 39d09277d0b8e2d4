#include "objects/memory_core.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "clmm/base/ensure.h"
#include "platform/context_core.h"

namespace clmm::runtime {

Storage::Storage(std::size_t size, std::size_t red_zone) {
    constexpr std::size_t kAlignment = 128;
    const std::size_t rounded = (size + kAlignment - 1) / kAlignment * kAlignment + 2 * red_zone;
    auto* bytes =
        static_cast<std::byte*>(rounded < size ? nullptr : std::aligned_alloc(kAlignment, rounded));
    require(bytes != nullptr, ErrorCode::mem_object_allocation_failure,
            "the host has not that much memory");
    std::memset(bytes, 0, rounded);
    bytes_.reset(bytes);
    data_ = bytes + red_zone;
}

void Storage::Free::operator()(std::byte* bytes) const { std::free(bytes); }

MemoryCore::~MemoryCore() {
    if (registered_) {
        context->remove_memory(*this);
        tell_freed();
    }
    for (auto callback = destruction.rbegin(); callback != destruction.rend(); ++callback)
        (*callback)();
}

void MemoryCore::register_address(bool has_contents) {
    context->add_memory(shared_from_this());
    registered_ = true;
    if (Observer* observer = context->observer())
        observer->memory_created(argument(), has_contents);
}

void MemoryCore::tell_freed() const {
    if (Observer* observer = context->observer()) observer->memory_freed(argument());
}

MemoryArgument MemoryCore::argument() const {
    return {.base = base,
            .size = size,
            .object = id,
            .offset = origin,
            .read_only = flags.kernel == KernelAccess::read_only,
            .write_only = flags.kernel == KernelAccess::write_only,
            .allocation = allocation};
}

const ImageInfo& MemoryCore::image_info() const {
    ensure(image.has_value(), "the memory object is an image");
    return *image;
}

ImageArgument MemoryCore::image_argument() const {
    const ImageInfo& info = image_info();
    return {.base = base,
            .type = info.description.type,
            .format = info.format,
            .width = info.description.width,
            .height = info.description.height,
            .depth = info.description.depth,
            .array_size = info.description.array_size,
            .row_pitch = info.description.row_pitch,
            .slice_pitch = info.description.slice_pitch,
            .object = id,
            .read_only = flags.kernel == KernelAccess::read_only,
            .write_only = flags.kernel == KernelAccess::write_only};
}

bool MemoryCore::host_may_read() const {
    return flags.host == HostAccess::read_write || flags.host == HostAccess::read_only;
}

bool MemoryCore::host_may_write() const {
    return flags.host == HostAccess::read_write || flags.host == HostAccess::write_only;
}

void MemoryCore::add_mapping(void* pointer, const MemoryTouch& region) {
    const std::lock_guard lock(mutex);
    mappings_.emplace(pointer, region);
}

std::optional<MemoryTouch> MemoryCore::remove_mapping(void* pointer) {
    const std::lock_guard lock(mutex);
    const auto found = mappings_.find(pointer);
    if (found == mappings_.end()) return std::nullopt;
    const MemoryTouch region = found->second;
    mappings_.erase(found);
    return region;
}

unsigned MemoryCore::mappings() const {
    const std::lock_guard lock(mutex);
    return static_cast<unsigned>(mappings_.size());
}

void MemoryCore::free_now() {
    context->remove_memory(*this);
    tell_freed();
    const std::lock_guard lock(mutex);
    registered_ = false;
    freed_ = true;
    storage = Storage();
}

bool MemoryCore::is_freed() const {
    const std::lock_guard lock(mutex);
    return freed_;
}

std::size_t red_zone(const ContextCore& context) {
    constexpr std::size_t kBytes = 1024;
    return context.observer() != nullptr ? kBytes : 0;
}

void require_range(std::size_t offset, std::size_t size, std::size_t object_size,
                   const char* sentence) {
    require(offset <= object_size && size <= object_size - offset, ErrorCode::invalid_value,
            sentence);
}

}  // namespace clmm::runtime
