// Harnesses that run commands of the program inside this process.
#include "command.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness.h"
#include "process/hard_limit.h"
#include "process/many_tests.h"
#include "program.h"

namespace clmm::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> kWithTimeout{"check",    "graph",    "explain", "repair",
                                                        "report",   "exec",     "compare", "lower",
                                                        "generate", "separate", "fit"};
constexpr std::array<std::string_view, 3> kWithout{"merge", "models", "version"};

/// An empty folder that is this process's own, where nothing can be started or typed in.
class Scratch {
public:
    Scratch() : path_(fs::temp_directory_path() / ("fuzz-" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
        fs::current_path(path_);
        ::setenv("PATH", path_.c_str(), 1);
        if (std::freopen("/dev/null", "r", stdin) == nullptr) broken("a scratch folder", "stdin");
    }
    ~Scratch() { fs::remove_all(path_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    void clear() const {
        for (const auto& entry : fs::directory_iterator(path_)) fs::remove_all(entry.path());
    }

private:
    fs::path path_;
    /// Of several hard limits the first is asked: commands end by their budgets alone, and this
    /// process goes on.
    cli::HardLimit limit_{{.timeout = std::chrono::hours(24 * 365)}};
};

bool is_one_of(std::string_view word, auto&& words) {
    return std::ranges::find(words, word) != std::end(words);
}

/// Nothing outside of the folder.
std::string safe(const std::string& word) {
    std::string made;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char before = made.empty() ? '=' : made.back();
        if (word[i] == '\0') continue;
        if (word[i] == '/' && std::string_view("=@:,/").find(before) != std::string_view::npos)
            continue;
        if (word[i] == '.' && before == '.') continue;
        made += word[i];
    }
    return made;
}

/// Arrays of millions of elements take memory that the fuzzer counts as its own.
bool is_large(std::string_view word) {
    std::size_t digits = 0;
    for (const char c : word) {
        digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : 0;
        if (digits > 6 && word.find('[') != std::string_view::npos) return true;
    }
    return false;
}

/// Whether a word is this option, `--timeout 3` or `--timeout=3`.
bool is_option(const std::string& word, std::string_view option) {
    return word == option || word.starts_with(std::string(option) + "=");
}

/// Without an option and its value.
void drop(std::vector<std::string>& words, std::string_view option) {
    for (std::size_t i = 0; i < words.size();)
        if (is_option(words[i], option)) {
            const bool has_value = words[i] == option && i + 1 < words.size();
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                        words.begin() + static_cast<std::ptrdiff_t>(i + (has_value ? 2 : 1)));
        } else {
            ++i;
        }
}

/// Kernels run with all checks, since what they write without would be this process's memory, and
/// in steps that ask for the time.
void keep_inside(std::vector<std::string>& words, const std::string& content) {
    drop(words, "--check");
    drop(words, "--steps");
    std::erase(words, "--sandbox");  // a process of its own, which this one cannot look into
    const bool is_scheduled = std::ranges::any_of(words, [](const std::string& word) {
        return is_option(word, "--schedule") || is_option(word, "--replay");
    });
    if (!is_scheduled) words.insert(words.end(), {"--schedule", "random"});
    words.insert(words.end(), {"--steps", "20000"});
    const bool is_test = content.find("host") == std::string::npos &&
                         content.find("enqueue") == std::string::npos &&
                         content.find("kernel") == std::string::npos;
    if (!is_test) words.insert(words.end(), {"--check", "all"});
}

void limit(std::vector<std::string>& words, const std::string& content) {
    std::erase_if(words, is_large);
    for (const std::string_view option : {"--timeout", "--memory-limit", "--provoke"})
        drop(words, option);
    if (words.front() == "exec") keep_inside(words, content);
    if (is_one_of(words.front(), kWithTimeout)) words.insert(words.end(), {"--timeout", "0.2"});
}

/// The file that a command line is about: its first word that is called so.
std::string file_of(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (word.starts_with("t.") && word.find('/') == std::string::npos && word.size() < 20)
            return word;
    return "t.litmus";
}

bool is_json_asked(const std::vector<std::string>& words) {
    return is_one_of("--json", words) && !is_one_of("--help", words) && !is_one_of("-h", words);
}

/// Whether the command has accepted what it was given.
bool runs(std::vector<std::string> words, const std::string& content) {
    static const Scratch scratch;
    cli::stay_in_this_process();
    limit(words, content);
    std::ofstream(file_of(words), std::ios::binary) << content;
    std::vector<const char*> arguments{"clmm"};
    for (const std::string& word : words) arguments.push_back(word.c_str());
    std::ostringstream out, err;
    auto code = cli::ExitCode::internal_error;
    try {
        code = cli::run_program(static_cast<int>(arguments.size()), arguments.data(), out, err);
    } catch (const std::exception& error) {
        broken("a command throws nothing", error.what());
    }
    scratch.clear();
    if (code == cli::ExitCode::internal_error) broken("no error is internal", err.str());
    if (code != cli::ExitCode::as_expected && out.view().empty() && err.view().empty())
        broken("a command says why it ends", line_of(words));
    if (is_json_asked(words) && code != cli::ExitCode::bad_input && !out.view().empty() &&
        !nlohmann::json::accept(out.view()))
        broken("JSON is whole", line_of(words));
    return code != cli::ExitCode::bad_input;
}

/// `data[8]` for `global int *data`, `n=3` for `int n`.
std::string argument_for(const std::string& parameter) {
    const std::size_t last = parameter.find_last_not_of(" \t\n");
    if (last == std::string::npos) return {};
    const std::size_t before = parameter.find_last_of(" \t\n*&", last);
    const std::size_t name = before == std::string::npos ? 0 : before + 1;
    const bool is_pointer = parameter.find('*') != std::string::npos;
    return parameter.substr(name, last + 1 - name) + (is_pointer ? "[8]" : "=3");
}

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    bool is_open = false;
    char quote = 0;
    for (const char c : line) {
        if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
            is_open = false;
            continue;
        }
        if (!is_open) words.emplace_back();
        is_open = true;
        if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
        else
            words.back() += c;
    }
    return words;
}

