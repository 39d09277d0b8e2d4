#include "merge/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <ostream>

#include "clmm/report/part.h"
#include "inputs.h"
#include "output/problems.h"
#include "process/hard_limit.h"
#include "process/part.h"
#include "process/process.h"
#include "program.h"
#include "version.h"

namespace clmm::cli {
namespace {

using Part = std::pair<SourcePtr, report::PartHead>;

bool is_database(const std::string& path) {
    constexpr std::string_view kMagic = "SQLite format 3";
    std::ifstream file(path, std::ios::binary);
    std::string begin(kMagic.size(), '\0');
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return begin == kMagic;
}

ExitCode run_words(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
    std::vector<const char*> pointers{"clmm"};
    for (const std::string& each : words) pointers.push_back(each.c_str());
    return run_program(static_cast<int>(pointers.size()), pointers.data(), out, err);
}

class Merge {
public:
    Merge(const MergeArguments& arguments, std::ostream& out, std::ostream& err)
        : arguments_(arguments), out_(out), err_(err) {}

    ExitCode operator()() {
        const auto databases = std::ranges::count_if(arguments_.inputs, is_database);
        if (databases == static_cast<std::ptrdiff_t>(arguments_.inputs.size()))
            return merge_databases();
        const Diagnostics unread = read_unless_interrupted();
        if (arguments_.missing) return say_missing();
        if (!unread.empty()) return rejected(unread, err_);
        if (const Diagnostics problems = report::problems_of(parts_, version()); !problems.empty())
            return rejected(problems, err_);
        std::ranges::sort(parts_, {}, [](const Part& each) { return each.second.number; });
        std::vector<std::string> words = parts_.front().second.command;
        for (const auto& [file, head] : parts_)
            words.push_back("--parts=" + std::string(file->name()));
        for (const std::string& each : arguments_.others()) words.push_back(each);
        return run_words(words, out_, err_);
    }

private:
    ExitCode merge_databases() const {
        if (arguments_.into.empty())
            return rejected({{Severity::error, "E-SELECT", "databases are merged into another one",
                              "clmm merge --into ALL.db A.db B.db", nullptr, Span{}}},
                            err_);
        std::vector<std::string> words{"run", "--merge", arguments_.into};
        words.insert(words.end(), arguments_.inputs.begin(), arguments_.inputs.end());
        for (const std::string& each : arguments_.others()) words.push_back(each);
        return run_words(words, out_, err_);
    }

    /// The parts' own command has a watch of its own.
    Diagnostics read_unless_interrupted() {
        const InterruptWatch watch;
        Diagnostics unread = read_parts();
        if (*watch.flag()) end_unknown(StopReason::interrupted);
        return unread;
    }

    Diagnostics read_parts() {
        Diagnostics problems;
        const auto add = [&](const Diagnostics& some) {
            problems.insert(problems.end(), some.begin(), some.end());
        };
        for (const std::string& path : arguments_.inputs) {
            const auto file = read_source(path);
            if (!file) {
                add(file.diagnostics());
                continue;
            }
            const auto head = report::read_head(*file);
            if (!head)
                add(head.diagnostics());
            else if (!is_search(head->command))
                problems.push_back({Severity::error, "E-STATE",
                                    "this is a part of no search, but of another command",
                                    "check, separate, generate and lower have parts", *file,
                                    Span{0, 0}});
            else
                parts_.emplace_back(*file, *head);
        }
        return problems;
    }

    /// For scripts that start them again: `2,5`.
    ExitCode say_missing() const {
        if (parts_.empty())
            return rejected({{Severity::error,
                              "E-STATE",
                              "none of these files is a part of a search",
                              {},
                              nullptr,
                              Span{}}},
                            err_);
        std::string numbers;
        for (const std::size_t each : report::missing(parts_))
            numbers += (numbers.empty() ? "" : ",") + std::to_string(each);
        out_ << numbers << "\n";
        return numbers.empty() ? ExitCode::as_expected : ExitCode::unknown;
    }

    const MergeArguments& arguments_;
    std::ostream& out_;
    std::ostream& err_;
    std::vector<Part> parts_;
};

}  // namespace

void declare_merge_options(CLI::App& command, MergeArguments& arguments) {
    command
        .add_option("parts", arguments.inputs,
                    "files that --state of all parts has written, or databases of clmm run; other "
                    "options, as --json or --output=DIR, are for the command of the parts")
        ->type_name("FILE")
        ->required();
    command.add_flag("--missing", arguments.missing,
                     "print the numbers of parts that are missing or not finished, nothing else");
    command.add_option("--into", arguments.into, "the database that others are added to")
        ->type_name("FILE.db");
    command.allow_extras();
    arguments.others = [&command] { return command.remaining(); };
}

ExitCode run_merge(const MergeArguments& arguments, std::ostream& out, std::ostream& err) {
    return Merge(arguments, out, err)();
}

}  // namespace clmm::cli
