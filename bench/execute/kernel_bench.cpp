// Kernels over a million work-items, on one thread: compiled once, an instance for each launch.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "clmm/runtime/compile.h"

namespace clmm::runtime::bench {
namespace {

/// Kernels that ask nothing of the runtime.
class NoEnvironment : public ExecutionEnvironment {
public:
    QueueArgument default_queue() override { return {}; }
    DeviceEvent enqueue_child(const ChildLaunch&) override { return 0; }
    DeviceEvent enqueue_marker(QueueArgument, const std::vector<DeviceEvent>&) override {
        return 0;
    }
    DeviceEvent create_user_event() override { return 0; }
    void set_user_event_status(DeviceEvent, int) override {}
    void retain_event(DeviceEvent) override {}
    void release_event(DeviceEvent) override {}
    bool is_valid_event(DeviceEvent) override { return false; }
    void capture_profiling_info(DeviceEvent, std::uint64_t*) override {}
    MemoryArgument program_scope() override {
        MemoryArgument memory;
        memory.base = scope.data();
        memory.size = scope.size();
        return memory;
    }
    std::optional<MemoryArgument> memory_at(const void*) override { return std::nullopt; }
    void print(std::string_view) override {}
    void report(Finding) override {}
    const std::atomic<bool>& cancelled() const override { return cancelled_; }
    void fail(ErrorCode, std::string) override {}

    std::vector<std::byte> scope;

private:
    std::atomic<bool> cancelled_ = false;
};

class Launch {
public:
    Launch(const char* text, NdRange range, std::vector<Argument> arguments)
        : range_(range), arguments_(std::move(arguments)) {
        auto compiled = compile(std::make_shared<const Source>("bench.cl", text));
        if (!compiled.ok()) throw std::runtime_error(render(compiled.diagnostics()));
        program_ = *compiled;
        environment_.scope.resize(program_->program_scope_size());
        program_->initialize(environment_.scope.data());
    }

    void run() {
        const auto instance =
            program_->kernels().front()->instantiate(range_, arguments_, environment_);
        WorkGroup group = work_group(range_, 0);
        const std::uint64_t count = work_group_count(range_);
        for (std::uint64_t i = 0; i < count; ++i) {
            instance->run(group, scratch_);
            if (i + 1 < count) advance(range_, group);
        }
    }

private:
    NdRange range_;
    std::vector<Argument> arguments_;
    std::shared_ptr<const ProgramCode> program_;
    NoEnvironment environment_;
    WorkerScratch scratch_{0};
};

template <class T>
Argument buffer(std::vector<T>& values) {
    MemoryArgument memory;
    memory.base = reinterpret_cast<std::byte*>(values.data());
    memory.size = values.size() * sizeof(T);
    return memory;
}

template <class T>
Argument value(T v) {
    ValueArgument out;
    out.bytes.resize(sizeof v);
    std::memcpy(out.bytes.data(), &v, sizeof v);
    return out;
}

constexpr std::uint64_t kItems = 1 << 20;

NdRange line(std::uint64_t local) {
    NdRange range;
    range.global_size[0] = kItems;
    range.local_size[0] = local;
    range.sub_group_size = static_cast<std::uint32_t>(local);
    return range;
}

NdRange square(std::uint64_t side, std::uint64_t local) {
    NdRange range;
    range.work_dimensions = 2;
    range.global_size = {side, side, 1};
    range.local_size = {local, local, 1};
    range.sub_group_size = static_cast<std::uint32_t>(local * local);
    return range;
}

void measure(benchmark::State& state, Launch& launch, std::uint64_t items = kItems) {
    for (auto _ : state) launch.run();
    state.counters["ns_per_item"] = benchmark::Counter(
        static_cast<double>(items) * static_cast<double>(state.iterations()) * 1e-9,
        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void vector_add(benchmark::State& state) {
    std::vector<float> a(kItems, 1), b(kItems, 2), c(kItems);
    Launch launch(R"(kernel void k(global const float* a, global const float* b, global float* c) {
        int i = get_global_id(0); c[i] = a[i] + b[i]; })",
                  line(256), {buffer(a), buffer(b), buffer(c)});
    measure(state, launch);
}

void saxpy(benchmark::State& state) {
    std::vector<float> x(kItems, 1), y(kItems, 2);
    Launch launch(R"(kernel void k(float a, global const float* x, global float* y, uint n) {
        size_t i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; })",
                  line(256), {value(2.0F), buffer(x), buffer(y), value(unsigned{kItems})});
    measure(state, launch);
}

void matrix_product(benchmark::State& state) {
    constexpr std::size_t kSide = 256;
    std::vector<float> a(kSide * kSide, 1), b(kSide * kSide, 2), c(kSide * kSide);
    Launch launch(R"(
        #define T 16
        kernel void k(global const float* a, global const float* b, global float* c, int n) {
            local float ta[T][T], tb[T][T];
            int row = get_global_id(1), col = get_global_id(0);
            int ly = get_local_id(1), lx = get_local_id(0);
            float sum = 0;
            for (int t = 0; t < n; t += T) {
                ta[ly][lx] = a[row * n + t + lx];
                tb[ly][lx] = b[(t + ly) * n + col];
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int k = 0; k < T; ++k) sum += ta[ly][k] * tb[k][lx];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            c[row * n + col] = sum;
        })",
                  square(kSide, 16), {buffer(a), buffer(b), buffer(c), value(int{kSide})});
    // Per multiplication.
    measure(state, launch, kSide * kSide * kSide);
}

