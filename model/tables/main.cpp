// clmm_model_tables FILE: compiles the shipped models, when clmm is built, and writes the
// definition of model/src/compiled_models.h.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "clmm/model/memory_model.h"
#include "compile/model.h"
#include "compile/table.h"

namespace {

using namespace clmm;

/// Three octal digits each, after which no other digit can belong to the escape.
std::string escaped(std::string_view bytes) {
    std::string out;
    char digits[5];
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i > 0 && i % 24 == 0) out += "\"\n        \"";
        (void)std::snprintf(digits, sizeof digits, "\\%03o",
                            static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
        out += digits;
    }
    return out;
}

/// A line of the definition for a model; empty where it does not compile.
std::string entry(std::string_view name) {
    const auto model = model::load_model(model::shipped_file(std::string(name) + ".cat"));
    if (!model.diagnostics().empty()) {
        std::cerr << render(model.diagnostics());
        return {};
    }
    const std::string table = model::write_table(*model);
    return "    if (name == \"" + std::string(name) +
           "\")\n        return std::string_view(\n        \"" + escaped(table) + "\", " +
           std::to_string(table.size()) + ");\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::string entries;
    for (const std::string_view name : model::shipped_model_names()) {
        const std::string one = entry(name);
        if (one.empty()) return 1;
        entries += one;
    }
    std::ofstream out(argv[1]);
    out << "// Generated from model/cat by model/tables.\n\n#include \"compiled_models.h\"\n\n"
           "namespace clmm::model {\n\n"
           "std::optional<std::string_view> compiled_model(std::string_view name) {\n"
        << entries << "    return std::nullopt;\n}\n\n}  // namespace clmm::model\n";
    out.close();
    return out ? 0 : 1;
}
