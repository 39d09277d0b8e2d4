#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/parser/litmus_tree.h"
#include "execute/code.h"

namespace clmm::runtime::compiler {

/// What host code has beside the functions and types of its test.
struct HostDialect {
    /// Objects, queues and events that it may name without being given them.
    std::vector<syntax::Declarator> objects;
    /// By thread: the variables that are observed at the end.
    std::map<std::uint32_t, std::vector<std::string>> observed;

    [[nodiscard]] const syntax::Declarator* object(const std::string& name) const;
};

/// The code of a host thread, a callback, a native kernel or a launch, for one lane.
struct HostFunction {
    struct Parameter {
        HostValue::Kind kind = HostValue::Kind::value;
        std::string name;
        std::uint64_t size = 0;  ///< bytes
        Span span;
    };
    std::string name;
    std::shared_ptr<const Code> code;
    std::vector<Parameter> parameters;
};

/// Bytes of an object, and of what it is made of if it is an array.
struct HostObject {
    std::uint64_t size = 0;
    std::uint64_t element = 0;
};

/// All host code of a test.
struct HostCode {
    std::map<std::uint32_t, HostFunction> threads;  ///< by number
    std::vector<HostFunction> launches;             ///< in the order of the test
    std::map<std::string, HostFunction> functions;  ///< called later, by name
    std::map<std::string, HostObject> objects;      ///< those of the dialect
};

/// Compiles the host threads of a test and its launches: OpenCL C without work-items, with calls of
/// the API, objects known by name, and integers that become pointers and the other way round. The
/// code is watched; who runs it is a HostApi and a Monitor.
///
/// Errors   as compile(), and E-UNSUPPORTED for functions that host code has not.
/// Source   docs/language.md, "Host programs".
/// Tests    tests/golden/exec/host-*, tests/agreement
[[nodiscard]] Result<HostCode> compile_host(const syntax::LitmusTree& test,
                                            const HostDialect& dialect);

}  // namespace clmm::runtime::compiler
