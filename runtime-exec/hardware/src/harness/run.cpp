#include <algorithm>
#include <cstring>
#include <numeric>

#include "clmm/litmus/opencl_events.h"
#include "harness/parts.h"
#include "launch_flags.h"
#include "machine_code/program.h"
#include "swept_counts.h"

namespace clmm::hardware {
namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kLaunchLimit{60'000};
constexpr std::uint32_t kLanesOfCollection = 64;

template <class T>
void write(DeviceBuffer& buffer, const std::vector<T>& values, std::size_t offset = 0) {
    buffer.write(offset, std::as_bytes(std::span(values)));
}

KernelArgument of(const std::unique_ptr<DeviceBuffer>& buffer) { return {.buffer = buffer.get()}; }
KernelArgument of(std::uint32_t value) { return {.value = value}; }

bool happens(std::mt19937_64& random, std::uint32_t percent) { return random() % 100 < percent; }

/// Work-items for the kernels around the test: a GPU hides latency with many.
LaunchShape collection_shape(const DeviceInfo& device, std::uint32_t instances) {
    const std::uint64_t per_item = device.is_cpu ? 256 : 4;
    const std::uint64_t items = (instances + per_item - 1) / per_item;
    const std::uint64_t groups = (items + kLanesOfCollection - 1) / kLanesOfCollection;
    const std::uint64_t lanes =
        std::min<std::uint64_t>(kLanesOfCollection, device.max_work_group_size);
    return {.global_size = std::max<std::uint64_t>(groups, device.compute_units) * lanes,
            .local_size = lanes};
}

/// `P0`, of several units in one work-group `P0+P1`.
std::vector<std::string> group_names(const Layout& layout) {
    std::vector<std::string> names;
    for (const TestGroup& group : layout.groups) {
        std::string name;
        for (const std::size_t role : group.roles)
            name.append(name.empty() ? "P" : "+P")
                .append(std::to_string(layout.roles[role].number));
        names.push_back(std::move(name));
    }
    return names;
}

/// Where the test uses memory_scope_work_item; null: nowhere.
const litmus::Event* first_of_work_item_scope(const litmus::EventStructure& structure) {
    const litmus::Event* first = nullptr;
    for (const litmus::Event& event : structure.events)
        if (litmus::attributes(structure, event.id).scope == litmus::Scope::work_item &&
            (first == nullptr || event.span.begin < first->span.begin))
            first = &event;
    return first;
}

/// What the compiler says of the kernels; of a scope that it need not have, at its place in the
/// test. A wider one would execute another test.
Diagnostics build_errors(const Harness::Parts& parts, Diagnostics errors) {
    constexpr std::string_view kScope = "memory_scope_work_item";
    const bool is_about_it = std::ranges::any_of(errors, [&](const Diagnostic& error) {
        return error.message.find(kScope) != std::string::npos;
    });
    const litmus::Event* event = first_of_work_item_scope(parts.structure);
    if (!is_about_it || event == nullptr) return errors;
    return {{Severity::error, "E-DEVICE",
             "the device's compiler has no " + std::string(kScope) + " for atomics",
             "OpenCL C demands it of fences with CLK_IMAGE_MEM_FENCE only", parts.test.source,
             event->span}};
}

}  // namespace

Result<std::unique_ptr<DeviceProgram>> build_program(const Harness::Parts& parts, Device& device) {
    using Outcome = Result<std::unique_ptr<DeviceProgram>>;
    if (!parts.x86.empty()) {
        auto program = machine_code::program(parts);
        if (!program) return Outcome::failure(program.diagnostics());
        return device.load(std::move(program).value());
    }
    auto program = device.build(parts.text);
    if (!program) return Outcome::failure(build_errors(parts, program.diagnostics()));
    return program;
}

BuiltHarness::BuiltHarness(const Harness::Parts& parts, Device& device)
    : parts_(parts),
      device_(device),
      placements_(parts.tuning, parts.device, group_names(parts.layout)) {}

Result<std::unique_ptr<BuiltHarness>> BuiltHarness::build(const Harness::Parts& parts,
                                                          Device& device) {
    auto program = build_program(parts, device);
    if (!program) return Result<std::unique_ptr<BuiltHarness>>::failure(program.diagnostics());
    std::unique_ptr<BuiltHarness> built(new BuiltHarness(parts, device));
    built->program_ = std::move(program).value();
    built->prepare_ = built->program_->kernel("clmm_prepare");
    built->test_ = built->program_->kernel("clmm_test");
    built->collect_ = built->program_->kernel("clmm_collect");
    built->allocate();
    return built;
}

void BuiltHarness::allocate() {
    const Layout& layout = parts_.layout;
    const std::size_t columns = std::max<std::size_t>(1, parts_.observed.size());
    const std::size_t value = parts_.value_size();
    memory_ = device_.allocate(layout.memory_words * 4);
    results_ = device_.allocate(columns * (layout.instances + 1UL) * value);
    const std::size_t all = layout.testing_groups + layout.stress_groups;
    groups_ = device_.allocate((all + std::max(1U, parts_.tuning.stress_targets)) * 4);
    const std::size_t meetings =
        std::max<std::size_t>(layout.blocks, std::size_t{layout.steps} * layout.teams);
    sync_ = device_.allocate(meetings * 4);
    scratch_ = device_.allocate(std::max(1U, parts_.tuning.scratch_size) * std::size_t{4});
    states_ = device_.allocate(columns * StateTable::kStates * value);
    slots_ = device_.allocate(std::size_t{StateTable::kSlots} * 4);
    counts_ = device_.allocate((StateTable::kStates + 1UL) * 4);
    others_ = device_.allocate(layout.instances * std::size_t{4});
    counted_.assign(StateTable::kStates + 1UL, 0);
    const std::array arguments{of(memory_)};
    prepare_->run(collection_shape(device_.info(), layout.instances), arguments, kLaunchLimit);
}

/// What number each group of the device has in this launch, and where groups disturb.
void BuiltHarness::write_groups(std::mt19937_64& random, bool shuffle) {
    const Layout& layout = parts_.layout;
    const Tuning& tuning = parts_.tuning;
    std::vector<std::uint32_t> numbers(layout.testing_groups + layout.stress_groups);
    std::iota(numbers.begin(), numbers.end(), 0U);
    for (std::size_t i = numbers.size(); shuffle && i > 1; --i)
        std::swap(numbers[i - 1], numbers[random() % i]);
    const std::uint32_t lines =
        std::max(1U, tuning.scratch_size / std::max(1U, tuning.stress_line));
    for (std::uint32_t i = 0; i < std::max(1U, tuning.stress_targets); ++i)
        numbers.push_back(static_cast<std::uint32_t>(random() % lines) * tuning.stress_line);
    write(*groups_, numbers);
}

/// Where the next launch is executed: the class of placements, if it is one of a sweep.
std::optional<std::size_t> BuiltHarness::place(std::mt19937_64& random) {
    Placements::Launch next = placements_.next(random);
    if (placed_ != next.processors) device_.place(next.processors);
    placed_ = std::move(next.processors);
    return next.of_class;
}

nanoseconds BuiltHarness::launch(std::mt19937_64& random) {
    const Layout& layout = parts_.layout;
    const Tuning& tuning = parts_.tuning;
    // In a sweep, a work-group's number says where it is executed.
    const bool shuffle =
        happens(random, tuning.shuffle_percent) && tuning.affinity != Tuning::Affinity::sweep;
    std::uint32_t flags = 0;
    if (happens(random, tuning.barrier_percent)) flags |= kFlagBarrier;
    if (happens(random, tuning.stress_percent)) flags |= kFlagStress;
    if (happens(random, tuning.pre_stress_percent)) flags |= kFlagPreStress;
    if (shuffle || shuffled_ || (flags & (kFlagStress | kFlagPreStress)) != 0)
        write_groups(random, shuffle);
    shuffled_ = shuffle;
    sync_->clear();
    const std::uint64_t groups = layout.testing_groups + layout.stress_groups;
    const std::array arguments{of(memory_),
                               of(results_),
                               of(groups_),
                               of(sync_),
                               of(scratch_),
                               of(flags),
                               of(static_cast<std::uint32_t>(random()))};
    return test_->run({.global_size = groups * layout.lanes, .local_size = layout.lanes}, arguments,
                      kLaunchLimit);
}

std::uint64_t BuiltHarness::value_at(const std::vector<std::byte>& bytes, std::size_t index) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + index * parts_.value_size(), parts_.value_size());
    return value;
}

