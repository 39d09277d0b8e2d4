#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "documents.h"

/// What an editor asks about a document. Results are the protocol's; null where there is nothing to
/// say.
namespace clmm::lsp {

/// A request that cannot be met, with the reason for the user.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What stands at a position: a name with its declaration and what the test does there, a word with
/// its paragraph.
[[nodiscard]] Json hover(const Document& document, Position position, Encoding encoding);
/// Names that can be used there, and the words of the language.
[[nodiscard]] Json completion(const Document& document, Position position, Encoding encoding);
/// Where the name at a position is declared: here, or in an included file that is on disk.
[[nodiscard]] Json definition(const Document& document, Position position, Encoding encoding);
[[nodiscard]] Json references(const Document& document, Position position, Encoding encoding,
                              bool with_declaration);
[[nodiscard]] Json highlights(const Document& document, Position position, Encoding encoding);
[[nodiscard]] Json outline(const Document& document, Encoding encoding);

/// The range of the name that would be renamed.
[[nodiscard]] Json prepare_rename(const Document& document, Position position, Encoding encoding);
/// Errors   Refused: nothing that this document declares is there, or the new name is none, is a
///          word of the language, or is taken.
[[nodiscard]] Json rename(const Document& document, Position position, const std::string& name,
                          Encoding encoding);

/// What the verdict says, over the condition or the kernel.
[[nodiscard]] Json lenses(const Document& document, Encoding encoding);
/// What hints of messages in a range propose, and repairs.
[[nodiscard]] Json actions(const Document& document, Range range, Encoding encoding);
constexpr const char* kRepairCommand = "clmm.repair";

/// The edit that makes one text of another: the part in which they differ.
[[nodiscard]] Json edit_to(const Document& document, const std::string& text, Encoding encoding);

}  // namespace clmm::lsp
