#include "clmm/inputs/model_word.h"

namespace clmm::inputs {

ModelWord parse_model_word(const std::string& word) {
    // A file's name may have a plus itself.
    const std::size_t name = word.rfind(".cat+");
    std::size_t plus = name == std::string::npos ? word.find('+') : name + 4;
    if (word.ends_with(".cat")) plus = std::string::npos;
    ModelWord parsed{word.substr(0, plus), {}};
    while (plus != std::string::npos) {
        const std::size_t next = word.find('+', plus + 1);
        parsed.switches.push_back(
            word.substr(plus + 1, next == std::string::npos ? std::string::npos : next - plus - 1));
        plus = next;
    }
    return parsed;
}

}  // namespace clmm::inputs
