#include "clmm/generator/conditions.h"

#include <algorithm>

namespace clmm::generator {
namespace {

/// Whether some state agrees with this one in the places that are shown.
bool has_alike(const std::vector<State>& states, const State& wanted,
               const std::vector<std::size_t>& shown) {
    return std::ranges::any_of(states, [&](const State& each) {
        return std::ranges::all_of(shown, [&](std::size_t at) { return each[at] == wanted[at]; });
    });
}

}  // namespace

std::uint32_t written_value(const Value& value) {
    auto number = static_cast<std::uint32_t>(value.constant);
    for (const Value& part : value.parts) number = std::max(number, written_value(part));
    return number;
}

std::string condition_of(const Program& program, const State& state,
                         const std::vector<std::size_t>& shown) {
    const auto names = observed(program);
    std::string text;
    for (const std::size_t at : shown) {
        text += text.empty() ? "exists (" : " /\\ ";
        text += name_of(names[at]) + "=" + std::to_string(static_cast<std::int32_t>(state[at]));
    }
    return text + ")";
}

std::vector<std::size_t> places_that_tell(const Program& program, const State& state,
                                          const std::vector<State>& others) {
    const auto names = observed(program);
    std::vector<std::size_t> shown, order;
    for (std::size_t i = 0; i < names.size(); ++i) shown.push_back(i);
    for (const bool is_register : {false, true})
        for (std::size_t i = names.size(); i-- > 0;)
            if ((names[i].thread >= 0) == is_register) order.push_back(i);
    for (const std::size_t at : order) {
        std::vector<std::size_t> fewer = shown;
        std::erase(fewer, at);
        if (!has_alike(others, state, fewer)) shown = std::move(fewer);
    }
    return shown;
}

bool is_name_of_model(const std::string& word) {
    return !word.empty() && word.find_first_of("+/") == std::string::npos &&
           !word.ends_with(".cat");
}

std::string expectation(const std::string& model, const std::string& what) {
    return is_name_of_model(model) && !what.empty() ? "Expect=" + model + ": " + what + "\n"
                                                    : std::string();
}

}  // namespace clmm::generator
