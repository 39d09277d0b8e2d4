#include "clmm/comparison/answer.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "clmm/litmus/plain_name.h"

namespace clmm::comparison {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string without_blanks(std::string_view text) {
    std::string out;
    std::ranges::copy_if(text, std::back_inserter(out), [](char c) { return !is_blank(c); });
    return out;
}

/// Numbers as decimal ones, addresses as peers read them: `a.1` is `&a[1]`.
std::string normal_value(std::string_view text) {
    std::string value = litmus::plain_name(text);
    if (!value.starts_with("0x") && !value.starts_with("0X")) return value;
    std::uint64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data() + 2, end, number, 16);
    return error == std::errc() && rest == end ? std::to_string(number) : value;
}

std::string normal_entry(std::string_view text) {
    std::string entry = without_blanks(text);
    const std::size_t equals = entry.rfind('=');
    if (equals == std::string::npos) return entry;
    std::string name = entry.substr(0, equals);
    // herd writes locations as [x].
    if (name.size() > 2 && name.front() == '[' && name.back() == ']')
        name = name.substr(1, name.size() - 2);
    return name + "=" + normal_value(std::string_view(entry).substr(equals + 1));
}

}  // namespace

bool Answer::has_state(std::string_view normal) const {
    return std::ranges::binary_search(states, normal);
}

std::string normal_state(std::string_view text) {
    std::vector<std::string> entries;
    while (true) {
        const std::size_t end = text.find(';');
        if (end == std::string_view::npos) break;  // what follows the last one is a note
        if (std::string entry = normal_entry(text.substr(0, end)); !entry.empty())
            entries.push_back(std::move(entry));
        text.remove_prefix(end + 1);
    }
    std::ranges::sort(entries);
    std::string state;
    for (const std::string& entry : entries) state += (state.empty() ? "" : "; ") + entry;
    return state;
}

}  // namespace clmm::comparison
