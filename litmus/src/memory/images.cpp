// Images: arrays of one number for each texel, which only built-in functions access.
#include <algorithm>

#include "memory/image_calls.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

/// Of `read_imagei` and `write_imageui`: whether the texels are signed.
std::optional<bool> signedness(std::string_view function, std::string_view prefix) {
    if (!function.starts_with(prefix)) return std::nullopt;
    function.remove_prefix(prefix.size());
    if (function == "i") return true;
    if (function == "ui") return false;
    return std::nullopt;
}

/// By dimension, x first.
std::vector<std::uint64_t> extents_of(const MemoryObject& object) {
    std::vector<std::uint64_t> extents;
    for (TypePtr type = object.type; is_array(type); type = type->element)
        extents.push_back(type->length);
    std::ranges::reverse(extents);
    return extents;
}

TypePtr texel_type(const MemoryObject& object) {
    TypePtr type = object.type;
    while (is_array(type)) type = type->element;
    return type;
}

}  // namespace

std::optional<Value> Interpreter::call_image_function(const syntax::Call& call, Span span) {
    const std::string& name = call.function;
    if (!is_image_function(name)) return std::nullopt;
    if (name.starts_with("read_image")) return read_image(call, span);
    if (name.starts_with("write_image")) return write_image(call, span);
    require_arguments(call, 1, 1);
    const Value image = evaluate_arguments(call)[0];
    const auto extents = extents_of(image_object(image, call.arguments[0]->span));
    const TypePtr type = image_call_type(name, *image.type);
    if (!type) reject("E-TYPE", to_text(*image.type) + " has no " + name + "()", span);
    if (name.starts_with("get_image_channel")) return opaque_value(type, image.reads, span);
    if (name == "get_image_width") return number(extents[0], type);
    if (name == "get_image_height") return number(extents[1], type);
    if (name != "get_image_dim") return number(extents.back(), type);  // depth, array_size
    std::vector<Value> sizes;
    for (std::size_t i = 0; i < type->lanes; ++i)
        sizes.push_back(number(i < extents.size() ? extents[i] : 0, int_type()));
    return vector_of(std::move(sizes));
}

/// The image that a value names; on every path the same one.
const MemoryObject& Interpreter::image_object(const Value& image, Span span) const {
    if (!is_image(image.type))
        reject("E-TYPE", "a value of type " + to_text(*image.type) + " is no image", span);
    if (image.object.kind != Provenance::Kind::memory)
        reject("E-UNSUPPORTED", "which image this is depends on what happens", span);
    return unfolding_.objects[image.object.index];
}

/// A place outside of the image in any direction is one outside of its memory.
Lvalue Interpreter::texel(const Value& image, const Value& coordinate, Span span) {
    const MemoryObject& object = image_object(image, span);
    const std::vector<std::uint64_t> extents = extents_of(object);
    Value index;
    if (extents.size() == 1) {
        index = convert(coordinate, int_type(), span);
    } else {
        const unsigned lanes = extents.size() == 3 ? 4 : 2;
        if (!is_vector(coordinate.type) || coordinate.type->lanes != lanes)
            reject("E-TYPE",
                   "where a texel of " + to_text(*image.type) + " is, is said by an int" +
                       std::to_string(lanes),
                   span);
        const std::vector<Value> parts = components_of(coordinate, lanes);
        TermId inside = terms().boolean(true);
        TermId linear = terms().constant(0, 32);
        std::uint64_t texels = 1;
        for (std::size_t d = extents.size(); d-- > 0;) {
            const TermId part = convert(parts[d], int_type(), span).term;
            const TermId extent = terms().constant(extents[d], 32);
            inside = terms().land(inside, terms().binary(TermOp::unsigned_less, part, extent));
            linear =
                terms().binary(TermOp::add, terms().binary(TermOp::multiply, linear, extent), part);
            texels *= extents[d];
        }
        index = {int_type(), terms().if_then_else(inside, linear, terms().constant(texels, 32)),
                 coordinate.reads};
    }
    Value pointer = image;
    pointer.type = pointer_to(in_space(texel_type(object), AddressSpace::global));
    return dereference(offset_pointer(pointer, index, false), span);
}

/// What texels hold is followed where there is one number of 32 bits to each: integers of
/// image1d_t. Else it is any value. A read_only image has no writes in this launch, and its reads
/// no events; but image1d_t, which tests give several parameters.
Value Interpreter::read_image(const syntax::Call& call, Span span) {
    const bool lists = !unfolding_.code.types.has_floating();
    const auto is_signed = signedness(call.function, "read_image");
    if (lists && !is_signed)
        reject("E-UNSUPPORTED", call.function + "() is not supported", call.function_span,
               "images have integer channels: read_imagei, read_imageui");
    if (lists && call.arguments.size() == 3)
        reject("E-UNSUPPORTED", "samplers are not supported", call.arguments[1]->span,
               "read without one: " + call.function + "(image, x)");
    require_arguments(call, 2, 3);
    const std::vector<Value> arguments = evaluate_arguments(call);
    const Value& image = arguments[0];
    static_cast<void>(image_object(image, call.arguments[0]->span));  // it is one
    const bool is_sampled = arguments.size() == 3;
    if (image.type->access == language::AccessQualifier::write_only)
        reject("E-TYPE", "a read from a write_only image", span);
    const bool is_read_only = image.type->access == language::AccessQualifier::read_only;
    if (is_sampled && !is_read_only)
        reject("E-TYPE", "a read_write image is read without a sampler", span);
    const bool is_row = image.type->image == language::ImageType::image_1d;
    const bool has_event = !is_sampled && (is_row || !is_read_only);
    DependencyId reads = dependencies().empty();
    for (const Value& each : arguments) reads = dependencies().unite(reads, each.reads);
    Value first = number(0, int_type());
    if (has_event) {
        first = load(texel(image, arguments[1], span), {.span = span});
        reads = dependencies().unite(reads, first.reads);
    }
    const TypePtr type = image_call_type(call.function, *image.type);
    if (!has_event || !is_row || !is_signed) return opaque_value(type, reads, span);
    first = convert(first, integer_type(32, *is_signed), span);
    // Where outcomes are listed there are no other channels.
    if (lists || !unfolding_.options.opaque_values) return first;
    std::vector<Value> channels{first};
    while (channels.size() < 4) channels.push_back(opaque_value(first.type, reads, span));
    return vector_of(std::move(channels));
}

Value Interpreter::write_image(const syntax::Call& call, Span span) {
    const bool is_integer_call = signedness(call.function, "write_image").has_value();
    if (!is_integer_call && !unfolding_.code.types.has_floating())
        reject("E-UNSUPPORTED", call.function + "() is not supported", call.function_span,
               "images have integer channels: write_imagei, write_imageui");
    require_arguments(call, 3, 3);
    const std::vector<Value> arguments = evaluate_arguments(call);
    const Value& image = arguments[0];
    const Value& colour = arguments[2];
    if (image.type->access == language::AccessQualifier::read_only)
        reject("E-TYPE", "a write to a read_only image", span,
               "declare the parameter write_only or read_write");
    const Lvalue place = texel(image, arguments[1], span);
    const bool is_followed = is_integer_call && image.type->image == language::ImageType::image_1d;
    const Value stored = is_followed ? convert(components_of(colour, 1).front(),
                                               value_type(place.type), call.arguments[2]->span)
                                     : opaque_value(int_type(), colour.reads, span);
    store(place, stored, {.span = span});
    return number(0, void_type());
}

}  // namespace clmm::litmus
