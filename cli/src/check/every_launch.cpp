#include "check/every_launch.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ostream>

#include "clmm/base/joined.h"
#include "clmm/base/printable.h"
#include "clmm/engines/term_solver.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/every_launch.h"
#include "exec/command.h"
#include "exec/findings.h"
#include "inputs.h"
#include "output/problems.h"
#include "process/hard_limit.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

using runtime::CandidateLaunch;
using runtime::LaunchAnswer;
using runtime::LaunchProperty;
using Verdict = LaunchAnswer::Verdict;

constexpr std::chrono::seconds kRehearsalTime{5};
constexpr std::chrono::milliseconds kHardGrace{5000};
constexpr std::uint64_t kMostItems = 65536;  ///< of a launch that is run

bool is_sizes(const std::string& text) {
    return text.find_first_not_of("0123456789,x") == std::string::npos;
}

Diagnostics usage(std::string message, std::string hint) {
    return {{Severity::error, "E-USAGE", std::move(message), std::move(hint), nullptr, {}}};
}

/// What is about one launch, or about what is not printed here.
Diagnostics check_usage(const CheckArguments& arguments) {
    const bool other = arguments.json || arguments.dump || arguments.outcomes ||
                       !arguments.sarif_file.empty() || !arguments.junit_file.empty() ||
                       !arguments.proof_file.empty() || !arguments.state.empty() ||
                       !arguments.models.empty() || !arguments.claims.empty() ||
                       !arguments.expected_file.empty() || !arguments.launch.offset.empty();
    if (other)
        return usage("of all launches at once, sizes, arguments and properties are said alone",
                     "give --global and --local as numbers for the other options");
    for (const enumerator::Property property : arguments.properties)
        if (property != enumerator::Property::race_free &&
            property != enumerator::Property::no_divergence &&
            property != enumerator::Property::bounds)
            return usage(
                "of all launches at once, race-free, no-divergence and bounds are verified",
                "give --global and --local as numbers for the other properties");
    return {};
}

Result<runtime::LaunchSpace> space_of(const LaunchesArguments& arguments) {
    using Made = Result<runtime::LaunchSpace>;
    runtime::LaunchSpace space;
    for (const bool global : {true, false}) {
        const std::string& text = global ? arguments.global : arguments.local;
        if (text.empty())
            return Made::failure(usage("the launches lack a size",
                                       "give both --global and --local, for example any"));
        const auto ranges = runtime::parse_ranges(text);
        if (!ranges) return Made::failure(ranges.diagnostics());
        (global ? space.global : space.local) = *ranges;
    }
    if (space.global.size() != space.local.size())
        return Made::failure(usage("--global and --local have different numbers of dimensions",
                                   "for example --global any,any --local any,1"));
    for (const std::string& text : arguments.check.launch.arguments)
        if (auto problem = runtime::add_argument(text, space))
            return Made::failure(std::move(*problem));
    return space;
}

enumerator::Property property_of(LaunchProperty property) {
    switch (property) {
        case LaunchProperty::race_free:
            return enumerator::Property::race_free;
        case LaunchProperty::no_divergence:
            return enumerator::Property::no_divergence;
        default:
            return enumerator::Property::bounds;
    }
}

runtime::FindingKind finding_of(LaunchProperty property) {
    switch (property) {
        case LaunchProperty::race_free:
            return runtime::FindingKind::race;
        case LaunchProperty::no_divergence:
            return runtime::FindingKind::divergence;
        default:
            return runtime::FindingKind::bounds;
    }
}

// ---- launches that are run ----

std::string sizes_text(const std::vector<std::uint64_t>& sizes) {
    std::vector<std::string> words;
    for (const std::uint64_t size : sizes) words.push_back(std::to_string(size));
    return joined(words, ",");
}

/// `--global 4 --local 2 --args "n=3 in[4]"`
std::string launch_text(const litmus::KernelLaunch& launch) {
    return "--global " + sizes_text(launch.global) + " --local " + sizes_text(launch.local) +
           (launch.arguments.empty() ? "" : " --args \"" + joined(launch.arguments, " ") + "\"");
}

/// Elements of a buffer that is given no size: what index arithmetic of such a launch may reach.
std::uint64_t roomy(const CandidateLaunch& candidate) {
    std::uint64_t items = 1;
    for (const std::uint64_t size : candidate.global) items *= std::min(size, kMostItems);
    std::uint64_t largest = 1;
    for (const auto& [name, value] : candidate.scalars)
        largest =
            std::max<std::uint64_t>(largest, static_cast<std::uint64_t>(value < 0 ? 0 : value));
    return std::min<std::uint64_t>(64 + 4 * items * std::min<std::uint64_t>(largest, 256),
                                   1U << 18U);
}

