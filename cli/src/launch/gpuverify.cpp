#include "launch/gpuverify.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <functional>

#include "check/check_arguments.h"
#include "clmm/base/counted.h"
#include "clmm/base/joined.h"
#include "clmm/base/quoted_words.h"
#include "exec/values/number.h"
#include "usage.h"

namespace clmm::cli {
namespace {

using runtime::NumberRange;
using Sizes = GpuVerifyOptions::Sizes;

constexpr const char* kGroup = "GPUVerify's options";

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        out.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

/// Decimal, or hexadecimal behind `0x`.
std::optional<std::uint64_t> number_of(std::string_view text) {
    const bool is_hexadecimal = text.starts_with("0x");
    if (is_hexadecimal) text.remove_prefix(2);
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, is_hexadecimal ? 16 : 10);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// `64`, `[64,2]`, `*`
Sizes parse_dimensions(const std::string& option, std::string text) {
    const std::string whole = text;
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    Sizes sizes;
    for (const std::string& each : split(text)) {
        if (each == "*") {
            sizes.emplace_back();
            continue;
        }
        const auto number = number_of(each);
        if (!number || *number == 0 || *number > INT64_MAX || sizes.size() == 3)
            throw CLI::ValidationError(option + ": '" + whole +
                                       "' is no size; write 64, [64,2] or * for any");
        const auto size = static_cast<std::int64_t>(*number);
        sizes.push_back({.least = size, .most = size});
    }
    if (sizes.size() > 3)
        throw CLI::ValidationError(option + ": there are at most three dimensions");
    return sizes;
}

/// `K,0x3,*`
GpuVerifyOptions::OfKernel parse_values(const std::string& option, const std::string& text) {
    std::vector<std::string> words = split(text);
    GpuVerifyOptions::OfKernel out{option + "=" + text, words.front(), {}};
    words.erase(words.begin());
    for (const std::string& each : words) {
        out.values.push_back(number_of(each));
        if (!out.values.back() && each != "*")
            throw CLI::ValidationError(option + ": '" + each +
                                       "' is no value; write KERNEL,0x10,* for 16 and any");
    }
    return out;
}

void declare_sizes(CLI::App& command, GpuVerifyOptions& options) {
    const auto add = [&](const std::string& name, Sizes& target, const std::string& help) {
        command
            .add_option_function<std::string>(
                name,
                [&target, name](const std::string& text) { target = parse_dimensions(name, text); },
                help)
            ->type_name("[X,Y,Z]")
            ->group(kGroup);
    };
    add("--local_size", options.local, "work-items of a work-group; * is any number");
    add("--num_groups", options.groups, "work-groups, by dimension");
    add("--global_size", options.global, "work-items, by dimension");
    command
        .add_option_function<std::string>(
            "--global_offset",
            [](const std::string& text) {
                if (text.find_first_not_of("0,[]") != std::string::npos)
                    throw CLI::ValidationError(
                        "--global_offset: the offset of all launches at once is 0");
            })
        ->group("");
}

void declare_values(CLI::App& command, GpuVerifyOptions& options) {
    const auto add = [&](const std::string& name, std::vector<GpuVerifyOptions::OfKernel>& target,
                         const std::string& help) {
        command
            .add_option_function<std::vector<std::string>>(
                name,
                [&target, name](const std::vector<std::string>& texts) {
                    for (const std::string& text : texts)
                        target.push_back(parse_values(name, text));
                },
                help)
            ->type_name("KERNEL,V,…")
            ->allow_extra_args(false)
            ->group(kGroup);
    };
    add("--kernel-args", options.scalars, "what a kernel's scalar parameters are, in order");
    add("--kernel-arrays", options.arrays, "bytes of what its pointers point to, in order");
    command
        .add_flag("--check-array-bounds", options.bounds,
                  "of these sizes bounds are verified as well")
        ->group(kGroup);
    command
        .add_flag("--only-divergence", options.only_divergence,
                  "of these sizes no races are looked for")
        ->group(kGroup);
}

/// They say how the other tool searches, or are about annotations, which are not read here.
void declare_others(CLI::App& command) {
    command
        .add_flag(
            "--no-inline,--no-infer,--infer-info,--equality-abstraction,--adversarial-abstraction,"
            "--no-benign-tolerance,--no-annotations,--only-requires,--invariants-as-candidates,"
            "--no-barrier-access-checks,--asymmetric-asserts,--findbugs,--verify,--opencl,--debug,"
            "--keep-temps")
        ->group("");
    command
        .add_option_function<std::vector<std::string>>(
            "--loop-unwind,--k-induction-depth,--omit-infer,--boogie-file,--boogie-opt,--opt-opt,"
            "--bugle-opt,--cruncher-opt,--race-instrumenter,--solver,--error-limit",
            [](const std::vector<std::string>&) {})
        ->allow_extra_args(false)
        ->group("");
}

constexpr NumberRange kOne{.least = 1, .most = 1};

NumberRange at(const Sizes& sizes, std::size_t d) { return d < sizes.size() ? sizes[d] : kOne; }

/// Work-items of so many groups.
Result<NumberRange> whole(const NumberRange& groups, const NumberRange& local) {
    const auto number = groups.exact();
    if (!number) return NumberRange{};
    const auto size = local.exact();
    if (!size)
        return Result<NumberRange>::failure(
            usage("so many work-groups of any size are not followed",
                  "say --global_size, or of both that they are any: *"));
    std::int64_t items = 0;
    if (__builtin_mul_overflow(*number, *size, &items))
        return Result<NumberRange>::failure(usage("so many work-items do not exist"));
    return NumberRange{.least = items, .most = items};
}

/// The parameters of a kernel that a list of values is about.
template <class Takes>
Diagnostics each_value(const GpuVerifyOptions::OfKernel& given, const runtime::KernelCode& kernel,
                       const std::string& what, const Takes& is_one,
                       const std::function<void(const runtime::Parameter&, std::uint64_t)>& take) {
    std::size_t count = 0;
    for (const runtime::Parameter& parameter : kernel.parameters()) {
        if (!is_one(parameter)) continue;
        if (count < given.values.size() && given.values[count])
            take(parameter, *given.values[count]);
        ++count;
    }
    if (count == given.values.size()) return {};
    return usage(given.text + " has " + counted(given.values.size(), "value") + ", the kernel '" +
                 kernel.name() + "' " + counted(count, what));
}

/// What an integer of the type is whose bits these are; none of what is no integer.
std::optional<std::int64_t> integer_of(const runtime::Parameter& parameter, std::uint64_t bits) {
    const auto type = element_type(parameter.type_name);
    if (!type || type->components != 1 || is_floating(type->number)) return std::nullopt;
    const std::string text = format_number(type->number, reinterpret_cast<const std::byte*>(&bits));
    std::uint64_t unsigned_value = 0;
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    if (std::from_chars(text.data(), end, value).ec == std::errc()) return value;
    std::from_chars(text.data(), end, unsigned_value);
    return static_cast<std::int64_t>(unsigned_value);
}

/// A line of a comment before the code, with its place.
struct CommentLine {
    std::string text;
    Span span;
};

std::vector<CommentLine> first_comments(const Source& source) {
    std::vector<CommentLine> out;
    for (std::uint32_t number = 1;; ++number) {
        const std::string_view line = source.line(number);
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos || !line.substr(begin).starts_with("//")) return out;
        const std::size_t text = line.find_first_not_of("/ \t\r", begin);
        if (text == std::string_view::npos) continue;
        const std::size_t end = line.find_last_not_of(" \t\r") + 1;
        const std::uint32_t at = source.offset({number, 1});
        out.push_back(
            {std::string(line.substr(text, end - text)),
             {at + static_cast<std::uint32_t>(text), at + static_cast<std::uint32_t>(end)}});
    }
}

}  // namespace

