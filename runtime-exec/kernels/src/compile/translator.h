#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "clmm/parser/c_tree.h"
#include "compile/diagnose.h"
#include "compile/emitter.h"
#include "compile/host.h"
#include "compile/program.h"
#include "compile/type.h"
#include "execute/loops/arithmetic.h"

namespace clmm::runtime::compiler {

struct Closure;

/// An index that has to be below the length of its array.
struct IndexCheck {
    Reg index = kNoRegister;  ///< 64 bits
    std::uint64_t count = 0;
};

/// What an expression yields: its components in registers. What has none (arrays, unions) is in
/// memory: the one register then holds its address.
struct Value {
    TypePtr type = nullptr;
    std::vector<Reg> parts;
    bool in_memory = false;
    const std::string* text = nullptr;  ///< of a string literal
    const Closure* block = nullptr;     ///< of a block

    // of watched code
    const Root* root = nullptr;   ///< what a pointer, or a value in memory, is known to be in
    std::uint64_t alignment = 0;  ///< of what it points to, if less than its type's
    bool trusted = false;         ///< in memory that needs no check
    TypePtr array = nullptr;  ///< of an address: of the first element of this array in an object
    std::vector<IndexCheck> indices;  ///< that led to the array

    [[nodiscard]] Reg reg() const { return parts.front(); }
};

/// What can be assigned to: components of a variable in registers, or memory.
struct Lvalue {
    TypePtr type = nullptr;
    bool in_memory = false;
    std::vector<Reg> parts;
    Reg address = kNoRegister;  ///< or, of a variable, computed at each use from
    std::optional<handlers::ItemQuery> base;
    std::int64_t offset = 0;
    AddressSpace space = AddressSpace::private_memory;
    std::vector<unsigned> swizzle;  ///< components of a vector in memory; empty: all
    bool repeats = false;           ///< a component twice: not assignable
    std::optional<Reg> component;   ///< one of `parts`, by its number (32 bits)

    // of watched code
    const Root* root = nullptr;       ///< the object, if known
    std::uint64_t alignment = 0;      ///< if less than the type's
    bool trusted = false;             ///< needs no check
    std::vector<IndexCheck> indices;  ///< that led here, and may leave their arrays
    Span span;                        ///< where it is written, if anywhere
};

struct Variable {
    TypePtr type = nullptr;
    Lvalue place;
    const Closure* block = nullptr;
    std::optional<std::int64_t> enumerator;
    bool addressed = false;
    const Root* root = nullptr;  ///< what the pointer that it always holds points into
};

/// A block where it was written: its code, and what it took with it there. Variables in private
/// memory it has copies of; those in local memory and at program scope are the same.
struct Closure {
    const syntax::BlockLiteral* literal = nullptr;
    std::map<std::string, Variable> captured;
};

/// Translates one kernel, or the block of a device-side enqueue, with all functions that it calls
/// expanded in place.
///
/// Types are found on the way: every expression yields a Value with its type, and conversions are
/// instructions. `at_` is what instructions and errors are blamed on.
class Translator {
public:
    /// Of a block, `around` is what enqueues it.
    Translator(Program& program, const syntax::Function* kernel,
               const Translator* around = nullptr);

    /// The kernel's code; diagnostics go to the program. None after errors.
    std::optional<Code> kernel(KernelAttributes& attributes, std::vector<Parameter>& parameters);
    /// A variable that a block takes with it, by value; or a block that it names, with what that
    /// one takes with it.
    struct Captured {
        std::string name;
        TypePtr type = nullptr;
        const syntax::BlockLiteral* block = nullptr;
        std::vector<Captured> inside = {};
        const Variable* shared = nullptr;  ///< of program-scope memory: no value is taken
    };
    /// The code of a block for device-side enqueue, whose first parameters are what it captures.
    std::optional<Code> block(const syntax::BlockLiteral& literal,
                              const std::vector<Captured>& captured, KernelAttributes& attributes,
                              std::vector<Parameter>& parameters);
    /// A constant expression of any type, as the bytes that it has in memory.
    void constant_bytes(const syntax::Expression& initializer, TypePtr type, ConstantBytes out,
                        Span span);
    std::int64_t integer_constant(const syntax::Expression& expression);
    /// How lists in braces are read here.
    [[nodiscard]] language::InitializerRules list_rules();

