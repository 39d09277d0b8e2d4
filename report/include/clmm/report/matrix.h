#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Results of tests on devices as one HTML page that needs nothing else: a table of both, and below
/// it the details of each cell.
namespace clmm::report {

enum class MatrixMark : std::uint8_t {
    good,  ///< as it should be, and what was looked for is there
    bad,
    open,   ///< nobody knows
    plain,  ///< as it should be, and nothing to be seen
    note    ///< said, but not judged
};

/// A part of a cell's details. What is empty is left out.
struct MatrixSection {
    std::string heading;
    std::string text;      ///< as it stands, line by line
    std::string picture;   ///< SVG
    bool is_open = false;  ///< else it is folded up
};

/// Shape    a cell without a word is empty: the test was not run on the device.
struct MatrixCell {
    MatrixMark mark = MatrixMark::plain;
    std::string word;  ///< `FORBIDDEN`
    std::string note;  ///< `12 seen, 3.4 a second`
    std::vector<MatrixSection> details;
};

/// Shape    rows[i].cells has one cell for each column.
struct Matrix {
    struct Column {
        std::string name;
        std::string note;
    };
    struct Row {
        std::string name;
        std::string note;
        bool is_inner = false;  ///< belongs to the row above that is not
        std::vector<MatrixCell> cells;
    };
    std::string title;
    std::vector<MatrixSection> summary;  ///< above the table, unfolded
    std::vector<Column> columns;
    std::vector<Row> rows;
};

/// The page, without scripts. Texts are escaped, and pictures stand in it as images, in which no
/// script runs.
///
/// Tests    tests/unit/report/matrix_test.cpp
[[nodiscard]] std::string to_html(const Matrix& matrix, std::string_view version);

}  // namespace clmm::report
