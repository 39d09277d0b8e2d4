#include "compile/value.h"

namespace clmm::model {

std::uint32_t Environment::number(std::string_view name) {
    return numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(numbers_.size()))
        .first->second;
}

Scope Environment::bind(Scope scope, std::uint32_t name, Value value) {
    bindings_.push_back({name, value, scope});
    return static_cast<Scope>(bindings_.size() - 1);
}

const Value* Environment::find(Scope scope, std::uint32_t name) const {
    for (; scope != 0; scope = bindings_[scope].outer)
        if (bindings_[scope].name == name) return &bindings_[scope].value;
    return nullptr;
}

std::vector<std::string_view> Environment::names(Scope scope) const {
    std::vector<std::string_view> by_number(numbers_.size());
    for (const auto& [name, number] : numbers_) by_number[number] = name;
    std::vector<std::string_view> out;
    for (; scope != 0; scope = bindings_[scope].outer)
        out.push_back(by_number[bindings_[scope].name]);
    return out;
}

}  // namespace clmm::model
