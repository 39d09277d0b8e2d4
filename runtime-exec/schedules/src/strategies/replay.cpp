#include <algorithm>
#include <charconv>

#include "clmm/base/ensure.h"
#include "clmm/runtime/error.h"
#include "clmm/runtime/schedule.h"

namespace clmm::runtime {
namespace {

constexpr std::string_view kFirstLine = "clmm-schedule 1";
constexpr std::uint64_t kMostDecisions = 1'000'000'000'000'000'000;

/// Lines of a schedule file.
class Reader {
public:
    explicit Reader(SourcePtr source) : source_(std::move(source)) {}

    Result<ScheduleFile> operator()() {
        std::string_view rest = source_->text();
        bool first = true;
        for (std::size_t at = 0; at < rest.size();) {
            const std::size_t end = std::min(rest.find('\n', at), rest.size());
            line_ = rest.substr(at, end - at);
            span_ = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
            if (const auto wrong = first ? first_line() : line())
                return Result<ScheduleFile>::failure(
                    Diagnostic{Severity::error, "E-SCHEDULE", *wrong,
                               "write schedules with --record FILE", source_, span_});
            first = false;
            at = end + 1;
        }
        return std::move(file_);
    }

private:
    using Wrong = std::optional<std::string>;

    [[nodiscard]] Wrong first_line() const {
        if (line_ == kFirstLine) return std::nullopt;
        return "a schedule begins with the line '" + std::string(kFirstLine) + "'";
    }

    Wrong line() {
        if (line_.empty() || line_.front() == '#') return std::nullopt;
        if (line_.front() >= '0' && line_.front() <= '9') return decision();
        const std::size_t space = std::min(line_.find(' '), line_.size());
        const std::string_view key = line_.substr(0, space);
        const std::string value(line_.substr(std::min(space + 1, line_.size())));
        if (key == "program")
            file_.program = value;
        else if (key == "hash")
            file_.hash = value;
        else if (key == "options")
            file_.options = value;
        else if (key == "model")
            file_.model = value;
        else if (key == "schedule")
            file_.description = value;
        else if (key == "memory" && (value == "weak" || value == "interleaved"))
            file_.weak_memory = value == "weak";
        else
            return "this is neither a decision nor a line of the head";
        return std::nullopt;
    }

    Wrong decision() {
        Decision decision;
        std::uint64_t repeats = 1;
        const bool good = number(decision.choice) && word("/") && number(decision.choices) &&
                          (line_.empty() || (word(" x") && number(repeats))) && line_.empty();
        if (!good || decision.choice >= decision.choices || repeats == 0 ||
            repeats > kMostDecisions - decisions_)
            return "a decision is CHOICE/CHOICES or CHOICE/CHOICES xTIMES, such as 0/3 x12";
        decisions_ += repeats;
        file_.decisions.add(decision, repeats);
        return std::nullopt;
    }

    template <class T>
    bool number(T& out) {
        const auto [end, error] = std::from_chars(line_.data(), line_.data() + line_.size(), out);
        if (error != std::errc{}) return false;
        line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
        return true;
    }
    bool word(std::string_view text) {
        if (!line_.starts_with(text)) return false;
        line_.remove_prefix(text.size());
        return true;
    }

    SourcePtr source_;
    std::string_view line_;
    Span span_;
    ScheduleFile file_;
    std::uint64_t decisions_ = 0;
};

/// The line that a decision stands in.
std::size_t line_of(const Source& source, std::size_t decision) {
    std::string_view text = source.text();
    std::size_t line = 1;
    for (std::size_t seen = 0; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view each = text.substr(0, end);
        if (!each.empty() && each.front() >= '0' && each.front() <= '9') {
            std::size_t repeats = 1;
            if (const std::size_t x = each.find('x'); x != std::string_view::npos)
                std::from_chars(each.data() + x + 1, each.data() + each.size(), repeats);
            seen += repeats;
            if (seen > decision) return line;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return line;
}

class ReplaySchedule : public Schedule {
public:
    ReplaySchedule(SourcePtr source, const ScheduleFile& file)
        : source_(std::move(source)), decisions_(file.decisions) {}

    std::optional<std::size_t> choose_step(std::span<const Step> steps) override {
        if (steps.size() == 1) return 0;
        return next(steps.size(), "work-items can go on");
    }
    std::size_t choose_write(std::size_t count) override {
        return next(count, "writes can be read");
    }
    bool choose_failure() override { return next(2, "ways a weak compare-exchange can go") == 1; }

private:
    std::size_t next(std::size_t count, const char* what) {
        const auto fail = [&](const std::string& recorded) {
            throw Error(ErrorCode::invalid_operation,
                        source_->name() + ":" + std::to_string(line_of(*source_, at_)) +
                            ": the run goes another way than the recorded one: " +
                            std::to_string(count) + " " + what + " here, " + recorded);
        };
        const std::vector<Decisions::Run>& runs = decisions_.runs();
        if (run_ == runs.size()) fail("where the recorded schedule has ended");
        const Decision& decision = runs[run_].decision;
        if (decision.choices != count)
            fail("the recorded choice was of " + std::to_string(decision.choices));
        ++at_;
        if (++taken_ == runs[run_].times) {
            ++run_;
            taken_ = 0;
        }
        return decision.choice;
    }

    SourcePtr source_;
    Decisions decisions_;
    std::size_t at_ = 0;       ///< decisions taken
    std::size_t run_ = 0;      ///< the next one's
    std::uint64_t taken_ = 0;  ///< of that run
};

}  // namespace

std::string to_text(const ScheduleFile& file) {
    std::string text =
        std::string(kFirstLine) + "\nprogram " + file.program + "\nhash " + file.hash + "\n";
    if (!file.options.empty()) text += "options " + file.options + "\n";
    text += "schedule " + file.description + "\nmemory " +
            (file.weak_memory ? "weak" : "interleaved") + "\n";
    if (!file.model.empty()) text += "model " + file.model + "\n";
    for (const auto& [decision, times] : file.decisions.runs()) {
        text += std::to_string(decision.choice) + "/" + std::to_string(decision.choices);
        if (times > 1) text += " x" + std::to_string(times);
        text += "\n";
    }
    return text;
}

Result<ScheduleFile> read_schedule(SourcePtr source) { return Reader(std::move(source))(); }

std::unique_ptr<Schedule> replay_schedule(SourcePtr source, const ScheduleFile& file) {
    return std::make_unique<ReplaySchedule>(std::move(source), file);
}

}  // namespace clmm::runtime
