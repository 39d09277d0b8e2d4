#include "exec/options.h"

#include "clmm/enumerator/check.h"
#include "run/arguments.h"

namespace clmm::cli {
namespace {

class Options {
public:
    void add(const std::string& option) { text_ += (text_.empty() ? "" : " ") + option; }
    void add(const char* name, const std::string& value) {
        add(std::string(name) + " " + shell_word(value));
    }
    void add_number(const char* name, std::uint64_t value, std::uint64_t missing) {
        if (value != missing) add(name, std::to_string(value));
    }
    void add_sizes(const char* name, const std::vector<std::uint64_t>& sizes) {
        std::string list;
        for (const std::uint64_t size : sizes)
            list += (list.empty() ? "" : ",") + std::to_string(size);
        if (!list.empty()) add(name, list);
    }
    void add_each(const char* name, const std::vector<std::string>& values) {
        for (const std::string& value : values) add(name, value);
    }
    [[nodiscard]] std::string text() const { return text_; }

private:
    std::string text_;
};

void add_run(const ExecArguments& arguments, Options& out) {
    const litmus::KernelLaunch& launch = arguments.launch;
    if (!launch.kernel.empty()) out.add("--kernel", launch.kernel);
    out.add_sizes("--global", launch.global);
    out.add_sizes("--local", launch.local);
    out.add_sizes("--offset", launch.offset);
    out.add_number("--sub-group-size", launch.sub_group_size, 0);
    out.add_each("--arg", launch.arguments);
    out.add_each("-D", launch.definitions);
    out.add_each("-I", launch.include_paths);
    out.add_number("--repeat", arguments.repeat, 1);
    out.add_number("--resident-groups", arguments.schedule.control.resident_groups,
                   runtime::ControlOptions{}.resident_groups);
    const std::string checks = check_list(arguments.checks);
    if (!checks.empty()) out.add("--check", checks);
}

}  // namespace

std::string run_options(const ExecArguments& arguments) {
    Options out;
    add_run(arguments, out);
    return out.text();
}

std::string repeat_options(const ExecArguments& arguments) {
    Options out;
    add_run(arguments, out);
    out.add_each("-m", arguments.models);
    out.add_each("--variant", arguments.variants);
    for (const OutputRequest& output : arguments.outputs)
        out.add("--out", output.name + (output.file.empty() ? "" : "=@" + output.file));
    return out.text();
}

std::string model_of_loads(const ExecArguments& arguments) {
    std::string text = arguments.models.empty()
                           ? std::string(enumerator::default_model(litmus::LitmusTest()))
                           : arguments.models.front();
    for (const std::string& variant : arguments.variants) text += " " + variant;
    return text;
}

ScheduledProgram scheduled_program(const ExecArguments& arguments, std::string name,
                                   std::string hash) {
    const std::string options = repeat_options(arguments);
    return {.name = std::move(name),
            .hash = std::move(hash),
            .options = run_options(arguments),
            .model = model_of_loads(arguments),
            .command = "clmm exec " + shell_word(arguments.input) + (options.empty() ? "" : " ") +
                       options};
}

}  // namespace clmm::cli
