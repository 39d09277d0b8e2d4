#include "inputs.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace clmm::cli {
namespace {

namespace fs = std::filesystem;

Diagnostic file_problem(const std::string& message) {
    Diagnostic problem;
    problem.code = "E-FILE";
    problem.message = message;
    return problem;
}

/// By folders, as paths are compared, which takes ten times as long: a folder's name ends before
/// that of another that goes on.
bool come_in_order(const std::string& a, const std::string& b) {
    const auto key = [](char c) { return static_cast<unsigned char>(c == '/' ? '\0' : c); };
    return std::ranges::lexicographical_compare(a, b, {}, key, key);
}

void add_directory(const fs::path& directory, InputList& list) {
    std::vector<std::string> files;
    std::error_code error;
    fs::recursive_directory_iterator walk(directory, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error))
        if (walk->path().extension() == ".litmus" && walk->is_regular_file())
            files.push_back(walk->path().string());
    if (error)
        list.problems.push_back(
            file_problem("cannot list " + directory.string() + ": " + error.message()));
    else if (files.empty())
        list.problems.push_back(file_problem("no *.litmus below " + directory.string()));
    std::ranges::sort(files, come_in_order);
    for (std::string& file : files) {
        const std::size_t begin = file.find_first_not_of('/', directory.string().size());
        std::string relative = file.substr(begin);
        list.inputs.push_back({std::move(file), std::move(relative)});
    }
}

void add_path(const fs::path& path, InputList& list) {
    std::error_code error;
    if (fs::is_directory(path, error))
        add_directory(path, list);
    else
        list.inputs.push_back({path.string(), path.lexically_normal().generic_string()});
}

std::string trimmed(const std::string& line) {
    constexpr std::string_view kBlanks = " \t\r";
    const std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string::npos) return {};
    return line.substr(begin, line.find_last_not_of(kBlanks) - begin + 1);
}

void add_list(const std::string& file, InputList& list) {
    const Result<SourcePtr> source = read_source(file);
    if (!source) {
        const Diagnostics& problems = source.diagnostics();
        list.problems.insert(list.problems.end(), problems.begin(), problems.end());
        return;
    }
    std::istringstream lines{std::string((*source)->text())};
    bool is_empty = true;
    for (std::string line; std::getline(lines, line);)
        if (const std::string entry = trimmed(line); !entry.empty() && entry.front() != '#') {
            is_empty = false;
            add_path(fs::path(file).parent_path() / entry, list);
        }
    if (is_empty) list.problems.push_back(file_problem("no file is named in the list " + file));
}

}  // namespace

InputList expand_inputs(const std::vector<std::string>& words) {
    InputList list;
    for (const std::string& word : words) {
        if (word.size() > 1 && word.front() == '@')
            add_list(word.substr(1), list);
        else if (word == "-")
            list.inputs.push_back({"-", "-"});
        else
            add_path(word, list);
    }
    return list;
}

std::vector<Input> take_shard(std::vector<Input> inputs, Shard shard) {
    std::vector<Input> taken;
    for (std::size_t i = shard.index - 1; i < inputs.size(); i += shard.count)
        taken.push_back(std::move(inputs[i]));
    return taken;
}

Result<SourcePtr> read_input(const CheckArguments& arguments, const std::string& path) {
    if (path != "-" || arguments.stdin_name.empty()) return read_source(path);
    return read_source(path, arguments.stdin_name);
}

}  // namespace clmm::cli