void BuiltHarness::read_others(StateTable& states, std::uint32_t count) {
    const std::size_t column = parts_.layout.instances + 1UL;
    const std::size_t columns = parts_.observed.size();
    std::vector<std::uint32_t> others(count);
    others_->read(0, std::as_writable_bytes(std::span(others)));
    std::vector<std::byte> bytes(columns * column * parts_.value_size());
    results_->read(0, bytes);
    std::ranges::sort(others);  // states get their numbers in an order that is the same every time
    for (const std::uint32_t instance : others) {
        StateTable::Values values(columns);
        for (std::size_t i = 0; i < columns; ++i)
            values[i] = value_at(bytes, i * column + instance);
        states.count(values, 1);
    }
}

/// Counts on the device go on from launch to launch, so that nothing has to clear them.
void BuiltHarness::read_counts(StateTable& states) {
    std::vector<std::uint32_t> counts(states.known() + 1UL);
    counts_->read(0, std::as_writable_bytes(std::span(counts)));
    for (std::size_t i = 1; i < counts.size(); ++i)
        states.count(i - 1, std::uint32_t{counts[i] - counted_[i]});
    const std::uint32_t others = counts[0] - counted_[0];
    std::ranges::copy(counts, counted_.begin());
    const std::uint32_t known = states.known();
    if (others != 0) read_others(states, others);
    if (states.known() != known) write_states(states);
}