    // host.cpp: host code
    using HostParameters = std::vector<HostFunction::Parameter>;
    std::optional<Code> host_thread(const syntax::Thread& thread, HostParameters& parameters);
    /// Of a callback, a native kernel, or a function that calls itself.
    std::optional<Code> host_function(const syntax::Function& function, HostParameters& parameters);
    std::optional<Code> host_launch(const syntax::Launch& launch);

private:
    friend class BuiltinCall;
    friend class ConstantWriter;
    struct Loop {
        std::optional<Label> next;
        Label end;
    };
    struct Activation {
        const syntax::Function* function = nullptr;
        const Closure* block = nullptr;  ///< that is called
        TypePtr result_type = nullptr;
        std::vector<Reg> result;
        Reg result_address = kNoRegister;
        Label end{};
        std::size_t scopes = 0;
        std::size_t loops = 0;
        std::vector<std::string> addressed;
        std::vector<std::string> reassigned;
    };

    // translator.cpp: the kernel and its parameters
    void bind_parameter(const syntax::Declarator& declarator, std::vector<Parameter>& parameters);
    Value parameter_value(TypePtr type);
    std::optional<Code> finish(Span whole, KernelAttributes& attributes);
    void read_attributes(const syntax::Function& function, KernelAttributes& attributes);

    // scopes
    void open_scope() { scopes_.emplace_back(); }
    void close_scope() {
        end_observed();
        scopes_.pop_back();
    }
    Variable& declare(const std::string& name, Variable variable, Span span);
    Variable* find(const std::string& name);
    Variable make_variable(TypePtr type, bool in_memory);
    [[nodiscard]] bool is_addressed(const std::string& name) const;
    std::uint64_t allocate_private(TypePtr type);
    /// From one work-item's private memory to the next one's.
    [[nodiscard]] std::uint32_t private_stride() const;
    std::uint64_t allocate_local(std::uint64_t size, std::uint64_t alignment);

    // statements.cpp
    void execute(const syntax::Statement& statement);
    void execute(const syntax::Block& node);
    void execute(const syntax::DeclarationStatement& node);
    void execute(const syntax::ExpressionStatement& node) { discard(*node.expression); }
    void execute(const syntax::Empty&) {}
    void execute(const syntax::If& node);
    void execute(const syntax::While& node);
    void execute(const syntax::DoWhile& node);
    void execute(const syntax::For& node);
    void execute(const syntax::Switch& node);
    void execute(const syntax::Case& node);
    void execute(const syntax::Default& node);
    void execute(const syntax::Break& node);
    void execute(const syntax::Continue& node);
    void execute(const syntax::Return& node);
    void execute(const syntax::Labelled& node);
    void declare_variable(const syntax::Declarator& declarator);
    void declare_block(const syntax::Declarator& declarator, TypePtr type);
    void declare_local(const syntax::Declarator& declarator, TypePtr type);
    void loop(const syntax::Expression* condition, bool condition_first,
              const syntax::Expression* step, const syntax::Statement& body);
    void discard(const syntax::Expression& expression);

    // initializers.cpp
    void initialize(const Lvalue& place, const syntax::Expression& initializer);
    using Path = std::vector<std::size_t>;
    void zero_others(const Lvalue& place, const std::set<Path>& said, Path& path);
    void zero(const Lvalue& place);
    Lvalue part(const Lvalue& place, std::size_t i);

    // expressions.cpp
    Value evaluate(const syntax::Expression& expression);
    Value evaluate(const syntax::IntegerLiteral& node);
    Value evaluate(const syntax::FloatingLiteral& node);
    Value evaluate(const syntax::StringLiteral& node);
    Value evaluate(const syntax::Name& node);
    Value evaluate(const syntax::Unary& node);
    Value evaluate(const syntax::Binary& node);
    Value evaluate(const syntax::Assignment& node);
    Value evaluate(const syntax::Conditional& node);
    Value evaluate(const syntax::Call& node);
    Value evaluate(const syntax::Subscript& node);
    Value evaluate(const syntax::Member& node);
    Value evaluate(const syntax::Cast& node);
    Value evaluate(const syntax::SizeOf& node);
    Value evaluate(const syntax::InitializerList& node);
    Value evaluate(const syntax::BlockLiteral& node);
    Value logical(const syntax::Binary& node);
    Value increment(const syntax::Unary& node);
    Value vector_literal(TypePtr type, const syntax::Expression& operands);
    Value choose(const syntax::Conditional& node, Value condition);
    Value branch(const syntax::Conditional& node, Reg test, TypePtr type);
    TypePtr type_of(const syntax::Expression& expression);
    TypePtr common_type(const Value& a, const Value& b);

