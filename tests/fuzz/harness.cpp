#include "harness.h"

#include <cstdio>
#include <cstdlib>

namespace clmm::fuzz {

const std::vector<Harness>& harnesses() {
    static const std::vector<Harness> all{
        {"litmus",
         "litmus tests of all languages, decided by two engines",
         {".litmus"},
         eats_litmus},
        {"cat", "models, and a test under them", {".cat"}, eats_cat},
        {"kernel", "kernels under check", {".cl"}, eats_kernel},
        {"program", "kernels compiled to bytecode", {".cl"}, eats_program},
        {"assembly",
         "what compilers emit, read as each machine's",
         {".s", ".ll", ".spvasm"},
         eats_assembly},
        {"mapping", "files of mappings", {".map"}, eats_mapping},
        {"messages",
         "a document typed into the language server",
         {".litmus", ".cat", ".cl"},
         eats_messages},
        {"file",
         "files that clmm wrote: states, schedules, logs, tables, arrays",
         {".json", ".schedule", ".csv", ".log", ".npy", ".trace"},
         eats_file},
        {"database", "campaigns", {".db"}, eats_database},
    };
    return all;
}

void broken(std::string_view promise, std::string_view what) {
    std::fprintf(stderr, "fuzz: %.*s: %.*s\n", static_cast<int>(promise.size()), promise.data(),
                 static_cast<int>(what.size()), what.data());
    std::abort();
}

}  // namespace clmm::fuzz
