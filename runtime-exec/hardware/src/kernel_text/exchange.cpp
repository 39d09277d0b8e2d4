// Compare-exchanges, and the functions they become where compilers lack them.

#include "kernel_text/exchange.h"

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/print.h"

namespace clmm::hardware {
namespace {

bool is_old(const CodeNames& names) { return !names.c11_atomics; }

/// Whether compilers take a pointer to it as `expected`, for an object whose value has this type.
bool is_expected(const language::Type& type, const language::Type& value) {
    return type.space == language::AddressSpace::private_memory && !type.is_const &&
           !type.is_volatile && language::is_same(type, value);
}

std::string local_name(std::size_t n) { return "clmm_exchange" + std::to_string(n); }

/// The compare-exchange of C11: a private copy of what is expected, written back on failure.
std::string new_body(const std::string& call, const std::string& value) {
    return "    " + value + " seen = *expected;\n    const int done = " + call +
           ";\n    if (!done) *expected = seen;\n    return done;\n";
}

/// The same with the function of OpenCL 1.2, which returns the value before.
std::string old_body(const std::string& value) {
    return "    const " + value + " wanted = *expected;\n    const " + value +
           " seen = atomic_cmpxchg(object, wanted, desired);\n"
           "    if (seen != wanted) *expected = seen;\n    return seen == wanted;\n";
}

}  // namespace

std::string ExchangeFunctions::name_of(const std::string& text) {
    const auto found = std::ranges::find(texts_, text);
    const auto index = static_cast<std::size_t>(found - texts_.begin());
    if (found == texts_.end()) texts_.push_back(text);
    return local_name(index);
}

std::string ExchangeFunctions::text() const {
    std::string out;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
        out += texts_[i];
        out.replace(out.find('@'), 1, local_name(i));
    }
    return out;
}

std::string CodePrinter::compare_exchange(const syntax::Call& call) {
    const auto target = [&](std::size_t n) { return target_of(type_of(*call.arguments.at(n))); };
    const TypePtr object = target(0), expected = target(1);
    const TypePtr atomic = object ? atomic_type(object) : nullptr;
    if (!atomic || !expected)
        refuse("the types of this compare-exchange are not executed on devices", call.function_span,
               "its operands are pointers to integers of 32 or 64 bits");
    const TypePtr value_type = language::value_type(atomic);
    const Span at = call.function_span;
    const std::string value = type(value_type, at);
    if (!is_old(names_) && is_expected(*expected, *value_type))
        return call.function + "(" + this->object(call) + arguments(call, 1) + ")";
    for (std::size_t i = 3; i < call.arguments.size(); ++i)
        if (!std::holds_alternative<syntax::Name>(call.arguments[i]->node))
            refuse("this order or scope is not executed on devices", call.arguments[i]->span,
                   "write its name");
    const TypePtr seen = language::constant_type(plain_type(expected), false);
    const std::string place = type(language::pointer_to(seen), at);
    const std::string body =
        is_old(names_)
            ? old_body(value)
            : new_body(call.function + "(object, &seen, desired" + arguments(call, 3) + ")", value);
    const std::string name =
        names_.exchanges->name_of("int @(" + type(language::pointer_to(atomic), at) + " object, " +
                                  place + " expected, " + value + " desired) {\n" + body + "}\n");
    return name + "(" + this->object(call) + ", (" + place + ")" + operand(*call.arguments[1]) +
           ", " + item(*call.arguments[2]) + ")";
}

}  // namespace clmm::hardware
