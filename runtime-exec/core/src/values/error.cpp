#include "clmm/runtime/error.h"

#include <utility>

namespace clmm::runtime {

namespace {

struct Name {
    ErrorCode code;
    std::string_view text;
};

constexpr Name kNames[] = {
    {ErrorCode::success, "CL_SUCCESS"},
    {ErrorCode::device_not_found, "CL_DEVICE_NOT_FOUND"},
    {ErrorCode::device_not_available, "CL_DEVICE_NOT_AVAILABLE"},
    {ErrorCode::mem_object_allocation_failure, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {ErrorCode::out_of_resources, "CL_OUT_OF_RESOURCES"},
    {ErrorCode::out_of_host_memory, "CL_OUT_OF_HOST_MEMORY"},
    {ErrorCode::profiling_info_not_available, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    {ErrorCode::mem_copy_overlap, "CL_MEM_COPY_OVERLAP"},
    {ErrorCode::image_format_mismatch, "CL_IMAGE_FORMAT_MISMATCH"},
    {ErrorCode::image_format_not_supported, "CL_IMAGE_FORMAT_NOT_SUPPORTED"},
    {ErrorCode::build_program_failure, "CL_BUILD_PROGRAM_FAILURE"},
    {ErrorCode::map_failure, "CL_MAP_FAILURE"},
    {ErrorCode::misaligned_sub_buffer_offset, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {ErrorCode::exec_status_error_for_events_in_wait_list,
     "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {ErrorCode::invalid_value, "CL_INVALID_VALUE"},
    {ErrorCode::invalid_device, "CL_INVALID_DEVICE"},
    {ErrorCode::invalid_context, "CL_INVALID_CONTEXT"},
    {ErrorCode::invalid_queue_properties, "CL_INVALID_QUEUE_PROPERTIES"},
    {ErrorCode::invalid_command_queue, "CL_INVALID_COMMAND_QUEUE"},
    {ErrorCode::invalid_host_ptr, "CL_INVALID_HOST_PTR"},
    {ErrorCode::invalid_mem_object, "CL_INVALID_MEM_OBJECT"},
    {ErrorCode::invalid_image_format_descriptor, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR"},
    {ErrorCode::invalid_image_size, "CL_INVALID_IMAGE_SIZE"},
    {ErrorCode::invalid_sampler, "CL_INVALID_SAMPLER"},
    {ErrorCode::invalid_program, "CL_INVALID_PROGRAM"},
    {ErrorCode::invalid_program_executable, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {ErrorCode::invalid_kernel_name, "CL_INVALID_KERNEL_NAME"},
    {ErrorCode::invalid_kernel, "CL_INVALID_KERNEL"},
    {ErrorCode::invalid_arg_index, "CL_INVALID_ARG_INDEX"},
    {ErrorCode::invalid_arg_value, "CL_INVALID_ARG_VALUE"},
    {ErrorCode::invalid_arg_size, "CL_INVALID_ARG_SIZE"},
    {ErrorCode::invalid_kernel_args, "CL_INVALID_KERNEL_ARGS"},
    {ErrorCode::invalid_work_dimension, "CL_INVALID_WORK_DIMENSION"},
    {ErrorCode::invalid_work_group_size, "CL_INVALID_WORK_GROUP_SIZE"},
    {ErrorCode::invalid_work_item_size, "CL_INVALID_WORK_ITEM_SIZE"},
    {ErrorCode::invalid_global_offset, "CL_INVALID_GLOBAL_OFFSET"},
    {ErrorCode::invalid_event_wait_list, "CL_INVALID_EVENT_WAIT_LIST"},
    {ErrorCode::invalid_event, "CL_INVALID_EVENT"},
    {ErrorCode::invalid_operation, "CL_INVALID_OPERATION"},
    {ErrorCode::invalid_buffer_size, "CL_INVALID_BUFFER_SIZE"},
    {ErrorCode::invalid_global_work_size, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {ErrorCode::invalid_property, "CL_INVALID_PROPERTY"},
    {ErrorCode::invalid_image_descriptor, "CL_INVALID_IMAGE_DESCRIPTOR"},
    {ErrorCode::invalid_pipe_size, "CL_INVALID_PIPE_SIZE"},
    {ErrorCode::invalid_device_queue, "CL_INVALID_DEVICE_QUEUE"},
};

}  // namespace

std::string_view to_string(ErrorCode code) {
    for (const Name& name : kNames)
        if (name.code == code) return name.text;
    return "an error code without a name";
}

std::string status_name(int status) {
    switch (status) {
        case 3:
            return "CL_QUEUED";
        case 2:
            return "CL_SUBMITTED";
        case 1:
            return "CL_RUNNING";
        case 0:
            return "CL_COMPLETE";
        default:
            break;
    }
    for (const Name& name : kNames)
        if (static_cast<int>(name.code) == status) return std::string(name.text);
    return std::to_string(status);
}

Error::Error(ErrorCode code, std::string sentence)
    : code_(code),
      sentence_(std::move(sentence)),
      text_(std::string(to_string(code)) + ": " + sentence_) {}

}  // namespace clmm::runtime
