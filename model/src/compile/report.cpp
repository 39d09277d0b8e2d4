#include "compile/report.h"

#include <utility>

namespace clmm::model {

void CompileReport::error(SourcePlace place, const char* code, std::string message,
                          std::string hint) {
    if (muted_ > 0 || full()) return;
    if (!said_.emplace(place.source, place.span.begin, message).second) return;
    if (!calls_.empty()) {
        const Call& call = calls_.back();
        const Source& source = *sources_[call.place.source];
        hint += (hint.empty() ? "in the use of '" : "; in the use of '") + call.function +
                "' at line " + std::to_string(source.position(call.place.span.begin).line);
    }
    diagnostics_.push_back({Severity::error, code, std::move(message), std::move(hint),
                            sources_[place.source], place.span});
}

void CompileReport::add(Diagnostics diagnostics) {
    for (Diagnostic& each : diagnostics)
        if (!full()) diagnostics_.push_back(std::move(each));
}

std::uint16_t CompileReport::add_source(SourcePtr source) {
    sources_.push_back(std::move(source));
    return static_cast<std::uint16_t>(sources_.size() - 1);
}

}  // namespace clmm::model
