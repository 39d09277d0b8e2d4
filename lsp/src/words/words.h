#pragma once

#include <map>
#include <string>

namespace clmm::lsp {

/// What words of a language mean, for people: Markdown by word, with the paragraph that says so.
using Words = std::map<std::string, std::string, std::less<>>;

/// Orders, scopes, flags, functions and the words of litmus tests (lsp/words/opencl.md).
[[nodiscard]] const Words& opencl_words();
/// Statements, sets and relations of cat (the tables of docs/cat.md).
[[nodiscard]] const Words& cat_words();

}  // namespace clmm::lsp
