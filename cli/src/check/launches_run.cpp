#include "check/launches_run.h"

#include <algorithm>

#include "clmm/base/joined.h"
#include "clmm/base/printable.h"
#include "clmm/engines/term_solver.h"
#include "clmm/report/json.h"
#include "clmm/report/launches.h"
#include "exec/command.h"
#include "exec/findings.h"
#include "exec/rules.h"
#include "process/many_tests.h"

namespace clmm::cli {
namespace {

using enumerator::PropertyStatus;
using report::LaunchesAnswer;
using runtime::CandidateLaunch;
using runtime::LaunchAnswer;
using runtime::LaunchProperty;

constexpr std::chrono::milliseconds kRehearsalTime{5000};
constexpr int kShareOfRehearsal = 8;  ///< of the time that is left
constexpr std::chrono::milliseconds kHardGrace{5000};
/// Of a launch that is run: the first work-groups of a large one show what they do.
constexpr std::uint64_t kMostItems = 1U << 31U;
constexpr std::uint64_t kMostWhole = 65536;      ///< that are run to their end
constexpr std::uint64_t kMostSteps = 1U << 15U;  ///< of others, of two work-groups at a time
constexpr std::uint64_t kMostLocalElements = 8192;

constexpr std::array kProperties = {LaunchProperty::race_free, LaunchProperty::no_divergence,
                                    LaunchProperty::bounds};

std::size_t index_of(LaunchProperty property) {
    return static_cast<std::size_t>(std::ranges::find(kProperties, property) - kProperties.begin());
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
    for (const std::uint64_t size : candidate.global) items *= std::min(size, kMostWhole);
    std::uint64_t largest = 1;
    for (const auto& [name, value] : candidate.scalars)
        largest =
            std::max<std::uint64_t>(largest, static_cast<std::uint64_t>(value < 0 ? 0 : value));
    return std::min<std::uint64_t>(64 + 4 * items * std::min<std::uint64_t>(largest, 256),
                                   1U << 18U);
}

/// All work-items, or more than are run.
std::uint64_t items_of(const CandidateLaunch& candidate) {
    std::uint64_t items = 1;
    for (const std::uint64_t size : candidate.global)
        if (__builtin_mul_overflow(items, size, &items)) return kMostItems + 1;
    return items;
}

/// What memory holds, and what images are of, in one of the ways that are tried.
struct Filling {
    std::string_view contents;  ///< empty: zeros
    std::string_view format;
};
constexpr std::array kFillings = {Filling{"", "rgba32f"}, Filling{"iota", "rgba32i"},
                                  Filling{"1", "rgba32ui"}};

/// `to=image2d:rgba32f:64x64`, which has all elements that small launches write. Nothing for arrays
/// and images of buffers.
std::optional<std::string> image_argument(const runtime::Parameter& parameter,
                                          const CandidateLaunch& candidate,
                                          std::string_view format) {
    constexpr std::uint64_t kLeast = 16;
    constexpr std::uint64_t kMost = 256;
    const std::string type = parameter.type_name.substr(0, parameter.type_name.rfind("_t"));
    const std::size_t dimensions = type == "image1d"   ? 1
                                   : type == "image2d" ? 2
                                   : type == "image3d" ? 3
                                                       : 0;
    if (dimensions == 0) return std::nullopt;
    std::vector<std::string> sizes;
    for (std::size_t d = 0; d < dimensions; ++d) {
        const std::uint64_t items =
            candidate.global[std::min<std::size_t>(d, candidate.global.size() - 1)];
        sizes.push_back(std::to_string(
            std::clamp(2 * std::min(items, kMost), kLeast, dimensions == 3 ? kLeast : kMost)));
    }
    return parameter.name + "=" + type + ":" + std::string(format) + ":" + joined(sizes, "x");
}

/// The launch for `clmm exec`, with its memory filled one way. Nothing if it cannot be run.
std::optional<litmus::KernelLaunch> concrete(const CheckArguments& arguments,
                                             const runtime::KernelCode& kernel,
                                             const CandidateLaunch& candidate,
                                             const Filling& filling) {
    litmus::KernelLaunch out;
    out.kernel = kernel.name();
    out.definitions = arguments.launch.definitions;
    out.include_paths = arguments.launch.include_paths;
    out.global = candidate.global;
    out.local = candidate.local;
    if (out.global.empty() || items_of(candidate) > kMostItems) return std::nullopt;
    for (const runtime::Parameter& each : kernel.parameters()) {
        if (each.kind == runtime::ParameterKind::value) {
            const auto value = candidate.scalars.find(each.name);
            if (value == candidate.scalars.end()) return std::nullopt;
            out.arguments.push_back(each.name + "=" + std::to_string(value->second));
            continue;
        }
        if (each.kind == runtime::ParameterKind::image) {
            const auto image = image_argument(each, candidate, filling.format);
            if (!image) return std::nullopt;
            out.arguments.push_back(*image);
            continue;
        }
        if (each.kind != runtime::ParameterKind::pointer) return std::nullopt;
        const auto size = candidate.elements.find(each.name);
        const bool local = each.address_space == runtime::AddressSpace::local;
        std::uint64_t count = size != candidate.elements.end() ? size->second : roomy(candidate);
        if (local && size == candidate.elements.end()) count = std::min(count, kMostLocalElements);
        if (count * std::max<std::size_t>(each.size, 1) > (64U << 20U)) return std::nullopt;
        out.arguments.push_back(
            each.name + "[" + std::to_string(count) + "]" +
            (local || filling.contents.empty() ? "" : "=" + std::string(filling.contents)));
    }
    return out;
}

// ---- answers ----

std::vector<std::string> words_of(const std::vector<runtime::NumberRange>& ranges) {
    std::vector<std::string> words;
    for (const runtime::NumberRange& each : ranges) words.push_back(runtime::to_string(each));
    return words;
}

bool is_wanted(const LaunchesKernel& kernel, LaunchProperty property) {
    const auto& wanted = kernel.properties;
    return std::ranges::find(wanted, property_of(property)) != wanted.end();
}

/// Errors, each with the notes that follow it, for SARIF.
std::vector<report::Finding> findings_of(const Diagnostics& diagnostics) {
    std::vector<report::Finding> out;
    for (const Diagnostic& each : diagnostics) {
        if (each.severity != Severity::note || out.empty()) {
            out.push_back(report::finding_of(each));
        } else {
            out.back().places.push_back({each.source, each.span, each.message});
        }
    }
    return out;
}

std::string line_of(const LaunchesAnswer& answer) {
    std::string line(to_string(answer.property));
    line.resize(15, ' ');
    line += to_string(answer.status);
    if (answer.launch)
        line += " with " + launch_text({.global = answer.launch->global,
                                        .local = answer.launch->local,
                                        .arguments = answer.launch->arguments});
    if (answer.status == PropertyStatus::verified && !answer.unsized.empty())
        line += ", but for " + joined(answer.unsized, ", ") + ", whose size is not given";
    if (!answer.reason.empty()) line += ": " + answer.reason;
    return line + "\n";
}

/// What a property leaves to print.
TestRun piece_of(const Session& session, const LaunchesAnswer& answer) {
    TestRun piece;
    piece.out = session.arguments.json ? report::to_json(answer) : line_of(answer);
    piece.err = render(answer.diagnostics, session.colour);
    piece.findings = findings_of(answer.diagnostics);
    for (report::Finding& each : piece.findings)
        if (each.rule.empty()) each.rule = "undecided";
    if (answer.status == PropertyStatus::refuted) piece.code = ExitCode::expectation_failed;
    if (answer.status == PropertyStatus::unknown) piece.code = ExitCode::unknown;
    return piece;
}

/// The model, if the command line says which.
std::string under(const CheckArguments& arguments) {
    if (arguments.models.empty() && arguments.variants.empty()) return "";
    std::vector<std::string> words = arguments.variants;
    words.insert(words.begin(), model_of_kernels(arguments.models));
    return " under " + printable(joined(words, ", "));
}

/// All of a kernel, in the order of the properties.
TestRun whole(const Session& session, const LaunchesKernel& kernel, const LaunchesPieces& pieces) {
    const std::vector<std::string> global = words_of(kernel.space.global);
    const std::vector<std::string> local = words_of(kernel.space.local);
    TestRun run;
    std::vector<std::string> answers;
    for (const auto& piece : pieces) {
        if (!piece) continue;
        answers.push_back(piece->out);
        run.err += piece->err;
        run.findings.insert(run.findings.end(), piece->findings.begin(), piece->findings.end());
        run.code = worst(run.code, piece->code);
    }
    if (session.arguments.quiet) return run;
    const std::string& name = kernel.kernel->name();
    run.out = session.arguments.json
                  ? report::to_json({.file = name_of(session.arguments, kernel.path),
                                     .kernel = name,
                                     .model = model_of_kernels(session.arguments.models),
                                     .variants = session.arguments.variants,
                                     .global = global,
                                     .local = local},
                                    answers)
                  : "Kernel " + printable(name) + under(session.arguments) +
                        ": all launches with global " + joined(global, ",") + ", local " +
                        joined(local, ",") + "\n" + joined(answers, "");
    return run;
}

TestRun unread(const Session& session, const LaunchesKernel& kernel, const Diagnostics& problems) {
    const CheckArguments& arguments = session.arguments;
    TestRun run;
    run.err = render(problems, session.colour);
    run.findings = findings_of(problems);
    if (arguments.json && !arguments.quiet)
        run.out = report::rejection_to_json(name_of(arguments, kernel.path), {}, problems);
    run.code = ExitCode::bad_input;
    return run;
}

/// Another schedule, and whether it is asked if a weak compare-exchange fails.
class AskedSchedule : public runtime::Schedule {
public:
    explicit AskedSchedule(Schedule& schedule) : schedule_(schedule) {}
    [[nodiscard]] std::optional<std::size_t> choose_step(
        std::span<const runtime::Step> steps) override {
        return schedule_.choose_step(steps);
    }
    [[nodiscard]] std::size_t choose_write(std::size_t count) override {
        return schedule_.choose_write(count);
    }
    [[nodiscard]] bool choose_failure() override {
        about_failures = true;
        return schedule_.choose_failure();
    }
    bool about_failures = false;

private:
    Schedule& schedule_;
};

/// One kernel of one file.
class KernelVerification {
public:
    KernelVerification(const Session& session, const LaunchesKernel& kernel,
                       const PieceHeard& heard)
        : session_(session),
          arguments_(session.arguments),
          kernel_(kernel),
          source_(runtime::source_of(*kernel.kernel)),
          heard_(heard),
          budget_(session.budget) {
        if (arguments_.check.timeout) budget_.set_timeout(*arguments_.check.timeout);
    }