void BuiltHarness::write_states(const StateTable& states) {
    write(*slots_, states.slots());
    const std::vector<std::uint64_t> columns = states.columns();
    if (parts_.value_size() == 8) return write(*states_, columns);
    write(*states_, std::vector<std::uint32_t>(columns.begin(), columns.end()));
}

Histogram BuiltHarness::run(const RunAmount& amount) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const LaunchShape shape = collection_shape(device_.info(), parts_.layout.instances);
    std::mt19937_64 random(amount.seed);
    StateTable states(parts_.observed.size());
    write_states(states);
    shuffled_ = true;
    placed_.reset();  // another harness may have placed the device since
    SweptCounts swept(placements_.classes());
    Histogram out;
    const auto ended = [&] {
        return out.instances >= amount.instances ||
               (amount.time && Clock::now() - start >= *amount.time) || amount.budget.exceeded();
    };
    do {
        const auto of_class = place(random);
        out.device_time += launch(random);
        const std::array arguments{of(memory_), of(results_), of(states_),    of(slots_),
                                   of(counts_), of(others_),  of(counted_[0])};
        out.device_time += collect_->run(shape, arguments, kLaunchLimit);
        read_counts(states);
        if (of_class) swept.add(*of_class, states);
        out.instances += parts_.layout.instances;
        ++out.launches;
        if (amount.progress) {
            out.states = states.states(parts_.question);
            out.wall_time = Clock::now() - start;
            amount.progress(out);
        }
    } while (!ended());
    out.states = states.states(parts_.question);
    out.placements = swept.seen(states, parts_.question);
    out.wall_time = Clock::now() - start;
    return out;
}

}  // namespace clmm::hardware
