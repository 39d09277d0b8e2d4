#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/builtins.h"

namespace clmm::language {

/// What a call of a built-in function takes and yields. Its arguments are converted to
/// `parameters`.
struct Signature {
    TypePtr result;
    std::vector<TypePtr> parameters;
};

/// The form of a function that a call means, or why it means none.
struct SignatureChoice {
    std::optional<Signature> signature;
    bool is_ambiguous = false;  ///< several forms take the arguments equally well
    std::string problem;        ///< empty where there is a signature
};

/// Whether the types of a call's arguments say all about it.
[[nodiscard]] bool has_signatures(const Builtin& function);

/// By the types of the arguments, as values. Literals of the language are of their types: `0.5` is
/// a double.
///
/// Shape    Builtin::forms has words, one for each form: a letter for the result, then one for each
///          parameter. `g` is the generic type, a scalar or vector of Builtin::elements and
///          Builtin::lanes; with as many components: `i` int, `k` and `u` signed and unsigned of
///          its width, `w` twice as wide, `t` what comparisons yield; `p` and `q` pointers to `g`
///          and `i`; of one component `s` as `g` and `j` int.
/// Source   OpenCL C 3.0, "Built-in Functions": which forms there are. Which of them is called
///          compilers decide as for overloaded functions: no conversion is better than one that
///          promotes, which is better than another, which is better than one to a vector.
/// Tests    tests/agreement/builtins.py asks clang
[[nodiscard]] SignatureChoice choose_signature(const Builtin& function,
                                               std::span<const TypePtr> arguments);

}  // namespace clmm::language