/// The launch for `clmm exec`, with its memory filled one way. Nothing if it cannot be run.
std::optional<litmus::KernelLaunch> concrete(const CheckArguments& arguments,
                                             const runtime::KernelCode& kernel,
                                             const CandidateLaunch& candidate,
                                             const std::string& contents) {
    litmus::KernelLaunch out;
    out.kernel = kernel.name();
    out.definitions = arguments.launch.definitions;
    out.include_paths = arguments.launch.include_paths;
    out.global = candidate.global;
    out.local = candidate.local;
    std::uint64_t items = 1;
    for (const std::uint64_t size : out.global)
        if (__builtin_mul_overflow(items, size, &items) || items > kMostItems) return std::nullopt;
    if (out.global.empty()) return std::nullopt;
    for (const runtime::Parameter& each : kernel.parameters()) {
        if (each.kind == runtime::ParameterKind::value) {
            const auto value = candidate.scalars.find(each.name);
            if (value == candidate.scalars.end()) return std::nullopt;
            out.arguments.push_back(each.name + "=" + std::to_string(value->second));
            continue;
        }
        if (each.kind != runtime::ParameterKind::pointer) return std::nullopt;
        const auto size = candidate.elements.find(each.name);
        const std::uint64_t count =
            size != candidate.elements.end() ? size->second : roomy(candidate);
        if (count * std::max<std::size_t>(each.size, 1) > (64U << 20U)) return std::nullopt;
        const bool local = each.address_space == runtime::AddressSpace::local;
        out.arguments.push_back(each.name + "[" + std::to_string(count) + "]" +
                                (local || contents.empty() ? "" : "=" + contents));
    }
    return out;
}

/// One kernel of one file.
class KernelReport {
public:
    KernelReport(const CheckArguments& arguments,
                 std::shared_ptr<const runtime::ProgramCode> program,
                 std::shared_ptr<const runtime::KernelCode> kernel, SourcePtr source,
                 const Budget& budget, std::ostream& out, std::ostream& err)
        : arguments_(arguments),
          program_(std::move(program)),
          kernel_(std::move(kernel)),
          source_(std::move(source)),
          budget_(budget),
          out_(out),
          err_(err) {}

    ExitCode operator()(const runtime::LaunchSpace& space) {
        auto report = runtime::verify_every_launch(*kernel_, space, engines::term_solver, budget_);
        if (!report) return rejected(report.diagnostics(), err_);
        if (!arguments_.quiet)
            out_ << "Kernel " << printable(kernel_->name()) << ": all launches with "
                 << space_text(space) << "\n";
        ExitCode code = ExitCode::as_expected;
        for (LaunchAnswer& answer : report.value().answers) {
            const auto& wanted = arguments_.properties;
            if (!wanted.empty() &&
                std::ranges::find(wanted, property_of(answer.property)) == wanted.end())
                continue;
            code = worst(code, tell(answer, report->unsized));
        }
        if (arguments_.verbose) err_ << "questions " << report->questions << "\n";
        show_problems(notes_, err_);
        return code;
    }

private:
    [[nodiscard]] static std::string space_text(const runtime::LaunchSpace& space) {
        const auto text_of = [](const std::vector<runtime::NumberRange>& ranges) {
            std::vector<std::string> words;
            for (const runtime::NumberRange& each : ranges)
                words.push_back(runtime::to_string(each));
            return joined(words, ",");
        };
        return "global " + text_of(space.global) + ", local " + text_of(space.local);
    }

    ExitCode tell(LaunchAnswer& answer, const std::vector<std::string>& unsized) {
        std::string line(to_string(property_of(answer.property)));
        line.resize(15, ' ');
        std::string refuting;
        if (!answer.candidates.empty()) refuting = rehearsed(answer);
        if (!refuting.empty()) {
            line += "Refuted with " + refuting;
        } else if (answer.verdict == Verdict::verified) {
            line += "Verified" + left_out(answer, unsized);
        } else {
            line += "Unknown: " + reason(answer);
        }
        if (!arguments_.quiet) out_ << line << "\n";
        if (!refuting.empty()) return ExitCode::expectation_failed;
        return answer.verdict == Verdict::verified ? ExitCode::as_expected : ExitCode::unknown;
    }

    [[nodiscard]] static std::string left_out(const LaunchAnswer& answer,
                                              const std::vector<std::string>& unsized) {
        if (answer.property != LaunchProperty::bounds || unsized.empty()) return {};
        return ", but for " + joined(unsized, ", ") + ", whose size is not given";
    }

    /// The launch in which a candidate came true.
    std::string rehearsed(const LaunchAnswer& answer) {
        for (const LaunchAnswer::Candidate& candidate : answer.candidates)
            for (const char* contents : {"", "iota", "1"}) {
                const auto launch = concrete(arguments_, *kernel_, candidate.launch, contents);
                if (!launch || budget_.exceeded()) break;
                ExecArguments run;
                run.launch = *launch;
                run.compute_units = 1;
                run.checks.wanted.race = run.checks.wanted.bounds = true;
                run.schedule.control.budget = budget_;
                run.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(kRehearsalTime);
                std::vector<runtime::Finding> found = rehearse(run, program_);
                std::erase_if(found, [&](const runtime::Finding& each) {
                    return each.kind != finding_of(answer.property);
                });
                if (found.empty()) continue;
                for (Diagnostic& each : finding_diagnostics(found))
                    notes_.push_back(std::move(each));
                return launch_text(*launch);
            }
        return {};
    }

