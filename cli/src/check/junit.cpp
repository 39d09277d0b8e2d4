#include "check/junit.h"

#include <algorithm>

#include "clmm/base/utf8.h"

namespace clmm::cli {
namespace {

/// Sequences by which terminals take colours.
std::string without_colours(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b')
            i = std::min(text.find('m', i), text.size());
        else
            plain += text[i];
    }
    return plain;
}

std::string escaped(char c) {
    switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\n':
            return "&#10;";
        default:
            return static_cast<unsigned char>(c) < 0x20 ? "?" : std::string(1, c);
    }
}

/// For texts and for attributes.
std::string as_xml(const std::string& text) {
    std::string xml;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_at(text, i).length;
        if (length > 1)
            xml += text.substr(i, length);
        else
            xml += length == 0 ? "?" : escaped(text[i]);
        i += std::max<std::size_t>(length, 1);
    }
    return xml;
}

/// `failure` or `error`; null of a test that is as expected.
const char* element_of(ExitCode code) {
    if (code == ExitCode::as_expected) return nullptr;
    return code == ExitCode::expectation_failed ? "failure" : "error";
}

const char* type_of(ExitCode code) {
    switch (code) {
        case ExitCode::expectation_failed:
            return "expectation";
        case ExitCode::bad_input:
            return "rejected";
        case ExitCode::unknown:
            return "unknown";
        default:
            return "internal error";
    }
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string case_of(const JunitCase& each) {
    const std::string said = without_colours(each.said);
    std::string xml = "  <testcase name=\"" + as_xml(each.path) + "\" classname=\"clmm.check\"";
    const char* const element = element_of(each.code);
    if (element == nullptr) return xml + "/>\n";
    const std::string message = said.empty() ? type_of(each.code) : first_line(said);
    xml += ">\n    <" + std::string(element) + " type=\"" + type_of(each.code) + "\" message=\"" +
           as_xml(message) + "\">" + as_xml(said) + "</" + element + ">\n";
    return xml + "  </testcase>\n";
}

}  // namespace

std::string to_junit(const std::vector<JunitCase>& cases) {
    const auto count = [&](const std::string& element) {
        return std::to_string(std::ranges::count_if(cases, [&](const JunitCase& each) {
            const char* const of = element_of(each.code);
            return of != nullptr && of == element;
        }));
    };
    std::string xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"clmm check\" "
        "tests=\"" +
        std::to_string(cases.size()) + "\" failures=\"" + count("failure") + "\" errors=\"" +
        count("error") + "\">\n";
    for (const JunitCase& each : cases) xml += case_of(each);
    return xml + "</testsuite>\n";
}

}  // namespace clmm::cli