    // places.cpp
    Lvalue place(const syntax::Expression& expression);
    std::optional<Lvalue> try_place(const syntax::Expression& expression);
    Lvalue member(Lvalue object, const std::string& field);
    Lvalue member_at(Lvalue object, std::size_t index);
    Lvalue swizzle(Lvalue vector, const std::string& field);
    Value decayed(const Value& value);
    Lvalue pointee(const Value& given);
    Lvalue element(const Value& array, const Value& index);
    Lvalue component(Lvalue vector, const Value& index);
    Lvalue components_of(Lvalue vector, std::vector<unsigned> chosen);
    Lvalue subscripted(const syntax::Subscript& node);
    std::optional<Lvalue> vector_place(const syntax::Expression& expression);
    Value read_component(const Lvalue& place);
    void write_component(const Lvalue& place, const Value& value);
    Reg is_component(const Lvalue& place, std::size_t i);
    Lvalue memory_place(TypePtr type, Reg address, std::int64_t offset, AddressSpace space);
    Lvalue based_place(TypePtr type, handlers::ItemQuery base, std::uint64_t offset,
                       AddressSpace space);
    std::optional<Value> constant_value(const Lvalue& place);
    Value read(const Lvalue& place);
    void write(const Lvalue& place, const Value& value);
    Value address_of(const Lvalue& place);
    Value temporary_copy(const Value& value);
    Lvalue spill(const Value& value);
    Reg base_register(const Lvalue& place);
    Reg address_register(const Lvalue& place);

    // host.cpp
    void begin_host(const syntax::Block* body, TypePtr result, Span span);
    std::optional<Code> finish_host(Span whole);
    void bind_host_parameter(const syntax::Declarator& declarator, HostParameters& parameters);
    void bind_host_register(const syntax::InitEntry& entry);
    void leave_host_result(Span span);
    [[nodiscard]] std::optional<Value> host_name(const std::string& name);
    [[nodiscard]] HostValue host_value(const Value& value, WideCall& call, Span span);
    Value recurse(const syntax::Function& function, const syntax::Call& node);
    [[nodiscard]] bool is_host() const { return program_.host() != nullptr; }
    [[nodiscard]] bool is_observed(const std::string& name) const;
    void observe(const std::string& name, const Variable& variable);
    void end_observed();
    void check_divisor(syntax::BinaryOperator op, const Value& divisor);

    // watching.cpp: code that dynamic checks look at
    using Registers = std::set<Reg>;
    Lvalue watched(const Lvalue& place, bool writes);
    Reg watched_copy_source(const Value& value);
    std::uint32_t add_site(SiteKind kind, std::string text);
    const Root* add_root(Root root);
    [[nodiscard]] std::string text_at(Span span) const;
    [[nodiscard]] bool is_reassigned(const std::string& name) const;
    void enter_function(const syntax::Block& body);
    void begin_life(const Lvalue& place);
    void end_lives(std::uint64_t since);
    void watch_divisor(const Value& divisor);
    void note_index(Lvalue& place, const Value& array, const Value& index);
    void watch_indices(const Lvalue& place, const Site& access);
    void watch_component(const Lvalue& place, bool writes);
    void leave_unassigned(const Lvalue& place);
    void note_assigned(const Lvalue& place);
    void check_assigned(const Lvalue& place);
    void name_object(Lvalue& place, const std::string& name);
    Lvalue program_place(const ProgramVariable& variable);
    const Root* parameter_root(std::size_t index, const std::string& name);
    void finish_watched();
    [[nodiscard]] bool is_scattered(const Lvalue& place) const;
    std::vector<Lvalue> single_components(const Lvalue& place);

    // operators.cpp
    Value binary(syntax::BinaryOperator op, Value left, Value right);
    Value arithmetic(syntax::BinaryOperator op, const Value& left, const Value& right);
    Value comparison(syntax::BinaryOperator op, const Value& left, const Value& right);
    Value shift(syntax::BinaryOperator op, Value left, Value right);
    Value pointer_arithmetic(syntax::BinaryOperator op, const Value& left, const Value& right);
    Value offset_pointer(const Value& pointer, const Value& index, bool negative);
    std::pair<Value, Value> balance(Value left, Value right);
    Reg compute(loops::Binary op, Reg a, Reg b);
    Reg compare(loops::Binary op, Reg a, Reg b);

