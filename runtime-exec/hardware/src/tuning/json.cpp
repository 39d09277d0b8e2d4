// Tunings as JSON: an object of numbers, booleans and words. The reader knows the place of each.

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

#include "clmm/base/edit_distance.h"
#include "clmm/base/reject.h"
#include "clmm/hardware/tuning.h"
#include "tuning/limits.h"

namespace clmm::hardware {
namespace {

constexpr auto kStyles = std::to_array<std::string_view>({"parallel", "looping"});
constexpr auto kAffinities =
    std::to_array<std::string_view>({"none", "incremental", "random", "sweep"});
constexpr auto kPatterns =
    std::to_array<std::string_view>({"store_store", "store_load", "load_store", "load_load"});

struct Flag {
    std::string_view name;
    bool Tuning::*member;
};
constexpr auto kFlags =
    std::to_array<Flag>({{"preload", &Tuning::preload}, {"indirection", &Tuning::indirection}});

struct Pattern {
    std::string_view name;
    StressPattern Tuning::*member;
};
constexpr auto kPatternFields =
    std::to_array<Pattern>({{"stress_pattern", &Tuning::stress_pattern},
                            {"pre_stress_pattern", &Tuning::pre_stress_pattern}});

/// Words, numbers and signs of a flat JSON object.
class Reader {
public:
    explicit Reader(const Source& json) : text_(json.text()) {}

    Tuning read() {
        Tuning out;
        expect('{');
        if (!accept('}')) {
            do member(out);
            while (accept(','));
            expect('}');
        }
        skip_space();
        if (at_ < text_.size()) wrong("text behind the tuning", {at_, size()});
        return out;
    }

private:
    [[noreturn]] static void wrong(std::string message, Span span, std::string hint = {}) {
        reject("E-TUNING", std::move(message), span, std::move(hint));
    }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }

    void skip_space() {
        while (at_ < size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string::npos)
            ++at_;
    }
    bool accept(char wanted) {
        skip_space();
        if (at_ >= size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    void expect(char wanted) {
        if (!accept(wanted))
            wrong(std::string("'") + wanted + "' is missing", {at_, std::min(at_ + 1, size())});
    }

    /// A string, number or literal as it stands; strings without quotes.
    std::string_view token(Span& span, bool& is_string) {
        skip_space();
        const std::uint32_t begin = at_;
        is_string = at_ < size() && text_[at_] == '"';
        if (is_string) {
            const std::size_t end = text_.find('"', begin + 1);
            if (end == std::string_view::npos) wrong("a string without end", {begin, size()});
            at_ = static_cast<std::uint32_t>(end + 1);
            span = {begin, at_};
            return text_.substr(begin + 1, end - begin - 1);
        }
        while (at_ < size() &&
               std::string_view(" \t\r\n,:{}[]\"").find(text_[at_]) == std::string_view::npos)
            ++at_;
        span = {begin, std::max(at_, std::min(begin + 1, size()))};
        return text_.substr(begin, at_ - begin);
    }

    void member(Tuning& out) {
        Span span;
        bool is_string = false;
        const std::string name(token(span, is_string));
        if (!is_string) wrong("a member's name is missing", span, "names stand in quotes");
        if (!seen_.insert(name).second) wrong("\"" + name + "\" is there twice", span);
        expect(':');
        if (!assign(out, name)) wrong("a tuning has no \"" + name + "\"", span, hint(name));
    }

    bool assign(Tuning& out, const std::string& name) {
        for (const TuningNumber& field : tuning_numbers())
            if (field.name == name) return number(out, field), true;
        for (const Flag& field : kFlags)
            if (field.name == name) return out.*field.member = truth(), true;
        for (const Pattern& field : kPatternFields)
            if (field.name == name)
                return out.*field.member = static_cast<StressPattern>(word(kPatterns)), true;
        if (name == "affinity")
            return out.affinity = static_cast<Tuning::Affinity>(word(kAffinities)), true;
        if (name != "style") return false;
        out.style = static_cast<Tuning::Style>(word(kStyles));
        return true;
    }

    void number(Tuning& out, const TuningNumber& field) {
        Span span;
        bool is_string = false;
        const std::string_view text = token(span, is_string);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (is_string || text.empty() || error == std::errc::invalid_argument ||
            end != text.data() + text.size())
            wrong("\"" + std::string(field.name) + "\" is a whole number", span);
        if (error == std::errc::result_out_of_range || value < field.least || value > field.most)
            wrong("\"" + std::string(field.name) + "\" is out of range", span,
                  "from " + std::to_string(field.least) + " to " + std::to_string(field.most));
        out.*field.member = static_cast<std::uint32_t>(value);
    }

    bool truth() {
        Span span;
        bool is_string = false;
        const std::string_view text = token(span, is_string);
        if (is_string || (text != "true" && text != "false"))
            wrong("true or false is missing", span);
        return text == "true";
    }

    std::size_t word(std::span<const std::string_view> words) {
        Span span;
        bool is_string = false;
        const std::string_view text = token(span, is_string);
        const auto found = std::ranges::find(words, text);
        if (is_string && found != words.end())
            return static_cast<std::size_t>(found - words.begin());
        std::string known;
        for (const std::string_view each : words)
            known += (known.empty() ? "\"" : ", \"") + std::string(each) + "\"";
        wrong("one of " + known + " is missing", span);
    }

    static std::string hint(std::string_view name) {
        std::string best;
        std::size_t least = 4;
        const auto look = [&](std::string_view known) {
            const std::size_t distance = edit_distance(name, known);
            if (distance >= least) return;
            least = distance;
            best = known;
        };
        for (const TuningNumber& field : tuning_numbers()) look(field.name);
        for (const Flag& field : kFlags) look(field.name);
        for (const Pattern& field : kPatternFields) look(field.name);
        look("style");
        look("affinity");
        return best.empty() ? "" : "did you mean \"" + best + "\"?";
    }

    std::string_view text_;
    std::uint32_t at_ = 0;
    std::set<std::string> seen_;
};

}  // namespace

Result<Tuning> read_tuning(SourcePtr json) {
    try {
        return Reader(*json).read();
    } catch (const Rejected& rejected) {
        return Result<Tuning>::failure(rejected.in(std::move(json)));
    }
}

std::string to_json(const Tuning& tuning) {
    std::string out = "{\n  \"style\": \"" +
                      std::string(kStyles[static_cast<std::size_t>(tuning.style)]) +
                      "\",\n  \"affinity\": \"" +
                      std::string(kAffinities[static_cast<std::size_t>(tuning.affinity)]) + "\"";
    for (const TuningNumber& field : tuning_numbers())
        out += ",\n  \"" + std::string(field.name) + "\": " + std::to_string(tuning.*field.member);
    for (const Pattern& field : kPatternFields)
        out += ",\n  \"" + std::string(field.name) + "\": \"" +
               std::string(kPatterns[static_cast<std::size_t>(tuning.*field.member)]) + "\"";
    for (const Flag& field : kFlags)
        out += ",\n  \"" + std::string(field.name) +
               "\": " + (tuning.*field.member ? "true" : "false");
    return out + "\n}\n";
}

}  // namespace clmm::hardware
