#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace clmm::runtime {

/// The API's error codes, with the API's values; `to_string` gives the API's names.
///
/// Tests    tests/unit/runtime-exec/runtime/error_test.cpp
enum class ErrorCode : int {
    success = 0,
    device_not_found = -1,
    device_not_available = -2,
    mem_object_allocation_failure = -4,
    out_of_resources = -5,
    out_of_host_memory = -6,
    profiling_info_not_available = -7,
    mem_copy_overlap = -8,
    image_format_mismatch = -9,
    image_format_not_supported = -10,
    build_program_failure = -11,
    map_failure = -12,
    misaligned_sub_buffer_offset = -13,
    exec_status_error_for_events_in_wait_list = -14,
    invalid_value = -30,
    invalid_device = -33,
    invalid_context = -34,
    invalid_queue_properties = -35,
    invalid_command_queue = -36,
    invalid_host_ptr = -37,
    invalid_mem_object = -38,
    invalid_image_format_descriptor = -39,
    invalid_image_size = -40,
    invalid_sampler = -41,
    invalid_program = -44,
    invalid_program_executable = -45,
    invalid_kernel_name = -46,
    invalid_kernel = -48,
    invalid_arg_index = -49,
    invalid_arg_value = -50,
    invalid_arg_size = -51,
    invalid_kernel_args = -52,
    invalid_work_dimension = -53,
    invalid_work_group_size = -54,
    invalid_work_item_size = -55,
    invalid_global_offset = -56,
    invalid_event_wait_list = -57,
    invalid_event = -58,
    invalid_operation = -59,
    invalid_buffer_size = -61,
    invalid_global_work_size = -63,
    invalid_property = -64,
    invalid_image_descriptor = -65,
    invalid_pipe_size = -69,
    invalid_device_queue = -70,
};

/// `CL_INVALID_WORK_GROUP_SIZE`.
[[nodiscard]] std::string_view to_string(ErrorCode code);

/// The name of an execution status: `CL_COMPLETE`, …, or an error's; a number that has no name in
/// the API prints as itself (a user event may be set to any negative value).
[[nodiscard]] std::string status_name(int status);

/// What a call of the runtime throws when the API would return an error.
///
/// Shape    `what()` is `CL_INVALID_WORK_GROUP_SIZE: ` and a sentence that says what was wrong.
class Error : public std::exception {
public:
    Error(ErrorCode code, std::string sentence);

    [[nodiscard]] ErrorCode code() const { return code_; }
    [[nodiscard]] const std::string& sentence() const { return sentence_; }
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

private:
    ErrorCode code_;
    std::string sentence_;
    std::string text_;
};

/// Throws the error unless the condition holds.
inline void require(bool holds, ErrorCode code, const char* sentence) {
    if (!holds) [[unlikely]]
        throw Error(code, sentence);
}

}  // namespace clmm::runtime
