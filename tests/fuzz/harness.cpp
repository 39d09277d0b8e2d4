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
        {"preprocessor", "texts before they are parsed", {".cl"}, eats_preprocessor},
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
        {"state", "states that searches and checks keep", {".json"}, eats_state},
        {"schedule", "recorded schedules", {".schedule"}, eats_schedule},
        {"array", "numbers in files, as NumPy's and as JSON", {".npy", ".json"}, eats_array},
        {"table", "tables and logs of states", {".csv", ".log"}, eats_table},
        {"value", "what options are given", {".args"}, eats_value},
        {"database", "campaigns", {".db"}, eats_database},
        {"execution", "kernels run in steps, with all checks", {".cl"}, eats_execution},
        {"launches", "kernels for all launches at once", {".cl"}, eats_launches},
        {"command", "command lines, and a file that they name", {".args"}, eats_command},
    };
    return all;
}

void broken(std::string_view promise, std::string_view what) {
    std::fprintf(stderr, "fuzz: %.*s: %.*s\n", static_cast<int>(promise.size()), promise.data(),
                 static_cast<int>(what.size()), what.data());
    std::abort();
}

}  // namespace clmm::fuzz
