#include <algorithm>

#include "clmm/parser/litmus_comment.h"
#include "host/code.h"
#include "host/kernel_edits.h"

namespace clmm::runtime::host {
namespace {

/// Behind a comment that begins at `at`; `at` where none does.
std::size_t skip_comment(std::string_view text, std::size_t at, bool inside_body = false) {
    const auto comment = syntax::comment_at(text, static_cast<std::uint32_t>(at), inside_body);
    return comment.found ? comment.end : at;
}

/// Behind the next `wanted` that no comment or quoted text has.
std::size_t behind(std::string_view text, std::size_t at, char wanted) {
    while (at < text.size()) {
        if (const std::size_t end = skip_comment(text, at); end != at) {
            at = end;
        } else if (text[at] == '"') {
            at = std::min(text.find('"', at + 1), text.size() - 1) + 1;
        } else if (text[at++] == wanted) {
            return at;
        }
    }
    return at;
}

/// Where the initial state ends.
std::size_t end_of_state(const syntax::LitmusTree& tree, std::string_view text) {
    std::size_t at = 0;
    for (const syntax::Metadata& line : tree.metadata)
        at = std::max<std::size_t>(at, line.span.end);
    at = behind(text, at, '{');
    for (const syntax::InitEntry& entry : tree.initial_state)
        at = std::max<std::size_t>(at, entry.span.end);
    return behind(text, at, '}');
}

/// Where the last definition ends: what asks about the final state stands behind it.
std::size_t end_of_definitions(const syntax::LitmusTree& tree, std::string_view text) {
    std::size_t end = 0;
    const auto reach = [&](Span span) { end = std::max<std::size_t>(end, span.end); };
    const auto reach_semicolon = [&](Span span) {
        end = std::max(end, behind(text, span.end, ';'));
    };
    for (const auto& each : tree.functions) reach(each.span);
    for (const auto& each : tree.threads) reach(each.span);
    for (const auto& each : tree.launches) reach(each.span);
    for (const auto& each : tree.structs) reach_semicolon(each.span);
    for (const auto& each : tree.type_definitions) reach_semicolon(each.declarator.span);
    for (const auto& each : tree.variables) reach_semicolon(each.span);
    return end;
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text.size()); ++i)
        if (text[i] != '\n') text[i] = ' ';
}

/// Herd's comments are none in OpenCL C.
void blank_comments(std::string& text, std::size_t begin, std::size_t end) {
    int braces = 0;
    for (std::size_t at = begin; at < end;) {
        if (const std::size_t behind = skip_comment(text, at, braces > 0); behind != at) {
            blank(text, at, behind);
            at = behind;
            continue;
        }
        if (text[at] == '{') ++braces;
        if (text[at] == '}') --braces;
        at = text[at] == '"' ? behind(text, at + 1, '"') : at + 1;
    }
}

/// Where the parameters of a thread begin.
std::size_t parameters_of(const syntax::Thread& thread, std::string_view text) {
    std::size_t at = thread.name_span.end;
    for (const auto& place : thread.placement) at = std::max<std::size_t>(at, place.span.end);
    return behind(text, at, '(') - 1;
}

std::string blanked(const syntax::LitmusTree& tree, bool keep_threads) {
    const std::string_view whole = tree.source->text();
    std::string text(whole);
    const std::size_t begin = end_of_state(tree, whole);
    const std::size_t end = end_of_definitions(tree, whole);
    blank(text, 0, begin);
    blank(text, std::max(begin, end), text.size());
    for (const auto& thread : tree.threads)
        blank(text, thread.span.begin,
              keep_threads && !is_host(thread) ? parameters_of(thread, whole) : thread.span.end);
    for (const auto& launch : tree.launches) blank(text, launch.span.begin, launch.span.end);
    blank_comments(text, begin, end);
    return text;
}

}  // namespace

bool is_host(const syntax::Thread& thread) {
    return std::ranges::any_of(thread.placement,
                               [](const auto& place) { return place.kind == "host"; });
}

KernelText::KernelText(const syntax::LitmusTree& tree) : KernelText(tree, {}) {}

KernelText::KernelText(const syntax::LitmusTree& tree, std::vector<Insertion> units)
    : insertions_(std::move(units)), test_(tree.source) {
    const bool keep_threads = !insertions_.empty();
    std::string text = blanked(tree, keep_threads);
    KernelEdits edits = edits_of(tree, keep_threads);
    for (const Span& span : edits.blanks) blank(text, span.begin, span.end);
    insertions_.insert(insertions_.end(), std::make_move_iterator(edits.insertions.begin()),
                       std::make_move_iterator(edits.insertions.end()));
    std::ranges::stable_sort(insertions_, {}, &Insertion::at);
    for (auto each = insertions_.rbegin(); each != insertions_.rend(); ++each)
        text.insert(each->at, each->text);
    text_ = std::make_shared<const Source>(test_->name(), std::move(text));
}

std::uint32_t KernelText::in_test(std::uint32_t offset) const {
    std::uint32_t before = 0;  // inserted so far
    for (const Insertion& each : insertions_) {
        if (offset < each.at + before) break;
        const auto size = static_cast<std::uint32_t>(each.text.size());
        if (offset < each.at + before + size) return each.at;
        before += size;
    }
    return offset - before;
}

void KernelText::move_to_test(SourcePtr& source, Span& span) const {
    if (!source) return;
    const Source::Written written = source->written(span);
    if (&written.source != text_.get()) return;
    source = test_;
    span = {in_test(written.span.begin), in_test(written.span.end)};
}

Diagnostics KernelText::about_test(Diagnostics diagnostics) const {
    for (Diagnostic& each : diagnostics) move_to_test(each.source, each.span);
    return diagnostics;
}

Finding KernelText::about_test(Finding finding) const {
    for (Finding::Site& each : finding.sites) move_to_test(each.source, each.span);
    return finding;
}

}  // namespace clmm::runtime::host
