#include "clmm/runtime/launch_space.h"

#include <bit>
#include <charconv>

namespace clmm::runtime {
namespace {

constexpr const char* kHint =
    "a number, any, or conditions with & between: <=N, >=N, <N, >N, multiple-of N, power-of-2";

template <class T>
Result<T> wrong(const std::string& text) {
    return Result<T>::failure(
        {Severity::error, "E-LAUNCH", "this says no numbers: '" + text + "'", kHint, nullptr, {}});
}

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<std::int64_t> number(const std::string& text) {
    const std::string word = trimmed(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || word.empty())
        return std::nullopt;
    return value;
}

void at_least(NumberRange& range, std::int64_t value) {
    range.least = std::max(range.least.value_or(value), value);
}
void at_most(NumberRange& range, std::int64_t value) {
    range.most = std::min(range.most.value_or(value), value);
}

/// One condition; false if it is none.
bool add_condition(const std::string& text, NumberRange& range) {
    if (text == "any") return true;
    if (text == "power-of-2") return range.power_of_two = true;
    constexpr std::string_view kMultiple = "multiple-of";
    if (text.starts_with(kMultiple)) {
        const auto of = number(text.substr(kMultiple.size()));
        if (!of || *of < 1) return false;
        range.multiple = static_cast<std::uint64_t>(*of);
        return true;
    }
    const bool equal = text.size() > 1 && text[1] == '=';
    const std::size_t begin = text[0] == '<' || text[0] == '>' ? (equal ? 2 : 1) : 0;
    const auto value = number(text.substr(begin));
    if (!value) return false;
    const std::int64_t step = begin == 1 ? 1 : 0;
    if (begin == 0 || text[0] == '>') at_least(range, *value + step);
    if (begin == 0 || text[0] == '<') at_most(range, *value - step);
    return true;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> out;
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find(at, begin);
        out.push_back(trimmed(text.substr(begin, end - begin)));
        if (end == std::string::npos) return out;
        begin = end + 1;
    }
}

}  // namespace

bool NumberRange::contains(std::int64_t number) const {
    if ((least && number < *least) || (most && number > *most)) return false;
    if (power_of_two && (number <= 0 || !std::has_single_bit(static_cast<std::uint64_t>(number))))
        return false;
    return number % static_cast<std::int64_t>(multiple) == 0;
}

Result<NumberRange> parse_range(const std::string& text) {
    NumberRange out;
    for (const std::string& each : split(text, '&'))
        if (each.empty() || !add_condition(each, out)) return wrong<NumberRange>(text);
    return out;
}

Result<std::vector<NumberRange>> parse_ranges(const std::string& text) {
    std::vector<NumberRange> out;
    for (const std::string& each : split(text, ',')) {
        const auto range = parse_range(each);
        if (!range) return Result<std::vector<NumberRange>>::failure(range.diagnostics());
        out.push_back(*range);
    }
    if (out.size() > 3) return wrong<std::vector<NumberRange>>(text);
    return out;
}

std::optional<Diagnostic> add_argument(const std::string& text, LaunchSpace& space) {
    const std::size_t bracket = text.find('[');
    const std::size_t equals = text.find('=');
    if (bracket != std::string::npos && bracket < equals) {
        if (text.back() == ']') {
            space.sizes[trimmed(text.substr(0, bracket))] =
                text.substr(bracket + 1, text.size() - bracket - 2);
            return std::nullopt;
        }
    } else if (equals != std::string::npos) {
        const auto range = parse_range(text.substr(equals + 1));
        if (!range) return range.diagnostics().front();
        space.scalars[trimmed(text.substr(0, equals))] = *range;
        return std::nullopt;
    }
    return Diagnostic{
        Severity::error,
        "E-LAUNCH",
        "this is no argument of all launches: '" + text + "'",
        "NAME=RANGE for a number, NAME[ELEMENTS] for memory, whose contents may be anything",
        nullptr,
        {}};
}

std::string to_string(const NumberRange& range) {
    if (const auto exact = range.exact()) return std::to_string(*exact);
    std::string out;
    const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " & ") + text; };
    if (range.least) add(">=" + std::to_string(*range.least));
    if (range.most) add("<=" + std::to_string(*range.most));
    if (range.multiple > 1) add("multiple-of " + std::to_string(range.multiple));
    if (range.power_of_two) add("power-of-2");
    return out.empty() ? "any" : out;
}

}  // namespace clmm::runtime
