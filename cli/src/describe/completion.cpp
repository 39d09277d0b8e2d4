#include "describe/completion.h"

#include <CLI/CLI.hpp>
#include <ostream>
#include <string_view>

#include "clmm/base/joined.h"
#include "describe/described.h"

namespace clmm::cli {
namespace {

/// Within single quotes of a shell.
std::string shell_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::vector<std::string> names_of(const DescribedCommand& command) {
    std::vector<std::string> names;
    for (const DescribedOption& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

// ---- bash ----

/// `check:--engine` and so on, each with what its value may be.
void bash(const std::vector<DescribedCommand>& commands, std::ostream& out) {
    out << "# Completion of clmm for bash; made by `clmm completion bash`.\n"
           "_clmm() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
           "command=${COMP_WORDS[1]}\n"
           "    local words=''\n"
           "    COMPREPLY=()\n"
           "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
           "        words='";
    for (std::size_t i = 1; i < commands.size(); ++i) out << commands[i].name << " ";
    out << joined(names_of(commands[0]), " ")
        << "'\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "        return\n"
           "    fi\n"
           "    case $command:$before in\n";
    for (const DescribedCommand& command : commands)
        for (const DescribedOption& option : command.options) {
            if (option.names.empty() || option.value.empty()) continue;
            out << "        " << command.name << ":"
                << joined(option.names, "|" + command.name + ":") << ") ";
            if (const auto choices = option.choices(); !choices.empty())
                out << "words='" << joined(choices, " ") << "' ;;\n";
            else
                out << (option.takes_path() ? "compopt -o default; return ;;\n" : "return ;;\n");
        }
    out << "        *) case $command in\n";
    for (std::size_t i = 1; i < commands.size(); ++i)
        out << "            " << commands[i].name << ") words='"
            << joined(names_of(commands[i]), " ") << "' ;;\n";
    out << "        esac\n"
           "        [[ $word == -* ]] || { compopt -o default; return; } ;;\n"
           "    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\n"
           "complete -F _clmm clmm\n";
}

// ---- zsh ----

/// Within a specification of _arguments: brackets and colons are its own.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_value(const DescribedOption& option) {
    if (option.value.empty()) return "";
    const std::vector<std::string> choices = option.choices();
    return ":" + zsh_text(option.value) + ":" +
           (!choices.empty()      ? "(" + joined(choices, " ") + ")"
            : option.takes_path() ? "_files"
                                  : " ");
}

void zsh(const std::vector<DescribedCommand>& commands, std::ostream& out) {
    out << "#compdef clmm\n"
           "# Completion of clmm for zsh; made by `clmm completion zsh`.\n"
           "_clmm() {\n"
           "    local -a commands\n"
           "    commands=(\n";
    for (std::size_t i = 1; i < commands.size(); ++i)
        out << "        "
            << shell_quoted(commands[i].name + ":" + zsh_text(commands[i].description)) << "\n";
    out << "    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    (( CURRENT-- ))\n"
           "    case $command in\n";
    for (std::size_t i = 1; i < commands.size(); ++i) {
        out << "        " << commands[i].name << ") _arguments";
        for (const DescribedOption& option : commands[i].options) {
            if (option.names.empty())
                out << " \\\n            " << shell_quoted("*" + zsh_value(option));
            for (const std::string& name : option.names)
                out << " \\\n            "
                    << shell_quoted("*" + name + "[" + zsh_text(option.description) + "]" +
                                    zsh_value(option));
        }
        out << " ;;\n";
    }
    out << "    esac\n"
           "}\n"
           "_clmm \"$@\"\n";
}

// ---- fish ----

void fish(const std::vector<DescribedCommand>& commands, std::ostream& out) {
    out << "# Completion of clmm for fish; made by `clmm completion fish`.\n";
    for (std::size_t i = 1; i < commands.size(); ++i)
        out << "complete -c clmm -f -n __fish_use_subcommand -a " << commands[i].name << " -d "
            << shell_quoted(commands[i].description) << "\n";
    for (std::size_t i = 1; i < commands.size(); ++i)
        for (const DescribedOption& option : commands[i].options) {
            const std::string when =
                "complete -c clmm -n '__fish_seen_subcommand_from " + commands[i].name + "'";
            if (option.names.empty()) {
                if (option.takes_path()) out << when << " -F\n";
                continue;
            }
            out << when;
            for (const std::string& name : option.names)
                out << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
            if (const auto choices = option.choices(); !choices.empty())
                out << " -x -a " << shell_quoted(joined(choices, " "));
            else if (!option.value.empty())
                out << (option.takes_path() ? " -r -F" : " -x");
            out << " -d " << shell_quoted(option.description) << "\n";
        }
}

}  // namespace

void declare_completion_options(CLI::App& command, CompletionArguments& arguments) {
    command.add_option("shell", arguments.shell, "whose completion to print")
        ->type_name("bash|zsh|fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""));
}

ExitCode run_completion(const CLI::App& program, const CompletionArguments& arguments,
                        std::ostream& out) {
    const std::vector<DescribedCommand> commands = described(program);
    (arguments.shell == "bash" ? bash : arguments.shell == "zsh" ? zsh : fish)(commands, out);
    return ExitCode::as_expected;
}

}  // namespace clmm::cli
