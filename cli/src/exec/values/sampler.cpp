#include <array>

#include "exec/values/image.h"

namespace clmm::cli {
namespace {

struct NamedMode {
    std::string_view word;
    runtime::AddressingMode mode;
};
constexpr std::array kAddressings = {
    NamedMode{"none", runtime::AddressingMode::none},
    NamedMode{"clamp_to_edge", runtime::AddressingMode::clamp_to_edge},
    NamedMode{"clamp", runtime::AddressingMode::clamp},
    NamedMode{"repeat", runtime::AddressingMode::repeat},
    NamedMode{"mirrored_repeat", runtime::AddressingMode::mirrored_repeat},
};

std::optional<runtime::AddressingMode> mode_named(std::string_view word) {
    for (const NamedMode& each : kAddressings)
        if (each.word == word) return each.mode;
    return std::nullopt;
}

}  // namespace

runtime::SamplerArgument sampler_request(const ExecArgument& argument) {
    if (argument.words.empty() || argument.words.front().text != "sampler" || argument.file ||
        argument.count || argument.allocation)
        argument.fail(
            argument.span(), "'" + argument.name.text + "' is a sampler",
            "write for example " + argument.name.text + "=sampler:normalized:repeat:linear");
    runtime::SamplerArgument sampler{.normalized_coordinates = false,
                                     .addressing = runtime::AddressingMode::clamp_to_edge,
                                     .filter = runtime::FilterMode::nearest};
    for (std::size_t i = 1; i < argument.words.size(); ++i) {
        const std::string& word = argument.words[i].text;
        if (word == "normalized" || word == "unnormalized")
            sampler.normalized_coordinates = word == "normalized";
        else if (word == "nearest" || word == "linear")
            sampler.filter =
                word == "linear" ? runtime::FilterMode::linear : runtime::FilterMode::nearest;
        else if (const auto mode = mode_named(word))
            sampler.addressing = *mode;
        else
            argument.fail(argument.words[i].span, "a sampler is not '" + word + "'",
                          "there are normalized, unnormalized; nearest, linear; none, "
                          "clamp_to_edge, clamp, repeat, mirrored_repeat");
    }
    return sampler;
}

}  // namespace clmm::cli
