#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/litmus/kernel_file.h"

/// What the Python module asks of clmm's libraries, without Python.
///
/// Shape    answers are documents of docs/json-schema: of check one member of `results`.
/// Errors   in the reply, never thrown.
namespace clmm::python {

/// A test, a model and limits; the fields are the arguments of the module's functions.
struct Request {
    std::optional<std::string> text;  ///< nullopt: `name` is a file
    std::string name;                 ///< in messages; *.cl is a plain kernel
    /// By name or path, of compare() also with switches, `opencl-3.0+order-S=psc`; empty: those of
    /// the test's language.
    std::vector<std::string> models;
    std::vector<std::string> switches;  ///< of all models, `NAME=VALUE`
    std::optional<double> timeout;      ///< seconds, for each model
    std::string engine = "auto";
    unsigned unroll = 4;
    bool executions = false;  ///< count them
    bool outcomes = false;    ///< of plain kernels too
    litmus::KernelLaunch launch;
};

/// Errors, as one string each of JSON (diagnostics as in docs/json-schema) and of lines for people.
struct Problems {
    std::string json;
    std::string lines;
};

/// What came of a request.
struct Reply {
    std::string json;                   ///< empty where there is no answer
    std::vector<std::string> pictures;  ///< of draw()
    std::string unknown;                ///< why the answer is not all of it; may be empty
    std::string warnings;               ///< lines for people; may be empty
    std::optional<Problems> problems;   ///< there is no answer then
};

[[nodiscard]] Reply check(const Request& request, const Budget& budget);

/// `state` in place of the condition; may be empty.
[[nodiscard]] Reply explain(const Request& request, const std::string& state, std::size_t reasons,
                            const Budget& budget);

/// How to draw: names as `clmm graph` has them.
struct DrawRequest {
    std::string format = "svg";  ///< or dot
    std::string select = "witness";
    std::vector<std::string> show, hide;
    bool initial = false;
    std::string theme = "light";  ///< or dark
    bool legend = true;
};
[[nodiscard]] Reply draw(const Request& request, const DrawRequest& how, const Budget& budget);

/// The test under each of the models, side by side.
[[nodiscard]] Reply compare(const Request& request, const Budget& budget);

}  // namespace clmm::python
