#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clmm::pocl {

/// All memory of these kernels is made of 32-bit words: integers, floats, or four bytes.
using Words = std::vector<std::uint32_t>;

/// A buffer, or an image of four floats for each element where the width is not 0.
struct Memory {
    Words words;
    std::size_t width = 0;
    std::size_t height = 0;
    bool written = false;  ///< of an image: kernels write it, rather than read it
};

/// An index into the job's memory.
struct MemoryRef {
    std::size_t index = 0;
};
/// Bytes of local memory.
struct Local {
    std::size_t bytes = 0;
};
using Argument = std::variant<MemoryRef, Local, std::uint32_t, float>;

struct Launch {
    std::string kernel;
    std::vector<std::size_t> global;
    std::vector<std::size_t> local;  ///< empty: the device's choice
    std::vector<Argument> arguments;
};

/// A program, what its kernels work on, and the launches, one after the other.
struct Job {
    std::string file;  ///< in examples/exec/kernels, or beside this one, or its absolute path
    std::vector<Memory> memory;
    std::vector<Launch> launches;
    bool enqueues = false;  ///< kernels enqueue kernels
    std::string standard;   ///< the option that says which OpenCL C; empty: the device's own
};

/// Something that executes kernels.
///
/// Errors   whatever goes wrong is a std::runtime_error or a runtime::Error.
class Machine {
public:
    virtual ~Machine() = default;
    /// Name and version.
    [[nodiscard]] virtual std::string name() const = 0;
    /// What the job needs that is not there; empty if it can be run.
    [[nodiscard]] virtual std::string lacks(const Job& job) const = 0;
    /// Makes objects, transfers the memory, launches, and transfers it back into `job`. A file is
    /// built once. Returns the launches' nanoseconds between start and end, added up.
    virtual std::uint64_t run(Job& job) = 0;
};

/// This project's runtime, with so many compute units. `looks_for_races`: kernels are watched, and
/// a race is an error.
[[nodiscard]] std::unique_ptr<Machine> make_runtime(unsigned compute_units,
                                                    bool looks_for_races = false);
/// The first device of the OpenCL platform whose name holds `platform`; null if there is none.
[[nodiscard]] std::unique_ptr<Machine> make_opencl(std::string_view platform);

/// The text of a job's file.
[[nodiscard]] std::string kernel_text(const std::string& file);

}  // namespace clmm::pocl
