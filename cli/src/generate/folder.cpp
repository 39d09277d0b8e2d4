#include "generate/folder.h"

#include "explain/single_test.h"

namespace clmm::cli {

bool write_folder(const std::vector<MadeTest>& tests, const std::string& folder,
                  std::ostream& err) {
    std::string list;
    std::string table = "test,quantifier,condition,race\n";
    for (const MadeTest& each : tests) {
        const std::string file = each.name + ".litmus";
        list += file + "\n";
        if (!each.holds.empty() || !each.race.empty())
            table.append(file)
                .append(",exists,")
                .append(each.holds)
                .append(",")
                .append(each.race) += "\n";
        if (!write_file(each.text, folder + "/" + file, err)) return false;
    }
    return write_file(list, folder + "/@all", err) &&
           write_file(table, folder + "/expected.csv", err);
}

}  // namespace clmm::cli
