#pragma once

#include <string>
#include <vector>

#include "clmm/compilers/assembly.h"
#include "clmm/generator/program.h"

namespace clmm::compilers {

/// Thrown where a program has what the machine's compilers have no function for.
struct NotWritten {
    std::string message;
    std::string hint;
};

/// Fences and barriers of OpenCL C, with their orders, scopes and regions, in the functions that
/// compilers for a machine have inline. Null: in OpenCL C's own.
class Fences {
public:
    explicit Fences(const Architecture* machine);

    /// The test's own text is what is compiled: nothing of it is replaced.
    [[nodiscard]] bool is_library() const { return kind_ == Kind::library; }
    [[nodiscard]] bool has_kernels() const { return kind_ != Kind::processor; }
    /// Lines. Throws NotWritten.
    [[nodiscard]] std::vector<std::string> operator()(const generator::Statement& statement) const;

private:
    enum class Kind : std::uint8_t { library, processor, nvptx, amdgpu };
    [[nodiscard]] std::vector<std::string> barrier(const generator::Statement& statement) const;
    [[nodiscard]] std::vector<std::string> fence(const generator::Statement& statement,
                                                 generator::MemoryOrder order) const;

    Kind kind_ = Kind::library;
    std::string machine_;
};

}  // namespace clmm::compilers
