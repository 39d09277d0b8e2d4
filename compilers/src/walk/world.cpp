#include "walk/machine.h"

namespace clmm::compilers {

TermId World::label(const std::string& name) {
    const auto [found, is_new] = label_terms_.try_emplace(name, TermId{});
    if (is_new) {
        found->second = terms.base();
        labels_.emplace(terms[found->second].value, name);
    }
    return found->second;
}

TermId World::code(std::size_t place) {
    const auto [found, is_new] = code_terms_.try_emplace(place, TermId{});
    if (is_new) {
        found->second = terms.base();
        places_.emplace(terms[found->second].value, place);
    }
    return found->second;
}

TermId World::own(const std::string& name) {
    const auto [found, is_new] = own_terms_.try_emplace(name, TermId{});
    if (is_new) {
        found->second = terms.base();
        private_bases.insert(terms[found->second].value);
    }
    return found->second;
}

const std::string* World::label_of(std::uint64_t base) const {
    const auto found = labels_.find(base);
    return found == labels_.end() ? nullptr : &found->second;
}

const std::size_t* World::place_of(std::uint64_t base) const {
    const auto found = places_.find(base);
    return found == places_.end() ? nullptr : &found->second;
}

}  // namespace clmm::compilers
