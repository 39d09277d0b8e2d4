#include "kernels/kernel_arguments.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "clmm/language/names.h"
#include "read/allocation_words.h"
#include "read/diagnose.h"

namespace clmm::litmus {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Reads an argument from left to right.
class ArgumentParser {
public:
    explicit ArgumentParser(const SourcePtr& source) : text_(source->text()) {
        argument_.source = source;
    }

    KernelArgument operator()() {
        read_name();
        if (take(':')) {
            read_allocation();
            read_name();
        }
        if (take('[')) {
            read_extents();
            expect(']');
        }
        if (take('=')) read_value();
        skip_blanks();
        if (at_ < text_.size()) fail("there is more than an argument", {at_, size()});
        return argument_;
    }

private:
    void read_name() {
        argument_.name_span = word();
        argument_.name =
            std::string(text_.substr(argument_.name_span.begin, length(argument_.name_span)));
    }

    /// `8`, or of an image `4x2`.
    void read_extents() {
        std::uint64_t count = 1;
        do {
            const std::uint64_t extent = number();
            if (extent == 0) fail("a buffer has at least one element", here());
            if (__builtin_mul_overflow(count, extent, &count))
                fail("so much does not exist", here());
            argument_.extents.push_back(extent);
        } while (take('x'));
        argument_.count = count;
    }

    void read_value() {
        skip_blanks();
        const std::uint32_t begin = at_;
        if (take('{')) {
            argument_.kind = KernelArgument::Kind::list;
            do {
                argument_.values.push_back(value());
            } while (take(','));
            expect('}');
        } else if (at_ < text_.size() && is_letter(text_[at_]) && !is_no_integer()) {
            const Span span = word();
            read_word(std::string(text_.substr(span.begin, length(span))));
        } else {
            argument_.kind = KernelArgument::Kind::number;
            argument_.values.push_back(value());
        }
        argument_.value_span = {begin, at_};
    }

    /// `any`, `iota`, `random:7`, `null`, or another parameter.
    void read_word(const std::string& word) {
        using Kind = KernelArgument::Kind;
        argument_.alias = word;
        if (word == "random" && take(':')) {
            argument_.kind = Kind::random;
            argument_.seed = number();
            return;
        }
        argument_.kind = word == "any"    ? Kind::any
                         : word == "iota" ? Kind::iota
                         : word == "null" ? Kind::null
                                          : Kind::alias;
    }

    void read_allocation() {
        using Access = LaunchBytes::Access;
        if (argument_.name == "read_only")
            argument_.access = Access::read_only;
        else if (argument_.name == "write_only")
            argument_.access = Access::write_only;
        else
            argument_.allocation = allocation();
    }

    Allocation allocation() {
        std::vector<std::string> words = {"read_only", "write_only"};
        for (const AllocationWord& each : kAllocationWords) {
            if (!each.is_of_arguments) continue;
            if (each.word == argument_.name) return each.allocation;
            words.emplace_back(each.word);
        }
        const std::string nearest = language::did_you_mean(argument_.name, words);
        fail("there is no allocation '" + argument_.name + "'", argument_.name_span,
             nearest.empty() ? "write buffer, read_only, write_only, coarse_svm, fine_svm, "
                               "atomic_svm or system_svm"
                             : nearest);
    }

    /// `inf`, `-nan`
    [[nodiscard]] bool is_no_integer() const {
        std::string_view rest = text_.substr(at_);
        if (rest.starts_with('-')) rest.remove_prefix(1);
        const std::string_view name =
            rest.substr(0, std::min(rest.find_first_of(",} \t"), rest.size()));
        return name == "inf" || name == "nan";
    }

    /// An integer as number() takes it, or a decimal number with a point or an exponent.
    KernelArgument::Number value() {
        skip_blanks();
        const std::string rest(text_.substr(at_));
        const std::size_t digits = rest.starts_with('-') ? 1 : 0;
        const std::size_t end = std::min(rest.find_first_not_of("0123456789", digits), rest.size());
        const bool is_integer =
            !is_no_integer() && (end == digits || end == rest.size() ||
                                 std::string_view(".eE").find(rest[end]) == std::string_view::npos);
        if (is_integer) {
            const std::uint64_t integer = number();
            return {integer, digits > 0 ? static_cast<double>(static_cast<std::int64_t>(integer))
                                        : static_cast<double>(integer)};
        }
        char* last = nullptr;
        const double fraction = std::strtod(rest.c_str(), &last);
        at_ += static_cast<std::uint32_t>(last - rest.c_str());
        return {.value = fraction, .is_integer = false};
    }

    /// Decimal or hexadecimal, with a sign or without.
    std::uint64_t number() {
        skip_blanks();
        const std::uint32_t begin = at_;
        const bool negative = take('-');
        const bool is_hexadecimal =
            text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
        if (is_hexadecimal) at_ += 2;
        const std::uint64_t base = is_hexadecimal ? 16 : 10;
        std::uint64_t value = 0;
        bool some = false;
        for (; at_ < text_.size(); ++at_, some = true) {
            const std::optional<std::uint64_t> digit = digit_of(text_[at_], base);
            if (!digit) break;
            if (value > (UINT64_MAX - *digit) / base) fail("the number is too large", here());
            value = value * base + *digit;
        }
        if (!some) fail("a number was expected", {begin, begin + 1});
        return negative ? 0 - value : value;
    }

    static std::optional<std::uint64_t> digit_of(char c, std::uint64_t base) {
        if (is_digit(c)) return static_cast<std::uint64_t>(c - '0');
        if (base != 16 || std::isxdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
        return static_cast<std::uint64_t>(std::tolower(static_cast<unsigned char>(c)) - 'a' + 10);
    }

    Span word() {
        skip_blanks();
        const std::uint32_t begin = at_;
        if (at_ >= text_.size() || !is_letter(text_[at_]))
            fail("a name was expected", here(), "write for example n=8 or data[8]=any");
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
        return {begin, at_};
    }

    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail(std::string("'") + c + "' was expected", here());
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
    [[nodiscard]] Span here() const { return {at_, at_ + 1}; }
    static std::size_t length(Span span) { return span.end - span.begin; }
    [[noreturn]] static void fail(std::string message, Span span, std::string hint = {}) {
        reject("E-ARGUMENT", std::move(message), span, std::move(hint));
    }

    KernelArgument argument_;
    std::string_view text_;
    std::uint32_t at_ = 0;
};

}  // namespace

Span KernelArgument::span() const {
    return bytes ? bytes->span : Span{0, static_cast<std::uint32_t>(source->text().size())};
}

KernelArgument kernel_argument(const LaunchBytes& given) {
    using Contents = LaunchBytes::Contents;
    using Kind = KernelArgument::Kind;
    return {.source = given.source,
            .name_span = given.span,
            .name = given.name,
            .kind = given.contents == Contents::any    ? Kind::any
                    : given.contents == Contents::null ? Kind::null
                                                       : Kind::none,
            .access = given.access,
            .value_span = given.span,
            .bytes = given};
}

Result<KernelArgument> parse_kernel_argument(const std::string& text) {
    const auto source = std::make_shared<const Source>("--arg", text);
    Reporter reporter(source);
    KernelArgument argument;
    if (!reporter.attempt([&] { argument = ArgumentParser(source)(); }))
        return Result<KernelArgument>::failure(reporter.take());
    return argument;
}

}  // namespace clmm::litmus
