#include <algorithm>
#include <vector>

#include "clmm/report/repair.h"

namespace clmm::report {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;

/// Lines with their line breaks; only the last may lack one.
Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

/// One line of the result: in both texts (' '), in the first (-) or in the second (+).
struct Step {
    char sign;
    std::string_view line;
};

/// A shortest way from one text to the other: by the longest common subsequence of what lies
/// between their common beginning and their common end.
std::vector<Step> steps_between(const Lines& a, const Lines& b) {
    std::size_t begin = 0, end = 0;
    const std::size_t shorter = std::min(a.size(), b.size());
    while (begin < shorter && a[begin] == b[begin]) ++begin;
    while (end < shorter - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
    const std::size_t m = a.size() - begin - end, n = b.size() - begin - end;
    std::vector<std::vector<std::size_t>> common(m + 1, std::vector<std::size_t>(n + 1));
    for (std::size_t i = m; i-- > 0;)
        for (std::size_t j = n; j-- > 0;)
            common[i][j] = a[begin + i] == b[begin + j]
                               ? common[i + 1][j + 1] + 1
                               : std::max(common[i + 1][j], common[i][j + 1]);
    std::vector<Step> steps;
    for (std::size_t i = 0; i < begin; ++i) steps.push_back({' ', a[i]});
    for (std::size_t i = 0, j = 0; i < m || j < n;) {
        if (i < m && j < n && a[begin + i] == b[begin + j]) {
            steps.push_back({' ', a[begin + i]});
            ++i, ++j;
        } else if (i < m && (j == n || common[i + 1][j] >= common[i][j + 1])) {
            steps.push_back({'-', a[begin + i++]});
        } else {
            steps.push_back({'+', b[begin + j++]});
        }
    }
    for (std::size_t i = a.size() - end; i < a.size(); ++i) steps.push_back({' ', a[i]});
    return steps;
}

/// `-3,7`: from line 3 on, 7 lines; a range without lines is told by the line before it.
std::string range(char sign, std::size_t before, std::size_t count) {
    return sign + std::to_string(count == 0 ? before : before + 1) + "," + std::to_string(count);
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
    const std::vector<Step> steps = steps_between(lines_of(before), lines_of(after));
    const auto differs = [](const Step& step) { return step.sign != ' '; };
    std::string text;
    std::size_t line_before = 0, line_after = 0;  // passed so far
    const auto pass = [&](const Step& step) {
        line_before += step.sign != '+' ? 1 : 0;
        line_after += step.sign != '-' ? 1 : 0;
    };
    for (auto at = steps.begin(); at != steps.end();) {
        const auto first = std::find_if(at, steps.end(), differs);
        if (first == steps.end()) break;
        const auto begin = first - std::min<std::ptrdiff_t>(first - at, kContext);
        // The hunk goes on while the next difference is near enough to share its surroundings.
        auto last = first;
        for (auto next = first;
             next != steps.end() && next - last <= 2 * std::ptrdiff_t{kContext} + 1;
             next = std::find_if(next + 1, steps.end(), differs))
            last = next;
        const auto end = last + 1 + std::min<std::ptrdiff_t>(steps.end() - last - 1, kContext);
        std::for_each(at, begin, pass);
        const std::size_t start_before = line_before, start_after = line_after;
        std::for_each(begin, end, pass);
        if (text.empty()) text = "--- " + std::string(name) + "\n+++ " + std::string(name) + "\n";
        text += "@@ " + range('-', start_before, line_before - start_before) + " " +
                range('+', start_after, line_after - start_after) + " @@\n";
        for (auto step = begin; step != end; ++step) {
            text += step->sign;
            text += step->line;
            if (!step->line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
        }
        at = end;
    }
    return text;
}

}  // namespace clmm::report
