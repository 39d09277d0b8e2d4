#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/model/memory_model.h"
#include "clmm/parser/cat_tree.h"
#include "compile/report.h"

namespace clmm::model {

/// Which variants are on: those that the user chose, and of the other keys the first default.
class Variants {
public:
    explicit Variants(const std::set<std::string>& chosen);

    /// `variant "key=value"`, with the comment above it.
    void state(const std::string& variant, const std::string& note);
    [[nodiscard]] bool on(const std::string& variant) const;
    [[nodiscard]] bool holds(const syntax::CatCondition& condition) const;

    /// Notes the variants that a file states and asks for, taken or not.
    void learn(const std::vector<syntax::CatStatement>& statements, std::uint16_t source);
    /// Errors for variants that are asked for and nothing states, and for stated ones that nothing
    /// asks for: else a misspelt one would change the model without a word.
    void check(CompileReport& report) const;
    /// Errors for chosen variants that no file knows.
    [[nodiscard]] Diagnostics unknown() const;
    /// The keys that have been stated, and what they are set to.
    [[nodiscard]] std::vector<Switch> switches() const;
    /// `+key=value` of each that is chosen and is not on by default; empty: none.
    [[nodiscard]] std::string chosen() const;

private:
    /// Where a variant stands.
    struct Mention {
        std::string variant;
        SourcePlace place;
    };
    [[nodiscard]] bool check_asked(CompileReport& report) const;
    void check_stated(CompileReport& report) const;
    [[nodiscard]] bool is_value_of_its_switch(const Mention& mention) const;
    [[nodiscard]] std::set<std::string> known() const;
    void learn(const syntax::CatCondition& condition);
    void learn(const syntax::CatExpression& expression);
    void learn(const syntax::CatBindings& bindings);
    void learn(const syntax::CatStatement& statement);

    const std::set<std::string>& chosen_;
    std::set<std::string> chosen_keys_;
    std::map<std::string, std::string> defaults_;  ///< by key
    std::vector<Switch> stated_;                   ///< without the values in effect
    std::vector<Mention> asked_for_, mentioned_;   ///< in conditions; in `variant` statements
    std::uint16_t source_ = 0;                     ///< that is being learnt
};

}  // namespace clmm::model
