#include "clmm/report/part.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clmm/report/hash.h"
#include "json/dump.h"
#include "json/natural.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;
using Part = std::pair<SourcePtr, PartHead>;

constexpr std::size_t kMostParts = 1'000'000;

Diagnostic state_problem(const SourcePtr& file, std::string message, std::string hint = {}) {
    return {Severity::error, "E-STATE", std::move(message), std::move(hint), file, Span{0, 0}};
}

std::string part_name(const PartHead& head) {
    return "part " + std::to_string(head.number) + " of " + std::to_string(head.of);
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& each : words) text += (text.empty() ? "" : " ") + each;
    return text;
}

std::string to_hexadecimal(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

/// Nullopt where it is none.
std::optional<std::string> from_hexadecimal(const std::string& text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const std::size_t high = kDigits.find(text[i]);
        const std::size_t low = kDigits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

/// What is wrong with a part beside the first.
void compare_with_first(const Part& first, const Part& each, std::string_view version,
                        Diagnostics& problems) {
    const auto& [file, head] = each;
    if (head.version != version)
        problems.push_back(state_problem(file, part_name(head) + " was made by clmm " +
                                                   head.version + ", and this is " +
                                                   std::string(version)));
    else if (head.command != first.second.command)
        problems.push_back(state_problem(
            file, part_name(head) + " is of another command: " + joined_words(head.command),
            std::string(first.first->name()) + " is of: " + joined_words(first.second.command)));
    else if (head.of != first.second.of)
        problems.push_back(state_problem(
            file, part_name(head) + " is none of the " + std::to_string(first.second.of) +
                      " parts that " + std::string(first.first->name()) + " is one of"));
    else if (!head.is_finished)
        problems.push_back(state_problem(file, part_name(head) + " is not finished",
                                         "its command goes on where it ended"));
}

}  // namespace

std::string with_head(std::string_view state, const PartHead& head) {
    Json out{{"part",
              {{"clmm", head.version},
               {"command", head.command},
               {"number", head.number},
               {"of", head.of},
               {"finished", head.is_finished}}}};
    out.update(Json::parse(state));
    return to_json_text(out, 1) + "\n";
}

Result<PartHead> read_head(const SourcePtr& file) {
    try {
        const Json json = Json::parse(file->text());
        const Json& part = json.at("part");
        PartHead head{part.at("clmm").get<std::string>(),
                      part.at("command").get<std::vector<std::string>>(),
                      natural<std::size_t>(part.at("number")), natural<std::size_t>(part.at("of")),
                      part.at("finished").get<bool>()};
        if (head.number == 0 || head.number > head.of || head.of > kMostParts ||
            head.command.empty())
            return Result<PartHead>::failure(state_problem(file, "this is no part of a search"));
        return head;
    } catch (const nlohmann::json::exception& bad) {
        return Result<PartHead>::failure(
            state_problem(file,
                          "this is no part of a search: separate, generate, lower --size and check "
                          "write one with "
                          "--state",
                          bad.what()));
    }
}

Diagnostics problems_of(const std::vector<Part>& parts, std::string_view version) {
    Diagnostics problems;
    for (const Part& each : parts) {
        compare_with_first(parts.front(), each, version, problems);
        const auto same = std::ranges::find_if(
            parts, [&](const Part& other) { return other.second.number == each.second.number; });
        if (same->first != each.first)
            problems.push_back(state_problem(each.first, part_name(each.second) +
                                                             " is there twice, also as " +
                                                             std::string(same->first->name())));
    }
    if (!problems.empty()) return problems;
    std::string numbers;
    for (const std::size_t each : missing(parts))
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(each);
    if (!numbers.empty())
        problems.push_back({Severity::error,
                            "E-STATE",
                            "of " + std::to_string(parts.front().second.of) +
                                " parts these are missing: " + numbers,
                            {},
                            nullptr,
                            Span{}});
    return problems;
}

std::vector<std::size_t> missing(const std::vector<Part>& parts) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 1; i <= parts.front().second.of; ++i)
        if (std::ranges::none_of(parts, [&](const Part& each) {
                return each.second.number == i && each.second.is_finished;
            }))
            numbers.push_back(i);
    return numbers;
}

std::string to_state(const TestResults& results, const std::string& key) {
    Json out{{"key", key}, {"tests", Json::array()}};
    for (const TestResults::Entry& each : results.entries)
        out["tests"].push_back({{"number", each.number},
                                {"path", each.path},
                                {"text", each.text},
                                {"sum", text_hash({each.bytes})},
                                {"result", to_hexadecimal(each.bytes)}});
    return to_json_text(out, 1) + "\n";
}

Result<TestResults> read_test_results(const SourcePtr& file, const std::string& key) {
    const auto refuse = [&](std::string message, std::string hint) {
        return Result<TestResults>::failure(
            state_problem(file, std::move(message), std::move(hint)));
    };
    try {
        const Json json = Json::parse(file->text());
        if (json.at("key").get<std::string>() != key)
            return refuse("this file is about other tests, models or options",
                          "name another file, or remove it");
        TestResults results;
        for (const Json& each : json.at("tests")) {
            auto bytes = from_hexadecimal(each.at("result").get<std::string>());
            if (!bytes || text_hash({*bytes}) != each.at("sum").get<std::string>())
                return refuse("this is no state of clmm check or generate", "a result is damaged");
            results.entries.push_back({natural<std::size_t>(each.at("number")),
                                       each.at("path").get<std::string>(),
                                       each.at("text").get<std::string>(), std::move(*bytes)});
        }
        return results;
    } catch (const nlohmann::json::exception& bad) {
        return refuse("this is no state of clmm check or generate", bad.what());
    }
}

}  // namespace clmm::report
