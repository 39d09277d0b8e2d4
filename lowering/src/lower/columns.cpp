#include "clmm/lowering/columns.h"

#include <algorithm>
#include <sstream>

namespace clmm::lowering {
namespace {

template <class Cell>
void row(std::ostream& out, const std::vector<std::size_t>& widths, Cell&& cell) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string text = cell(i);
        out << (i == 0 ? " " : " | ") << text << std::string(widths[i] - text.size(), ' ');
    }
    out << " ;\n";
}

void rows(std::ostream& out, const std::vector<Column>& columns) {
    std::vector<std::size_t> widths;
    std::size_t count = 0;
    for (const Column& each : columns) {
        std::size_t width = each.head.size();
        for (const std::string& cell : each.cells) width = std::max(width, cell.size());
        widths.push_back(width);
        count = std::max(count, each.cells.size());
    }
    row(out, widths, [&](std::size_t i) { return columns[i].head; });
    for (std::size_t at = 0; at < count; ++at)
        row(out, widths, [&](std::size_t i) {
            return at < columns[i].cells.size() ? columns[i].cells[at] : std::string();
        });
}

}  // namespace

std::string head_of(std::string_view pattern, const generator::Thread& thread) {
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        const char next = i + 1 < pattern.size() ? pattern[i + 1] : ' ';
        const std::string_view known = "nswd";
        if (c != '%' || known.find(next) == std::string_view::npos) {
            out += c;
            continue;
        }
        ++i;
        out += std::to_string(next == 'n'   ? thread.number
                              : next == 's' ? thread.place.sub_group
                              : next == 'w' ? thread.place.work_group
                                            : thread.place.device);
    }
    return out;
}

std::string test_text(std::string_view language, const generator::Program& program,
                      const std::vector<Column>& columns, const std::vector<std::string>& shown) {
    std::ostringstream out;
    out << language << ' ' << program.name << "\n{ ";
    for (const generator::Location& each : program.locations)
        out << generator::word_for(each.name) << '=' << each.initial << "; ";
    for (const Column& each : columns)
        for (const std::string& value : each.initial) out << value << "; ";
    out << "}\n";
    rows(out, columns);
    out << "locations [";
    for (const std::string& name : shown) out << name << "; ";
    out << "]\n";
    std::string filter;
    for (const Column& each : columns)
        for (const std::string& part : each.filter)
            filter += (filter.empty() ? "" : " /\\ ") + part;
    if (!filter.empty()) out << "filter (" << filter << ")\n";
    return out.str();
}

}  // namespace clmm::lowering