    TestRun operator()() {
        const auto report = runtime::verify_every_launch(
            *kernel_.program, *kernel_.kernel, kernel_.space, kernel_.rules, engines::term_solver,
            budget_,
            [this](LaunchProperty property, const LaunchAnswer::Candidate& candidate) {
                return is_wanted(kernel_, property) && rehearsed(property, candidate);
            },
            [this](const LaunchAnswer& answer) { take(answer); });
        if (!report) return unread(session_, kernel_, report.diagnostics());
        TestRun run = whole(session_, kernel_, pieces_);
        if (arguments_.verbose) run.err += "questions " + std::to_string(report->questions) + "\n";
        return run;
    }

private:
    void take(const LaunchAnswer& answer) {
        if (!is_wanted(kernel_, answer.property)) return;
        const std::size_t index = index_of(answer.property);
        pieces_.at(index) = piece_of(session_, told(answer));
        heard_(index, *pieces_.at(index));
        provoke(arguments_, kernel_.input, Stage::decided);
    }

    LaunchesAnswer told(const LaunchAnswer& answer) {
        LaunchesAnswer out{.property = property_of(answer.property)};
        out.unsized = answer.unsized;
        if (answer.verdict == LaunchAnswer::Verdict::refuted) {
            out.status = PropertyStatus::refuted;
            out.launch = shown_.launch;
            out.diagnostics = std::move(shown_.findings);
        } else if (answer.verdict == LaunchAnswer::Verdict::verified) {
            out.status = PropertyStatus::verified;
        } else {
            out.reason = reason(answer, out.diagnostics);
        }
        return out;
    }

