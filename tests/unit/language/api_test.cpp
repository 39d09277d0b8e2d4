#include "clmm/language/api.h"

#include <gtest/gtest.h>

#include <set>

#include "clmm/base/reject.h"

namespace clmm::language {
namespace {

syntax::ExpressionPtr name(const char* text) {
    return std::make_unique<syntax::Expression>(syntax::Expression{{}, syntax::Name{text}});
}

syntax::ExpressionPtr clause(const char* function, std::vector<const char*> names) {
    syntax::Call call{function, {}, {}};
    for (const char* each : names) call.arguments.push_back(name(each));
    return std::make_unique<syntax::Expression>(syntax::Expression{{}, std::move(call)});
}

TEST(Api, EachNameStandsForOneAndItsExampleBeginsWithIt) {
    std::set<std::string> names;
    for (const bool of_host : {true, false})
        for (const std::string& each : api_names(of_host)) {
            EXPECT_TRUE(names.insert(each).second) << each;
            const ApiEntry* entry = find_api_function(each);
            ASSERT_NE(entry, nullptr);
            EXPECT_EQ(entry->of_host(), of_host) << each;
            EXPECT_TRUE(entry->form.starts_with(each + "(")) << entry->form;
            EXPECT_LE(entry->least, entry->most);
        }
    EXPECT_EQ(names.size(), 34);
    EXPECT_EQ(find_api_function("clEnqueueTasks"), nullptr);
}

TEST(Api, ClausesStandBehindTheArguments) {
    syntax::Call call{"clEnqueueTask", {}, {}};
    for (const char* each : {"q", "k"}) call.arguments.push_back(name(each));
    call.arguments.push_back(clause("wait", {"e", "f"}));
    call.arguments.push_back(clause("event", {"g"}));
    const ApiEntry& entry = *find_api_function(call.function);
    const CallParts parts = split_call(call, entry.clauses);
    EXPECT_EQ(parts.arguments.size(), 2);
    EXPECT_EQ(parts.waits.size(), 2);
    ASSERT_NE(parts.event, nullptr);
    EXPECT_NO_THROW(check_arguments(entry, call, parts));
    call.arguments.push_back(name("late"));
    EXPECT_THROW(static_cast<void>(split_call(call, entry.clauses)), Rejected);
}

TEST(Api, ClausesThatAFunctionDoesNotTakeAreRejected) {
    syntax::Call call{"clFinish", {}, {}};
    const ApiEntry& entry = *find_api_function(call.function);
    EXPECT_THROW(check_arguments(entry, call, split_call(call, entry.clauses)), Rejected);
    call.arguments.push_back(name("q"));
    call.arguments.push_back(clause("wait", {"e"}));
    EXPECT_THROW(static_cast<void>(split_call(call, entry.clauses)), Rejected);
}

}  // namespace
}  // namespace clmm::language
