// What the memory of parameters holds at the end.
#include <algorithm>

#include "exec/values/binding.h"
#include "exec/values/image.h"

namespace clmm::cli {
namespace {

/// `struct pair` of `global struct pair*`.
std::string pointee(std::string type) {
    type.resize(std::min(type.rfind('*'), type.size()));
    for (const std::string space : {"global ", "constant "})
        if (type.starts_with(space)) type.erase(0, space.size());
    return type;
}

}  // namespace

std::vector<std::string> KernelBinding::names() const {
    std::vector<std::string> names;
    for (const auto& [name, bound] : bound_)
        if (!std::holds_alternative<runtime::Pipe>(bound->object)) names.push_back(name);
    return names;
}

std::optional<MemoryContents> KernelBinding::read(const std::string& name) {
    const auto found = bound_.find(name);
    if (found == bound_.end() || std::holds_alternative<runtime::Pipe>(found->second->object))
        return std::nullopt;
    const Bound& bound = *found->second;
    constexpr runtime::Blocking kYes = runtime::Blocking::yes;
    MemoryContents out;
    const std::string label = "read " + name;
    if (const auto* image = std::get_if<ImageObject>(&bound.object)) {
        const runtime::ImageDescription& description = image->image.description();
        const runtime::ImageFormat format = image->image.format();
        const runtime::Size3 region = whole_region(description);
        out.bytes.resize(region[0] * region[1] * region[2] * runtime::element_size(format));
        record(label,
               queue_.read_image(image->image, kYes, {0, 0, 0}, region, 0, 0, out.bytes.data()));
        out.components = runtime::channel_count(format);
        out.declaration = bound.parameter->type_name + " " + name;
        if (const auto number = channel_number(format))
            out.numbers = NumberArray{*number, image_shape(format, description), out.bytes};
        return out;
    }
    if (const auto* buffer = std::get_if<runtime::Buffer>(&bound.object)) {
        out.bytes.resize(buffer->size());
        record(label, queue_.read_buffer(*buffer, kYes, 0, out.bytes.size(), out.bytes.data()));
    } else if (const auto* svm = std::get_if<runtime::SvmAllocation>(&bound.object)) {
        out.bytes.resize(svm->size());
        record(label, queue_.svm_memcpy(kYes, out.bytes.data(), svm->pointer(), out.bytes.size()));
    } else {
        const auto& system = std::get<SystemMemory>(bound.object);
        out.bytes.assign(system.bytes.get(), system.bytes.get() + system.size);
    }
    // An alias may have elements of another type than the parameter that made the memory.
    const auto& own = *std::ranges::find(parameters(), name, &runtime::Parameter::name);
    const auto type = element_type(own.type_name);
    const std::size_t element = type ? type->size() : std::max<std::size_t>(own.size, 1);
    const std::size_t count = out.bytes.size() / element;
    out.declaration = (type ? to_string(*type) : pointee(own.type_name)) + " " + name + "[" +
                      std::to_string(count) + "]";
    if (!type) return out;
    out.components = type->components;
    out.numbers = NumberArray{type->number, {count}, gather(out.bytes, *type)};
    out.numbers->bytes.resize(count * type->components * size_of(type->number));
    if (type->components > 1) out.numbers->shape.push_back(type->components);
    return out;
}

}  // namespace clmm::cli
