#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "analysis/analysis.h"
#include "text/text.h"
#include "verdicts/judgement.h"
#include "wire/connection.h"

namespace clmm::lsp {

/// A document that is open in the editor. `judgement` is of this version, once it is there.
struct Document {
    std::string uri;
    int version = 0;
    std::shared_ptr<const Analysis> analysis;
    std::shared_ptr<const Judgement> judgement;

    [[nodiscard]] const Source& source() const { return *analysis->source; }
};

/// `/a b` of `file:///a%20b`; of other URIs what they are.
[[nodiscard]] std::string path_of(const std::string& uri);

/// What the protocol calls a position and a range.
[[nodiscard]] Json to_json(Position position);
[[nodiscard]] Json to_json(Range range);
/// Errors   Json's, for what has no such members.
[[nodiscard]] Position position_in(const Json& parameters);
/// 0 where it has none.
[[nodiscard]] int version_in(const Json& document);

/// The messages about a document, for its editor: what reading it and deciding it have shown. What
/// is about another file stands at the beginning, with its place in words.
[[nodiscard]] Json diagnostics_of(const Document& document, Encoding encoding);

}  // namespace clmm::lsp
