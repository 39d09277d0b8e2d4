#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>

#include "families.h"

namespace {

using clmm::bench::Dialect;

std::optional<Dialect> dialect_named(std::string_view name) {
    if (name == "c") return Dialect::c;
    if (name == "opencl") return Dialect::opencl;
    if (name == "genmc") return Dialect::genmc;
    return std::nullopt;
}

}  // namespace

/// scaling_generate FAMILY N DIALECT: writes member N of a family as a litmus file, or as a program
/// for GenMC.
int main(int argc, char** argv) {
    const auto dialect = dialect_named(argc == 4 ? argv[3] : "");
    const int n = argc == 4 ? std::atoi(argv[2]) : 0;
    if (n < 1 || std::string_view(argv[1]).size() != 1 || !dialect) {
        std::cerr << "usage: scaling_generate a|b|c|d|e|f|g|h|k N c|opencl|genmc\n";
        return 2;
    }
    try {
        std::cout << clmm::bench::family_text(argv[1][0], n, *dialect);
    } catch (const std::invalid_argument& error) {
        std::cerr << "scaling_generate: " << error.what() << '\n';
        return 2;
    }
    return 0;
}
