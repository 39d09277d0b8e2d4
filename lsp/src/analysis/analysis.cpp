#include "analysis/analysis.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "clmm/base/quoted_words.h"
#include "clmm/litmus/test_tree.h"
#include "clmm/targets/languages.h"

namespace clmm::lsp {
namespace {

void add(Diagnostics& to, const Diagnostics& more) {
    to.insert(to.end(), more.begin(), more.end());
}

void keep(Analysis& analysis, Result<litmus::LitmusTest> test) {
    add(analysis.diagnostics, test.diagnostics());
    if (test) analysis.test = std::move(test).value();
}

bool has_tree(const litmus::LitmusTest& test) { return test.front_end == &litmus::opencl(); }

void analyse_test(Analysis& analysis) {
    keep(analysis, targets::read_test(analysis.source));
    if (analysis.test) {
        if (has_tree(*analysis.test))
            analysis.names = names_of(litmus::tree_of(*analysis.test), *analysis.source);
    } else if (&targets::language_of(analysis.source->text()) == &litmus::opencl()) {
        // Well-formed text has names even where they mean nothing yet.
        if (const auto tree = syntax::parse_litmus(analysis.source))
            analysis.names = names_of(*tree, *analysis.source);
    }
}

/// Problems of a launch line, or of the arguments in it, are shown where the line is.
Diagnostics at_line(Diagnostics problems, const SourcePtr& source, const LaunchLine& line) {
    for (Diagnostic& problem : problems) {
        if (problem.source && !problem.source->name().starts_with("--")) continue;
        problem.source = source;
        problem.span = line.span;
    }
    return problems;
}

/// A kernel without a launch is read as far as its language goes.
void analyse_kernel(Analysis& analysis, const ServerOptions& options) {
    const auto line = launch_line(analysis.source->text());
    if (!line) {
        const auto tree = litmus::dump_kernel_tree(analysis.source, {});
        add(analysis.diagnostics, tree.diagnostics());
    } else if (const auto launch = options.launch(line->words); launch) {
        keep(analysis, litmus::read_kernel(analysis.source, *launch));
        analysis.diagnostics = at_line(std::move(analysis.diagnostics), analysis.source, *line);
    } else {
        add(analysis.diagnostics, at_line(launch.diagnostics(), analysis.source, *line));
    }
    if (analysis.test)
        analysis.names = names_of(litmus::tree_of(*analysis.test), *analysis.source);
    else if (const auto tree =
                 syntax::parse_kernels(analysis.source, syntax::KernelLanguage::complete))
        analysis.names = names_of(*tree, *analysis.source);
}

/// The text of a small regular file beside a model.
SourcePtr beside(const Source& model, std::string_view name) {
    constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 20U;
    const std::filesystem::path path = std::filesystem::path(model.name()).parent_path() / name;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) ||
        std::filesystem::file_size(path, error) > kLargest || error)
        return nullptr;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? std::make_shared<Source>(path.string(), std::move(text).str()) : nullptr;
}

void analyse_model(Analysis& analysis) {
    const auto model =
        model::load_model(analysis.source, {.variants = {}, .includes = [&](std::string_view name) {
                                                return beside(*analysis.source, name);
                                            }});
    add(analysis.diagnostics, model.diagnostics());
    if (const auto tree = syntax::parse_cat(analysis.source)) analysis.names = names_of(*tree);
    if (!model) return;
    for (const SourcePtr& each : model->program.sources)
        if (each->name() != analysis.source->name()) analysis.included.push_back(each);
}

}  // namespace

DocumentKind kind_of(const std::string& language, const std::string& path) {
    if (language == "cat" || path.ends_with(".cat")) return DocumentKind::model;
    if (language == "opencl" || language == "c" || path.ends_with(".cl"))
        return DocumentKind::kernel;
    return DocumentKind::test;
}

Analysis analyse(SourcePtr source, DocumentKind kind, const ServerOptions& options) {
    Analysis analysis{.source = std::move(source),
                      .kind = kind,
                      .diagnostics = {},
                      .names = {},
                      .included = {},
                      .test = {}};
    switch (kind) {
        case DocumentKind::test:
            analyse_test(analysis);
            break;
        case DocumentKind::kernel:
            analyse_kernel(analysis, options);
            break;
        case DocumentKind::model:
            analyse_model(analysis);
            break;
    }
    return analysis;
}

std::optional<LaunchLine> launch_line(std::string_view text) {
    constexpr std::string_view kMark = "// clmm:";
    std::size_t begin = text.starts_with(kMark) ? 0 : text.find("\n" + std::string(kMark));
    if (begin == std::string_view::npos) return std::nullopt;
    if (text[begin] == '\n') ++begin;
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    return LaunchLine{{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                      quoted_words(text.substr(begin + kMark.size(), end - begin - kMark.size()))};
}

}  // namespace clmm::lsp
