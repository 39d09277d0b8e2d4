// random_kernels_device PROGRAM.cl JOBS PLATFORM: kernels of one program on the first device of the
// OpenCL platform whose name has PLATFORM in it.
// JOBS has for each a line `KERNEL WORK-ITEMS OF-A-GROUP NUMBER`, its buffers `NAME DIGITS`, and
// `end`; the output has lines `KERNEL 1 NAME DIGITS`. Exits with 77 where there is no device.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "machine.h"

namespace {

using clmm::pocl::Words;

struct Buffer {
    std::string name;
    std::size_t digits = 0;
};

unsigned digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

/// Bytes in the order of memory, on a little-endian machine; the last word may have fewer.
Words words_of(const std::string& digits) {
    Words words((digits.size() + 7) / 8);
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        words[i / 8] |= (digit(digits[i]) << 4 | digit(digits[i + 1])) << (i % 8 * 4);
    return words;
}

std::string digits_of(const Words& words, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i + 1 < count; i += 2) {
        const unsigned byte = words[i / 8] >> (i % 8 * 4) & 0xff;
        out += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    }
    return out;
}

/// The next launch of the file, with its buffers; false at the end.
bool read(std::istream& in, clmm::pocl::Job& job, std::vector<Buffer>& buffers) {
    clmm::pocl::Launch launch;
    std::size_t items = 0, group = 0;
    std::uint32_t number = 0;
    if (!(in >> launch.kernel >> items >> group >> number)) return false;
    launch.global = {items};
    launch.local = {group};
    job.memory.clear();
    buffers.clear();
    std::string name, digits;
    while (in >> name && name != "end" && in >> digits) {
        launch.arguments.emplace_back(clmm::pocl::MemoryRef{job.memory.size()});
        job.memory.push_back({words_of(digits)});
        buffers.push_back({name, digits.size()});
    }
    launch.arguments.emplace_back(number);
    job.launches = {launch};
    return true;
}

int run(const std::string& program, std::istream& in, const std::string& platform) {
    const auto machine = clmm::pocl::make_opencl(platform);
    if (machine == nullptr) return 77;
    clmm::pocl::Job job;
    job.file = program;
    std::vector<Buffer> buffers;
    while (read(in, job, buffers)) {
        machine->run(job);
        for (std::size_t i = 0; i < buffers.size(); ++i)
            std::printf("%s 1 %s %s\n", job.launches[0].kernel.c_str(), buffers[i].name.c_str(),
                        digits_of(job.memory[i].words, buffers[i].digits).c_str());
    }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        if (count != 4) return 2;
        std::ifstream jobs(arguments[2]);
        return run(arguments[1], jobs, arguments[3]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "random_kernels_device: %s\n", error.what());
        return 1;
    }
}
