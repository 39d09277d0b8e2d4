#include "run/command.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <ostream>
#include <set>

#include "exec/json.h"
#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"
#include "output/standard.h"
#include "process/many_tests.h"
#include "process/process.h"
#include "run/matrix.h"
#include "run/tune.h"
#include "version.h"

namespace clmm::cli {
namespace {

using hardware::Campaign;
using hardware::RunRecord;

std::string indented_record(const std::string& json) {
    std::string text;
    for (const char c : json) text += c == '\n' ? std::string("\n    ") : std::string(1, c);
    return text;
}

/// Prints records as they come.
class RunPrinter {
public:
    RunPrinter(const RunArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err) {
        if (!arguments.log.empty()) log_.open(arguments.log, std::ios::binary);
        if (arguments.check.json)
            out_ << "{\n  \"clmm\": " << json_string(version()) << ",\n  \"runs\": [";
    }

    void print(const TestRecords& records) {
        err_ << records.err << std::flush;
        if (arguments_.check.json) {
            for (const RunRecord& record : records.records) {
                out_ << (first_ ? "\n    " : ",\n    ")
                     << indented_record(hardware::to_json(record));
                first_ = false;
            }
        } else {
            const std::string text = records_text(records);
            out_ << (first_ || text.empty() ? "" : "\n") << text;
            first_ = first_ && text.empty();
        }
        out_ << std::flush;
        for (const RunRecord& record : records.records) log_ << log_text(record);
        log_ << std::flush;
    }

    /// What all the records say together. False where the log could not be written.
    bool finish(const std::vector<RunRecord>& records) {
        const auto weak = weaknesses(records);
        if (arguments_.check.json)
            out_ << (first_ ? "],\n" : "\n  ],\n") << "  \"weaknesses\": [" << to_json(weak)
                 << "]\n}\n";
        else if (!weak.empty())
            out_ << "\nWeaknesses that showed, by device and kind of mutant\n" << to_text(weak);
        out_ << std::flush;
        if (arguments_.log.empty()) return true;
        log_.close();
        if (log_) return true;
        err_ << unwritten(arguments_.log, std::strerror(errno));
        return false;
    }

private:
    static std::string to_json(const std::vector<Weakness>& weaknesses) {
        std::string text;
        for (const Weakness& each : weaknesses)
            text += std::string(text.empty() ? "\n" : ",\n") +
                    "    {\"device\": " + json_string(each.device) +
                    ", \"driver\": " + json_string(each.driver) +
                    ", \"kind\": " + json_string(each.kind) +
                    ", \"mutants\": " + std::to_string(each.mutants) +
                    ", \"seen\": " + std::to_string(each.seen) + "}";
        return text.empty() ? text : text + "\n  ";
    }

    const RunArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    std::ofstream log_;
    bool first_ = true;
};

class RunCommand {
public:
    RunCommand(const RunArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments),
          out_(out),
          err_(err),
          limit_({.memory_bytes = arguments.check.memory_limit_mib << 20U}),
          models_(arguments.check.variants) {}

    ExitCode operator()() {
        if (!arguments_.merge.empty()) return merge();
        if (const Diagnostics problems = prepare_all(); has_errors(problems))
            return rejected(problems, err_);
        const InputList list = expand_inputs(arguments_.check.inputs);
        show_problems(list.problems, err_);
        alone_ = list.inputs.size() == 1;
        inputs_ = take_shard(list.inputs, arguments_.check.shard);
        if (!list.problems.empty()) raise(ExitCode::bad_input);
        if (inputs_.empty() && !list.inputs.empty()) return code_;  // a shard without a test
        if (inputs_.empty()) return ExitCode::bad_input;
        run_all();
        write_page();
        for (const OpenDevice& device : devices_)
            if (device.unfinished) end_unfinished();
        return code_;
    }

private:
    void raise(ExitCode code) { code_ = worst(code_, code); }
    Diagnostics prepare_all() {
        std::optional<ExpectedTable> table;
        if (arguments_.check.models.size() > 1)
            return {{Severity::error, "E-SELECT", "what is seen is compared with one model",
                     "name one with --model", nullptr, Span{}}};
        Diagnostics problems = prepare(arguments_.check, models_, table);
        if (has_errors(problems)) return problems;
        auto devices = open_devices(arguments_);
        if (!devices) return devices.diagnostics();
        devices_ = std::move(devices).value();
        if (arguments_.database.empty()) return problems;
        auto campaign = Campaign::open(arguments_.database);
        if (!campaign) return campaign.diagnostics();
        campaign_ = std::move(campaign).value();
        if (const Diagnostics wrong = say_part(); !wrong.empty()) return wrong;
        return problems;
    }

    /// A database knows which parts of a campaign have written to it.
    Diagnostics say_part() {
        const Shard shard = arguments_.check.shard;
        if (shard.count == 1) return {};
        std::string command;
        for (const std::string& each :
             arguments_.check.words({"--database", "--log", "--timeout", "--memory-limit"}))
            command += (command.empty() ? "" : " ") + each;
        const auto added = campaign_->add(Campaign::Part{command, shard.index, shard.count});
        return added ? Diagnostics() : added.diagnostics();
    }

