// The race detector alone: a million accesses an iteration, no execution beside it.
#include <benchmark/benchmark.h>

#include "check/races/races.h"

namespace clmm::runtime::check::bench {
namespace {

constexpr std::uint32_t kGroupSize = 64;
constexpr std::uint32_t kItems = 1U << 20U;
constexpr std::uint32_t kGroups = kItems / kGroupSize;
const SiteId kSite(1);
const SiteId kOther(2);

struct Bench {
    Bench() { next_launch(); }

    void next_launch() {
        const Unit command = detector.add_command(0);
        detector.acquire(command, last);
        launch = detector.begin_launch(
            command,
            {.groups = kGroups, .items_per_group = kGroupSize, .sub_group_size = kGroupSize});
        running = command;
    }
    void end_launch() {
        detector.end_launch(launch);
        last = detector.release(running);
    }
    void row(std::uint32_t group, ObjectId object, std::uint64_t offset, std::int64_t stride,
             bool write) {
        detector.access({.launch = launch,
                         .first = group * kGroupSize,
                         .count = kGroupSize,
                         .object = object,
                         .offset = offset,
                         .stride = stride,
                         .size = 4,
                         .write = write,
                         .site = kSite});
    }

    RaceDetector detector;
    LaunchId launch = kNoLaunch;
    Unit running;
    Token last;
};

void finish(benchmark::State& state, const Bench& bench, std::uint64_t accesses) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(accesses));
    state.counters["bytes"] = static_cast<double>(bench.detector.memory_used());
    if (!bench.detector.races().empty()) state.SkipWithError("a race");
    if (bench.detector.incomplete()) state.SkipWithError("no memory");
}

/// y[i] = x[i], launch after launch.
void rows(benchmark::State& state) {
    Bench bench;
    const ObjectId x = bench.detector.add_object(kItems * 4, Memory::buffer);
    const ObjectId y = bench.detector.add_object(kItems * 4, Memory::buffer);
    for (auto _ : state) {
        for (std::uint32_t group = 0; group < kGroups; ++group) {
            const std::uint64_t offset = std::uint64_t{group} * kGroupSize * 4;
            bench.row(group, x, offset, 4, false);
            bench.row(group, y, offset, 4, true);
        }
        bench.end_launch();
        bench.next_launch();
    }
    finish(state, bench, 2 * std::uint64_t{kItems});
}
BENCHMARK(rows)->Unit(benchmark::kMillisecond);

/// Each group writes its tile, and reads it shifted by one work-item behind a barrier.
void local_tiles(benchmark::State& state) {
    Bench bench;
    for (auto _ : state) {
        for (std::uint32_t group = 0; group < kGroups; ++group) {
            const ObjectId tile = bench.detector.add_local((kGroupSize + 1) * 4);
            bench.row(group, tile, 0, 4, true);
            bench.detector.barrier(bench.launch, group, {.local = true}, Scope::work_group, kOther);
            bench.row(group, tile, 4, 4, false);
            bench.detector.remove_object(tile);
            bench.detector.end_group(bench.launch, group);
        }
        bench.end_launch();
        bench.next_launch();
    }
    finish(state, bench, 2 * std::uint64_t{kItems});
}
BENCHMARK(local_tiles)->Unit(benchmark::kMillisecond);

/// The reads of global memory of a tiled matrix product: every element by one work-item of each of
/// 64 groups.
void tiled_reads(benchmark::State& state) {
    constexpr std::uint32_t kReaders = 64;
    Bench bench;
    const ObjectId x = bench.detector.add_object(kItems / kReaders * 4, Memory::buffer);
    for (auto _ : state) {
        for (std::uint32_t group = 0; group < kGroups; ++group)
            bench.row(group, x, std::uint64_t{group % (kGroups / kReaders)} * kGroupSize * 4, 4,
                      false);
        bench.end_launch();
        bench.next_launch();
    }
    finish(state, bench, kItems);
}
BENCHMARK(tiled_reads)->Unit(benchmark::kMillisecond);

/// All work-items of a group read one element, the next group the next.
void uniform_reads(benchmark::State& state) {
    Bench bench;
    const ObjectId x = bench.detector.add_object(1024 * 4, Memory::buffer);
    for (auto _ : state) {
        for (std::uint32_t group = 0; group < kGroups; ++group)
            bench.row(group, x, group % 1024 * 4, 0, false);
        bench.end_launch();
        bench.next_launch();
    }
    finish(state, bench, kItems);
}
BENCHMARK(uniform_reads)->Unit(benchmark::kMillisecond);

void atomics(benchmark::State& state, std::uint32_t bins, Order order, std::uint32_t times) {
    Bench bench;
    const ObjectId x = bench.detector.add_object(bins * 4, Memory::buffer);
    for (auto _ : state) {
        for (std::uint32_t group = 0; group < kGroups; ++group) {
            for (std::uint32_t i = 0; i < kGroupSize * times; ++i) {
                const std::uint32_t item = group * kGroupSize + i % kGroupSize;
                static_cast<void>(
                    bench.detector.atomic({.unit = {bench.launch, item},
                                           .object = x,
                                           .offset = (item * 2654435761U + i) % bins * 4,
                                           .kind = AtomicKind::read_modify_write,
                                           .order = order,
                                           .scope = Scope::device,
                                           .site = kSite}));
            }
            bench.detector.end_group(bench.launch, group);
        }
        bench.end_launch();
        bench.next_launch();
    }
    finish(state, bench, std::uint64_t{kItems} * times);
}
BENCHMARK_CAPTURE(atomics, counter_relaxed, 1, Order::relaxed, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(atomics, counter_seq_cst, 1, Order::seq_cst, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(atomics, histogram_relaxed, 256, Order::relaxed, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(atomics, histogram_seq_cst, 256, Order::seq_cst, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(atomics, histogram_seq_cst_4, 256, Order::seq_cst, 4)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clmm::runtime::check::bench
