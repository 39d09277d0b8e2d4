#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/litmus/litmus_test.h"
#include "herd/proposition.h"

namespace clmm::targets {

/// An entry of the initial state: `x=1`, `int x=1`, `int *p=&x`, `0:EAX=1`, `uint64_t 0:x5`,
/// `0:EAX=&x`.
struct InitialValue {
    std::string type;         ///< as written, without `*`; empty: none
    bool is_pointer = false;  ///< the type ends with `*`
    Span type_span;
    Atom target;  ///< a register or location
    Atom value;   ///< a constant or address
};

/// `y @ generic aliases x`, `y aliases x`: another name of a location.
struct Alias {
    std::string name;
    std::string kind;  ///< as written; empty: none
    std::string of;    ///< a location, or another such name
    Span span;
};

/// `ssw 0 1`: a relation between all events of two threads.
struct ThreadLink {
    std::string kind;
    std::uint32_t from = 0, to = 0;  ///< numbers of threads
    Span span;
};

/// Where a thread runs: `cta 0` of `P0@cta 0,gpu 0`.
struct Surrounding {
    std::string kind;
    std::uint32_t number = 0;
    Span span;
};

/// An instruction as its column has it: a piece of the source.
struct Cell {
    Span span;
};

struct Column {
    std::uint32_t number = 0;  ///< of `P<number>`
    Span span;
    std::vector<Cell> cells;  ///< those that are not empty
    std::vector<Surrounding> surroundings = {};
};

/// A test in herd's format, but for what its instructions mean.
///
///     X86 name
///     "documentation"
///     Key=value
///     { x=1; 0:EAX=2; }
///      P0         | P1          ;
///      MOV [x],$1 | MOV EAX,[x] ;
///     locations [x; 0:EAX;]
///     filter (0:EAX=1)
///     exists (x=1 /\ 1:EAX=0)
///
/// In place of the last line: `final (P) with tso: ~exists; default: exists;`. Behind it may stand
/// blocks `<< … >>`, which are commands to another program.
struct TestFile {
    std::string name;
    std::string documentation;
    std::vector<Span> expectations;  ///< what follows `Expect=`
    std::vector<InitialValue> initial;
    std::vector<Alias> aliases;
    std::vector<ThreadLink> links;
    std::vector<Column> columns;
    std::vector<Atom> locations;
    std::optional<Proposition> filter;
    std::optional<litmus::Quantifier> quantifier;
    std::optional<Proposition> condition;
};

/// Throws Rejected (E-SYNTAX, E-NAME).
[[nodiscard]] TestFile parse_test_file(std::string_view text);

/// `exists (x=1 /\ 0:EAX=2)`; empty where there is no condition.
[[nodiscard]] std::string condition_text(const TestFile& file);

/// The location that a name stands for: of an alias, what it is another name of. Throws Rejected.
[[nodiscard]] std::string root_of(const TestFile& file, const std::string& name, Span span);

/// `--dump=tree`: the parts of the file, one a line, instructions as written.
[[nodiscard]] std::string to_text(const TestFile& file, std::string_view text);

}  // namespace clmm::targets
