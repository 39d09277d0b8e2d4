#include <algorithm>
#include <cctype>
#include <set>

#include "clmm/report/explanation.h"
#include "clmm/report/witness.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;

constexpr std::size_t kWidth = 96;

/// Words in lines of a width, continued ones indented.
std::string wrapped(const std::string& text, const std::string& first, std::size_t indent) {
    std::string out = first;
    std::size_t column = first.size();
    bool starts = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(" \n", at);
        if (begin == std::string::npos) break;
        const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        const std::size_t length = end - begin;
        if (!starts && column + 1 + length > kWidth) {
            out += "\n" + std::string(indent, ' ');
            column = indent;
            starts = true;
        }
        if (!starts) {
            out += ' ';
            ++column;
        }
        out.append(text, begin, length);
        column += length;
        starts = false;
        at = end;
    }
    return out + "\n";
}

std::string capitalised(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(text[0]));
    return text;
}

/// `a, b and c`.
std::string listed(const std::vector<std::string>& words, const char* last = " and ") {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
    return text;
}

std::string numbers(const std::vector<std::size_t>& steps) {
    std::vector<std::string> words;
    for (const std::size_t step : steps) words.push_back(std::to_string(step + 1));
    return listed(words);
}

std::string step_text(const ToldStep& step) {
    std::string text = step.supposed ? "Suppose " + step.text : step.text;
    std::string since;
    for (const std::string& each : step.since) since += (since.empty() ? "" : ", ") + each;
    if (!step.uses.empty()) since += (since.empty() ? "" : "; ") + ("by " + numbers(step.uses));
    if (!since.empty()) text += " (" + since + ")";
    if (!step.citation.empty()) text += " [" + step.citation + "]";
    return text + ".";
}

std::string steps_text(const std::vector<ToldStep>& steps) {
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string number = std::to_string(i + 1) + ".";
        const std::string first =
            "  " + std::string(3 - std::min<std::size_t>(3, number.size()), ' ') + number + " ";
        text += wrapped(step_text(steps[i]), first, first.size());
    }
    return text;
}

/// A rule is quoted where it is first broken.
std::string case_text(const ToldCase& told, std::set<std::string>& quoted) {
    std::string text = steps_text(told.steps);
    std::string end = told.uses.empty() ? "This is" : numbers(told.uses);
    if (!told.uses.empty()) end += told.uses.size() == 1 ? " is" : " are";
    end += " against the axiom " + told.axiom;
    if (!told.conclusion.empty()) end += ", " + told.conclusion;
    const bool is_new = !told.rule.empty() && quoted.insert(told.rule).second;
    text += wrapped(end + (is_new ? ":" : "."), "  ", 2);
    return is_new ? text + wrapped(told.rule, "      ", 6) : text;
}

std::string of(const char* what, std::size_t index, std::size_t count) {
    return std::string(what) + " " + std::to_string(index + 1) + " of " + std::to_string(count) +
           "\n\n";
}

/// What the cases of an argument show together: an order that would go round.
std::string lead(const ToldArgument& argument) {
    if (argument.cycle.empty()) return {};
    const ToldCase& last = argument.cases.back();
    const std::vector<std::string> names = action_names(*last.structure, *last.would_be);
    const auto called = [&](litmus::EventId event) {
        const std::string& name = names[event.index()];
        return name.empty() ? std::string("the initial write") : name;
    };
    std::vector<std::string> others;
    for (const Highlight& each : argument.cycle) others.push_back(called(each.a));
    const std::string start = others.front();
    others.erase(others.begin());
    const std::string& relation = argument.cycle.front().relation;
    const std::string order = relation == "mo" ? "modification order" : "order " + relation;
    return wrapped("The " + order + " would have to go from " + start + " to " +
                       listed(others, ", ") + " and back to " + start + ", which no order does.",
                   "", 0) +
           "\n";
}

/// Executions are listed where they differ from the one listed last.
std::string arguments_text(const std::vector<ToldArgument>& arguments, const SourcePtr& source) {
    std::string text, listed;
    std::set<std::string> quoted;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments.size() > 1) text += of("Reason", i, arguments.size());
        const std::size_t cases = arguments[i].cases.size();
        text += lead(arguments[i]);
        if (cases > 1)
            text +=
                "Each execution with this state is one of " + std::to_string(cases) + " cases.\n\n";
        for (std::size_t j = 0; j < cases; ++j) {
            const ToldCase& told = arguments[i].cases[j];
            if (cases > 1) text += of("Case", j, cases);
            const std::string listing = format_execution(*told.structure, source, *told.would_be);
            if (listing != listed) text += listing + "\n";
            listed = listing;
            text += case_text(told, quoted) + "\n";
        }
    }
    return text;
}

/// Changes that say the same of several are told together: `b and c had memory_scope_device`.
std::string changes_text(const std::vector<ToldChange>& changes) {
    std::string text;
    for (std::size_t i = 0; i < changes.size();) {
        const std::string same = changes[i].text.substr(changes[i].subject.size());
        std::vector<std::string> subjects;
        bool are_lists = false;
        for (; i < changes.size() && changes[i].text == changes[i].subject + same; ++i) {
            subjects.push_back(changes[i].subject);
            are_lists = are_lists || subjects.back().find(" and ") != std::string::npos;
        }
        text += (text.empty() ? "" : ", and ") + listed(subjects, are_lists ? ", and " : " and ") +
                same;
    }
    return text;
}

std::string excluded_text(const ToldExplanation& told, const SourcePtr& source) {
    const bool is_race = told.verdict == ToldExplanation::Verdict::race;
    if (told.changes.empty())
        return told.not_excluded.empty() ? std::string() : wrapped(told.not_excluded, "", 0);
    std::string changes = "If " + changes_text(told.changes);
    // The headline begins with what is undefined.
    const bool of_race = model::is_race(told.headline.substr(0, told.headline.find(' ')));
    changes += !is_race  ? ", it would be forbidden"
               : of_race ? ", there would be no such race"
                         : ", this would not be undefined";
    std::string text = wrapped(changes + (told.expected.empty() ? "." : ":"), "", 2);
    if (!told.expected.empty()) text += "\n" + arguments_text(told.expected, source);
    for (const std::string& each : told.as_it_is)
        text += wrapped("As the test is, step " + each + ".", "", 2);
    return text;
}

}  // namespace

std::string to_text(const ToldExplanation& told, const CheckResult& result) {
    const SourcePtr& source = result.test.source;
    const std::string headline = result.test.name + " (" + result.model + "): " + told.headline;
    std::string text = wrapped(headline + ".", "", 2) + "\n";
    text += arguments_text(told.arguments, source);
    if (told.witness != nullptr)
        text += format_execution(result.structure, source, *told.witness) + "\n";
    text += steps_text(told.steps);
    if (!told.note.empty()) {
        const std::size_t indent = told.steps.empty() ? 0 : 6;
        text += wrapped(told.note, std::string(indent, ' '), indent);
    }
    for (const std::string& hint : told.hints) text += "\n" + wrapped(capitalised(hint), "", 2);
    const std::string excluded = excluded_text(told, source);
    return excluded.empty() || told.note.empty() ? text + excluded : text + "\n" + excluded;
}

}  // namespace clmm::report
