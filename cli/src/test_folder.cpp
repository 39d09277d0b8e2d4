#include "test_folder.h"

#include "explain/single_test.h"
#include "output/files.h"

namespace clmm::cli {

bool write_test_folder(const std::vector<NamedTest>& tests, const std::string& folder,
                       std::ostream& err) {
    std::string list;
    for (const auto& [name, text] : tests) {
        const std::string file = file_name_of(name) + ".litmus";
        list += file + "\n";
        if (!write_file(text, folder + "/" + file, err)) return false;
    }
    return write_file(list, folder + "/@all", err);
}

}  // namespace clmm::cli
