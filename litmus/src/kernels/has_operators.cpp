#include "kernels/has_operators.h"

#include <algorithm>
#include <array>

#include "clmm/language/api.h"
#include "clmm/language/attributes.h"
#include "clmm/language/builtins.h"
#include "clmm/language/functions.h"

namespace clmm::litmus {
namespace {

/// Those that nothing answers yes to among them: nobody knows warnings and attributes in `[[]]`.
constexpr std::array<std::string_view, 9> kOperators = {
    "__has_builtin",   "__has_attribute",   "__has_feature",
    "__has_extension", "__has_include",     "__has_include_next",
    "__has_warning",   "__has_c_attribute", "__has_declspec_attribute"};

/// Clang's names of what the language has beside C99.
constexpr std::array<std::string_view, 3> kExtensions = {"blocks", "attribute_overloadable",
                                                         "c_atomic"};

/// `__packed__` is the same name as `packed`.
std::string_view without_underscores(std::string_view name) {
    if (!name.starts_with("__") || !name.ends_with("__") || name.size() < 5) return name;
    return name.substr(2, name.size() - 4);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

bool is_built_in(std::string_view name) {
    return language::find_builtin(name) || language::find_atomic(name) ||
           language::find_legacy_atomic(name) != nullptr || language::find_fence(name) != nullptr ||
           (name.starts_with("enqueue_") && language::find_api_function(name) != nullptr);
}

bool can_find(std::string_view operand, const FindsFile& finds) {
    if (operand.size() < 3) return false;
    const bool is_system = operand.starts_with('<') && operand.ends_with('>');
    const bool is_quoted = operand.starts_with('"') && operand.ends_with('"');
    return (is_system || is_quoted) &&
           finds(std::string(operand.substr(1, operand.size() - 2)), is_system);
}

}  // namespace

std::span<const std::string_view> has_operators() { return kOperators; }

bool is_has_operator(std::string_view name) {
    return std::ranges::find(kOperators, name) != kOperators.end();
}

bool answer_has_operator(std::string_view name, std::string_view operand, const FindsFile& finds) {
    operand = trimmed(operand);
    if (name == "__has_builtin") return is_built_in(operand);
    if (name == "__has_attribute")
        return language::is_known_attribute(without_underscores(operand));
    if (name == "__has_feature" || name == "__has_extension")
        return std::ranges::find(kExtensions, without_underscores(operand)) != kExtensions.end();
    if (name == "__has_include" || name == "__has_include_next") return can_find(operand, finds);
    return false;
}

}  // namespace clmm::litmus
