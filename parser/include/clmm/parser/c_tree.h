#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clmm/base/source.h"

/// Syntax of OpenCL C, and of the C11 subset that litmus tests are written in. Names are
/// unresolved text; meaning is given in `litmus` and in `runtime`. What only
/// KernelLanguage::complete yields is said so.
///
/// Units    spans are bytes of the source.
/// Errors   none here: the parsers report them (E-SYNTAX). Pointers are null only where it is said.
/// Source   C11 Annex A.2; OpenCL C 3.0, "The OpenCL C Programming Language"
namespace clmm::syntax {

struct Expression;
struct Statement;
using ExpressionPtr = std::unique_ptr<Expression>;
using StatementPtr = std::unique_ptr<Statement>;

/// A type as written: `volatile __global atomic_int*` has base "atomic_int",
/// qualifiers {"volatile", "global"} and pointers {{}}. Leading underscores of address
/// space qualifiers are dropped, `struct s` has base "s" and is_struct; several words of one
/// integer type are joined canonically ("unsigned int" -> "uint", "long long" -> "long").
struct TypeName {
    Span span;
    std::string base;
    bool is_struct = false;
    std::vector<std::string> qualifiers;             ///< of the pointee, or of the object itself
    std::vector<std::vector<std::string>> pointers;  ///< one per `*`, each its own qualifiers
};

/// One of `__attribute__((reqd_work_group_size(4, 1, 1)))`.
struct Attribute {
    Span span;
    std::string name;
    std::vector<ExpressionPtr> arguments;
};

/// A declared name with its type. `dimensions`: one per `[...]`, null for an empty `[]`.
struct Declarator {
    Span span;  ///< of the name
    TypeName type;
    std::string name;
    std::vector<ExpressionPtr> dimensions;
    ExpressionPtr initializer;               ///< null: none; an InitializerList for braces
    std::vector<Attribute> attributes = {};  ///< complete only
    bool is_block = false;                   ///< `void (^name)(void)`: the type is what it returns
};

enum class UnaryOperator {
    plus,
    minus,
    logical_not,
    bit_not,
    dereference,
    address_of,
    pre_increment,
    pre_decrement,
    post_increment,
    post_decrement
};
enum class BinaryOperator {
    multiply,
    divide,
    remainder,
    add,
    subtract,
    shift_left,
    shift_right,
    less,
    greater,
    less_equal,
    greater_equal,
    equal,
    not_equal,
    bit_and,
    bit_xor,
    bit_or,
    logical_and,
    logical_or,
    comma
};

struct IntegerLiteral {
    std::uint64_t value = 0;
    bool is_unsigned = false;
    bool is_long = false;
};
/// Complete only. The value is the literal's in its own precision.
struct FloatingLiteral {
    enum class Precision { half_precision, single_precision, double_precision };
    double value = 0;
    Precision precision = Precision::double_precision;
};
/// Complete only; escapes are resolved.
struct StringLiteral {
    std::string text;
};
struct Name {
    std::string text;
};
struct Unary {
    UnaryOperator op;
    ExpressionPtr operand;
};
struct Binary {
    BinaryOperator op;
    ExpressionPtr left, right;
};
/// `target = value`, or `target op= value` where op is set.
struct Assignment {
    std::optional<BinaryOperator> op;
    ExpressionPtr target, value;
};
struct Conditional {
    ExpressionPtr condition, when_true, when_false;
};
struct Call {
    std::string function;
    Span function_span;
    std::vector<ExpressionPtr> arguments;
};
struct Subscript {
    ExpressionPtr array, index;
};
struct Member {
    ExpressionPtr object;
    std::string field;
    bool arrow = false;
};
struct Cast {
    TypeName type;
    ExpressionPtr operand;
};
struct SizeOf {
    std::optional<TypeName> type;
    ExpressionPtr operand;
};  ///< exactly one is set
struct InitializerList {
    std::vector<ExpressionPtr> elements;
};  ///< also the operand of a Cast (a compound literal): complete only
/// `^{ … }`: the code that enqueue_kernel is given, or a block variable.
struct BlockLiteral {
    StatementPtr body;  ///< a Block
    std::vector<Declarator> parameters = {};
};

struct Expression {
    Span span;
    std::variant<IntegerLiteral, FloatingLiteral, StringLiteral, Name, Unary, Binary, Assignment,
                 Conditional, Call, Subscript, Member, Cast, SizeOf, InitializerList, BlockLiteral>
        node;
};

struct Block {
    std::vector<StatementPtr> statements;
};
struct DeclarationStatement {
    std::vector<Declarator> declarators;
};
struct ExpressionStatement {
    ExpressionPtr expression;
};
struct Empty {};
struct If {
    ExpressionPtr condition;
    StatementPtr when_true, when_false;
};  ///< when_false may be null
struct While {
    ExpressionPtr condition;
    StatementPtr body;
};
struct DoWhile {
    StatementPtr body;
    ExpressionPtr condition;
};
/// init: a declaration, an expression statement or Empty; condition and step may be null.
struct For {
    StatementPtr init;
    ExpressionPtr condition, step;
    StatementPtr body;
};
/// Case and Default labels stand as statements in the body's block, in order.
struct Switch {
    ExpressionPtr subject;
    StatementPtr body;
};
struct Case {
    ExpressionPtr value;
};
struct Default {};
struct Break {};
struct Continue {};
struct Return {
    ExpressionPtr value;
};  ///< may be null
/// `B1: barrier(...)`: the label is the dynamic instance of a barrier.
struct Labelled {
    std::string label;
    StatementPtr statement;
};

struct Statement {
    Span span;
    std::variant<Block, DeclarationStatement, ExpressionStatement, Empty, If, While, DoWhile, For,
                 Switch, Case, Default, Break, Continue, Return, Labelled>
        node;
};

/// `struct s { int a; atomic_int b[2]; };` at file scope. An unnamed struct of a typedef has the
/// name of the first type that the typedef declares.
struct StructDefinition {
    Span span;
    Span name_span;
    std::string name;
    std::vector<Declarator> fields;
    bool is_union = false;                   ///< complete only
    std::vector<Attribute> attributes = {};  ///< complete only
};

/// `red = 1` of an enumeration; complete only. The type of all of them is int.
struct Enumerator {
    Span span;
    std::string name;
    ExpressionPtr value;       ///< null: one more than the one before
    bool starts_list = false;  ///< the first of its enumeration, 0 if it has no value
};

/// One `typedef`: `declarator.name` is the new name. Where it names a struct defined in place,
/// that StructDefinition stands beside it.
struct TypeDefinition {
    Span span;
    Declarator declarator;
};

/// A helper function or a kernel.
struct Function {
    Span span;
    Span name_span;
    std::vector<Attribute> attributes;
    TypeName return_type;
    bool is_kernel = false;
    std::string name;
    std::vector<Declarator> parameters;
    Block body;
};

}  // namespace clmm::syntax
