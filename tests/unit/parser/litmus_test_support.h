#pragma once

#include <memory>
#include <string>

#include "clmm/base/diagnostic.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax::test {

inline Result<LitmusTree> parse(const std::string& text) {
    return parse_litmus(std::make_shared<const Source>("t.litmus", text));
}

/// The tree as text, or what is wrong with the test.
inline std::string tree_of(const std::string& text) {
    const Result<LitmusTree> result = parse(text);
    return result.ok() ? to_text(*result) : render(result.diagnostics());
}

/// The tree of plain OpenCL C, without its first line, or what is wrong with it.
inline std::string kernels_of(const std::string& text) {
    const auto result = parse_kernels(std::make_shared<const Source>("k.cl", text));
    const std::string start = "opencl k.cl\n";
    return result.ok() ? to_text(*result).substr(start.size()) : render(result.diagnostics());
}

/// The lines of a thread's body.
inline std::string body_of(const std::string& statements) {
    const std::string tree = tree_of("OPENCL t\n{}\nP0 () { " + statements + " }\n");
    const std::string start = "opencl t\nthread 0 ()\n";
    return tree.starts_with(start) ? tree.substr(start.size()) : tree;
}

/// One expression, fully parenthesised.
inline std::string expression_of(const std::string& expression) {
    std::string body = body_of(expression + ";");
    return body.size() > 3 && body.starts_with("  ") ? body.substr(2, body.size() - 3) : body;
}

/// What follows the threads.
inline std::string condition_of(const std::string& condition) {
    const std::string tree = tree_of("OPENCL t\n{}\n" + condition);
    const std::string start = "opencl t\n";
    return tree.starts_with(start) ? tree.substr(start.size()) : tree;
}

inline std::string errors_of(const std::string& text) { return render(parse(text).diagnostics()); }

}  // namespace clmm::syntax::test
