#include "clmm/lowering/lower.h"

#include <algorithm>
#include <sstream>

#include "lower/thread.h"
#include "lower/ways.h"

namespace clmm::lowering {
namespace {

using generator::Program;
using generator::Thread;

/// `P%n@cta %w,gpu %d` with the numbers of the thread's place.
std::string head_of(const Mapping& mapping, const Thread& thread) {
    std::string out;
    for (std::size_t i = 0; i < mapping.thread.size(); ++i) {
        const char c = mapping.thread[i];
        const char next = i + 1 < mapping.thread.size() ? mapping.thread[i + 1] : ' ';
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

class File {
public:
    File(const Program& program, const Mapping& mapping) : program_(program), mapping_(mapping) {}

    [[nodiscard]] Variant made(const std::vector<ThreadCode>& threads) {
        out_ << mapping_.target << ' ' << program_.name << "\n{ ";
        for (const generator::Location& each : program_.locations)
            out_ << each.name << '=' << each.initial << "; ";
        for (const ThreadCode& each : threads)
            for (const std::string& value : each.initial) out_ << value << "; ";
        out_ << "}\n";
        columns(threads);
        Variant variant;
        variant.states = states(threads);
        out_ << "locations [";
        for (const Counterpart& each : variant.states)
            if (!each.computed) out_ << each.name << "; ";
        out_ << "]\n";
        filter(threads);
        variant.text = out_.str();
        return variant;
    }

private:
    void columns(const std::vector<ThreadCode>& threads) {
        std::vector<std::size_t> widths;
        std::size_t rows = 0;
        for (std::size_t i = 0; i < threads.size(); ++i) {
            std::size_t width = head_of(mapping_, program_.threads[i]).size();
            for (const std::string& cell : threads[i].cells) width = std::max(width, cell.size());
            widths.push_back(width);
            rows = std::max(rows, threads[i].cells.size());
        }
        row(widths, [&](std::size_t i) { return head_of(mapping_, program_.threads[i]); });
        for (std::size_t at = 0; at < rows; ++at)
            row(widths, [&](std::size_t i) {
                return at < threads[i].cells.size() ? threads[i].cells[at] : std::string();
            });
    }

    template <class Cell>
    void row(const std::vector<std::size_t>& widths, Cell&& cell) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string text = cell(i);
            out_ << (i == 0 ? " " : " | ") << text << std::string(widths[i] - text.size(), ' ');
        }
        out_ << " ;\n";
    }

    [[nodiscard]] std::vector<Counterpart> states(const std::vector<ThreadCode>& threads) const {
        std::vector<Counterpart> all;
        for (const generator::Observed& each : generator::observed(program_)) {
            if (each.thread < 0) {
                all.push_back({each, each.name, std::nullopt});
                continue;
            }
            for (std::size_t i = 0; i < threads.size(); ++i)
                if (static_cast<int>(program_.threads[i].number) == each.thread)
                    all.push_back(threads[i].counterpart(each.name));
        }
        return all;
    }

    void filter(const std::vector<ThreadCode>& threads) {
        std::string text;
        for (const ThreadCode& thread : threads)
            for (const std::string& each : thread.filter)
                text += (text.empty() ? "" : " /\\ ") + each;
        if (!text.empty()) out_ << "filter (" << text << ")\n";
    }

    const Program& program_;
    const Mapping& mapping_;
    std::ostringstream out_;
};

class Lowering {
public:
    Lowering(const Program& program, const Mapping& mapping)
        : program_(program), mapping_(mapping) {}

    Lowered operator()() {
        if (mapping_.find_code("unless", "equal") != nullptr) {
            std::vector<ThreadCode> threads;
            for (const Thread& each : program_.threads) {
                threads.emplace_back(program_, each, mapping_, lowered_.used);
                threads.back().whole();
            }
            lowered_.variants.push_back(File(program_, mapping_).made(threads));
        } else {
            std::vector<ThreadCode> threads;
            combine(threads);
        }
        return std::move(lowered_);
    }

private:
    /// Each way of the next thread with each of the others'.
    void combine(std::vector<ThreadCode>& threads) {
        if (threads.size() == program_.threads.size()) {
            lowered_.variants.push_back(File(program_, mapping_).made(threads));
            return;
        }
        const Thread& next = program_.threads[threads.size()];
        for (const Way& way : ways_through(next.body)) {
            ThreadCode code(program_, next, mapping_, lowered_.used);
            code.along(way);
            std::vector<ThreadCode> more = threads;
            more.push_back(std::move(code));
            combine(more);
        }
    }

    const Program& program_;
    const Mapping& mapping_;
    Lowered lowered_;
};

}  // namespace

Result<Lowered> lower(const Program& program, const Mapping& mapping, const SourcePtr& source) {
    try {
        return Lowering(program, mapping)();
    } catch (const NotLowered& why) {
        return Result<Lowered>::failure(
            {Severity::error, "E-LOWER", why.message, why.hint, source, why.span});
    }
}

}  // namespace clmm::lowering
