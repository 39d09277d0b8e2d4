// Harnesses that read what clmm wrote, other tools or whoever types a command.
#include <array>
#include <cstring>

#include "check/expected_table.h"
#include "clmm/comparison/log.h"
#include "clmm/comparison/observed.h"
#include "clmm/hardware/device.h"
#include "clmm/hardware/tuning.h"
#include "clmm/inputs/model_word.h"
#include "clmm/litmus/expectation.h"
#include "clmm/report/part.h"
#include "clmm/report/separation.h"
#include "clmm/report/suite.h"
#include "clmm/report/sweep.h"
#include "clmm/runtime/launch_space.h"
#include "clmm/runtime/schedule.h"
#include "clmm/suites/cycles.h"
#include "exec/json.h"
#include "exec/output.h"
#include "exec/values/argument.h"
#include "exec/values/npy.h"
#include "harness.h"
#include "launch/launch_file.h"
#include "reading.h"

namespace clmm::fuzz {
namespace {

using cli::NumberArray;
using cli::NumberType;

bool is_same(const NumberArray& a, const NumberArray& b) {
    return a.type == b.type && a.shape == b.shape && a.bytes == b.bytes;
}

bool is_number(NumberType type, const std::string& text) {
    std::array<std::byte, 8> number{}, again{};
    if (cli::parse_number(type, text, number.data())) return false;
    const std::string shown = cli::format_number(type, number.data());
    if (cli::parse_number(type, shown, again.data()) ||
        cli::format_number(type, again.data()) != shown)
        broken("a number that is shown is read", shown);
    return true;
}

bool is_argument(const std::string& text) {
    try {
        return !cli::parse_exec_argument(text).name.text.empty();
    } catch (const cli::ExecError& error) {
        if (render(error.problems).empty()) broken("an error has words", "parse_exec_argument");
        return false;
    }
}

bool is_cycle(const std::string& text) {
    const auto cycle = suites::read_cycle(named("cycle", text));
    if (!is_read(cycle, "read_cycle")) return false;
    const std::string shown = suites::to_text(*cycle);
    const auto again = suites::read_cycle(named("cycle", shown));
    if (!again || suites::to_text(*again) != shown) broken("a cycle that is shown is read", shown);
    static_cast<void>(is_read(suites::test_of(*cycle, {}), "test_of"));
    return true;
}

bool is_range(const std::string& text) {
    const auto range = runtime::parse_range(text);
    if (!is_read(range, "parse_range")) return false;
    const std::string shown = to_string(*range);
    const auto again = runtime::parse_range(shown);
    if (!again || to_string(*again) != shown) broken("a range that is shown is read", shown);
    return true;
}

bool is_launch_argument(const std::string& text) {
    runtime::LaunchSpace space;
    const auto problem = runtime::add_argument(text, space);
    if (problem && problem->message.empty()) broken("an error has words", "add_argument");
    return !problem;
}

bool is_launch_file(const std::string& text) {
    return is_read(cli::read_launch_file(named("fuzzed.sim", text)), "read_launch_file");
}

}  // namespace

bool eats_state(const std::string& text) {
    const SourcePtr file = named("fuzzed.json", text);
    bool is_one = is_read(report::read_head(file), "read_head");
    const auto results = report::read_test_results(file, "key");
    is_one |= is_read(results, "read_test_results");
    if (results &&
        !report::read_test_results(named("again", report::to_state(*results, "key")), "key"))
        broken("what is written is read", "read_test_results");
    is_one |= is_read(report::read_state(file, "key"), "read_state");
    is_one |= is_read(report::read_suite_state(file, "key"), "read_suite_state");
    is_one |= is_read(report::read_separation_state(file, "key"), "read_separation_state");
    is_one |= is_read(hardware::read_tuning(file), "read_tuning");
    return is_one;
}

bool eats_schedule(const std::string& text) {
    const auto schedule = runtime::read_schedule(named("fuzzed.schedule", text));
    if (!is_read(schedule, "read_schedule")) return false;
    const std::string shown = runtime::to_text(*schedule);
    const auto again = runtime::read_schedule(named("again.schedule", shown));
    if (!again || runtime::to_text(*again) != shown)
        broken("a schedule that is written is read", shown);
    return true;
}

bool eats_array(const std::string& text) {
    const auto array = cli::read_npy(text, "fuzzed.npy");
    if (is_read(array, "read_npy")) {
        const auto again = cli::read_npy(cli::write_npy(*array), "again.npy");
        if (!again || !is_same(*array, *again)) broken("an array that is written is read", "npy");
        return true;
    }
    bool is_one = false;
    for (const NumberType type : {NumberType::i32, NumberType::f16, NumberType::f32}) {
        const auto numbers = cli::read_json(named("fuzzed.json", text), type);
        if (!is_read(numbers, "read_json")) continue;
        is_one = true;
        const auto again = cli::read_json(named("again.json", cli::write_json(*numbers)), type);
        if (!again || again->shape != numbers->shape)
            broken("an array that is written is read", "json");
    }
    return is_one;
}

bool eats_table(const std::string& text) {
    const SourcePtr file = named("fuzzed.csv", text);
    bool is_one = is_read(cli::ExpectedTable::read(file), "ExpectedTable");
    is_one |= is_read(comparison::read_states_table(file, ""), "read_states_table");
    const auto log = comparison::read_log(file);
    is_one |= is_read(log, "read_log") && !log->empty();
    return is_one;
}

bool eats_value(const std::string& text) {
    const SourcePtr file = named("value", text);
    bool is_one = false;
    for (const auto is : {is_argument, is_cycle, is_range, is_launch_argument, is_launch_file})
        is_one |= is(text);
    for (const NumberType type :
         {NumberType::i8, NumberType::u64, NumberType::f16, NumberType::f64})
        is_one |= is_number(type, text);
    is_one |= is_read(suites::read_relaxations(file), "read_relaxations");
    is_one |= is_read(runtime::parse_ranges(text), "parse_ranges");
    is_one |= is_read(hardware::parse_device_selector(text), "parse_device_selector");
    const Span whole{0, static_cast<std::uint32_t>(text.size())};
    is_one |= is_read(litmus::read_expectation(file, whole, true), "read_expectation");
    is_one |= cli::element_type(text).has_value();
    cli::OutputRequest request;
    is_one |= !cli::parse_output(text, request);
    static_cast<void>(inputs::parse_model_word(text));
    return is_one;
}

}  // namespace clmm::fuzz
