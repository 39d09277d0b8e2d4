#include "machines/ptx/execution.h"

/// Functions: what they are given and give back lies in parameters' memory under the names that
/// compilers have for it, and registers are each function's own.
namespace clmm::compilers::nvidia {
namespace {

const std::string kBack = "return";
const std::string kGivenBack = "retval0";
const std::string kGivenBackInside = "func_retval0";

/// `(param0, param1)`.
std::vector<std::string> names_in(const Piece& list) {
    std::string_view text = list.text;
    if (!text.starts_with('(') || !text.ends_with(')'))
        refuse("'" + list.text + "' is no list of parameters", list.span);
    text = trimmed(text.substr(1, text.size() - 2));
    std::vector<std::string> names;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        names.emplace_back(trimmed(text.substr(0, comma)));
        text = trimmed(text.substr(std::min(comma + 1, text.size())));
    }
    return names;
}

}  // namespace

void enter(Machine& machine, const std::string& function, const std::vector<TermId>& parameters,
           TermId back) {
    enter_by_name(machine, function, parameters);
    machine.set(kBack, back);
}

Next Execution::call() {
    const bool gives_back = operand(0).text.starts_with('(');
    const std::size_t at = gives_back ? 1 : 0;
    const Piece& function = operand(at);
    if (gives_back && names_in(operand(0)) != std::vector{kGivenBack})
        refuse("'" + operand(0).text + "' is not known as what a function gives back",
               operand(0).span, "it is called " + kGivenBack);
    std::vector<TermId> given;
    if (line_.operands.size() > at + 1)
        for (const std::string& each : names_in(operand(at + 1))) {
            const auto found = machine_.find(each);
            if (!found) refuse("nothing was stored to " + each, operand(at + 1).span);
            given.push_back(*found);
        }
    if (line_.operands.size() > at + 2 || function.text.starts_with('%'))
        refuse("it is not known which function is called here", line_.span);
    machine_.enter_frame();
    enter(machine_, function.text, given, machine_.world().code(line_.place + 1));
    return {.kind = Next::Kind::call, .label = function.text, .span = function.span};
}

Next Execution::leave() {
    const TermId back = machine_.get(kBack);
    if (back != machine_.world().back) {
        const auto given_back = machine_.find(kGivenBackInside);
        machine_.leave_frame();
        if (given_back) machine_.set(kGivenBack, *given_back);
    }
    return {.kind = Next::Kind::go_to, .span = line_.span, .target = back};
}

/// `[P0_param_0]`, `[retval0+0]`.
std::string Execution::parameter_name(const Piece& piece) {
    std::string_view name = piece.text;
    if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
    if (name.ends_with("+0")) name.remove_suffix(2);
    return std::string(trimmed(name));
}

TermId Execution::parameter() {
    const Piece& piece = operand(1);
    const auto found = machine_.find(parameter_name(piece));
    if (!found) refuse("unknown parameter '" + piece.text + "'", piece.span);
    return *found;
}

}  // namespace clmm::compilers::nvidia
