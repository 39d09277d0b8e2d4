#include "herd/program.h"

#include "clmm/base/reject.h"
#include "clmm/language/names.h"

namespace clmm::targets {
namespace {

constexpr std::size_t kFewNames = 24;

void normalise(Atom& atom, const Registers& registers) {
    if (atom.kind != Atom::Kind::reg) return;
    std::string name = registers.canonical(atom.name);
    if (name.empty())
        reject("E-NAME", "there is no register '" + atom.name + "'", atom.span,
               "the registers are " + std::string(registers.hint));
    atom.name = std::move(name);
}

void normalise(Proposition& proposition, const Registers& registers) {
    if (proposition.kind == Proposition::Kind::comparison) {
        normalise(proposition.left, registers);
        normalise(proposition.right, registers);
    }
    for (Proposition& each : proposition.parts) normalise(each, registers);
}

}  // namespace

void parse_program(std::string_view text, const Registers& registers, Program& into) {
    into.file = parse_test_file(text);
    for (InitialValue& each : into.file.initial) normalise(each.target, registers);
    for (Atom& atom : into.file.locations) normalise(atom, registers);
    if (into.file.filter) normalise(*into.file.filter, registers);
    if (into.file.condition) normalise(*into.file.condition, registers);
    for (const Column& column : into.file.columns) into.code.push_back(parse_code(text, column));
}

void add_aliased(Program& program) {
    for (const Alias& each : program.file.aliases)
        program.locations.push_back(root_of(program.file, each.of, each.span));
}

void reject_instruction(const Token& name, const std::vector<std::string>& known) {
    std::string hint = language::did_you_mean(std::string(name.text), known);
    if (hint.empty() && known.size() <= kFewNames) {
        for (const std::string& each : known) hint += (hint.empty() ? "" : ", ") + each;
        hint = "the instructions are " + hint;
    }
    if (hint.empty()) hint = "docs/targets.md has the instructions";
    reject("E-NAME", "unknown instruction '" + std::string(name.text) + "'", name.span,
           std::move(hint));
}

}  // namespace clmm::targets