    // conversions.cpp
    Value convert(const Value& value, TypePtr to, bool is_explicit = false);
    Value convert_pointer(const Value& value, TypePtr to, bool is_explicit);
    Reg convert_element(Reg reg, TypePtr from, TypePtr to,
                        loops::Rounding rounding = loops::Rounding::none, bool saturate = false);
    Reg truth(const Value& value);
    Value promoted(const Value& value);
    TypePtr usual_type(TypePtr a, TypePtr b);
    [[noreturn]] void cannot_convert(TypePtr from, TypePtr to);
    void warn(std::string code, std::string message);

    // blocks.cpp
    Value call_block(const Variable& variable, const syntax::Call& node);
    void bind_captured(const Captured& captured, Variable& variable,
                       std::vector<Parameter>& parameters);

    // calls.cpp
    struct Callee {
        const std::string& name;
        const std::vector<syntax::Declarator>& parameters;
        const syntax::Block& body;
        TypePtr result = nullptr;
        const syntax::Function* function = nullptr;  ///< or
        const Closure* block = nullptr;
    };
    const syntax::Function* choose_overload(std::span<const syntax::Function* const> overloads,
                                            const syntax::Call& node);
    Value statement_expression(const syntax::Call& node);
    Value call_function(const syntax::Function& function, const syntax::Call& node);
    Value call_without_body(const syntax::Function& prototype, const syntax::Call& node);
    Value expand(const Callee& callee, const syntax::Call& node);
    void bind_argument(const syntax::Declarator& parameter, const Value& value);
    Value void_value();
    Value scalar_value(Scalar scalar, Reg reg);
    Value int_value(Reg reg) { return scalar_value(Scalar::i32, reg); }
    Reg integer_register(Scalar scalar, std::int64_t value) { return out_.integer(scalar, value); }
    Value default_value(TypePtr type);

    void error(const Rejected& rejected);
    /// Forgets what an error left open.
    void unwind(std::size_t scopes, std::size_t loops, std::size_t switches, std::size_t calls);

    Program& program_;
    TypeTable& types_;
    const syntax::Function* kernel_;
    const Translator* around_;                     ///< of a block: what enqueues it
    const syntax::BlockLiteral* block_ = nullptr;  ///< null: no block
    Emitter out_;
    Span at_;
    std::vector<std::map<std::string, Variable>> scopes_;
    std::string label_;  ///< of the statement being translated
    std::vector<Loop> loops_;
    std::deque<Activation> calls_;  ///< references to them last while others are called
    struct SwitchState {
        std::map<const void*, Label> labels;
        std::set<Reg> assigned;  ///< where the switch begins
    };
    std::vector<SwitchState> switches_;
    std::deque<Closure> closures_;
    std::map<const syntax::Expression*, TypePtr> known_types_;
    /// Of `?:` that needs branches, since its operands have effects: its type.
    std::map<const syntax::Conditional*, TypePtr> types_of_branches_;
    /// Whether `&&` or `||` does, as far as it is known.
    std::map<const syntax::Binary*, bool> branches_;
    std::uint64_t private_bytes_ = 0;
    std::uint64_t private_now_ = 0;
    std::uint64_t private_alignment_ = 16;
    std::uint64_t local_bytes_ = 0;
    bool failed_ = false;
    int dry_ = 0;  ///< how many type_of are under way

    std::deque<Root> roots_;
    bool is_constant_ = false;            ///< what is read is an initial value outside functions
    const Root* initial_root_ = nullptr;  ///< of the pointer that initialised a variable last
    /// Variables declared without a value: by register, another one that is 0 until they have one.
    std::map<Reg, Reg> unassigned_;
    Registers assigned_;  ///< those of them that surely have one where the text has been read to
    std::vector<std::string> observed_;   ///< of a host thread
    std::uint32_t places_of_scopes_ = 0;  ///< for ObservedVariable
    std::uint64_t local_sum_ = 0;         ///< bytes of local variables without red zones
    std::uint64_t private_sum_ = 0;       ///< likewise
};

}  // namespace clmm::runtime::compiler