void reduction(benchmark::State& state) {
    std::vector<int> in(kItems, 1), out(kItems / 256);
    Launch launch(R"(kernel void k(global const int* in, global int* out) {
        local int tmp[256]; int i = get_local_id(0);
        tmp[i] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
            if (i < s) tmp[i] += tmp[i + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (i == 0) out[get_group_id(0)] = tmp[0]; })",
                  line(256), {buffer(in), buffer(out)});
    measure(state, launch);
}

void prefix_scan(benchmark::State& state) {
    std::vector<int> in(kItems, 1), out(kItems);
    Launch launch(R"(kernel void k(global const int* in, global int* out) {
        local int x[256], y[256]; local int* a = x; local int* b = y;
        int i = get_local_id(0);
        a[i] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < 256; d *= 2) {
            b[i] = i >= d ? a[i] + a[i - d] : a[i];
            barrier(CLK_LOCAL_MEM_FENCE);
            local int* t = a; a = b; b = t;
        }
        out[get_global_id(0)] = a[i]; })",
                  line(256), {buffer(in), buffer(out)});
    measure(state, launch);
}

void histogram(benchmark::State& state) {
    std::vector<std::uint8_t> in(kItems);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<std::uint8_t>(i * 2654435761U >> 13);
    std::vector<unsigned> bins(256);
    Launch launch(R"(kernel void k(global const uchar* in, global uint* bins) {
        local uint mine[256]; int i = get_local_id(0);
        mine[i] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_inc(&mine[in[get_global_id(0)]]);
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_add(&bins[i], mine[i]); })",
                  line(256), {buffer(in), buffer(bins)});
    measure(state, launch);
}

void bitonic_step(benchmark::State& state) {
    std::vector<unsigned> data(kItems);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<unsigned>(i * 2654435761U);
    Launch launch(R"(kernel void k(global uint* data, uint j, uint k) {
        uint i = get_global_id(0), other = i ^ j;
        if (other > i) {
            uint a = data[i], b = data[other];
            if ((a > b) == ((i & k) == 0)) { data[i] = b; data[other] = a; }
        } })",
                  line(256), {buffer(data), value(64U), value(1024U)});
    measure(state, launch);
}

void image_blur(benchmark::State& state) {
    constexpr std::size_t kSide = 512;
    std::vector<float> in(kSide * kSide * 4, 0.5F), out(kSide * kSide * 4);
    const auto image = [&](std::vector<float>& data) {
        ImageArgument image;
        image.base = reinterpret_cast<std::byte*>(data.data());
        image.format = {ChannelOrder::rgba, ChannelType::float32};
        image.width = image.height = kSide;
        image.row_pitch = kSide * 16;
        return image;
    };
    Launch launch(R"(
        constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
        kernel void k(read_only image2d_t in, write_only image2d_t out) {
            int2 at = (int2)(get_global_id(0), get_global_id(1)); float4 sum = 0;
            for (int y = -1; y <= 1; ++y) for (int x = -1; x <= 1; ++x) sum += read_imagef(in, s, at + (int2)(x, y));
            write_imagef(out, at, sum / 9.0f);
        })",
                  square(kSide, 16), {image(in), image(out)});
    measure(state, launch, kSide * kSide);
}

void float4_math(benchmark::State& state) {
    std::vector<float> a(kItems * 4, 1), b(kItems * 4);
    Launch launch(R"(kernel void k(global const float4* a, global float4* b) {
        int i = get_global_id(0); float4 v = a[i]; b[i] = sqrt(v * v + 1.0f) * v.wzyx - dot(v, v); })",
                  line(256), {buffer(a), buffer(b)});
    measure(state, launch);
}

void mandelbrot(benchmark::State& state) {
    std::vector<int> out(kItems);
    Launch launch(R"(kernel void k(global int* out) {
        int i = get_global_id(0); float cx = (i & 1023) / 400.0f - 2.0f, cy = (i >> 10) / 400.0f - 1.25f;
        float x = 0, y = 0; int n = 0;
        while (x * x + y * y < 4.0f && n < 64) { float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; ++n; }
        out[i] = n; })",
                  line(256), {buffer(out)});
    measure(state, launch);
}

BENCHMARK(vector_add)->Unit(benchmark::kMillisecond);
BENCHMARK(saxpy)->Unit(benchmark::kMillisecond);
BENCHMARK(matrix_product)->Unit(benchmark::kMillisecond);
BENCHMARK(reduction)->Unit(benchmark::kMillisecond);
BENCHMARK(prefix_scan)->Unit(benchmark::kMillisecond);
BENCHMARK(histogram)->Unit(benchmark::kMillisecond);
BENCHMARK(bitonic_step)->Unit(benchmark::kMillisecond);
BENCHMARK(image_blur)->Unit(benchmark::kMillisecond);
BENCHMARK(float4_math)->Unit(benchmark::kMillisecond);
BENCHMARK(mandelbrot)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clmm::runtime::bench
