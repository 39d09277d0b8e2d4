#include "clmm/report/matrix.h"

#include "html/text.h"

namespace clmm::report {
namespace {

const char* class_of(MatrixMark mark) {
    switch (mark) {
        case MatrixMark::good:
            return "good";
        case MatrixMark::bad:
            return "bad";
        case MatrixMark::open:
            return "open";
        case MatrixMark::plain:
            return "plain";
        case MatrixMark::note:
            return "mark";
    }
    return "plain";
}

std::string small(const std::string& text) {
    return text.empty() ? "" : "<span class=\"small\">" + escaped(text) + "</span>";
}

std::string chip(const MatrixCell& cell) {
    return "<span class=\"chip " + std::string(class_of(cell.mark)) + "\">" + escaped(cell.word) +
           "</span>";
}

std::string cell_id(std::size_t row, std::size_t column) {
    return "cell-" + std::to_string(row + 1) + "-" + std::to_string(column + 1);
}

/// All but letters and digits is percent-encoded.
std::string image_of(const std::string& svg) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string data;
    for (const char c : svg) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (plain)
            data += c;
        else
            (data += '%').append({kDigits[byte >> 4U], kDigits[byte & 15U]});
    }
    return "<img alt=\"an execution, drawn\" src=\"data:image/svg+xml," + data + "\">\n";
}

std::string section(const MatrixSection& section) {
    std::string body;
    if (!section.text.empty()) body += preformatted(section.text) + "\n";
    if (!section.picture.empty()) body += image_of(section.picture);
    if (body.empty()) return {};
    return "<details" + std::string(section.is_open ? " open" : "") + "><summary>" +
           escaped(section.heading) + "</summary>\n" + body + "</details>\n";
}

std::string table(const Matrix& matrix) {
    std::string html = "<table><thead><tr><th scope=\"col\">test</th>";
    for (const Matrix::Column& column : matrix.columns)
        html += "<th scope=\"col\">" + escaped(column.name) + small(column.note) + "</th>";
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        const Matrix::Row& row = matrix.rows[i];
        html += "<tr><th scope=\"row\"" + std::string(row.is_inner ? " class=\"inner\">" : ">") +
                escaped(row.name) + small(row.note) + "</th>";
        for (std::size_t j = 0; j < row.cells.size(); ++j) {
            const MatrixCell& cell = row.cells[j];
            html += "<td>";
            if (!cell.word.empty())
                html +=
                    "<a href=\"#" + cell_id(i, j) + "\">" + chip(cell) + "</a>" + small(cell.note);
            html += "</td>";
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table>\n";
}

std::string details(const Matrix& matrix) {
    std::string html;
    for (std::size_t i = 0; i < matrix.rows.size(); ++i)
        for (std::size_t j = 0; j < matrix.rows[i].cells.size(); ++j) {
            const MatrixCell& cell = matrix.rows[i].cells[j];
            if (cell.word.empty()) continue;
            html += "<section class=\"card details\" id=\"" + cell_id(i, j) +
                    "\"><a class=\"back\" href=\"#main\">to the table</a>\n<h2>" +
                    escaped(matrix.rows[i].name) + " on " + escaped(matrix.columns[j].name) + " " +
                    chip(cell) + "</h2>\n";
            for (const MatrixSection& each : cell.details) html += section(each);
            html += "</section>\n";
        }
    return html;
}

}  // namespace

std::string to_html(const Matrix& matrix, std::string_view version) {
    std::string body = "<h1>" + escaped(matrix.title) + "</h1>\n";
    for (const MatrixSection& each : matrix.summary)
        body += "<section class=\"facts\"><h2>" + escaped(each.heading) + "</h2>" +
                preformatted(each.text) + "</section>\n";
    body += "<section class=\"card matrix\"><div class=\"scroll\">" + table(matrix) +
            "</div></section>\n" + details(matrix);
    return still_page(matrix.title, body, version);
}

}  // namespace clmm::report
