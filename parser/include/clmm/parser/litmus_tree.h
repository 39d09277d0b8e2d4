#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/parser/c_tree.h"

namespace clmm::syntax {

enum class Dialect { opencl, c };  ///< first word of the file: OPENCL/OpenCL, or C

/// `key=value` line of the header, e.g. `Expect=…`, `Com=Rf Fr`.
struct Metadata {
    Span span;  ///< of the whole line
    Span value_span;
    std::string key;
    std::string value;
};

/// One entry of the initial state: `[x]=0;`, `x=1;`, `int x=3;`, `atomic_int* p=&x;`, `x[4]={1,2}`,
/// `0:r=7;`, `int a[3];`. Null value: none written. How the object is allocated stands among the
/// qualifiers of its type: `buffer int a[4];` has {"buffer"}. The words are buffer, sub_buffer,
/// image, pipe, coarse_svm, fine_svm, atomic_svm, system_svm, program and host; they are words of
/// this kind only where another word follows.
struct InitEntry {
    Span span;
    Span name_span;
    std::optional<TypeName> type;
    std::optional<std::uint32_t> unit;
    std::string name;
    std::vector<ExpressionPtr> dimensions;
    ExpressionPtr
        value;  ///< integer constant expression, `&name`, `name` (its address), InitializerList
};

/// `wg 0`, `dev 1`, `sg 2` after `P0@`; kind as written. `host` has no number.
struct Placement {
    Span span;
    std::string kind;
    std::uint32_t index = 0;
};

/// `P0@wg 0, dev 0 (global atomic_int* x) { … }`
struct Thread {
    Span span;
    Span name_span;
    std::uint32_t number = 0;
    std::vector<Placement>
        placement;  ///< empty where a scope tree places the unit, or nothing does
    std::vector<Declarator> parameters;
    Block body;
};

/// `NDRange k(a, 3), global_size(8), local_size(4);`: a kernel-instance of the test. Parts as
/// written between the commas; the first is the call of the kernel.
struct Launch {
    Span span;
    std::vector<ExpressionPtr> parts;
};

/// `(device (work_group P0 P1) (work_group P2))`; extra parentheses are dropped. `kind` is
/// "system" for the invisible root, else device, work_group, sub_group (or kernel) as written.
struct ScopeTree {
    Span span;
    std::string kind;
    std::vector<ScopeTree> children;
    std::vector<std::uint32_t> units;
};

/// An operand of a comparison in a proposition: a constant, a location (`x`, `[x]`, `x[2]`, `*x`),
/// a register `1:r0`, or `&x`.
struct PropositionAtom {
    Span span;
    enum class Kind { constant, location, reg, address } kind = Kind::constant;
    std::int64_t constant = 0;
    std::optional<std::uint32_t> unit;
    std::string name;
    std::optional<std::uint64_t> subscript;
};

struct Proposition;
using PropositionPtr = std::unique_ptr<Proposition>;
struct Comparison {
    PropositionAtom left;
    BinaryOperator op;
    PropositionAtom right;
};
struct PropositionNot {
    PropositionPtr operand;
};
enum class PropositionConnective { conjunction, disjunction, implication, equivalence };
struct PropositionBinary {
    PropositionConnective op;
    PropositionPtr left, right;
};
struct PropositionConstant {
    bool value = true;
};
struct Proposition {
    Span span;
    std::variant<Comparison, PropositionNot, PropositionBinary, PropositionConstant> node;
};

enum class Quantifier { exists, not_exists, forall };
struct Condition {
    Span span;
    Quantifier quantifier = Quantifier::exists;
    PropositionPtr proposition;
};

/// An entry of `locations [x; 1:r0; y[2];]`; type suffixes are kept as text.
struct ObservedLocation {
    PropositionAtom atom;
};

/// A whole litmus file as written.
struct LitmusTree {
    SourcePtr source;
    Dialect dialect = Dialect::opencl;
    std::string name;
    std::string documentation;  ///< the quoted string after the name; may be empty
    std::vector<Metadata> metadata;
    std::vector<InitEntry> initial_state;
    std::vector<StructDefinition> structs;
    std::vector<TypeDefinition> type_definitions;
    std::vector<Enumerator> enumerators;
    std::vector<Declarator> variables;  ///< at file scope: `global int g = 1;`
    std::vector<Function> functions;
    /// Functions that are declared, whether or not they are defined: their names and what they
    /// return. Complete only.
    std::vector<Function> prototypes;
    std::vector<Thread> threads;
    std::vector<Launch> launches;
    std::optional<ScopeTree> scope_tree;
    PropositionPtr filter;  ///< null: none
    std::vector<ObservedLocation> locations;
    std::optional<Condition> condition;
};

/// Parses one litmus test. Never throws for bad input; reports several errors where it can.
/// Errors   E-SYNTAX with the offending token's span and what was expected.
[[nodiscard]] Result<LitmusTree> parse_litmus(SourcePtr source);

/// Checked: what the checker can analyse; the rest of OpenCL C is an error. Complete: OpenCL C
/// without `goto`, assembly, designated initialisers and structs inside others.
enum class KernelLanguage { checked, complete };

/// Parses plain OpenCL C: structs, typedefs, variables, functions and kernels, after the
/// preprocessor. The tree has the file's name and no threads. Errors as parse_litmus.
[[nodiscard]] Result<LitmusTree> parse_kernels(SourcePtr source,
                                               KernelLanguage language = KernelLanguage::checked);

/// The tree as an indented text (`--dump=tree`).
[[nodiscard]] std::string to_text(const LitmusTree& tree);

}  // namespace clmm::syntax
