#pragma once

#include <string_view>

/// The files of report/html, which the build puts into the library.
namespace clmm::report {

extern const std::string_view kPageHtml;     ///< page.html
extern const std::string_view kPageStyle;    ///< page.css
extern const std::string_view kPageScript;   ///< the *.js, one after the other, page.js last
extern const std::string_view kMatrixHtml;   ///< matrix.html
extern const std::string_view kMatrixStyle;  ///< matrix.css, which comes after page.css

}  // namespace clmm::report