    /// Whether a candidate comes true: one work-item after the other, or at random.
    bool rehearsed(LaunchProperty property, const LaunchAnswer::Candidate& candidate) {
        for (const Filling& filling : kFillings) {
            const auto launch = concrete(arguments_, *kernel_.kernel, candidate.launch, filling);
            if (!launch || budget_.exceeded()) return false;
            ExecArguments run;
            run.launch = *launch;
            run.compute_units = 1;
            run.checks.wanted.race = run.checks.wanted.bounds = true;
            run.checks.wanted.rules = kernel_.rules;
            if (items_of(candidate.launch) > kMostWhole) {
                run.schedule.control.most_steps = kMostSteps;
                run.schedule.control.resident_groups = 2;
            }
            bool may_fail = false;
            for (const auto& schedule : {runtime::in_order_schedule(), runtime::random_schedule(1)})
                if (shows(property, run, *schedule, may_fail)) return true;
            if (may_fail && shows(property, run, *runtime::in_order_schedule(true), may_fail))
                return true;
        }
        return false;
    }

    /// Keeps what is shown. `may_fail`: some weak compare-exchange might have failed.
    bool shows(LaunchProperty property, ExecArguments& run, runtime::Schedule& schedule,
               bool& may_fail) {
        run.schedule.control.budget = rehearsal_budget();
        AskedSchedule asked(schedule);
        std::vector<runtime::Finding> found = rehearse(run, kernel_.program, asked);
        may_fail = may_fail || asked.about_failures;
        std::erase_if(
            found, [&](const runtime::Finding& each) { return each.kind != finding_of(property); });
        if (found.empty()) return false;
        shown_ = {{run.launch.global, run.launch.local, run.launch.arguments},
                  finding_diagnostics(found)};
        return true;
    }

