#include "exec/values/image.h"

#include <array>
#include <charconv>

#include "exec/values/files.h"

namespace clmm::cli {
namespace {

using runtime::ChannelOrder;
using runtime::ChannelType;
using runtime::ImageType;

template <class T>
struct Named {
    std::string_view word;
    T value;
};

// Longer names before those that they begin with.
constexpr std::array kOrders = {
    Named<ChannelOrder>{"srgba", ChannelOrder::srgba},
    Named<ChannelOrder>{"sbgra", ChannelOrder::sbgra},
    Named<ChannelOrder>{"rgba", ChannelOrder::rgba},
    Named<ChannelOrder>{"bgra", ChannelOrder::bgra},
    Named<ChannelOrder>{"argb", ChannelOrder::argb},
    Named<ChannelOrder>{"abgr", ChannelOrder::abgr},
    Named<ChannelOrder>{"rgb", ChannelOrder::rgb},
    Named<ChannelOrder>{"rg", ChannelOrder::rg},
    Named<ChannelOrder>{"ra", ChannelOrder::ra},
    Named<ChannelOrder>{"r", ChannelOrder::r},
    Named<ChannelOrder>{"a", ChannelOrder::a},
    Named<ChannelOrder>{"intensity", ChannelOrder::intensity},
    Named<ChannelOrder>{"luminance", ChannelOrder::luminance},
    Named<ChannelOrder>{"depth", ChannelOrder::depth},
};
constexpr std::array kChannels = {
    Named<ChannelType>{"8", ChannelType::unorm_int8},
    Named<ChannelType>{"16", ChannelType::unorm_int16},
    Named<ChannelType>{"8_snorm", ChannelType::snorm_int8},
    Named<ChannelType>{"16_snorm", ChannelType::snorm_int16},
    Named<ChannelType>{"8i", ChannelType::signed_int8},
    Named<ChannelType>{"16i", ChannelType::signed_int16},
    Named<ChannelType>{"32i", ChannelType::signed_int32},
    Named<ChannelType>{"8ui", ChannelType::unsigned_int8},
    Named<ChannelType>{"16ui", ChannelType::unsigned_int16},
    Named<ChannelType>{"32ui", ChannelType::unsigned_int32},
    Named<ChannelType>{"16f", ChannelType::half_float},
    Named<ChannelType>{"32f", ChannelType::float32},
    Named<ChannelType>{"565", ChannelType::unorm_short_565},
    Named<ChannelType>{"555", ChannelType::unorm_short_555},
    Named<ChannelType>{"101010", ChannelType::unorm_int_101010},
};
constexpr std::array kTypes = {
    Named<ImageType>{"image1d", ImageType::image_1d},
    Named<ImageType>{"image1d_buffer", ImageType::image_1d_buffer},
    Named<ImageType>{"image1d_array", ImageType::image_1d_array},
    Named<ImageType>{"image2d", ImageType::image_2d},
    Named<ImageType>{"image2d_array", ImageType::image_2d_array},
    Named<ImageType>{"image3d", ImageType::image_3d},
};
template <class T, std::size_t N>
std::optional<T> named(const std::array<Named<T>, N>& names, std::string_view word) {
    for (const auto& each : names)
        if (each.word == word) return each.value;
    return std::nullopt;
}

template <class T, std::size_t N>
std::string listed(const std::array<Named<T>, N>& names) {
    std::string text;
    for (const auto& each : names) text += (text.empty() ? "" : ", ") + std::string(each.word);
    return text;
}

unsigned dimensions(ImageType type) {
    switch (type) {
        case ImageType::image_1d:
        case ImageType::image_1d_buffer:
            return 1;
        case ImageType::image_1d_array:
        case ImageType::image_2d:
            return 2;
        default:
            return 3;
    }
}

void set_sizes(runtime::ImageDescription& image, const std::array<std::size_t, 3>& sizes) {
    image.width = sizes[0];
    if (image.type == ImageType::image_1d_array) image.array_size = sizes[1];
    if (image.type == ImageType::image_2d || image.type == ImageType::image_2d_array ||
        image.type == ImageType::image_3d)
        image.height = sizes[1];
    if (image.type == ImageType::image_2d_array) image.array_size = sizes[2];
    if (image.type == ImageType::image_3d) image.depth = sizes[2];
}

class RequestReader {
public:
    RequestReader(const ExecArgument& argument, const runtime::Parameter& parameter)
        : argument_(argument), parameter_(parameter) {}

    ImageRequest operator()() {
        const auto& words = argument_.words;
        if (words.size() < 2 || words.size() > 3 || argument_.count || argument_.allocation)
            argument_.fail(argument_.span(),
                           "'" + parameter_.name + "' is an image of type " + parameter_.type_name,
                           "write for example " + parameter_.name + "=image2d:rgba8:64x48, or " +
                               parameter_.name + "=image2d:rgba8:@in.npy");
        read_type(words[0]);
        read_format(words[1]);
        if (words.size() == 3) read_sizes(words[2]);
        if (argument_.file) read_file(words.size() == 3);
        if (words.size() == 2 && !argument_.file)
            argument_.fail(argument_.value_span, "the sizes of the image are missing",
                           "write for example image2d:rgba8:64x48");
        return std::move(request_);
    }

private:
    void read_type(const ArgumentWord& word) {
        const auto type = named(kTypes, word.text);
        if (!type)
            argument_.fail(word.span, "there is no type of images '" + word.text + "'",
                           "there are " + listed(kTypes));
        if (parameter_.type_name.find(word.text + "_t") == std::string::npos)
            argument_.fail(word.span, "'" + parameter_.name + "' is of type " +
                                          parameter_.type_name + ", not " + word.text + "_t");
        request_.description.type = *type;
    }

