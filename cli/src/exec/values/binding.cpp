#include "exec/values/binding.h"

#include <algorithm>
#include <cstring>

#include "clmm/runtime/observer.h"
#include "exec/values/image.h"

namespace clmm::cli {
namespace {

using runtime::Allocation;
using runtime::ParameterKind;

bool points_to_local(const runtime::Parameter& parameter) {
    return parameter.kind == ParameterKind::pointer &&
           parameter.address_space == runtime::AddressSpace::local;
}

std::string example_of(const runtime::Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::pointer:
            return "--arg '" + parameter.name + "[8]'";
        case ParameterKind::image:
            return "--arg " + parameter.name + "=image2d:rgba8:64x48";
        case ParameterKind::sampler:
            return "--arg " + parameter.name + "=sampler";
        case ParameterKind::pipe:
            return "--arg '" + parameter.name + "[16]'";
        case ParameterKind::queue:
            return "--arg " + parameter.name + "=queue";
        default:
            return "--arg " + parameter.name +
                   (element_type(parameter.type_name) ? "=8" : "=@value.raw");
    }
}

}  // namespace

KernelBinding::KernelBinding(const runtime::Context& context, const runtime::CommandQueue& queue,
                             runtime::Kernel& kernel, std::vector<ExecArgument> arguments,
                             Timeline& timeline, HostMemory& host_memory, bool tracked)
    : context_(context),
      queue_(queue),
      kernel_(kernel),
      arguments_(std::move(arguments)),
      timeline_(timeline),
      host_memory_(host_memory),
      tracked_(tracked) {}

const std::vector<runtime::Parameter>& KernelBinding::parameters() const {
    return kernel_.code().parameters();
}

void KernelBinding::check_names() const {
    std::string known;
    for (const runtime::Parameter& parameter : parameters())
        known += (known.empty() ? "" : ", ") + parameter.name;
    for (auto argument = arguments_.begin(); argument != arguments_.end(); ++argument) {
        const std::string& name = argument->name.text;
        if (std::ranges::find(parameters(), name, &runtime::Parameter::name) == parameters().end())
            argument->fail(
                argument->name.span,
                "the kernel '" + kernel_.code().name() + "' has no parameter '" + name + "'",
                known.empty() ? "" : "its parameters are " + known);
        if (std::any_of(arguments_.begin(), argument,
                        [&](const ExecArgument& other) { return other.name.text == name; }))
            argument->fail(argument->name.span, "the parameter '" + name + "' is given twice");
    }
}

/// All that are given nothing are named together.
void KernelBinding::check_missing() const {
    std::string missing;
    std::string examples;
    std::size_t count = 0;
    for (const runtime::Parameter& parameter : parameters()) {
        if (std::ranges::any_of(arguments_, [&](const ExecArgument& argument) {
                return argument.name.text == parameter.name;
            }))
            continue;
        missing += (count++ > 0 ? ", '" : "'") + parameter.name + "' of type '" +
                   parameter.type_name + "'";
        examples += (examples.empty() ? "" : " ") + example_of(parameter);
    }
    if (count == 0) return;
    reject(
        nullptr, {}, "E-ARGUMENT",
        (count == 1 ? "the parameter " + missing + " is" : "the parameters " + missing + " are") +
            " given no value",
        "add for example " + examples);
}

const ExecArgument& KernelBinding::argument_of(const runtime::Parameter& parameter) const {
    return *std::ranges::find_if(arguments_, [&](const ExecArgument& argument) {
        return argument.name.text == parameter.name;
    });
}

void KernelBinding::bind() {
    check_names();
    check_missing();
    // An alias may name the memory of a later parameter.
    for (std::size_t i = 0; i < parameters().size(); ++i)
        if (!is_alias(argument_of(parameters()[i]))) bind(i);
    for (std::size_t i = 0; i < parameters().size(); ++i)
        if (const ExecArgument& argument = argument_of(parameters()[i]); is_alias(argument))
            bind_alias(i, argument);
}

/// `b=a`, where a is another parameter.
bool KernelBinding::is_alias(const ExecArgument& argument) const {
    return argument.words.size() == 1 && !argument.file &&
           argument.words.front().text != argument.name.text &&
           std::ranges::find(parameters(), argument.words.front().text,
                             &runtime::Parameter::name) != parameters().end();
}

