#include "lower/run_compiler.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "inputs.h"
#include "lower/driver_compiler.h"
#include "output/files.h"

namespace clmm::cli {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, which goes with it.
class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "clmm-lower-XXXXXX").string();
        if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
    }
    ~Folder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] bool exists() const { return !path_.empty(); }
    [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

private:
    fs::path path_;
};

std::string shell_quoted(const std::string& path) { return "'" + path + "'"; }

void replace_all(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

std::string file_contents(const std::string& path) {
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Addresses in a compiler's own memory are others each time.
std::string without_addresses(std::string line) {
    constexpr std::size_t kShort = 8;
    for (std::size_t at = line.find("0x"); at != std::string::npos; at = line.find("0x", at + 2)) {
        const std::size_t end = line.find_first_not_of("0123456789abcdef", at + 2);
        const std::size_t length = std::min(end, line.size()) - at;
        if (length > kShort) line.replace(at, length, "0x…");
    }
    return line;
}

/// The line that says what is wrong, or the first.
std::string first_error(const std::string& log) {
    std::istringstream lines(log);
    std::string line, first;
    while (std::getline(lines, line)) {
        if (first.empty()) first = line;
        if (line.find("error") != std::string::npos) return without_addresses(line);
    }
    return first;
}

}  // namespace

Diagnostic compiler_problem(std::string message, std::string hint) {
    return {Severity::error, "E-COMPILER", std::move(message), std::move(hint), nullptr, Span{}};
}

Result<SourcePtr> compile_text(const compilers::CompilerCommand& command, const std::string& text,
                               generator::Dialect dialect, const std::string& what,
                               std::string* log) {
    if (!command.device.empty()) return compile_by_driver(command, text, dialect, what, log);
    const Folder folder;
    if (!folder.exists())
        return Result<SourcePtr>::failure(compiler_problem("no temporary folder can be made", {}));
    const std::string input =
        folder.file(dialect == generator::Dialect::opencl ? "test.cl" : "test.c");
    if (const auto why = write_whole(input, text))
        return Result<SourcePtr>::failure(
            compiler_problem("'" + input + "' cannot be written: " + *why, {}));
    std::string line = command.line;
    replace_all(line, "{input}", shell_quoted(input));
    replace_all(line, "{output}", shell_quoted(folder.file("test.s")));
    line = "{ " + line + " ; } >" + shell_quoted(folder.file("log")) + " 2>&1 </dev/null";
    const int status = std::system(line.c_str());
    std::string said = file_contents(folder.file("log"));
    replace_all(said, folder.file(""), "");
    if (log != nullptr) *log = said;
    std::string assembly = file_contents(folder.file("test.s"));
    if (status != 0 || assembly.empty())
        return Result<SourcePtr>::failure(compiler_problem(
            "'" + command.name + "' makes no assembly of " + what + ": " + first_error(said),
            "it was called as: " + command.line));
    return std::make_shared<const Source>("assembly of " + command.name, std::move(assembly));
}

Result<SourcePtr> compile(const compilers::CompilerCommand& command,
                          const generator::Program& program, std::string* log) {
    const auto text = compilers::source_text(program, command.written_for());
    if (!text) return Result<SourcePtr>::failure(text.diagnostics());
    return compile_text(command, *text, program.dialect, program.name, log);
}

std::string version_of(const std::string& compiler) {
    const auto command = compilers::compiler_command(compiler, generator::Dialect::opencl);
    if (command && !command->device.empty()) return driver_version(command->device);
    const bool is_own = compiler.find("{input}") != std::string::npos;
    const std::size_t colon = compiler.find(':');
    const Folder folder;
    if (is_own || colon == std::string::npos || !folder.exists()) return {};
    const std::string said = folder.file("version");
    const std::string line =
        compiler.substr(0, colon) + " --version >" + shell_quoted(said) + " 2>/dev/null </dev/null";
    if (std::system(line.c_str()) != 0) return {};
    const std::string text = file_contents(said);
    return text.substr(0, text.find('\n'));
}

std::string known_architectures() {
    std::string all;
    for (const compilers::Architecture& each : compilers::architectures())
        all += (all.empty() ? "" : ", ") + std::string(each.name);
    return all;
}

Result<const compilers::Architecture*> machine_named(const std::string& compiler,
                                                     const std::string& architecture) {
    using Answer = Result<const compilers::Architecture*>;
    const auto command = compilers::compiler_command(compiler, generator::Dialect::c);
    if (!command) return Answer::failure(command.diagnostics());
    if (command->architecture != nullptr) return command->architecture;
    if (const auto* named = compilers::find_architecture(architecture)) return named;
    return Answer::failure({Severity::error, "E-SELECT",
                            "it is not said for which machine '" + compiler + "' is",
                            "--arch NAME: " + known_architectures(), nullptr, Span{}});
}

Result<const compilers::Architecture*> machine_of(const compilers::CompilerCommand& command,
                                                  const Source& assembly) {
    const compilers::Architecture* machine = command.architecture;
    if (machine == nullptr) machine = compilers::architecture_of(assembly.text());
    if (machine != nullptr) return machine;
    return Result<const compilers::Architecture*>::failure(
        compiler_problem("it is not clear for which machine the assembly is", "--arch NAME"));
}

Result<lowering::Lowered> lower_by(const compilers::CompilerCommand& command,
                                   const generator::Program& program) {
    const auto assembly = compile(command, program);
    if (!assembly) return Result<lowering::Lowered>::failure(assembly.diagnostics());
    const auto machine = machine_of(command, **assembly);
    if (!machine) return Result<lowering::Lowered>::failure(machine.diagnostics());
    return compilers::read_assembly(program, assembly.value(), **machine);
}

}  // namespace clmm::cli
