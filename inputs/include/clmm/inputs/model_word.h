#pragma once

#include <string>
#include <vector>

namespace clmm::inputs {

/// A model with switches of its own: `opencl-3.0+order-S=psc`, `my.cat+a=b+c=d`.
struct ModelWord {
    std::string model;
    std::vector<std::string> switches;
};
[[nodiscard]] ModelWord parse_model_word(const std::string& word);

}  // namespace clmm::inputs
