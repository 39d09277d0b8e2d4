#include "generate/folder.h"

#include "explain/single_test.h"
#include "output/files.h"
#include "test_folder.h"

namespace clmm::cli {

bool write_folder(const std::vector<MadeTest>& tests, const std::string& folder,
                  std::ostream& err) {
    std::vector<NamedTest> files;
    std::string table = "test,quantifier,condition,race\n";
    for (const MadeTest& each : tests) {
        files.emplace_back(each.name, each.text);
        if (!each.holds.empty() || !each.race.empty())
            table.append(each.name)
                .append(".litmus,exists,")
                .append(each.holds)
                .append(",")
                .append(each.race) += "\n";
    }
    return write_test_folder(files, folder, err) &&
           write_file(table, folder + "/expected.csv", err);
}

}  // namespace clmm::cli
