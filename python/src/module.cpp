// The module pyclmm._native: requests and replies as they are, for pyclmm/__init__.py.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>

#include "clmm/model/memory_model.h"
#include "request.h"

namespace py = pybind11;

namespace clmm::python {
namespace {

/// How often the interpreter is asked whether somebody interrupts it.
constexpr std::chrono::milliseconds kBetweenQuestions{50};

/// Does the work on a thread of its own, and meanwhile lets other threads of Python run and signals
/// come through: what a handler raises (KeyboardInterrupt) ends the search.
template <class Work>
Reply watched(const Work& work) {
    const auto interrupted = std::make_shared<std::atomic<bool>>(false);
    Budget budget;
    budget.set_interrupt(interrupted);
    std::future<Reply> reply;
    const auto is_done = [&](std::chrono::milliseconds time) {
        const py::gil_scoped_release release;
        return reply.wait_for(time) == std::future_status::ready;
    };
    reply = std::async(std::launch::async, [&] { return work(budget); });
    while (!is_done(kBetweenQuestions))
        if (PyErr_CheckSignals() != 0) {
            *interrupted = true;
            const py::gil_scoped_release release;
            reply.wait();
        }
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return reply.get();
}

std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const model::ShippedModel& each : model::shipped_models()) names.emplace_back(each.name);
    return names;
}

void add_types(py::module_& module) {
    py::class_<litmus::KernelLaunch>(module, "Launch")
        .def(py::init<>())
        .def_readwrite("kernel", &litmus::KernelLaunch::kernel)
        .def_readwrite("global_size", &litmus::KernelLaunch::global)
        .def_readwrite("local_size", &litmus::KernelLaunch::local)
        .def_readwrite("offset", &litmus::KernelLaunch::offset)
        .def_readwrite("sub_group_size", &litmus::KernelLaunch::sub_group_size)
        .def_readwrite("arguments", &litmus::KernelLaunch::arguments)
        .def_readwrite("definitions", &litmus::KernelLaunch::definitions)
        .def_readwrite("include_paths", &litmus::KernelLaunch::include_paths);
    py::class_<Request>(module, "Request")
        .def(py::init<>())
        .def_readwrite("text", &Request::text)
        .def_readwrite("name", &Request::name)
        .def_readwrite("models", &Request::models)
        .def_readwrite("switches", &Request::switches)
        .def_readwrite("timeout", &Request::timeout)
        .def_readwrite("engine", &Request::engine)
        .def_readwrite("unroll", &Request::unroll)
        .def_readwrite("executions", &Request::executions)
        .def_readwrite("outcomes", &Request::outcomes)
        .def_readwrite("launch", &Request::launch);
    py::class_<DrawRequest>(module, "DrawRequest")
        .def(py::init<>())
        .def_readwrite("format", &DrawRequest::format)
        .def_readwrite("select", &DrawRequest::select)
        .def_readwrite("show", &DrawRequest::show)
        .def_readwrite("hide", &DrawRequest::hide)
        .def_readwrite("initial", &DrawRequest::initial)
        .def_readwrite("theme", &DrawRequest::theme)
        .def_readwrite("legend", &DrawRequest::legend);
    py::class_<Problems>(module, "Problems")
        .def_readonly("json", &Problems::json)
        .def_readonly("lines", &Problems::lines);
    py::class_<Reply>(module, "Reply")
        .def_readonly("json", &Reply::json)
        .def_readonly("pictures", &Reply::pictures)
        .def_readonly("unknown", &Reply::unknown)
        .def_readonly("warnings", &Reply::warnings)
        .def_readonly("problems", &Reply::problems);
}

}  // namespace

// NOLINTNEXTLINE(misc-use-internal-linkage): Python's loader asks for it
PYBIND11_MODULE(_native, module) {
    module.doc() = "clmm's libraries, for pyclmm alone: its functions are what to use.";
    add_types(module);
    module.attr("version") = CLMM_VERSION;
    module.def("model_names", &model_names);
    module.def("check", [](const Request& request) {
        return watched([&](const Budget& budget) { return check(request, budget); });
    });
    module.def(
        "explain", [](const Request& request, const std::string& state, std::size_t reasons) {
            return watched(
                [&](const Budget& budget) { return explain(request, state, reasons, budget); });
        });
    module.def("draw", [](const Request& request, const DrawRequest& how) {
        return watched([&](const Budget& budget) { return draw(request, how, budget); });
    });
    module.def("compare", [](const Request& request) {
        return watched([&](const Budget& budget) { return compare(request, budget); });
    });
}

}  // namespace clmm::python