    std::string reason(const LaunchAnswer& answer) {
        if (answer.candidates.empty()) {
            if (!answer.places.empty()) note(answer.places.front().span, answer.reason);
            return answer.reason;
        }
        const LaunchAnswer::Candidate& candidate = answer.candidates.front();
        std::string what;
        for (const LaunchAnswer::Place& each : candidate.places) {
            if (&each != &candidate.places.front() && each.what == candidate.places.front().what)
                continue;
            what += (what.empty() ? "" : ", ") + each.what;
            note(each.span, each.what);
        }
        return what + ": the solver's launch does not show it when it is run (global " +
               sizes_text(candidate.launch.global) + ", local " +
               sizes_text(candidate.launch.local) + scalars_text(candidate.launch) + ")";
    }

    [[nodiscard]] static std::string scalars_text(const CandidateLaunch& launch) {
        std::string out;
        for (const auto& [name, value] : launch.scalars)
            out += ", " + name + "=" + std::to_string(value);
        return out;
    }

    void note(Span span, const std::string& text) {
        if (span.end > span.begin) notes_.push_back({Severity::note, "", text, "", source_, span});
    }

    const CheckArguments& arguments_;
    const std::shared_ptr<const runtime::ProgramCode> program_;
    const std::shared_ptr<const runtime::KernelCode> kernel_;
    const SourcePtr source_;
    const Budget& budget_;
    std::ostream& out_;
    std::ostream& err_;
    Diagnostics notes_;
};

ExitCode verify_file(const CheckArguments& arguments, const std::string& path,
                     const runtime::LaunchSpace& space, const Budget& budget, std::ostream& out,
                     std::ostream& err) {
    if (!is_kernel_file(arguments, path))
        return rejected(
            usage("'" + printable(path) + "' is no file of kernels, which have launches",
                  "their files end in .cl; --kernel NAME says that another has one"),
            err);
    const auto source = read_input(arguments, path);
    if (!source) return rejected(source.diagnostics(), err);
    const auto program = runtime::compile(*source, {.definitions = arguments.launch.definitions,
                                                    .include_paths = arguments.launch.include_paths,
                                                    .watched = true});
    if (!program) return rejected(program.diagnostics(), err);
    show_problems(program.diagnostics(), err);
    ExitCode code = ExitCode::as_expected;
    std::size_t count = 0;
    for (const auto& kernel : (*program)->kernels()) {
        if (!arguments.launch.kernel.empty() && kernel->name() != arguments.launch.kernel) continue;
        ++count;
        code = worst(code, KernelReport(arguments, *program, kernel, runtime::source_of(*kernel),
                                        budget, out, err)(space));
    }
    if (count == 0)
        return rejected({{Severity::error,
                          "E-NAME",
                          arguments.launch.kernel.empty()
                              ? "the file has no kernel"
                              : "there is no kernel '" + arguments.launch.kernel + "'",
                          "",
                          *source,
                          {0, 0}}},
                        err);
    return code;
}

}  // namespace

bool LaunchesArguments::are_ranges() const { return !is_sizes(global) || !is_sizes(local); }

void declare_launches_options(CLI::App& command, LaunchesArguments& arguments) {
    declare_check_options(command, arguments.check);
    // What reads numbers is given one in place of a range.
    const auto keep = [&command](const std::string& name, std::string& text) {
        CLI::Option* sizes = command.get_option(name);
        sizes->description(sizes->get_description() +
                           "; or which launches: any, <=N, multiple-of N, power-of-2");
        sizes->type_name("N[,N[,N]]|RANGE");
        sizes->transform([&text](const std::string& given) {
            text = given;
            return is_sizes(given) ? given : std::string("1");
        });
    };
    keep("--global", arguments.global);
    keep("--local", arguments.local);
}

ExitCode run_every_launch(const LaunchesArguments& given, std::ostream& out, std::ostream& err) {
    const CheckArguments& arguments = given.check;
    if (const Diagnostics problems = check_usage(arguments); !problems.empty())
        return rejected(problems, err);
    const auto space = space_of(given);
    if (!space) return rejected(space.diagnostics(), err);
    const InterruptWatch watch;
    ExitCode code = ExitCode::as_expected;
    for (const std::string& path : arguments.inputs) {
        const Budget budget = common_budget(arguments, watch.flag());
        // A question that the solver does not leave in time.
        HardLimit::Limits limits = hard_limits(arguments, false);
        limits.grace = kHardGrace;
        const HardLimit limit(limits);
        code = worst(code, verify_file(arguments, path, *space, budget, out, err));
    }
    return code;
}

}  // namespace clmm::cli