std::string line_of(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        const char quote = word.find('\'') == std::string::npos ? '\'' : '"';
        const bool is_plain = !word.empty() && word.find_first_of(" \t\n'\"") == std::string::npos;
        line += line.empty() ? "" : " ";
        line += is_plain ? word : quote + word + quote;
    }
    return line;
}

SomeLaunch some_launch(std::string_view text) {
    constexpr std::string_view kKernel = "kernel void";
    std::vector<std::size_t> kernels;
    for (std::size_t at = text.find(kKernel); at != std::string_view::npos;
         at = text.find(kKernel, at + 1))
        kernels.push_back(at + kKernel.size());
    if (kernels.empty()) return {};
    const std::size_t name = kernels[text.size() % kernels.size()];
    const std::size_t begin = text.find('(', name), end = text.find(')', begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) return {};
    SomeLaunch launch;
    for (const std::string& word : words_of(text.substr(name, begin - name))) launch.kernel = word;
    std::istringstream parameters(std::string(text.substr(begin + 1, end - begin - 1)));
    for (std::string one; std::getline(parameters, one, ',');)
        if (std::string argument = argument_for(one); !argument.empty())
            launch.arguments.push_back(std::move(argument));
    return launch;
}

bool eats_command(const std::string& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> words = words_of(std::string_view(text).substr(0, end));
    std::ranges::transform(words, words.begin(), safe);
    std::erase(words, "");
    if (words.empty() ||
        !(is_one_of(words.front(), kWithTimeout) || is_one_of(words.front(), kWithout)))
        return false;
    return runs(words, text.substr(std::min(end + 1, text.size())));
}

bool eats_execution(const std::string& text) {
    const SomeLaunch launch = some_launch(text);
    std::vector<std::string> words{"exec",     "t.cl", "--kernel", launch.kernel,
                                   "--global", "4",    "--local",  "2"};
    if (text.size() % 2 != 0) words.emplace_back("--weak-memory");
    for (const std::string& argument : launch.arguments)
        words.insert(words.end(), {"--arg", argument});
    return runs(std::move(words), text);
}

bool eats_launches(const std::string& text) {
    return runs({"check", "t.cl", "--kernel", some_launch(text).kernel, "--global", "any",
                 "--local", "any"},
                text);
}

}  // namespace clmm::fuzz
