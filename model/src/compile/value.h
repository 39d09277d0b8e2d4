#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clmm/model/program.h"
#include "clmm/parser/cat_tree.h"

namespace clmm::model {

/// What an expression stands for.
///
/// Shape    `nothing` is the empty set or relation, whichever fits; `unknown` follows a
///          reported error, or is a parameter whose argument is not known yet. A set or
///          relation without a node is one of which only the kind is known.
struct Value {
    enum class Kind : std::uint8_t { unknown, nothing, set, relation, function };
    Kind kind = Kind::unknown;
    NodeId node;
    std::uint32_t function = 0;  ///< index into Environment::functions
    friend auto operator<=>(const Value&, const Value&) = default;
};

/// An index into Environment: the bindings visible at some place.
using Scope = std::uint32_t;

struct Function {
    std::string name;
    std::vector<std::uint32_t> parameters;  ///< numbers of names
    const syntax::CatExpression* body = nullptr;
    Scope scope = 0;
    std::uint16_t source = 0;
    std::string citation = {};  ///< of the statement that defines it; empty if it is local
};

/// All bindings ever made. A scope is a chain through them, so that functions keep the
/// bindings of their definition when names are bound again.
class Environment {
public:
    [[nodiscard]] std::uint32_t number(std::string_view name);
    [[nodiscard]] Scope bind(Scope scope, std::uint32_t name, Value value);
    /// Null where the scope does not bind the name.
    [[nodiscard]] const Value* find(Scope scope, std::uint32_t name) const;
    [[nodiscard]] std::vector<std::string_view> names(Scope scope) const;

    std::vector<Function> functions;

private:
    struct Binding {
        std::uint32_t name = 0;
        Value value;
        Scope outer = 0;
    };

    std::vector<Binding> bindings_{Binding{}};  ///< the first is the empty scope
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace clmm::model
