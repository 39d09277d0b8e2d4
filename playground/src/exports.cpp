// What the worker calls. A text goes in through memory that allocate() gives, and comes out at a
// place that lasts until the next call. A mistake of ours ends the module: its instance is of no
// use then.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "answer.h"

namespace {

std::string reply;

}  // namespace

extern "C" {

[[clang::export_name("allocate")]] void* allocate(std::size_t size) { return std::malloc(size); }

[[clang::export_name("ask")]] const char* ask(char* request, std::size_t size) {
    try {
        reply = clmm::playground::answer({request, size});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        std::abort();
    }
    std::free(request);
    return reply.data();
}

[[clang::export_name("reply_size")]] std::size_t reply_size() { return reply.size(); }

}  // extern "C"