void KernelBinding::bind_alias(std::size_t index, const ExecArgument& argument) {
    const std::string& other = argument.words.front().text;
    if (argument.count || argument.allocation)
        argument.fail(argument.span(),
                      "the memory of another parameter has a size and an allocation already");
    const auto found = bound_.find(other);
    if (found == bound_.end())
        argument.fail(argument.value_span, "the parameter '" + other + "' has no memory to share");
    const runtime::Parameter& parameter = parameters()[index];
    if (parameter.kind != found->second->parameter->kind || points_to_local(parameter))
        argument.fail(argument.value_span,
                      "'" + parameter.name + "' is of type '" + parameter.type_name + "', '" +
                          other + "' of type '" + found->second->parameter->type_name + "'");
    give(index, found->second->object);
    bound_[parameter.name] = found->second;
}

void KernelBinding::bind(std::size_t index) {
    const runtime::Parameter& parameter = parameters()[index];
    const ExecArgument& argument = argument_of(parameter);
    switch (parameter.kind) {
        case ParameterKind::value:
            kernel_.set_bytes(index, value_bytes(argument, parameter));
            return;
        case ParameterKind::pointer:
            return points_to_local(parameter) ? bind_local(index, argument)
                                              : bind_pointer(index, argument);
        case ParameterKind::image:
            return bind_image(index, argument);
        case ParameterKind::sampler: {
            const runtime::SamplerArgument state = sampler_request(argument);
            try {
                kernel_.set(index, runtime::Sampler(context_, state));
            } catch (const runtime::Error& error) {
                argument.fail(argument.value_span, error.what());
            }
            return;
        }
        case ParameterKind::pipe:
            return bind_pipe(index, argument);
        case ParameterKind::queue:
            return bind_queue(index, argument);
        default:
            argument.fail(argument.span(),
                          "the host gives a kernel no '" + parameter.type_name + "'");
    }
}

void KernelBinding::bind_local(std::size_t index, const ExecArgument& argument) {
    const runtime::Parameter& parameter = parameters()[index];
    if (argument.bytes) return kernel_.set_local(index, argument.bytes->size);
    if (!argument.count || argument.has_value || argument.allocation)
        argument.fail(argument.span(), "'" + parameter.name + "' points to local memory",
                      "say how many elements each work-group has: " + parameter.name + "[4]");
    if (*argument.count > SIZE_MAX / std::max<std::size_t>(parameter.size, 1))
        argument.fail(argument.name.span, "so much memory does not exist");
    kernel_.set_local(index, *argument.count * std::max<std::size_t>(parameter.size, 1));
}

void KernelBinding::bind_pointer(std::size_t index, const ExecArgument& argument) {
    const runtime::Parameter& parameter = parameters()[index];
    if (argument.words.size() == 1 && argument.words.front().text == "null" && !argument.count) {
        kernel_.set_null_pointer(index);
        return;
    }
    const bool any = tracked_ && argument.words.size() == 1 && argument.words[0].text == "any";
    ExecArgument plain = argument;
    if (any) {
        plain.words.clear();
        plain.has_value = false;
    }
    BufferContents contents =
        argument.bytes ? BufferContents{argument.bytes->size, argument.bytes->bytes}
                       : buffer_contents(plain, parameter, element_type(parameter.type_name));
    if (tracked_ && !any && contents.bytes.empty()) contents.bytes.resize(contents.size);
    auto bound = std::make_shared<Bound>(Bound{&parameter, make_memory(argument, contents.size)});
    bound_[parameter.name] = bound;
    fill(*bound, std::move(contents.bytes));
    give(index, bound->object);
}

KernelBinding::Object KernelBinding::make_memory(const ExecArgument& argument, std::size_t size) {
    const std::string kind = argument.allocation ? argument.allocation->text : "buffer";
    try {
        if (kind == "buffer") return runtime::Buffer(context_, size);
        if (kind == "read_only")
            return runtime::Buffer(context_, size, {.kernel = runtime::KernelAccess::read_only});
        if (kind == "write_only")
            return runtime::Buffer(context_, size, {.kernel = runtime::KernelAccess::write_only});
        if (kind == "coarse_svm")
            return runtime::SvmAllocation(context_, Allocation::coarse_grained_svm, size);
        if (kind == "fine_svm")
            return runtime::SvmAllocation(context_, Allocation::fine_grained_svm, size);
        if (kind == "atomic_svm")
            return runtime::SvmAllocation(context_, Allocation::fine_grained_svm_atomics, size);
    } catch (const runtime::Error& error) {
        argument.fail(argument.span(), error.what());
    }
    if (kind != "system_svm")
        argument.fail(
            argument.allocation->span, "there is no allocation '" + kind + "'",
            "write buffer, read_only, write_only, coarse_svm, fine_svm, atomic_svm or system_svm");
    constexpr std::align_val_t kAlignment{128};
    std::shared_ptr<std::byte[]> bytes(
        static_cast<std::byte*>(::operator new(size, kAlignment)),
        [](std::byte* memory) { ::operator delete(memory, kAlignment); });
    std::memset(bytes.get(), 0, size);
    host_memory_.kept.push_back(bytes);
    if (host_memory_.observer != nullptr)
        host_memory_.observer->memory_created(
            {.base = bytes.get(), .size = size, .allocation = Allocation::system_svm}, true);
    return SystemMemory{std::move(bytes), size};
}

