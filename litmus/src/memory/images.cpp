// Images of one dimension with one integer channel: arrays that only built-in functions access.
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

}  // namespace

std::optional<Value> Interpreter::call_image_function(const syntax::Call& call, Span span) {
    const std::string& name = call.function;
    if (name.starts_with("read_image")) return read_image(call, span);
    if (name.starts_with("write_image")) return write_image(call, span);
    if (name != "get_image_width") return std::nullopt;
    require_arguments(call, 1, 1);
    const Value image = evaluate_arguments(call)[0];
    return number(image_object(image, call.arguments[0]->span).type->length, int_type());
}

/// The image that a value names; on every path the same one.
const MemoryObject& Interpreter::image_object(const Value& image, Span span) const {
    if (!is_image(image.type))
        reject("E-TYPE", "a value of type " + to_text(*image.type) + " is no image", span);
    if (image.object.kind != Provenance::Kind::memory)
        reject("E-UNSUPPORTED", "which image this is depends on what happens", span);
    return unfolding_.objects[image.object.index];
}

Lvalue Interpreter::texel(const Value& image, const Value& coordinate, Span span) {
    const MemoryObject& object = image_object(image, span);
    Value pointer = image;
    pointer.type = pointer_to(in_space(object.element(), AddressSpace::global));
    return dereference(offset_pointer(pointer, convert(coordinate, int_type(), span), false), span);
}

Value Interpreter::read_image(const syntax::Call& call, Span span) {
    const auto is_signed = signedness(call.function, "read_image");
    if (!is_signed)
        reject("E-UNSUPPORTED", call.function + "() is not supported", call.function_span,
               "images have integer channels: read_imagei, read_imageui");
    if (call.arguments.size() == 3)
        reject("E-UNSUPPORTED", "samplers are not supported", call.arguments[1]->span,
               "read without one: " + call.function + "(image, x)");
    require_arguments(call, 2, 2);
    const std::vector<Value> arguments = evaluate_arguments(call);
    if (arguments[0].type->access == language::AccessQualifier::write_only)
        reject("E-TYPE", "a read from a write_only image", span);
    const Lvalue place = texel(arguments[0], arguments[1], span);
    return convert(load(place, {.span = span}), integer_type(32, *is_signed), span);
}

Value Interpreter::write_image(const syntax::Call& call, Span span) {
    if (!signedness(call.function, "write_image"))
        reject("E-UNSUPPORTED", call.function + "() is not supported", call.function_span,
               "images have integer channels: write_imagei, write_imageui");
    require_arguments(call, 3, 3);
    const std::vector<Value> arguments = evaluate_arguments(call);
    if (arguments[0].type->access == language::AccessQualifier::read_only)
        reject("E-TYPE", "a write to a read_only image", span,
               "declare the parameter write_only or read_write");
    const Lvalue place = texel(arguments[0], arguments[1], span);
    store(place, convert(arguments[2], value_type(place.type), call.arguments[2]->span),
          {.span = span});
    return number(0, void_type());
}

}  // namespace clmm::litmus