    /// … but leaves time for others.
    [[nodiscard]] Budget rehearsal_budget() const {
        Budget out = budget_;
        const auto left = budget_.time_left();
        out.set_timeout(left ? std::min(*left / kShareOfRehearsal, kRehearsalTime)
                             : kRehearsalTime);
        return out;
    }

    std::string reason(const LaunchAnswer& answer, Diagnostics& notes) {
        if (answer.candidates.empty()) {
            if (!answer.places.empty()) note(notes, answer.places.front().span, answer.reason);
            return answer.reason;
        }
        const LaunchAnswer::Candidate& candidate = answer.candidates.front();
        std::string what;
        for (const LaunchAnswer::Place& each : candidate.places) {
            if (&each != &candidate.places.front() && each.what == candidate.places.front().what)
                continue;
            what += (what.empty() ? "" : ", ") + each.what;
            note(notes, each.span, each.what);
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

    void note(Diagnostics& notes, Span span, const std::string& text) {
        if (span.end > span.begin) notes.push_back({Severity::note, "", text, "", source_, span});
    }

    const Session& session_;
    const CheckArguments& arguments_;
    const LaunchesKernel& kernel_;
    const SourcePtr source_;
    const PieceHeard& heard_;
    Budget budget_;
    LaunchesPieces pieces_;
    struct Shown {
        LaunchesAnswer::Launch launch;
        Diagnostics findings;
    };
    Shown shown_;  ///< by the last candidate that came true
};

/// A question that the solver does not leave in time.
HardLimit::Limits limits_of(const Session& session) {
    HardLimit::Limits limits = hard_limits(session.arguments, session.apart);
    limits.grace = kHardGrace;
    return limits;
}

}  // namespace

TestRun run_launches(const Session& session, const LaunchesKernel& kernel,
                     const PieceHeard& heard) noexcept {
    TestRun run;
    try {
        const HardLimit limit(limits_of(session));
        provoke(session.arguments, kernel.input, Stage::begun);
        if (!kernel.kernel) return unread(session, kernel, kernel.problems);
        run = KernelVerification(session, kernel, heard)();
        run.err.insert(0, render(kernel.remarks, session.colour));
    } catch (const std::bad_alloc&) {
        add_crash(session, kernel.input, "out of memory", run);
    } catch (const std::exception& error) {
        add_crash(session, kernel.input, error.what(), run);
    }
    return run;
}

TestRun ended_launches(const Session& session, const LaunchesKernel& kernel, StopReason reason,
                       LaunchesPieces pieces) {
    for (const LaunchProperty property : kProperties) {
        auto& piece = pieces.at(index_of(property));
        if (!piece && is_wanted(kernel, property))
            piece =
                piece_of(session, {.property = property_of(property), .reason = describe(reason)});
    }
    TestRun run = whole(session, kernel, pieces);
    run.err += "clmm: " + printable(kernel.input.path) + ": unknown: " + describe(reason) + "\n";
    return run;
}

}  // namespace clmm::cli
