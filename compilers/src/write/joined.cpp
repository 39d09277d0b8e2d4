#include "write/joined.h"

namespace clmm::compilers {
namespace {

using generator::Kind;
using generator::Statement;
using generator::Value;
using Body = std::vector<Statement>;

void rename(std::string& name, const Renaming& by) {
    if (const auto found = by.find(name); found != by.end()) name = found->second;
}

void rename(Value& value, const Renaming& by) {
    rename(value.reg, by);
    for (Value& each : value.parts) rename(each, by);
}

void rename(Statement& statement, const Renaming& by) {
    rename(statement.result, by);
    rename(statement.value, by);
    rename(statement.expected, by);
    for (Statement& each : statement.when_true) rename(each, by);
    for (Statement& each : statement.when_false) rename(each, by);
}

/// Whether the second does what the first does, when its results are called otherwise.
bool is_same(const Statement& a, const Statement& b, Renaming& renaming);

bool is_same(const Body& a, const Body& b, Renaming& renaming) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!is_same(a[i], b[i], renaming)) return false;
    return true;
}

bool is_same(const Statement& a, const Statement& b, Renaming& renaming) {
    if (a.kind != b.kind || a.span.begin != b.span.begin || a.span.end != b.span.end) return false;
    Statement renamed = b;
    if (a.kind == Kind::branch) {
        rename(renamed.value, renaming);
        return generator::to_text(a.value) == generator::to_text(renamed.value) &&
               is_same(a.when_true, b.when_true, renaming) &&
               is_same(a.when_false, b.when_false, renaming);
    }
    // Names of results come together only where the rest is the same.
    rename(renamed, renaming);
    const std::string result = renamed.result;
    renamed.result = a.result;
    if (generator::to_text(a, generator::Dialect::opencl) !=
            generator::to_text(renamed, generator::Dialect::opencl) ||
        generator::to_text(a.expected) != generator::to_text(renamed.expected))
        return false;
    if (result != a.result) renaming[b.result] = a.result;
    return true;
}

class Joining {
public:
    Joining(const Value& condition, Body yes, Body no, Renaming& renaming)
        : condition_(condition), yes_(std::move(yes)), no_(std::move(no)), renaming_(renaming) {}

    Body operator()() {
        std::size_t from = 0;
        std::size_t others = 0;
        for (std::size_t i = 0; i < yes_.size(); ++i)
            for (std::size_t j = others; j < no_.size(); ++j) {
                Renaming tried = renaming_;
                if (!is_same(yes_[i], no_[j], tried)) continue;
                apart(from, i, others, j);
                renaming_ = std::move(tried);
                made_.push_back(yes_[i]);
                from = i + 1;
                others = j + 1;
                break;
            }
        apart(from, yes_.size(), others, no_.size());
        return std::move(made_);
    }

private:
    void apart(std::size_t from, std::size_t to, std::size_t others, std::size_t others_to) {
        if (from == to && others == others_to) return;
        Statement branch{.kind = Kind::branch};
        branch.value = condition_;
        for (; from < to; ++from) branch.when_true.push_back(yes_[from]);
        for (; others < others_to; ++others) {
            branch.when_false.push_back(no_[others]);
            rename(branch.when_false.back(), renaming_);
        }
        made_.push_back(std::move(branch));
    }

    const Value& condition_;
    Body yes_, no_;
    Renaming& renaming_;
    Body made_;
};

}  // namespace

Body joined(const Value& condition, Body yes, Body no, Renaming& renaming) {
    return Joining(condition, std::move(yes), std::move(no), renaming)();
}

}  // namespace clmm::compilers
