#include "memory/image_calls.h"

#include "clmm/language/builtins.h"

namespace clmm::litmus {
namespace {

using language::ImageType;
using language::Scalar;

bool is_array_of_images(const Type& image) {
    return image.image == ImageType::image_1d_array || image.image == ImageType::image_2d_array;
}

bool has_height(const Type& image) {
    return image.image == ImageType::image_2d || image.image == ImageType::image_2d_array ||
           image.image == ImageType::image_3d;
}

TypePtr colour_type(std::string_view suffix, const Type& image) {
    const Scalar scalar = suffix == "i"    ? Scalar::i32
                          : suffix == "ui" ? Scalar::u32
                          : suffix == "h"  ? Scalar::f16
                                           : Scalar::f32;
    return language::vector_type(scalar, image.is_depth ? 1 : 4);
}

}  // namespace

bool is_image_function(std::string_view name) {
    const auto known = language::find_builtin(name);
    return known && known->family == language::Builtin::Family::image;
}

unsigned coordinate_count(const Type& image) {
    switch (image.image) {
        case ImageType::image_1d:
        case ImageType::image_1d_buffer:
            return 1;
        case ImageType::image_1d_array:
        case ImageType::image_2d:
            return 2;
        case ImageType::image_2d_array:
        case ImageType::image_3d:
            break;
    }
    return 3;
}

TypePtr image_call_type(std::string_view name, const Type& image) {
    constexpr std::string_view kRead = "read_image";
    if (name.starts_with(kRead)) return colour_type(name.substr(kRead.size()), image);
    if (name.starts_with("write_image")) return void_type();
    if (name == "get_image_array_size")
        return is_array_of_images(image) ? integer_type(64, false) : nullptr;
    const bool is_volume = image.image == ImageType::image_3d;
    if (name == "get_image_dim")
        return has_height(image) ? language::vector_type(Scalar::i32, is_volume ? 4 : 2) : nullptr;
    const bool is_there = name == "get_image_height"  ? has_height(image)
                          : name == "get_image_depth" ? is_volume
                                                      : true;
    return is_there ? int_type() : nullptr;
}

}  // namespace clmm::litmus
