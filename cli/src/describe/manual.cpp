#include "describe/manual.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <ostream>
#include <string_view>

#include "clmm/base/printable.h"
#include "describe/described.h"
#include "output/problems.h"
#include "selection.h"
#include "version.h"

namespace clmm::cli {
namespace {

/// As roff reads it: no line is a request, a hyphen is what people type.
std::string roff(std::string_view text) {
    std::string out;
    bool begins_line = true;
    for (const char c : text) {
        if (begins_line && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
        begins_line = c == '\n';
    }
    return out;
}

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

class Page {
public:
    Page(const std::vector<DescribedCommand>& commands, const DescribedCommand& of,
         std::ostream& out)
        : commands_(commands), of_(of), out_(out), is_program_(&of == &commands.front()) {}

    void operator()() {
        const std::string name = is_program_ ? "clmm" : "clmm-" + of_.name;
        out_ << ".TH " << upper(roff(name)) << " 1 \"\" \"clmm " << version()
             << "\" \"User Commands\"\n"
             << ".SH NAME\n"
             << roff(name) << " \\- " << roff(of_.description) << "\n"
             << ".SH SYNOPSIS\n.B clmm";
        if (is_program_) {
            out_ << "\n.I COMMAND\n[\\,\\fIOPTION\\fR...]\n";
        } else {
            out_ << " " << roff(of_.name) << "\n[\\fIOPTION\\fR...]";
            for (const DescribedOption& option : of_.options)
                if (option.names.empty())
                    out_ << (option.is_required ? " \\fI" : " [\\fI") << roff(option.value)
                         << (option.is_required ? "\\fR" : "\\fR]");
            out_ << "\n";
        }
        if (is_program_) list_commands();
        list_options();
        if (!of_.footer.empty()) out_ << ".SH EXIT STATUS\n" << roff(exit_codes()) << "\n";
        out_ << ".SH SEE ALSO\n";
        if (!is_program_) out_ << ".BR clmm (1),\n";
        out_ << "the documents in /usr/share/doc/clmm\n";
    }

private:
    void list_commands() {
        out_ << ".SH COMMANDS\n";
        for (const DescribedCommand& each : commands_)
            if (&each != &of_)
                out_ << ".TP\n.BR clmm\\-" << roff(each.name) << " (1)\n"
                     << roff(each.description) << "\n";
    }

    /// By group, in the order in which groups begin.
    void list_options() {
        std::vector<std::string> groups;
        for (const DescribedOption& option : of_.options)
            if (std::ranges::find(groups, option.group) == groups.end())
                groups.push_back(option.group);
        out_ << ".SH OPTIONS\n";
        for (const std::string& group : groups) {
            if (groups.size() > 1) out_ << ".SS " << roff(group) << "\n";
            for (const DescribedOption& option : of_.options)
                if (option.group == group) list(option);
        }
    }

    void list(const DescribedOption& option) {
        out_ << ".TP\n";
        for (std::size_t i = 0; i < option.names.size(); ++i)
            out_ << (i == 0 ? "" : ", ") << "\\fB" << roff(option.names[i]) << "\\fR";
        if (!option.value.empty())
            out_ << (option.names.empty() ? "" : " ") << "\\fI" << roff(option.value) << "\\fR";
        out_ << "\n" << roff(option.description) << "\n";
    }

    /// The program's own words, without the heading that they begin with.
    [[nodiscard]] std::string exit_codes() const {
        const std::size_t colon = of_.footer.find(": ");
        return colon == std::string::npos ? of_.footer : of_.footer.substr(colon + 2);
    }

    const std::vector<DescribedCommand>& commands_;
    const DescribedCommand& of_;
    std::ostream& out_;
    bool is_program_;
};

}  // namespace

void declare_manual_options(CLI::App& command, ManualArguments& arguments) {
    command.add_option("command", arguments.command, "the command (default: clmm itself)")
        ->type_name("COMMAND");
}

ExitCode run_manual(const CLI::App& program, const ManualArguments& arguments, std::ostream& out,
                    std::ostream& err) {
    const std::vector<DescribedCommand> commands = described(program);
    const auto found = arguments.command.empty()
                           ? commands.begin()
                           : std::ranges::find(commands.begin() + 1, commands.end(),
                                               arguments.command, &DescribedCommand::name);
    if (found == commands.end())
        return rejected({selection("'" + printable(arguments.command) + "' is no command",
                                   "clmm --help lists them")},
                        err);
    Page(commands, *found, out)();
    return ExitCode::as_expected;
}

}  // namespace clmm::cli
