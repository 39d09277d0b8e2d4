#pragma once

#include <string>
#include <vector>

#include "clmm/runtime/checks.h"

namespace CLI {
class App;
}

namespace clmm::cli {

/// What the command line says of dynamic checks.
struct DynamicChecks {
    bool given = false;  ///< --check, though perhaps of divergence alone, which is always checked
    runtime::CheckSet wanted;
    bool json = false;
};

void declare_check_options(CLI::App& command, DynamicChecks& arguments);
/// Throws ExecError: tests of work-items are verified, not checked.
void reject_checks(const DynamicChecks& arguments);

/// As --check takes it: `race,bounds`; empty where it was not given.
[[nodiscard]] std::string check_list(const DynamicChecks& arguments);
/// `3 findings: 1 race, 2 out of bounds`
[[nodiscard]] std::string findings_summary(const std::vector<runtime::Finding>& findings);
/// Of the schema docs/json-schema/exec.schema.json.
[[nodiscard]] std::string findings_json(const std::string& file,
                                        const std::vector<runtime::Finding>& findings);

}  // namespace clmm::cli
