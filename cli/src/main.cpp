#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include "output/folded.h"
#include "output/standard.h"
#include "program.h"

namespace {

int internal_error(const char* what) {
    std::cerr << "clmm: internal error: " << what << "\n";
    return static_cast<int>(clmm::cli::ExitCode::internal_error);
}

/// What a thread does not catch.
[[noreturn]] void end_terminated() {
    const char* what = "terminated";
    try {
        if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        what = "out of memory";
    } catch (const std::exception& error) {
        std::_Exit(internal_error(error.what()));
    } catch (...) {
        what = "something was thrown";
    }
    std::_Exit(internal_error(what));
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::set_terminate(end_terminated);
    clmm::cli::keep_standard_places();
    const clmm::cli::FoldedTerminal terminal(argc, argv);
    try {
        const auto code = clmm::cli::run_program(argc, argv, std::cout, std::cerr);
        return static_cast<int>(clmm::cli::flushed(code, std::cout, std::cerr));
    } catch (const std::bad_alloc&) {
        return internal_error("out of memory");
    } catch (const std::exception& error) {
        return internal_error(error.what());
    }
}
