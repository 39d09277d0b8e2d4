#include "load_test_support.h"

#include <array>
#include <memory>
#include <utility>

namespace clmm::model::test {
namespace {

constexpr std::array kBaseSets{"_", "R", "W", "M", "F", "B", "BE", "BX", "IW", "RMW"};
constexpr std::array kRelations{
    "id", "sb", "rf", "mo", "loc", "int", "addr", "data", "ctrl", "ctrl-until-join", "rmw", "bar"};

std::string name_of(const Program& program, const Node& node) {
    if (const NamedBase* name = program.named(node)) return name->name;
    const auto base = static_cast<Base>(node.payload);
    const auto from = [&](Base first) {
        return static_cast<std::size_t>(base) - static_cast<std::size_t>(first);
    };
    return base >= Base::identity ? kRelations.at(from(Base::identity))
                                  : kBaseSets.at(from(Base::everything));
}

}  // namespace

Result<MemoryModel> load(const std::string& text, const LoadOptions& options) {
    return load_model(std::make_shared<const Source>("m.cat", text), options);
}

std::string text_of(const Program& program, NodeId id) {
    const Node& node = program[id];
    const auto left = [&] { return text_of(program, node.left); };
    const auto infix = [&](const char* symbol) {
        return "(" + left() + symbol + text_of(program, node.right) + ")";
    };
    switch (node.op) {
        case NodeOp::base:
            return name_of(program, node);
        case NodeOp::total_order:
            return program.total_orders[node.payload].name;
        case NodeOp::empty:
            return node.is_set ? "{}" : "0";
        case NodeOp::unite:
            return infix(" | ");
        case NodeOp::intersect:
            return infix(" & ");
        case NodeOp::subtract:
            return infix(" \\ ");
        case NodeOp::sequence:
            return infix("; ");
        case NodeOp::product:
            return infix(" * ");
        case NodeOp::complement:
            return "~" + left();
        case NodeOp::inverse:
            return left() + "^-1";
        case NodeOp::transitive_closure:
            return left() + "+";
        case NodeOp::reflexive_transitive_closure:
            return left() + "*";
        case NodeOp::optional:
            return left() + "?";
        case NodeOp::identity_on:
            return "[" + left() + "]";
        case NodeOp::domain:
            return "domain(" + left() + ")";
        case NodeOp::range:
            return "range(" + left() + ")";
        case NodeOp::recursive:
            return program.recursive[node.payload].name;
    }
    return "?";
}

std::string compiled(const std::string& text, const LoadOptions& options) {
    const Result<MemoryModel> model = load(text, options);
    if (!model) return render(model.diagnostics());
    return text_of(model->program, model->program.definitions.back().node);
}

std::string compiled_expression(const std::string& expression) {
    return compiled("let x = " + expression);
}

std::string errors_of(const std::string& text, const LoadOptions& options) {
    return render(load(text, options).diagnostics());
}

LoadOptions with_files(std::vector<std::pair<std::string, std::string>> files) {
    LoadOptions options;
    options.includes = [files = std::move(files)](std::string_view name) -> SourcePtr {
        for (const auto& [file, text] : files)
            if (file == name) return std::make_shared<const Source>(file, text);
        return nullptr;
    };
    return options;
}

}  // namespace clmm::model::test
