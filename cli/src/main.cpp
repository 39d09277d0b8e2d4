#include <exception>
#include <iostream>
#include <new>

#include "program.h"

namespace {

int internal_error(const char* what) {
    std::cerr << "clmm: internal error: " << what << "\n";
    return static_cast<int>(clmm::cli::ExitCode::internal_error);
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    try {
        return static_cast<int>(clmm::cli::run_program(argc, argv, std::cout, std::cerr));
    } catch (const std::bad_alloc&) {
        return internal_error("out of memory");
    } catch (const std::exception& error) {
        return internal_error(error.what());
    }
}
