#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/litmus/front_end.h"
#include "clmm/model/program.h"

namespace clmm::model {

/// Finds the text of an included file; null where there is none.
using IncludeResolver = std::function<SourcePtr(std::string_view name)>;

struct LoadOptions {
    std::set<std::string> variants;  ///< in place of the model's defaults: "inclusive-scope=mutual"
    IncludeResolver includes;        ///< asked before the shipped files
};

/// A reading that a model leaves open, from its `variant "name=value"` statements.
struct Switch {
    struct Value {
        std::string value;
        std::string note;  ///< the comment above the statement that names it; may be empty
    };
    std::string name;
    std::string value;          ///< in effect
    std::vector<Value> values;  ///< all that are stated, in order
};

/// A memory model, ready to evaluate.
struct MemoryModel {
    std::string name;           ///< first word or quoted string of the file, e.g. opencl-scoped
    std::string documentation;  ///< its leading comment
    Program program;
    std::vector<Switch> switches = {};  ///< in the order of their first statements

    /// What a switch is set to; empty where the model has no such switch.
    [[nodiscard]] std::string_view value_of(std::string_view name) const;
};

/// Parses, type checks and compiles a cat file (clmm/parser/cat_tree.h describes the language).
/// A file is included once; definitions of included files that nothing needs are left out.
///
/// Names    sets  _ R W M F B BE BX IW RMW; relations  id sb (po) rf mo (co) loc int ext addr data
///          ctrl rmw bar rb (fr), and with rf, mo, rb followed by e or i their parts between and
///          inside units, sb-loc; functions  domain range; and the names that the languages of
///          tests have (FrontEnd::vocabulary). A model may define any of them anew.
/// Errors   E-CAT-SYNTAX, E-CAT-NAME, E-CAT-TYPE, E-CAT-ARITY, E-CAT-INCLUDE, E-CAT-REC (not
///          monotone), E-CAT-LIMIT (too large), with spans into the cat source; E-CAT-VARIANT (a
///          chosen variant that the model does not know).
[[nodiscard]] Result<MemoryModel> load_model(SourcePtr cat, const LoadOptions& options = {});

/// Why a model has nothing to say of tests in a language: it uses names that those do not have.
/// Nullopt where it has. E-MODEL.
[[nodiscard]] std::optional<Diagnostic> mismatch(const MemoryModel& model,
                                                 const litmus::FrontEnd& language);

/// A shipped model by name (`opencl-scoped`). Errors E-MODEL with the names there are.
[[nodiscard]] Result<MemoryModel> shipped_model(std::string_view name,
                                                const LoadOptions& options = {});

struct ShippedModel {
    std::string name;
    std::string summary;  ///< first sentence of its leading comment
};
[[nodiscard]] std::vector<ShippedModel> shipped_models();

}  // namespace clmm::model
