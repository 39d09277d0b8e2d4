#include "clmm/report/matrix.h"

#include <gtest/gtest.h>

namespace clmm::report {
namespace {

Matrix sample() {
    Matrix matrix;
    matrix.title = "suite <b>";
    matrix.summary = {{"Weaknesses", "order 3 of 4", "", true}};
    matrix.columns = {{"GPU", "driver 1"}, {"host", ""}};
    matrix.rows = {
        {"MP",
         "mp.litmus",
         false,
         {{MatrixMark::bad, "FORBIDDEN", "1 of 9", {{"Log", "Test MP </pre><script>", "", true}}},
          {}}},
        {"MP+m1",
         "",
         true,
         {{MatrixMark::good, "seen", "", {{"Picture", "", "<svg a=\"b\"/>"}}}, {}}}};
    return matrix;
}

bool has(const std::string& page, const std::string& part) {
    return page.find(part) != std::string::npos;
}

TEST(MatrixPage, LinksEachCellToItsDetails) {
    const std::string page = to_html(sample(), "1.2.3");
    EXPECT_TRUE(has(page,
                    "<a href=\"#cell-1-1\"><span class=\"chip bad\">FORBIDDEN</span></a>"
                    "<span class=\"small\">1 of 9</span>"));
    EXPECT_TRUE(has(page, "id=\"cell-1-1\""));
    EXPECT_TRUE(has(page, "MP on GPU"));
    EXPECT_TRUE(has(page, "<th scope=\"row\" class=\"inner\">MP+m1"));
    EXPECT_TRUE(has(page, "clmm 1.2.3"));
    EXPECT_TRUE(has(page, "order 3 of 4"));
    EXPECT_FALSE(has(page, "cell-1-2"));  // was not run
}

TEST(MatrixPage, TakesNothingForMarkup) {
    const std::string page = to_html(sample(), "1");
    EXPECT_FALSE(has(page, "<script"));
    EXPECT_TRUE(has(page, "suite &lt;b&gt;"));
    EXPECT_TRUE(has(page, "Test MP &lt;/pre&gt;&lt;script&gt;"));
    EXPECT_FALSE(has(page, "<svg"));
    EXPECT_TRUE(has(page, "src=\"data:image/svg+xml,%3Csvg%20a%3D%22b%22%2F%3E\""));
}

TEST(MatrixPage, LeavesEmptyPartsOut) {
    Matrix matrix = sample();
    matrix.rows[0].cells[0].details = {{"Explanation", "", ""}};
    EXPECT_FALSE(has(to_html(matrix, "1"), "Explanation"));
}

}  // namespace
}  // namespace clmm::report