void KernelBinding::bind_image(std::size_t index, const ExecArgument& argument) {
    const runtime::Parameter& parameter = parameters()[index];
    ImageRequest request = image_request(argument, parameter);
    const auto make = [&]() -> runtime::Image {
        try {
            if (request.description.type != runtime::ImageType::image_1d_buffer)
                return {context_, request.format, request.description};
            const runtime::Buffer buffer(
                context_, request.description.width * runtime::element_size(request.format));
            return {buffer, request.format, request.description.width};
        } catch (const runtime::Error& error) {
            argument.fail(argument.span(), error.what());
        }
    };
    if (tracked_ && request.bytes.empty()) {
        const runtime::Size3 size = whole_region(request.description);
        request.bytes.resize(size[0] * size[1] * size[2] * runtime::element_size(request.format));
    }
    auto bound = std::make_shared<Bound>(Bound{&parameter, ImageObject{make()}});
    bound_[parameter.name] = bound;
    fill(*bound, std::move(request.bytes));
    give(index, bound->object);
}

void KernelBinding::bind_pipe(std::size_t index, const ExecArgument& argument) {
    const runtime::Parameter& parameter = parameters()[index];
    if (!argument.count || argument.has_value || argument.allocation ||
        *argument.count > UINT32_MAX)
        argument.fail(argument.span(), "'" + parameter.name + "' is a pipe",
                      "say how many packets it holds: " + parameter.name + "[16]");
    auto bound = std::make_shared<Bound>(
        Bound{&parameter, runtime::Pipe(context_, static_cast<std::uint32_t>(parameter.size),
                                        static_cast<std::uint32_t>(*argument.count))});
    bound_[parameter.name] = bound;
    give(index, bound->object);
}

void KernelBinding::bind_queue(std::size_t index, const ExecArgument& argument) {
    if (argument.words.size() != 1 || argument.words.front().text != "queue")
        argument.fail(argument.span(), "'" + argument.name.text + "' is a queue for child kernels",
                      "write " + argument.name.text + "=queue");
    if (!device_queue_) device_queue_.emplace(context_, context_.devices().front());
    kernel_.set(index, *device_queue_);
}

void KernelBinding::record(const std::string& name, const runtime::Event& event) {
    timeline_.add(name, "queue", event);
}

void KernelBinding::fill(const Bound& bound, std::vector<std::byte> contents) {
    if (contents.empty()) return;
    const auto held = std::make_shared<const std::vector<std::byte>>(std::move(contents));
    host_memory_.kept.push_back(held);
    const std::vector<std::byte>& bytes = *held;
    const std::string name = "write " + bound.parameter->name;
    constexpr runtime::Blocking kNo = runtime::Blocking::no;
    if (const auto* buffer = std::get_if<runtime::Buffer>(&bound.object))
        record(name, queue_.write_buffer(*buffer, kNo, 0, bytes.size(), bytes.data()));
    else if (const auto* svm = std::get_if<runtime::SvmAllocation>(&bound.object))
        record(name, queue_.svm_memcpy(kNo, svm->pointer(), bytes.data(), bytes.size()));
    else if (const auto* system = std::get_if<SystemMemory>(&bound.object))
        std::memcpy(system->bytes.get(), bytes.data(), bytes.size());
    else if (const auto* image = std::get_if<ImageObject>(&bound.object))
        record(name,
               queue_.write_image(image->image, kNo, {0, 0, 0},
                                  whole_region(image->image.description()), 0, 0, bytes.data()));
}

void KernelBinding::give(std::size_t index, const Object& object) {
    if (const auto* buffer = std::get_if<runtime::Buffer>(&object))
        kernel_.set(index, *buffer);
    else if (const auto* svm = std::get_if<runtime::SvmAllocation>(&object))
        kernel_.set_svm_pointer(index, svm->pointer());
    else if (const auto* system = std::get_if<SystemMemory>(&object))
        kernel_.set_svm_pointer(index, system->bytes.get());
    else if (const auto* image = std::get_if<ImageObject>(&object))
        kernel_.set(index, image->image);
    else
        kernel_.set(index, std::get<runtime::Pipe>(object));
}

}  // namespace clmm::cli
