#include "herd/operands.h"

namespace clmm::targets {

std::string describe_operands(std::string_view shape) {
    const auto word = [](char letter) {
        switch (letter) {
            case 'r':
                return "a register";
            case 'i':
                return "a number";
            case 'v':
                return "a register or a number";
            case 'm':
                return "memory";
            case 'x':
                return "a location";
            default:
                return "a name";
        }
    };
    std::string text;
    for (const char letter : shape) text += (text.empty() ? "" : ", ") + std::string(word(letter));
    return text.empty() ? "none" : text;
}

}  // namespace clmm::targets
