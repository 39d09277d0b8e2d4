#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "opencl/query.h"

namespace clmm::hardware::opencl {

/// What the objects of a device share: a context with one in-order queue.
struct Machine {
    /// Errors   DeviceError.
    Machine(std::shared_ptr<const Api> functions, const DeviceHandle& where);
    /// Where a launch is unfinished, the driver keeps all.
    ~Machine();
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    const std::shared_ptr<const Api> api;
    const DeviceHandle place;
    Handle<cl_context> context;
    Handle<cl_command_queue> queue;
    bool unfinished = false;  ///< a launch did not end; nothing may wait for the queue
};
using MachinePtr = std::shared_ptr<Machine>;

/// What clBuildProgram left.
struct Built {
    Handle<cl_program> program;
    cl_int status = CL_SUCCESS;
    std::string log;  ///< without what stands around it
};
/// Errors   DeviceError where there is no program at all.
[[nodiscard]] Built compile(const Machine& machine, std::string_view text,
                            const std::string& options);

/// Finds what only compiling tells: the language, whether it has the atomics of C11, and the size
/// of sub-groups where no query has it.
///
/// Idea     drivers claim less, or other things, than they compile. So small programs are
///          compiled in the languages that the device claims and in those that it may have
///          besides; the first that has all orders wins, then the first that has any.
/// Cost     a few compilations; drivers cache them.
void probe(const Machine& machine, DeviceInfo& info);

}  // namespace clmm::hardware::opencl