    void read_format(const ArgumentWord& word) {
        for (const auto& order : kOrders) {
            if (!word.text.starts_with(order.word)) continue;
            const auto type =
                named(kChannels, std::string_view(word.text).substr(order.word.size()));
            if (!type) continue;
            request_.format = {order.value, *type};
            try {
                runtime::check_format(request_.format);
            } catch (const runtime::Error& error) {
                argument_.fail(word.span, error.what());
            }
            return;
        }
        argument_.fail(word.span, "there is no format of images '" + word.text + "'",
                       "a format is an order (" + listed(kOrders) + ") and a type (" +
                           listed(kChannels) + ") of channels, for example rgba8");
    }

    void read_sizes(const ArgumentWord& word) {
        std::array<std::size_t, 3> sizes = {1, 1, 1};
        unsigned count = 0;
        const char* at = word.text.data();
        const char* const end = at + word.text.size();
        for (bool more = true; more; ++count) {
            std::size_t size = 0;
            const auto [rest, error] = std::from_chars(at, end, size);
            more = rest != end && *rest == 'x';
            if (error != std::errc() || size == 0 || count == 3 || (!more && rest != end))
                argument_.fail(word.span, "'" + word.text + "' are no sizes of an image",
                               "width first: 64x48");
            sizes[count] = size;
            at = rest + 1;
        }
        if (count != dimensions(request_.description.type))
            argument_.fail(word.span, "an " + argument_.words[0].text + " has " +
                                          std::to_string(dimensions(request_.description.type)) +
                                          " sizes");
        set_sizes(request_.description, sizes);
    }

    void read_file(bool has_sizes) {
        const auto number = channel_number(request_.format);
        const bool is_raw = data_format(argument_.file->text) == DataFormat::raw;
        if (!number || is_raw) {
            if (!has_sizes)
                argument_.fail(argument_.value_span, "a raw file does not say the image's sizes",
                               "write for example image2d:rgba8:64x48:@in.raw");
            request_.bytes = read_bytes(argument_, "elements of a packed format");
        } else {
            NumberArray array = read_numbers(argument_, *number);
            take_shape(array.shape, has_sizes);
            request_.bytes = std::move(array.bytes);
        }
        const auto region = whole_region(request_.description);
        const std::size_t wanted =
            region[0] * region[1] * region[2] * runtime::element_size(request_.format);
        if (request_.bytes.size() != wanted)
            argument_.fail(argument_.file->span, "'" + argument_.file->text + "' has " +
                                                     std::to_string(request_.bytes.size()) +
                                                     " bytes, the image " + std::to_string(wanted));
    }

    void take_shape(std::vector<std::uint64_t> shape, bool has_sizes) {
        const unsigned channels = runtime::channel_count(request_.format);
        const unsigned count = dimensions(request_.description.type);
        const std::vector<std::uint64_t> given = shape;
        if (shape.size() == count + 1 && shape.back() == channels)
            shape.pop_back();
        else if (channels != 1)
            shape.clear();
        std::array<std::size_t, 3> sizes = {1, 1, 1};
        for (std::size_t i = 0; i < shape.size() && i < 3; ++i)
            sizes[i] = shape[shape.size() - 1 - i];
        if (!has_sizes && shape.size() == count) set_sizes(request_.description, sizes);
        const auto wanted = image_shape(request_.format, request_.description);
        if (shape.size() == count && (given == wanted || (channels == 1 && shape == wanted)))
            return;
        argument_.fail(argument_.file->span,
                       "'" + argument_.file->text + "' has not the shape of the image",
                       "an " + argument_.words[0].text + " of " + std::to_string(channels) +
                           " channels has the shape " +
                           (count == 3 ? "(layers or depth, height, width"
                                       : (count == 2 ? "(height or layers, width" : "(width")) +
                           (channels > 1 ? ", " + std::to_string(channels) + ")" : ")"));
    }

    const ExecArgument& argument_;
    const runtime::Parameter& parameter_;
    ImageRequest request_;
};

}  // namespace

ImageRequest image_request(const ExecArgument& argument, const runtime::Parameter& parameter) {
    return RequestReader(argument, parameter)();
}

runtime::Size3 whole_region(const runtime::ImageDescription& image) {
    switch (image.type) {
        case ImageType::image_1d_array:
            return {image.width, image.array_size, 1};
        case ImageType::image_2d_array:
            return {image.width, image.height, image.array_size};
        default:
            break;
    }
    return {image.width, image.height, image.depth};
}

std::optional<NumberType> channel_number(runtime::ImageFormat format) {
    switch (format.type) {
        case ChannelType::snorm_int8:
        case ChannelType::signed_int8:
            return NumberType::i8;
        case ChannelType::unorm_int8:
        case ChannelType::unsigned_int8:
            return NumberType::u8;
        case ChannelType::snorm_int16:
        case ChannelType::signed_int16:
            return NumberType::i16;
        case ChannelType::unorm_int16:
        case ChannelType::unsigned_int16:
            return NumberType::u16;
        case ChannelType::signed_int32:
            return NumberType::i32;
        case ChannelType::unsigned_int32:
            return NumberType::u32;
        case ChannelType::half_float:
            return NumberType::f16;
        case ChannelType::float32:
            return NumberType::f32;
        default:
            return std::nullopt;
    }
}

std::vector<std::uint64_t> image_shape(runtime::ImageFormat format,
                                       const runtime::ImageDescription& image) {
    const runtime::Size3 region = whole_region(image);
    std::vector<std::uint64_t> shape;
    for (unsigned d = dimensions(image.type); d-- > 0;) shape.push_back(region[d]);
    if (runtime::channel_count(format) > 1) shape.push_back(runtime::channel_count(format));
    return shape;
}

}  // namespace clmm::cli
