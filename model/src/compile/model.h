#pragma once

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/model/memory_model.h"
#include "compile/expression.h"

namespace clmm::model {

/// Compiles a file and what it includes, statement by statement.
class ModelCompiler {
public:
    explicit ModelCompiler(const LoadOptions& options);

    [[nodiscard]] Result<MemoryModel> run(const SourcePtr& source);

private:
    using Statements = std::vector<syntax::CatStatement>;

    /// Parses, notes and returns the tree; null where it does not parse.
    const syntax::CatTree* parse(const SourcePtr& source);
    void statements(const Statements& statements, std::uint16_t source);
    void statement(const syntax::CatStatement& statement, std::uint16_t source);
    void define(const syntax::CatDefinition& node, const syntax::CatStatement& statement,
                std::uint16_t source);
    void check(const syntax::CatCheck& node, const syntax::CatStatement& statement,
               std::uint16_t source);
    void show(const syntax::CatShow& node, const syntax::CatStatement& statement,
              std::uint16_t source);
    void choose(const syntax::CatChoice& node, std::uint16_t source);
    void include(const syntax::CatInclude& node, std::uint16_t source);
    [[nodiscard]] SourcePtr find_include(const std::string& file) const;
    [[nodiscard]] std::string check_name(const syntax::CatCheck& node) const;
    [[nodiscard]] Operand operand(const syntax::CatExpression& expression, std::uint16_t source);

    const LoadOptions& options_;
    CompileReport report_;
    Variants variants_;
    NodeBuilder nodes_;
    Environment environment_;
    Program program_;
    ExpressionCompiler expressions_;
    Scope scope_ = 0;
    std::deque<syntax::CatTree> trees_;  ///< functions point into them
    std::set<std::string> included_;
};

/// Drops the nodes that no check, total order or shown definition needs, with the definitions
/// from included files that only they had; those of the file itself (source 0) all stay.
void drop_unused(Program& program);

/// The text of a shipped file, as a source; null where there is none.
[[nodiscard]] SourcePtr shipped_file(std::string_view file);

/// Those that are models by themselves, sorted, without the extension.
[[nodiscard]] std::vector<std::string_view> shipped_model_names();

}  // namespace clmm::model