void declare_gpuverify_options(CLI::App& command, GpuVerifyOptions& options) {
    declare_sizes(command, options);
    declare_values(command, options);
    declare_others(command);
}

Diagnostics add_sizes(const GpuVerifyOptions& options, runtime::LaunchSpace& space) {
    const auto twice = [](const char* option, const char* other) {
        return usage(std::string(option) + " and " + other + " say the same size",
                     "leave one of them out");
    };
    if (!space.local.empty() && !options.local.empty()) return twice("--local", "--local_size");
    if (!space.global.empty() && !options.groups.empty()) return twice("--global", "--num_groups");
    if (!space.global.empty() && !options.global.empty()) return twice("--global", "--global_size");
    if (!options.global.empty() && !options.groups.empty())
        return twice("--global_size", "--num_groups");
    if (space.local.empty()) space.local = options.local;
    if (space.local.empty()) return usage("the size of a work-group is missing", "--local_size=64");
    const Sizes& asked = options.groups.empty() ? options.global : options.groups;
    if (space.global.empty() && asked.empty())
        return usage("the number of work-groups is missing", "--num_groups=64, or --global_size");
    if (space.global.empty()) {
        const std::size_t dimensions = std::max(asked.size(), space.local.size());
        for (std::size_t d = 0; d < dimensions; ++d) {
            const auto size = options.groups.empty() ? Result<NumberRange>(at(asked, d))
                                                     : whole(at(asked, d), at(space.local, d));
            if (!size) return size.diagnostics();
            space.global.push_back(*size);
        }
    }
    const std::size_t dimensions = std::max(space.global.size(), space.local.size());
    space.local.resize(dimensions, kOne);
    space.global.resize(dimensions, kOne);
    return {};
}

