#include "clmm/runtime/error.h"

#include <gtest/gtest.h>

namespace clmm::runtime {
namespace {

TEST(RuntimeError, prints_the_name_of_the_api_and_a_sentence) {
    const Error error(ErrorCode::invalid_work_group_size, "it is too large");
    EXPECT_STREQ(error.what(), "CL_INVALID_WORK_GROUP_SIZE: it is too large");
    EXPECT_EQ(error.code(), ErrorCode::invalid_work_group_size);
}

TEST(RuntimeError, names_execution_statuses) {
    EXPECT_EQ(status_name(3), "CL_QUEUED");
    EXPECT_EQ(status_name(2), "CL_SUBMITTED");
    EXPECT_EQ(status_name(1), "CL_RUNNING");
    EXPECT_EQ(status_name(0), "CL_COMPLETE");
    EXPECT_EQ(status_name(-14), "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST");
    EXPECT_EQ(status_name(-4711), "-4711");
}

}  // namespace
}  // namespace clmm::runtime
