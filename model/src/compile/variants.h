#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/model/memory_model.h"
#include "clmm/parser/cat_tree.h"

namespace clmm::model {

/// Which variants are on: those that the user chose, and of the other keys the first default.
class Variants {
public:
    explicit Variants(const std::set<std::string>& chosen);

    /// `variant "key=value"`, with the comment above it.
    void state(const std::string& variant, const std::string& note);
    [[nodiscard]] bool on(const std::string& variant) const;
    [[nodiscard]] bool holds(const syntax::CatCondition& condition) const;

    /// Notes the variants that a file knows, taken or not.
    void learn(const std::vector<syntax::CatStatement>& statements);
    /// Errors for chosen variants that no file knows.
    [[nodiscard]] Diagnostics unknown() const;
    /// The keys that have been stated, and what they are set to.
    [[nodiscard]] std::vector<Switch> switches() const;

private:
    void learn(const syntax::CatCondition& condition);
    void learn(const syntax::CatExpression& expression);
    void learn(const syntax::CatBindings& bindings);
    void learn(const syntax::CatStatement& statement);

    const std::set<std::string>& chosen_;
    std::set<std::string> chosen_keys_;
    std::map<std::string, std::string> defaults_;  ///< by key
    std::vector<Switch> stated_;                   ///< without the values in effect
    std::set<std::string> known_;
};

}  // namespace clmm::model