Diagnostics add_values(const GpuVerifyOptions& options, const runtime::KernelCode& kernel,
                       runtime::LaunchSpace& space) {
    using runtime::Parameter;
    Diagnostics out;
    const auto add = [&out](Diagnostics more) { out.insert(out.end(), more.begin(), more.end()); };
    const auto is_scalar = [](const Parameter& each) {
        return each.kind == runtime::ParameterKind::value;
    };
    const auto is_memory = [](const Parameter& each) {
        return each.kind == runtime::ParameterKind::pointer;
    };
    for (const auto& given : options.scalars)
        if (given.kernel == kernel.name())
            add(each_value(
                given, kernel, "scalar parameter", is_scalar,
                [&](const Parameter& parameter, std::uint64_t bits) {
                    if (const auto value = integer_of(parameter, bits))
                        space.scalars.try_emplace(parameter.name,
                                                  NumberRange{.least = *value, .most = *value});
                    else
                        out.push_back({Severity::note,
                                       "",
                                       "'" + parameter.name + "' of type '" + parameter.type_name +
                                           "' may hold anything: of values that are no "
                                           "integers none is followed",
                                       "",
                                       nullptr,
                                       {}});
                }));
    for (const auto& given : options.arrays)
        if (given.kernel == kernel.name())
            add(each_value(
                given, kernel, "pointer", is_memory,
                [&](const Parameter& parameter, std::uint64_t bytes) {
                    const std::uint64_t element = std::max<std::size_t>(parameter.size, 1);
                    if (bytes % element != 0)
                        add(usage(given.text + ": " + counted(bytes, "byte") +
                                  " do not make up elements of '" + parameter.name +
                                  "', which have " + std::to_string(element)));
                    space.sizes.try_emplace(parameter.name, std::to_string(bytes / element));
                }));
    return out;
}

Result<std::optional<GpuVerifyOptions>> gpuverify_comment(const SourcePtr& source) {
    using Read = Result<std::optional<GpuVerifyOptions>>;
    for (const CommentLine& line : first_comments(*source)) {
        if (!line.text.starts_with("--")) continue;
        GpuVerifyOptions options;
        CLI::App app("a comment", "//");
        declare_gpuverify_options(app, options);
        declare_compiler_options(app, options.macros, {});
        app.allow_extras();
        app.set_help_flag();
        std::vector<std::string> words = quoted_words(line.text);
        std::ranges::reverse(words);
        try {
            app.parse(words);
        } catch (const CLI::ParseError& error) {
            return Read::failure(
                {Severity::error, "E-LAUNCH", error.what(),
                 "with --global and --local, or --local_size, the command line says which launches",
                 source, line.span});
        }
        if (!options.say_sizes()) continue;
        const std::vector<std::string> left = app.remaining();
        const Diagnostic note{Severity::note,
                              "",
                              "the command line names no size: the launches are those of this "
                              "comment",
                              left.empty() ? "" : "not followed: " + joined(left, " "),
                              source,
                              line.span};
        return {std::optional(std::move(options)), {note}};
    }
    return std::optional<GpuVerifyOptions>();
}

}  // namespace clmm::cli
