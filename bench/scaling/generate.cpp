#include <cstdlib>
#include <iostream>
#include <string_view>

#include "families.h"

/// scaling_generate FAMILY N DIALECT: writes member N of a family as a litmus file.
int main(int argc, char** argv) {
    using clmm::bench::Dialect;
    const std::string_view dialect = argc == 4 ? argv[3] : "";
    const int n = argc == 4 ? std::atoi(argv[2]) : 0;
    if (n < 1 || std::string_view(argv[1]).size() != 1 || (dialect != "c" && dialect != "opencl")) {
        std::cerr << "usage: scaling_generate a|b|c|d|e|f|g|h|k N c|opencl\n";
        return 2;
    }
    try {
        std::cout << clmm::bench::family_text(argv[1][0], n,
                                              dialect == "c" ? Dialect::c : Dialect::opencl);
    } catch (const std::invalid_argument& error) {
        std::cerr << "scaling_generate: " << error.what() << '\n';
        return 2;
    }
    return 0;
}