    void run_all() {
        std::atomic<std::uint64_t> executed{0};
        const auto interrupted = watch_.flag();
        const RunContext context{arguments_, common_budget(arguments_.check, interrupted),
                                 &executed};
        RunSession session(arguments_, models_, devices_, campaign_ ? &*campaign_ : nullptr,
                           context, alone_);
        if (arguments_.tune) {
            raise(tune(arguments_, session, devices_, context, inputs_, err_));
            if (code_ == ExitCode::bad_input) return;
        }
        RunPrinter printer(arguments_, out_, err_);
        {
            const bool bar = arguments_.check.progress == Choice::automatic;
            Progress progress(err_, bar && can_show_progress(), inputs_.size(), "instances");
            in_order(
                inputs_.size(), 1, *interrupted, progress, executed,
                [&](std::size_t index) { return session.run(inputs_[index]); },
                [&](TestRecords records) {
                    printer.print(records);
                    take(std::move(records));
                });
        }
        watch_.hold();
        if (!printer.finish(records_)) raise(ExitCode::bad_input);
        show_problems(models_.warnings(), err_);
        if (inputs_.size() * devices_.size() > 1 && !arguments_.show_code)
            err_ << run_summary(records_, known_);
        if (*interrupted) raise(ExitCode::unknown);
    }

    void take(TestRecords records) {
        raise(records.code);
        known_ += records.known;
        for (RunRecord& record : records.records) records_.push_back(std::move(record));
    }

    /// Of the whole database, if there is one.
    void write_page() {
        if (arguments_.html.empty()) return;
        if (campaign_) {
            auto all = campaign_->runs();
            if (!all) {
                raise(rejected(all.diagnostics(), err_));
                return;
            }
            records_ = std::move(all).value();
        }
        const std::string title = "Tests on devices";
        if (!write_file(report::to_html(matrix_of(records_, title), version()), arguments_.html,
                        err_))
            raise(ExitCode::bad_input);
    }

    ExitCode merge() {
        // What is to be read is looked at first: a mistyped name leaves no new file.
        std::vector<Campaign> others;
        for (const std::string& path : arguments_.check.inputs) {
            auto other = Campaign::open_existing(path);
            if (!other) return rejected(other.diagnostics(), err_);
            others.push_back(std::move(other).value());
        }
        auto target = Campaign::open(arguments_.merge);
        if (!target) return rejected(target.diagnostics(), err_);
        campaign_ = std::move(target).value();
        for (std::size_t i = 0; i < others.size(); ++i) {
            const auto merged = campaign_->merge(others[i]);
            if (!merged) return rejected(merged.diagnostics(), err_);
            out_ << arguments_.check.inputs[i] << ": " << merged->added << " runs added, "
                 << merged->known << " were there\n";
            for (const Campaign::Part& part : merged->repeated)
                out_ << "  part " << part.number << " of " << part.of
                     << " was there: " << part.command << "\n";
        }
        if (const Diagnostics problems = say_missing(); !problems.empty())
            return rejected(problems, err_);
        write_page();
        return code_;
    }

    /// Parts of campaigns of which others are there.
    Diagnostics say_missing() {
        const auto parts = campaign_->parts();
        if (!parts) return parts.diagnostics();
        std::map<std::pair<std::string, std::uint64_t>, std::set<std::uint64_t>> numbers;
        for (const Campaign::Part& part : *parts)
            numbers[{part.command, part.of}].insert(part.number);
        for (const auto& [campaign, there] : numbers) {
            if (there.size() == campaign.second) continue;
            constexpr std::uint64_t kMostSaid = 100;
            std::string missing;
            for (std::uint64_t i = 1; i <= std::min(campaign.second, kMostSaid); ++i)
                if (!there.contains(i))
                    missing += (missing.empty() ? "" : ", ") + std::to_string(i);
            if (campaign.second > kMostSaid) missing += ", and maybe later ones";
            out_ << "Of " << campaign.second << " parts these are missing: " << missing << ": "
                 << campaign.first << "\n";
        }
        return {};
    }

    /// The device's own threads would be waited for.
    [[noreturn]] void end_unfinished() {
        campaign_.reset();
        end_process(code_, out_, err_);
    }

    const RunArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    const InterruptWatch watch_;  // before any thread is started
    const HardLimit limit_;       // of memory: each test has a time of its own
    ModelStore models_;
    std::vector<OpenDevice> devices_;
    std::optional<Campaign> campaign_;
    std::vector<Input> inputs_;
    std::vector<RunRecord> records_;
    bool alone_ = true;
    std::size_t known_ = 0;
    ExitCode code_ = ExitCode::as_expected;
};

}  // namespace

ExitCode run_on_devices(const RunArguments& arguments, std::ostream& out, std::ostream& err) {
    prepare_heap();
    return RunCommand(arguments, out, err)();
}

}  // namespace clmm::cli
