#include "check/expected_table.h"

#include "unit/cli/files.h"

namespace clmm::cli {
namespace {

using enumerator::Verdict;
using litmus::Quantifier;

Result<ExpectedTable> table(const std::string& name, const std::string& rows) {
    return ExpectedTable::read(
        std::make_shared<const Source>(name, "test,quantifier,condition,race\n" + rows));
}

enumerator::CheckResult result(Quantifier quantifier, Verdict verdict, std::optional<bool> racy) {
    enumerator::CheckResult result;
    result.test.quantifier = quantifier;
    result.verdict = verdict;
    result.racy = racy;
    return result;
}

TEST(ExpectedTable, FindsRowsByFolderOrByRelativeName) {
    const auto read = table("/suite/expected.csv",
                            "a/b.litmus,exists,holds,\n\"c,d.litmus\",forall,fails,racy\n");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->size(), 2U);
    EXPECT_NE(read->find({"/suite/a/b.litmus", "b.litmus"}), nullptr);
    EXPECT_NE(read->find({"/elsewhere/a/b.litmus", "a/b.litmus"}), nullptr);
    EXPECT_EQ(read->find({"/elsewhere/a/b.litmus", "b.litmus"}), nullptr);
    const ExpectedRow* row = read->find({"/suite/c,d.litmus", ""});
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->quantifier, Quantifier::forall);
    EXPECT_EQ(row->holds, false);
    EXPECT_EQ(row->racy, true);
}

TEST(ExpectedTable, SaysWhichLineIsWrong) {
    const auto read =
        table("t.csv", "a,exists,holds,\nb,sometimes,holds,\nc,exists\na,exists,fails,\n");
    ASSERT_FALSE(read);
    ASSERT_EQ(read.diagnostics().size(), 3U);
    EXPECT_EQ(render(read.diagnostics()[0]),
              "t.csv:3:1: error: quantifier is exists, ~exists, forall or empty [E-TABLE]\n"
              "    b,sometimes,holds,\n"
              "    ^~~~~~~~~~~~~~~~~~\n");
}

TEST(Compare, TellsDisagreementFromUndecided) {
    const ExpectedRow row{Quantifier::exists, true, false};
    EXPECT_EQ(compare(row, result(Quantifier::exists, Verdict::holds, false)).disagreement, "");
    EXPECT_EQ(compare(row, result(Quantifier::exists, Verdict::fails, true)).disagreement,
              "expected holds, found fails; expected race-free, found racy");
    EXPECT_EQ(compare(row, result(Quantifier::forall, Verdict::holds, false)).disagreement,
              "expected exists, found forall");
    const Comparison unknown = compare(row, result(Quantifier::exists, Verdict::unknown, false));
    EXPECT_TRUE(unknown.undecided);
    EXPECT_EQ(unknown.disagreement, "");
    EXPECT_FALSE(compare({}, result(Quantifier::exists, Verdict::unknown, {})).undecided);
}

}  // namespace
}  // namespace clmm::cli
