#include "clmm/comparison/log.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace clmm::comparison {
namespace {

/// The lines of a text, with their places.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] std::string_view peek() const {
        std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        return line;
    }
    [[nodiscard]] Span span() const {
        return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_ + peek().size())};
    }
    void skip() {
        const std::size_t end = text_.find('\n', at_);
        at_ = end == std::string_view::npos ? text_.size() : end + 1;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

std::optional<std::uint64_t> number_at(std::string_view text) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// What a block says of the condition; nothing of hardware's `Never` and `Always`.
enumerator::Observation observation_of(std::string_view word) {
    using enum enumerator::Observation;
    if (word == "Sometimes") return sometimes;
    if (word == "Always") return always;
    return word == "Never" ? never : unknown;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty()) return words;
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

/// litmus7 says behind it whether it is validated.
std::string_view condition_of(std::string_view line) {
    line.remove_prefix(std::string_view("Condition ").size());
    for (const std::string_view end : {" is validated", " is NOT validated"})
        if (line.ends_with(end)) line.remove_suffix(end.size());
    return line;
}

/// Words with which all tools head what undefined behaviour a test has.
bool is_race_flag(std::string_view line) { return line.find("race") != std::string_view::npos; }

class LogReader {
public:
    explicit LogReader(const SourcePtr& source) : source_(source), lines_(source->text()) {}

    Result<std::vector<LogEntry>> operator()() {
        while (!lines_.at_end()) {
            const auto words = words_of(lines_.peek());
            // litmus7 has `Test NAME Allowed`, and other lines that begin with the word.
            if (words.size() == 3 && words[0] == "Test" && is_kind(words[2]))
                read_block(std::string(words[1]));
            else
                lines_.skip();
        }
        if (entries_.empty() && problems_.empty())
            reject("this is no log of tests", Span{},
                   "herd7, litmus7, clmm check and clmm run write blocks that begin with 'Test'");
        if (!problems_.empty()) return Result<std::vector<LogEntry>>::failure(problems_);
        return std::move(entries_);
    }

private:
    static bool is_kind(std::string_view word) {
        return word == "Allowed" || word == "Forbidden" || word == "Required";
    }

    void reject(std::string message, Span span, std::string hint = {}) {
        problems_.push_back(
            {Severity::error, "E-LOG", std::move(message), std::move(hint), source_, span});
    }

    void read_block(const std::string& name) {
        const Span begin = lines_.span();
        if (!names_.insert(name).second)
            reject("the test '" + name + "' is in this log twice", begin);
        lines_.skip();
        LogEntry entry{name, {}, {}};
        if (!read_states(entry)) return;
        while (!lines_.at_end()) {
            const std::string_view line = lines_.peek();
            if (line.starts_with("Test ")) break;
            const Span here = lines_.span();
            lines_.skip();
            if (read_line(line, entry)) continue;
            // The end of the block.
            const auto words = words_of(line);
            if (words.size() < 3)
                reject("an observation has a test and a word", here);
            else if (entry.answer.complete)
                entry.answer.observation = observation_of(words[2]);
            else if (words[2] == "Sometimes")
                entry.answer.observation = observation_of(words[2]);
            entries_.push_back(std::move(entry));
            return;
        }
        reject("the block of '" + name + "' has no end", begin, "its last line is 'Observation …'");
    }

    /// False where this is the block's last line.
    bool read_line(std::string_view line, LogEntry& entry) const {
        if (line.starts_with("Observation ")) return false;
        if (line.starts_with("Condition ")) entry.condition = condition_of(line);
        if (line.starts_with("Flag") && is_race_flag(line)) entry.answer.racy = true;
        if (line == "Unknown" || line == "Undef" || line.starts_with("Loop"))
            entry.answer.complete = false;
        return true;
    }

    /// False where there are none, and nothing more to read of the block.
    bool read_states(LogEntry& entry) {
        Answer& answer = entry.answer;
        const std::string_view head = lines_.peek();
        const Span span = lines_.span();
        const bool seen = head.starts_with("Histogram (");
        if (head == "States not listed") return lines_.skip(), true;
        const auto count = number_at(head.substr(
            std::min(head.size(), std::string_view(seen ? "Histogram (" : "States ").size())));
        if (!count || (!seen && !head.starts_with("States "))) {
            reject("'States' or 'Histogram' is expected here", span);
            return false;
        }
        answer.count = *count;
        answer.complete = !seen;
        lines_.skip();
        for (std::uint64_t i = 0; i < *count; ++i)
            if (!read_state(entry, seen)) break;
        std::ranges::sort(answer.states);
        const auto again = std::ranges::unique(answer.states);
        answer.states.erase(again.begin(), again.end());
        return true;
    }

    bool read_state(LogEntry& entry, bool seen) {
        Answer& answer = entry.answer;
        std::string_view line = lines_.peek();
        if (line.starts_with("... ")) {
            answer.complete = false;
            lines_.skip();
            return false;
        }
        const Span here = lines_.span();
        const std::size_t mark = seen ? line.find('>') : std::string_view::npos;
        if (mark != std::string_view::npos) line.remove_prefix(mark + 1);
        if (lines_.at_end() || (!line.empty() && line.find(';') == std::string_view::npos)) {
            reject(answer.count.to_string() + " states are announced, and here is none", here,
                   "a state is 'x=1; 0:r0=2;'");
            return false;
        }
        answer.states.push_back(normal_state(line));
        if (mark != std::string_view::npos)
            entry.counts[answer.states.back()] += number_at(lines_.peek()).value_or(0);
        lines_.skip();
        return true;
    }

    SourcePtr source_;
    Lines lines_;
    std::vector<LogEntry> entries_;
    std::set<std::string> names_;
    Diagnostics problems_;
};

}  // namespace

Result<std::vector<LogEntry>> read_log(const SourcePtr& text) { return LogReader(text)(); }

}  // namespace clmm::comparison
