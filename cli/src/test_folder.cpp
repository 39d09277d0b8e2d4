#include "test_folder.h"

#include "explain/single_test.h"

namespace clmm::cli {

bool write_test_folder(const std::vector<NamedTest>& tests, const std::string& folder,
                       std::ostream& err) {
    std::string list;
    for (const auto& [name, text] : tests) {
        list += name + ".litmus\n";
        if (!write_file(text, folder + "/" + name + ".litmus", err)) return false;
    }
    return write_file(list, folder + "/@all", err);
}

}  // namespace clmm::cli
