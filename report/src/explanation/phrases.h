#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/derivation.h"
#include "clmm/model/memory_model.h"

namespace clmm::report {

/// Names that a model gives to its nodes: definitions, and functions at their applications.
class NodeNames {
public:
    explicit NodeNames(const model::Program& program);

    struct Name {
        std::string text;
        std::string citation;  ///< the paragraph alone
        bool shown = false;    ///< by the model's `show`
    };
    /// Null where the node has none.
    [[nodiscard]] const Name* find(model::NodeId node) const;

private:
    std::vector<std::optional<Name>> names_;
};

/// What stands between the last brackets of a comment; empty where there are none.
[[nodiscard]] std::string paragraph_of(const std::string& citation);

/// A comment with the paragraph alone between its last brackets.
[[nodiscard]] std::string rule_of(const std::string& citation);

/// Facts about the actions of one execution, in words.
class Phrases {
public:
    Phrases(const litmus::EventStructure& structure, const model::Program& program,
            const model::Execution& execution);

    [[nodiscard]] std::string literal(const model::Literal& literal) const;
    /// `a global-happens-before d`; of a set, `b is a release-write`.
    [[nodiscard]] std::string named(const std::string& name, const model::NodeFact& fact,
                                    bool is_set) const;
    /// Of a base relation or total order; empty where it goes without saying.
    [[nodiscard]] std::string base(const model::NodeFact& fact) const;
    /// `a`, or `the initial write of x`.
    [[nodiscard]] std::string event(litmus::EventId event) const;

private:
    [[nodiscard]] std::string location(litmus::EventId event) const;

    const litmus::EventStructure& structure_;
    const model::Program& program_;
    const model::Execution& execution_;
    std::vector<std::string> names_;
};

}  // namespace clmm::report
