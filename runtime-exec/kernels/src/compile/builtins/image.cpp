// Images.
#include <array>

#include "compile/builtins/call.h"
#include "execute/handlers/images.h"

namespace clmm::runtime::compiler {

/// Three coordinates: what the image lacks is 0.
std::vector<Reg> BuiltinCall::coordinates(std::size_t i, const Type& image, bool& floating) {
    const Value value = argument(i);
    const unsigned needed = dimensions(image.image) + (is_array(image.image) ? 1 : 0);
    // Three components are given as four, of which the last is of no interest.
    const unsigned lanes = needed == 3 ? 4 : needed;
    floating = is_arithmetic(value.type) && is_floating(value.type->scalar);
    const bool known = is_arithmetic(value.type) && value.type->lanes == lanes &&
                       (value.type->scalar == Scalar::f32 ||
                        (is_integer(value.type) && memory_size(value.type->scalar) <= 4) ||
                        (is_scalar(value.type) && is_integer(value.type)));
    if (!known)
        wrong_argument(i, lanes == 1 ? "an int or a float coordinate"
                                     : "int" + std::to_string(lanes) + " or float" +
                                           std::to_string(lanes) + " coordinates");
    const TypePtr element = types_.scalar(floating ? Scalar::f32 : Scalar::i32);
    std::vector<Reg> out;
    for (unsigned d = 0; d < 3; ++d)
        out.push_back(d < needed ? t_.convert_element(value.parts[d],
                                                      types_.scalar(value.type->scalar), element)
                                 : out_.constant(element->scalar, 0));
    return out;
}

namespace {

Scalar colour_scalar(char kind) {
    return kind == 'i' ? Scalar::i32 : kind == 'u' ? Scalar::u32 : Scalar::f32;
}

}  // namespace

std::int64_t BuiltinCall::image_site(const Value& /*image*/, bool writes) {
    const std::uint32_t index = t_.add_site(SiteKind::image, t_.text_at(node_.arguments[0]->span));
    Site& site = out_.code().sites[index];
    (writes ? site.writes : site.reads) = true;
    site.space = AddressSpace::global;
    return index;
}

Value BuiltinCall::read_image(char kind) {
    const Value image = argument(0);
    if (image.type->kind != TypeKind::image) wrong_argument(0, "an image");
    require(image.type->access != AccessQualifier::write_only, "E-TYPE", "this image is write_only",
            at());
    const bool sampled = node_.arguments.size() == 3;
    require(!sampled || image.type->access == AccessQualifier::read_only, "E-TYPE",
            "a read_write image is read without a sampler", at());
    bool floating = false;
    WideCall call;
    call.operands = {image.reg(), sampled ? converted(1, types_.plain(TypeKind::sampler)).reg()
                                          : out_.constant(Scalar::u64, 0)};
    const std::vector<Reg> place = coordinates(sampled ? 2 : 1, *image.type, floating);
    require(sampled || !floating, "E-TYPE", "without a sampler, coordinates are integers", at());
    call.operands.insert(call.operands.end(), place.begin(), place.end());
    const char colour = kind == 'h' ? 'f' : kind;
    call.constants = {colour, sampled ? (floating ? 2 : 1) : 0};
    Value out;
    out.type = types_.vector(colour_scalar(colour), 4);
    for (unsigned i = 0; i < 4; ++i) out.parts.push_back(out_.fresh(out.type->scalar));
    call.results = out.parts;
    if (t_.program_.watched()) call.constants.push_back(image_site(image, false));
    out_.wide(handlers::read_image(), std::move(call), at());
    if (kind == 'h') {
        for (Reg& reg : out.parts)
            reg = t_.convert_element(reg, types_.scalar(Scalar::f32), types_.scalar(Scalar::f16));
        out.type = types_.vector(Scalar::f16, 4);
    }
    return image.type->is_depth ? element_of(out, 0) : out;
}

Value BuiltinCall::write_image(char kind) {
    const Value image = argument(0);
    if (image.type->kind != TypeKind::image) wrong_argument(0, "an image");
    require(image.type->access != AccessQualifier::read_only, "E-TYPE", "this image is read_only",
            at());
    bool floating = false;
    WideCall call;
    call.operands = {image.reg()};
    const std::vector<Reg> place = coordinates(1, *image.type, floating);
    require(!floating, "E-TYPE", "an image is written at integer coordinates", at());
    call.operands.insert(call.operands.end(), place.begin(), place.end());
    const char colour = kind == 'h' ? 'f' : kind;
    const Scalar scalar = kind == 'h' ? Scalar::f16 : colour_scalar(colour);
    const Value value = converted(2, types_.shaped(scalar, image.type->is_depth ? 1 : 4));
    for (unsigned i = 0; i < 4; ++i)
        call.operands.push_back(i < value.parts.size()
                                    ? t_.convert_element(value.parts[i], types_.scalar(scalar),
                                                         types_.scalar(colour_scalar(colour)))
                                    : out_.constant(colour_scalar(colour), 0));
    call.constants = {colour, 0};
    if (t_.program_.watched()) call.constants.push_back(image_site(image, true));
    out_.wide(handlers::write_image(), std::move(call), at());
    return t_.void_value();
}

BuiltinCall::Result BuiltinCall::images() {
    const std::string& function = name();
    const bool reads = function.starts_with("read_image");
    if (!reads && !function.starts_with("write_image")) return std::nullopt;
    const std::string kind = function.substr(reads ? 10 : 11);
    if (kind != "f" && kind != "i" && kind != "ui" && kind != "h") return std::nullopt;
    if (!reads) return write_image(kind.front());
    return read_image(kind.front());
}

BuiltinCall::Result BuiltinCall::image_queries() {
    using handlers::ImageQuery;
    static constexpr std::array<std::pair<const char*, ImageQuery>, 6> kQueries = {
        {{"get_image_width", ImageQuery::width},
         {"get_image_height", ImageQuery::height},
         {"get_image_depth", ImageQuery::depth},
         {"get_image_array_size", ImageQuery::array_size},
         {"get_image_channel_data_type", ImageQuery::data_type},
         {"get_image_channel_order", ImageQuery::order}}};
    const auto image = [&] {
        const Value value = argument(0);
        if (value.type->kind != TypeKind::image) wrong_argument(0, "an image");
        return value;
    };
    const auto ask = [&](const Value& value, ImageQuery query) {
        return out_.effect(handlers::query_image(), nullptr, Scalar::i32, {value.reg()},
                           static_cast<std::int64_t>(query), at());
    };
    for (const auto& [known, query] : kQueries) {
        if (name() != known) continue;
        const Reg reg = ask(image(), query);
        if (query == ImageQuery::array_size)
            return t_.convert(t_.int_value(reg), types_.scalar(Scalar::u64));
        return t_.int_value(reg);
    }
    if (name() != "get_image_dim") return std::nullopt;
    const Value value = image();
    Value out;
    out.parts = {ask(value, ImageQuery::width), ask(value, ImageQuery::height)};
    out.type = types_.vector(Scalar::i32, 2);
    if (dimensions(value.type->image) != 3) return out;
    out.parts.push_back(ask(value, ImageQuery::depth));
    out.parts.push_back(out_.integer(Scalar::i32, 0));
    out.type = types_.vector(Scalar::i32, 4);
    return out;
}

}  // namespace clmm::runtime::compiler
