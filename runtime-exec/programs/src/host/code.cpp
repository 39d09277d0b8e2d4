#include "host/code.h"

#include <algorithm>

namespace clmm::runtime {

const syntax::Function* HostProgram::Code::function(const std::string& name) const {
    const auto found = std::ranges::find(tree.functions, name, &syntax::Function::name);
    return found == tree.functions.end() ? nullptr : &*found;
}

namespace host {

bool is_host(const syntax::Thread& thread) {
    return std::ranges::any_of(thread.placement,
                               [](const auto& place) { return place.kind == "host"; });
}

bool has_word(const syntax::InitEntry& entry, const char* word) {
    return entry.type &&
           std::ranges::find(entry.type->qualifiers, word) != entry.type->qualifiers.end();
}

}  // namespace host
}  // namespace clmm::runtime
