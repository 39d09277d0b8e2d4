#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/base/source.h"
#include "clmm/generator/program.h"

/// Mappings: what each operation of a source language becomes on a target, as data.
namespace clmm::lowering {

/// An instruction as the mapping writes it, with placeholders: `MOV $D,[$A]`.
struct Template {
    std::string text;
    Span span;
};

/// Words that come from the program: `mov.$s` where `s` stands for the scope's name on the target.
struct Table {
    enum class Of : std::uint8_t { order, scope, operation, region };
    Of of = Of::order;
    std::map<std::string, std::string> words;  ///< by the source's word
};

/// One line of a mapping: the operations that it is about, and what they become.
///
/// Shape    `orders`, `scopes`, `regions` by the source's words (`na` for an access that is not
///          atomic); empty: any. `is_used`: only where the result is used, or is not; of others
///          nothing. A rule with `refusal` says that there is no such code, and why.
struct Rule {
    std::string operation;  ///< load, store, rmw, cas, fence, barrier; of code: see Mapping
    std::string kind;       ///< of rmw: exchange, add …; empty: any
    std::set<std::string> orders;
    std::set<std::string> scopes;
    std::set<std::string> regions;
    std::optional<bool> is_used;
    std::vector<Template> sequence;
    std::optional<std::string> refusal;
    std::string source;  ///< where the line was published
    std::string status;  ///< `published, correct`, `published, wrong: …`
    SourcePtr file;      ///< where the line stands
    Span span;
    bool is_inherited = false;  ///< from the mapping that this one is like
};

/// Instructions that begin with a text have weaker forms: that text replaced by another, or the
/// instruction left out.
struct Weakening {
    std::string from;
    std::vector<std::optional<std::string>> to;
};

/// A mapping file, docs/lowering.md.
struct Mapping {
    SourcePtr file;
    std::string name;
    std::string source_dialect;             ///< `C` or `OPENCL`: whose programs are generated
    std::string target;                     ///< first word of the target's tests
    std::string source_model;               ///< default; empty: by the language
    std::string target_model;               ///< … of the target's tests
    std::set<std::string> source_variants;  ///< of the default models
    std::set<std::string> target_variants;
    std::optional<Span> source_model_at, target_model_at;  ///< in the file, where it names them
    std::string source;  ///< of all lines that have none of their own
    std::string status;
    std::vector<std::string> registers;  ///< what `$D` stands for
    std::string reg = "%";               ///< a register in propositions, with `%` for its name
    bool has_address_registers = false;  ///< `$A` is a register; else the location's name
    std::string address_register = "%";  ///< … how the initial state names it
    std::string immediate;               ///< a number as an operand, with `%`; empty: none
    std::string thread = "P%n";
    std::map<std::string, Table> tables;
    std::vector<Rule> rules;  ///< its own before those of the mapping that it is like
    std::vector<Weakening> weakenings;
    /// Where the rules of another mapping begin, whose code is linked with this one's: each
    /// operation is by either. Empty: none.
    std::optional<std::size_t> linked_from;

    /// The first rule for an operation's words; null where there is none.
    [[nodiscard]] const Rule* find(const generator::Statement& statement,
                                   std::string_view region) const;
    /// … of the other mapping.
    [[nodiscard]] const Rule* find_linked(const generator::Statement& statement,
                                          std::string_view region) const;
    /// … for code that no operation of the model is: `constant`, `move`, `compute.add`, `branch`.
    [[nodiscard]] const Rule* find_code(std::string_view operation, std::string_view kind) const;
};

/// What a mapping calls an operation: `load`, `rmw`; its order `acquire`, or `na`.
[[nodiscard]] std::string_view operation_of(const generator::Statement& statement);
[[nodiscard]] std::string_view order_of(const generator::Statement& statement);
/// The region of memory that an operation is about: `global`, `local`, of fences and barriers also
/// `both` and `none`. Of C: empty.
[[nodiscard]] std::string_view region_of(const generator::Program& program,
                                         const generator::Statement& statement);
/// Words of an operation for people: `load seq_cst @device in global`.
[[nodiscard]] std::string describe(const generator::Statement& statement, std::string_view region);

/// The rule's line as written, and its number in its file.
[[nodiscard]] std::string text_of(const Rule& rule);
[[nodiscard]] std::size_t line_of(const Rule& rule);
/// … with the file's name where that is not the mapping's: `14`, `c11-x86.map:14`.
[[nodiscard]] std::string place_of(const Mapping& mapping, const Rule& rule);

/// Errors   E-MAPPING with spans into the file.
[[nodiscard]] Result<Mapping> read_mapping(SourcePtr file);

/// A mapping whose programs are made of the code of both, operation by operation.
///
/// Errors   E-MAPPING: they are about different targets, or speak of registers, addresses or words
/// of
///          tables in different ways.
[[nodiscard]] Result<Mapping> linked(const Mapping& mapping, const Mapping& other);

/// A shipped mapping. Errors   E-MAPPING with the names there are.
[[nodiscard]] Result<Mapping> shipped_mapping(std::string_view name);
struct ShippedMapping {
    std::string name;
    std::string title;  ///< its first line's
    std::string status;
};
[[nodiscard]] std::vector<ShippedMapping> shipped_mappings();

}  // namespace clmm::lowering
