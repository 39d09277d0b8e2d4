#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/language/builtins.h"
#include "clmm/language/constants.h"
#include "clmm/language/vectors.h"
#include "clmm/parser/c_tree.h"
#include "read/initializers.h"
#include "unfold/sequencing.h"
#include "unfold/unfolding.h"

namespace clmm::litmus {

/// An object that an expression designates.
struct Lvalue {
    TypePtr type;  ///< of the object, with its address space as far as the pointer says
    TermId address;
    DependencyId reads;  ///< that the address depends on
    Provenance object = {};
    Span span = {};
    /// Of a piece of an access: its offset there, and the size of the access in bytes. Of what is
    /// accessed at once, 0.
    std::uint64_t within = 0, whole = 0;
    /// Of several components of a vector, which: the type is that of a vector of so many.
    std::vector<unsigned> lanes = {};
    bool in_copy = false;  ///< a part of a struct that is copied as a whole
};

/// What a memory access is besides its place: plain unless an atomic operation says more.
struct Operation {
    Order order = Order::none;
    Scope scope = Scope::none;
    bool atomic = false;
    Span span = {};
};

/// Locations that an access may touch and that agree in all that an event's attributes depend on.
struct TargetGroup {
    std::vector<Target> targets;
    TermId when;
    Regions regions;
    bool atomic_location = false;
    AddressSpace space = AddressSpace::global;
    Allocation allocation = Allocation::fine_grained_svm_atomics;
    std::uint32_t object = 0;  ///< as OpenClAttributes::object
};

/// How a unit begins.
struct UnitStart {
    UnitId unit;
    const UnitCode* code = nullptr;
    std::vector<Value> arguments = {};  ///< by parameter; empty: their initial values
    TermId live = {};                   ///< when the unit runs; none(): always
    DependencyId control = {};          ///< reads that decided that it runs
    std::optional<WorkItem> item = {};  ///< of a kernel launched over an NDRange
    const Launch* launch = nullptr;     ///< the kernel-instance of such an item
    const BlockCode* block = nullptr;   ///< whose names the unit's text has
};

/// Runs one unit symbolically.
///
/// The state is a Flow: when the unit is here, and what its private variables hold. Branches run
/// on copies that `join` again; `break`, `continue` and `return` park their flow until the place
/// where it goes on. Scalars whose address is taken, private arrays and `&expected` need no
/// events: a pointer to private memory knows its object (Provenance) on every path.
/// `*p` of a pointer to an atomic type is a plain access, as herd reads it in both dialects; in C
/// it is memory_order_seq_cst where the options say so. Atomic operations work on any object.
/// Arithmetic on signed integers wraps; shift amounts count modulo the width, as in OpenCL C.
///
/// Files    interpreter.cpp: names and frames; expressions, operators, places (private and
///          memory), accesses (events), statements, loops, calls, atomics, fences.
class Interpreter {
public:
    Interpreter(Unfolding& unfolding, const UnitStart& start);
    void run();
    /// What a command on memory does, by its number in HostState.
    void perform(std::size_t command);
    /// What an asynchronous copy does.
    void perform(CopyCall& copy);

private:
    friend class ApiCall;
    using Work = std::function<void()>;
    /// A name in scope: a private variable, an object in memory, or a block.
    struct Binding {
        VariableId variable = {};
        std::optional<std::size_t> object = {};
        std::shared_ptr<const BlockCode> block = {};
    };
    using ScopeNames = std::map<std::string, Binding, std::less<>>;
    /// A function being executed; the unit's own body is the first.
    struct Frame {
        std::string function;
        TypePtr return_type;
        VariableId result = {};
        std::optional<Flow> returned = {};
        std::vector<ScopeNames> scopes = {};
        std::size_t exits = 0;  ///< breakable statements open when it was entered
        TermId live = {};       ///< on entry
        DependencyId control = {};
    };
    /// A loop or switch being executed, with the flows that wait for its end.
    struct Exits {
        bool is_loop = true;
        TermId live = {};  ///< on entry
        DependencyId control = {};
        std::optional<Flow> breaks = {};
        std::optional<Flow> continues = {};
        std::size_t trace = 0;  ///< of a loop: that of its iterations
        bool is_left = false;   ///< on some path that did not come to the end of an iteration
    };
    /// What an iteration has done to variables, for spin loops.
    class Trace {
    public:
        Trace(TermId live, std::size_t weak) : weak_exchanges(weak), levels_{{live, {}}} {}

        std::size_t weak_exchanges = 0;                      ///< before it
        std::set<VariableId> read_before = {};               ///< read where not yet written
        std::optional<std::set<VariableId>> continued = {};  ///< written before every `continue`

        /// A variable is written on the paths that are alive.
        void write(VariableId variable, TermId live) {
            if (levels_.back().live == live) levels_.back().written.insert(variable);
        }
        /// On all paths that are still in the iteration.
        [[nodiscard]] bool has_written(VariableId variable) const;
        [[nodiscard]] std::set<VariableId> written() const;
        /// Paths have left; those that remain are all of an iteration where they were before.
        void narrow(TermId before, TermId live) {
            if (levels_.back().live == before && live != before) levels_.push_back({live, {}});
        }
        /// What left since then is here again.
        void rejoin(TermId before, TermId live);
        void restart(TermId live, std::set<VariableId> written) {
            levels_.assign(1, {live, std::move(written)});
        }

    private:
        /// Of fewer and fewer paths.
        struct Level {
            TermId live = {};
            std::set<VariableId> written = {};  ///< on all of them
        };
        std::vector<Level> levels_;
    };
    class OpenScope;
    class Apart;
    class InsideCall;

    // ---- names (interpreter.cpp) ----
    void bind_start();
    Binding bind_variable(const std::string& name, const TypePtr& type, const void* site);
    VariableId new_variable(const std::string& name, const TypePtr& type);
    void copy_initial(Variable& variable, std::size_t object);
    static void start_with(Variable& variable, const Value& value);
    void make_arbitrary(VariableId variable);
    [[nodiscard]] const Binding* find(std::string_view name) const;
    [[nodiscard]] std::size_t own_object(const DeviceObjects& each, Span span) const;
    [[nodiscard]] Value undeclared(const std::string& name, Span span);
    void collect_registers();
    void publish(const std::string& name, VariableId variable);

    // ---- state ----
    [[nodiscard]] TermPool& terms() { return unfolding_.structure.terms; }
    [[nodiscard]] DependencyPool& dependencies() { return unfolding_.recorder.dependencies(); }
    [[nodiscard]] std::size_t event_count() const { return unfolding_.recorder.size(); }
    [[nodiscard]] bool dead() { return terms().is_false(flow_.live); }
    /// Runs `work` on the paths where `condition` holds, and the other paths around it.
    void under(TermId condition, DependencyId reads, const Work& work);
    /// Both ways of a branch; reads count as control dependencies from here on.
    void branch(const Value& condition, const Work& when_true, const Work& when_false);
    /// What a branch adds to control.
    [[nodiscard]] DependencyId decided_by(DependencyId reads);
    /// Ends the control of a branch, if all paths that came to it are here again.
    void end_control(TermId live, DependencyId before);
    void park(std::optional<Flow>& parked, TermId base);
    /// What the unit does from here on is not known.
    void leave_here(Span span, UnrollBound::Limit limit);
    /// Whether the budget is spent.
    [[nodiscard]] bool is_cut();
    /// Other paths stay here for ever.
    void go_on_where(TermId condition);
    void undefined(std::string kind, std::string message, TermId when, Span span);

    // ---- private variables and memory (places.cpp) ----
    [[nodiscard]] Lvalue variable_place(VariableId variable, Span span);
    [[nodiscard]] Lvalue object_place(std::size_t object, Span span);
    [[nodiscard]] Lvalue dereference(const Value& pointer, Span span);
    [[nodiscard]] Value load(const Lvalue& place, const Operation& operation);
    void store(const Lvalue& place, const Value& value, const Operation& operation);
    [[nodiscard]] Value load_variable(const Lvalue& place);
    [[nodiscard]] TermId lacks_value(TermId value);
    void check_assigned(const Lvalue& place, TermId value);
    void store_variable(const Lvalue& place, const Value& value);
    Cells& cells_of(VariableId variable);
    [[nodiscard]] Value load_struct(const Lvalue& place, const Operation& operation);
    void store_struct(const Lvalue& place, const Value& value, const Operation& operation);
    void blur_gaps(const Lvalue& place);
    /// What a variable holds that nothing was stored in is not known.
    [[nodiscard]] bool has_arbitrary_variables() const {
        return start_.item && unfolding_.code.is_plain_kernel;
    }
    [[nodiscard]] static Lvalue part_of(const Lvalue& place, const TypePtr& type, TermId address);
    [[nodiscard]] TermId offset_address(TermId address, std::uint64_t offset);
    // variables.cpp
    [[nodiscard]] TermId is_at(const Lvalue& place, const Variable& variable, std::uint64_t offset);
    [[nodiscard]] std::vector<std::uint64_t> offsets_in(const Lvalue& place,
                                                        const Variable& variable);
    void check_element(const Lvalue& place, const Variable& variable,
                       const std::vector<std::uint64_t>& offsets);
    [[nodiscard]] TermId bits_of(TermId term, std::uint64_t first_byte, unsigned width);
    [[nodiscard]] TermId with_bits(TermId term, std::uint64_t first_byte, TermId part);
    [[noreturn]] static void reject_bytes_of_address(Span span);
    [[nodiscard]] Cell cell_at(const Lvalue& place, VariableId variable, std::uint64_t offset);
    void store_at(const Lvalue& place, VariableId variable, std::uint64_t offset, TermId here,
                  const Cell& stored);
    [[nodiscard]] static bool is_private(const Lvalue& place) {
        return place.object.kind == Provenance::Kind::variable;
    }

    // ---- events (accesses.cpp) ----
    [[nodiscard]] std::vector<TargetGroup> groups_of(const Lvalue& place);
    [[nodiscard]] std::vector<Target> targets_of(const Lvalue& place, bool& may_miss);
    [[nodiscard]] std::vector<LocationId> candidates_of(const Lvalue& place) const;
    [[nodiscard]] TermId is_misaligned(const Lvalue& place);
    [[nodiscard]] static std::string misaligned_text(const Lvalue& place);
    [[nodiscard]] TermId is_within(const Lvalue& place, std::uint64_t begin, std::uint64_t size);
    [[nodiscard]] TermId is_within_object(const Lvalue& place);
    void miss(const Lvalue& place, TermId hit);
    [[nodiscard]] const Location* target_at(const Lvalue& place, std::uint64_t address) const;
    [[nodiscard]] bool contains(Provenance object, LocationId location) const;
    void check_reach(const Lvalue& place, const Location& location);
    [[nodiscard]] bool is_host() const {
        return unfolding_.structure.units[unit_.index()].kind == UnitKind::host_thread;
    }
    /// Or what work-items copy.
    [[nodiscard]] bool is_work_item() const {
        const UnitKind kind = unfolding_.structure.units[unit_.index()].kind;
        return kind == UnitKind::work_item || kind == UnitKind::copy;
    }
    /// One value for each group, joined.
    [[nodiscard]] Value for_each_group(const Lvalue& place,
                                       const std::function<Value(const TargetGroup&)>& work);
    void check_access(const TargetGroup& group, bool writes, Span span);
    Value emit_read(const Lvalue& place, const TargetGroup& group, const Operation& operation);
    EventId emit_write(const Lvalue& place, const TargetGroup& group, const Operation& operation,
                       TermId value, DependencyId data);
    EventId emit(OpenClEvent event, const EventDependencies& on);
    // pieces.cpp
    /// Where an access is in several events: the bits of each.
    [[nodiscard]] std::optional<unsigned> width_of_pieces(const Lvalue& place);
    using Addresses = std::optional<std::vector<std::uint64_t>>;  ///< none: any
    [[nodiscard]] std::vector<std::uint32_t> reached_objects(const Lvalue& place,
                                                             const Addresses& addresses) const;
    [[nodiscard]] std::uint32_t whole_object(std::size_t object) const;
    [[nodiscard]] bool fits_locations(const Lvalue& place, const Addresses& addresses,
                                      const std::vector<std::uint32_t>& objects) const;
    [[nodiscard]] bool is_natural(const Lvalue& place) const;
    void reject_pieces(const Lvalue& place);
    [[nodiscard]] static Lvalue piece_of(const Lvalue& place, std::uint64_t offset, unsigned width);
    [[nodiscard]] Value load_pieces(const Lvalue& place, const Operation& operation,
                                    unsigned width);
    void store_pieces(const Lvalue& place, const Value& value, const Operation& operation,
                      unsigned width);
    [[nodiscard]] OpenClEvent access_event(EventKind kind, const TargetGroup& group,
                                           const Operation& operation, TermId value);

    // ---- expressions (expressions.cpp, operators.cpp) ----
    Value evaluate(const syntax::Expression& expression);
    Value evaluate(const syntax::IntegerLiteral& node, Span span);
    Value evaluate(const syntax::FloatingLiteral& node, Span span);
    Value evaluate(const syntax::StringLiteral& node, Span span);
    Value evaluate(const syntax::Name& node, Span span);
    Value evaluate(const syntax::Unary& node, Span span);
    Value evaluate(const syntax::Binary& node, Span span);
    Value evaluate(const syntax::Assignment& node, Span span);
    Value evaluate(const syntax::Conditional& node, Span span);
    Value evaluate(const syntax::Call& node, Span span);
    Value evaluate(const syntax::Subscript& node, Span span);
    Value evaluate(const syntax::Member& node, Span span);
    Value evaluate(const syntax::Cast& node, Span span);
    Value evaluate(const syntax::SizeOf& node, Span span);
    Value evaluate(const syntax::InitializerList& node, Span span);
    Value evaluate(const syntax::BlockLiteral& node, Span span);
    Value of_constant(const language::Constant& constant);
    Value full_expression(const syntax::Expression& expression);

    // ---- calls in one expression (call_orders.cpp) ----
    struct OrderedEvaluation;
    /// What the steps of a full expression have given so far.
    using StepValues = std::map<const syntax::Expression*, Value>;
    /// The expression in each order that C allows its calls.
    Value in_every_order(const syntax::Expression& expression);
    Value continue_in_every_order(OrderedEvaluation evaluation);
    Value take_one_of(const std::vector<Advance>& moves, std::size_t first,
                      OrderedEvaluation evaluation);
    void note_order(const OrderedEvaluation& evaluation, const Advance& first, const Advance& other,
                    TermId when);
    Value take(const Advance& move, OrderedEvaluation evaluation);
    void perform(std::size_t step, OrderedEvaluation& evaluation);
    void perform_hidden(OrderedEvaluation& evaluation);
    void reach(const syntax::Expression& from, const syntax::Expression& node, const Work& work);
    void unsequence_steps(const OrderedEvaluation& evaluation);
    void leave_other_orders(Span span);
    [[nodiscard]] bool leave_orders_open(const std::vector<InitialPart>& parts);
    [[nodiscard]] Meanings meanings_in(const syntax::Expression& expression);
    [[nodiscard]] Meanings::Effects effects_of(const syntax::Call& call);
    [[nodiscard]] Meanings::Effects effects_of(const syntax::Block& body);

    Lvalue place_of(const syntax::Expression& expression);
    Lvalue subscript_place(const syntax::Subscript& node, Span span);
    Lvalue member_place(const syntax::Member& node, Span span);
    [[nodiscard]] static bool designates_object(const syntax::Expression& expression);
    [[nodiscard]] static bool is_compound_literal(const syntax::Cast& node) {
        return std::holds_alternative<syntax::InitializerList>(node.operand->node);
    }
    Lvalue compound_literal(const syntax::Cast& node, Span span);
    [[nodiscard]] const syntax::Function* own_function(const syntax::Call& call);
    Value statement_expression(const syntax::Call& node);
    TypePtr type_of_statements(const syntax::Call& node);
    Value initial_value(const InitialPart& part,
                        const std::function<Value(const syntax::Expression&)>& evaluated);
    [[nodiscard]] static TypePtr type_of_string(const syntax::StringLiteral& node);
    [[nodiscard]] Value member_of(const Value& whole, const language::Member& field, Span span);
    [[nodiscard]] Value scalar_of(const Value& whole, std::uint64_t offset, const TypePtr& type,
                                  Span span);
    [[nodiscard]] language::Member field_of(const TypePtr& type, const syntax::Member& node,
                                            Span span);
    Value choose(TermId condition, const Value& yes, const Value& no);
    Value short_circuit(const syntax::Binary& node);
    Value step(const syntax::Unary& node, Span span);
    Value apply_unary(syntax::UnaryOperator op, const Value& operand, Span span);
    Value read_place(const Lvalue& place);
    /// What `*p` does to memory of such a type.
    [[nodiscard]] Operation plain_operation(const Lvalue& place, Span span) const;
    /// `x += v` and the like of an atomic object: its old value where `post`, else the new one.
    Value modify_plainly(syntax::BinaryOperator op, const Lvalue& place, const Value& operand,
                         bool post, Span span);
    void assign(const Lvalue& place, const Value& value, Span span);
    static void reject_constant(const Lvalue& place, Span span);
    // expression_types.cpp: without evaluating
    [[nodiscard]] TypePtr type_of(const syntax::Expression& expression);
    [[nodiscard]] TypePtr type_if_known(const syntax::Expression& expression);
    [[nodiscard]] TypePtr value_type_of(const syntax::Expression& expression);
    [[nodiscard]] bool has_type_of(const TypePtr& structure, const syntax::Expression& expression);
    /// How lists in braces are read here.
    [[nodiscard]] InitializerRules list_rules();
    [[nodiscard]] static TypePtr conditional_type(const syntax::Conditional& node,
                                                  const TypePtr& yes, const TypePtr& no, Span span);
    [[nodiscard]] TypePtr type_of_name(const std::string& name, Span span);
    [[nodiscard]] TypePtr type_of_unary(const syntax::Unary& node, Span span);
    [[nodiscard]] TypePtr type_of_binary(const syntax::Binary& node, Span span);
    [[nodiscard]] TypePtr type_of_call(const syntax::Call& node, Span span);
    [[nodiscard]] TypePtr type_of_vector_access(const language::VectorAccess& access,
                                                const syntax::Call& node, Span span);

    [[nodiscard]] Value number(std::uint64_t value, const TypePtr& type);
    [[nodiscard]] Value truth_value(TermId boolean, DependencyId reads);
    [[nodiscard]] TermId truth(const Value& value, Span span);
    [[nodiscard]] Value convert(const Value& value, const TypePtr& type, Span span,
                                bool is_explicit = false);
    // address_spaces.cpp
    [[nodiscard]] bool leads_to_scalars(const Value& pointer, const TypePtr& type) const;
    Value convert_pointer(const Value& value, const TypePtr& type, Span span, bool is_explicit);
    [[nodiscard]] std::optional<AddressSpace> space_of(const Value& pointer) const;
    [[nodiscard]] TermId points_into(const Value& pointer, AddressSpace space);
    std::optional<Value> call_address_function(const syntax::Call& call, Span span);
    Value get_fence(const Value& pointer, Span span);

    // ---- images and pipes (images.cpp, pipes.cpp) ----
    std::optional<Value> call_image_function(const syntax::Call& call, Span span);
    [[nodiscard]] const MemoryObject& image_object(const Value& image, Span span) const;
    [[nodiscard]] Lvalue texel(const Value& image, const Value& coordinate, Span span);
    Value read_image(const syntax::Call& call, Span span);
    Value write_image(const syntax::Call& call, Span span);

    /// A pipe that a call works on.
    struct Pipe {
        const Record* structure = nullptr;
        std::uint64_t capacity = 0;
        Value value;
        bool reads = false;  ///< the call is a reader's
        Span span;
    };
    /// Consecutive packets; `first` counts all that the pipe ever had.
    struct Reservation {
        TermId succeeded;
        TermId first;
        TermId count;
        DependencyId reads;
    };
    std::optional<Value> call_pipe_function(const syntax::Call& call, Span span);
    [[nodiscard]] Pipe pipe_argument(const Value& value, const std::string& function, Span span);
    [[nodiscard]] Lvalue pipe_counter(const Pipe& pipe, const char* name);
    [[nodiscard]] Lvalue pipe_element(const Pipe& pipe, const char* name, TermId packet,
                                      DependencyId reads);
    Reservation reserve(const Pipe& pipe, std::uint64_t count);
    void commit(const Pipe& pipe, const Reservation& reservation);
    void transfer(const Pipe& pipe, TermId packet, DependencyId reads, const Value& pointer);
    [[nodiscard]] Reservation reservation_of(const Value& id);
    Value transfer_packet(const Pipe& pipe, const Value& pointer);
    Value transfer_reserved(const Pipe& pipe, const std::vector<Value>& arguments);
    Value reserve_packets(const Pipe& pipe, const Value& count, Span span);

    // ---- vectors (vectors.cpp) ----
    [[nodiscard]] Value vector_of(std::vector<Value> components);
    [[nodiscard]] static std::vector<Value> components_of(const Value& value, std::size_t lanes);
    [[nodiscard]] static TypePtr vector_operand(const TypePtr& left, const TypePtr& right,
                                                Span span);
    Value convert_vector(const Value& value, const TypePtr& type, Span span);
    Value vector_literal(const syntax::Cast& node, const TypePtr& type, Span span);
    Value operate_on_vectors(syntax::BinaryOperator op, const Value& left, const Value& right,
                             Span span);
    Value joined(syntax::BinaryOperator op, const Value& left, const Value& right, Span span);
    [[nodiscard]] Value shift_count(const Value& count, const Type& component);
    [[nodiscard]] Value component_truth(const Value& holds, const TypePtr& component);
    Value select_components(const Value& condition, const Value& yes, const Value& no, Span span);
    [[nodiscard]] TermId is_negative(const Value& value);
    [[nodiscard]] Lvalue swizzle_place(const Lvalue& whole, const std::string& field, Span span);
    [[nodiscard]] static std::vector<unsigned> known_components(const TypePtr& type,
                                                                const std::string& field,
                                                                Span span);
    [[nodiscard]] bool is_of_vector(const syntax::Subscript& node);
    Lvalue component_place(const syntax::Subscript& node, Span span);
    Value checked_index(const Value& index, const TypePtr& vector, Span span);
    Value component_at(const Value& vector, const Value& index, Span span);
    [[nodiscard]] static TypePtr swizzled_type(const TypePtr& whole, std::size_t lanes);
    Value swizzled(const Value& vector, const std::string& field, Span span);
    [[nodiscard]] static std::vector<Leaf> accessed_leaves(const Lvalue& place);
    void check_alignment(const Lvalue& place);
    std::optional<Value> call_vector_access(const syntax::Call& call, Span span);
    Value load_components(const std::vector<Lvalue>& places, bool of_halves, Span span);
    Value store_components(const std::vector<Lvalue>& places, const Value& value, bool of_halves,
                           Span span);

    Value operate(syntax::BinaryOperator op, const Value& left, const Value& right, Span span);
    Value operate_on_pointers(syntax::BinaryOperator op, const Value& left, const Value& right,
                              Span span);
    Value compare(syntax::BinaryOperator op, const Value& left, const Value& right, bool is_signed);
    Value arithmetic(syntax::BinaryOperator op, const Value& left, const Value& right, Span span);
    Value shift(syntax::BinaryOperator op, const Value& left, const Value& right);
    // floating.cpp
    /// Any value of a type, in place of one that is not followed.
    Value opaque_value(const TypePtr& type, DependencyId reads, Span span);
    Value convert_floating(const Value& value, const TypePtr& type, Span span);
    Value floating_arithmetic(syntax::BinaryOperator op, const Value& left, const Value& right,
                              Span span);
    Value compare_floating(syntax::BinaryOperator op, const Value& left, const Value& right);
    [[nodiscard]] TypePtr compared_type(const Value& left, const Value& right);
    Value extreme(bool greatest, const Value& a, const Value& b, Span span);
    Value saturated(const Value& value, const TypePtr& type, Span span);
    Value offset_pointer(const Value& pointer, const Value& index, bool negative);

    // ---- statements (statements.cpp, loops.cpp, switches.cpp) ----
    void execute(const syntax::StatementPtr& statement);
    void execute(const syntax::Block& node, Span span);
    void execute(const syntax::DeclarationStatement& node, Span span);
    void execute(const syntax::ExpressionStatement& node, Span span);
    void execute(const syntax::Empty& node, Span span);
    void execute(const syntax::If& node, Span span);
    void execute(const syntax::While& node, Span span);
    void execute(const syntax::DoWhile& node, Span span);
    void execute(const syntax::For& node, Span span);
    void execute(const syntax::Switch& node, Span span);
    void execute(const syntax::Case& node, Span span);
    void execute(const syntax::Default& node, Span span);
    void execute(const syntax::Break& node, Span span);
    void execute(const syntax::Continue& node, Span span);
    void execute(const syntax::Return& node, Span span);
    void execute(const syntax::Labelled& node, Span span);
    void leave_breakables(std::size_t first);
    void continue_loop(std::size_t exits);
    void declare(const syntax::Declarator& declarator);
    void check_local_scope(const syntax::Declarator& declarator);
    void initialise(VariableId variable, const syntax::Expression& initializer, Span span);

    std::map<const syntax::Statement*, TermId> choose_labels(const Value& subject,
                                                             const syntax::Block& body,
                                                             TermId& none);

    struct LoopParts {
        const void* site = nullptr;
        const syntax::Expression* condition = nullptr;
        const syntax::Expression* step = nullptr;
        Work body = {};
        bool body_first = false;
        Span span = {};
    };
    void loop(const LoopParts& parts);
    /// Leaves the paths on which the condition fails to the end of the loop.
    void check_condition(const LoopParts& parts, bool& is_symbolic);
    void run_body(const LoopParts& parts);
    void stop_at_bound(const LoopParts& parts, LoopRecord& record, std::size_t first_event,
                       UnrollBound::Limit limit);
    [[nodiscard]] TermId read_final_values(std::size_t first_event);
    void narrow_traces(TermId before);
    void rejoin_traces(TermId before);
    void begin_iteration();
    void end_iteration(LoopRecord& record, const Flow& before, std::size_t first_event,
                       std::size_t first_bound);
    [[nodiscard]] bool leaves_no_trace(const Flow& before, const Trace& trace,
                                       std::size_t first_event);

    // ---- commands (host/commands.cpp) ----
    [[nodiscard]] Lvalue place_of_command(LocationId id, Span span);
    void perform(const Move& move, Span span);
    void unmap(std::size_t command, const Move& move, Span span);

    // ---- work-items (work_items.cpp, group_functions.cpp) ----
    std::optional<Value> call_work_item_function(const syntax::Call& call);
    std::optional<Value> call_group_function(const syntax::Call& call, Span span);
    // ---- sub-groups (sub_group_calls.cpp) ----
    void require_sub_group(const syntax::Call& call) const;
    TermId place_of_other(const language::ShuffleFunction& function, const Value& number);
    std::optional<Value> call_ballot(const syntax::Call& call, Span span);
    Value ballot(const syntax::Call& call, const Value& predicate, Span span);
    std::optional<Value> call_shuffle(const syntax::Call& call, Span span);
    Value block_pointer(const language::BlockAccess& access, const syntax::Call& call,
                        const Value& given, Span span);
    std::optional<Value> call_block_access(const syntax::Call& call, Span span);
    // ---- asynchronous copies (copy_calls.cpp) ----
    std::optional<Value> call_copy_function(const syntax::Call& call, Span span);
    void check_copied(const syntax::Call& call, const std::vector<Value>& arguments);
    [[nodiscard]] std::optional<AddressSpace> space_of_copied(const Value& pointer) const;
    Value begin_copy(const syntax::Call& call, Span span);
    Value wait_for_copies(const syntax::Call& call, Span span);
    [[nodiscard]] std::string instance_of_copy(std::size_t meeting, Span span);
    [[nodiscard]] std::uint64_t copy_number(const CopyCall& copy);
    void copy_element(const CopyCall& copy, const Value& index);
    // ---- functions of values alone (value_functions.cpp, integer_functions.cpp, floating.cpp)
    // ----
    std::optional<Value> call_value_function(const syntax::Call& call, Span span);
    [[nodiscard]] Value byte_dot(const language::ByteDot& dot, const syntax::Call& call,
                                 const std::vector<Value>& arguments);
    Value call_integer_function(const language::IntegerFunction& function, const syntax::Call& call,
                                const std::vector<Value>& arguments);
    /// Of scalars.
    Value call_on_scalars(const syntax::Call& call, const std::vector<Value>& arguments, Span span);
    Value call_on_vectors(const syntax::Call& call, const std::vector<Value>& arguments, Span span);
    void store_second_result(const syntax::Call& call, const std::vector<Value>& arguments,
                             Span span);
    Value reinterpreted(const Value& value, const TypePtr& type, Span span);
    Value call_floating_function(const syntax::Call& call, const std::vector<Value>& arguments,
                                 Span span);
    std::optional<Value> known_floating(std::string_view function, const TypePtr& type,
                                        const std::vector<Value>& operands, Span span);
    std::optional<TermId> relation(std::string_view function, const std::vector<Value>& operands);
    Value convert_by_name(const syntax::Call& call, const Value& value, Span span);
    [[nodiscard]] TypePtr type_of_value_function(const syntax::Call& call);
    Value shuffled(const std::vector<Value>& arguments);
    std::optional<Value> call_assertion(const syntax::Call& call, Span span);  // assertions.cpp
    /// The number of barriers or group functions under this name that the unit has passed, which
    /// counts this one from now on.
    TermId count(const std::string& name, Span span);

    // ---- calls and built-in functions (calls.cpp, atomics.cpp, fences.cpp) ----
    std::optional<Value> call_without_body(const syntax::Call& call, Span span);
    [[nodiscard]] const syntax::Function* prototype_of(const std::string& function) const;
    std::vector<Value> evaluate_arguments(const syntax::Call& call);
    /// E-TYPE unless the call has `least` to `most` arguments.
    void require_arguments(const syntax::Call& call, std::size_t least, std::size_t most,
                           const char* hint = "");
    /// What a call runs.
    struct Callee {
        const std::string& name;
        TypePtr returned;
        const std::vector<syntax::Declarator>& parameters;
        const syntax::Block& body;
        const BlockCode* block = nullptr;
    };
    Value call_function(const Callee& callee, const syntax::Call& call);
    void enter(const Callee& callee, const std::vector<Value>& arguments, const syntax::Call& call);
    bool call_too_deep(const std::string& function, Span span);

    // ---- blocks (blocks.cpp) ----
    /// The block that an expression is: a literal, or the name of a block variable.
    [[nodiscard]] std::shared_ptr<const BlockCode> block_of(const syntax::Expression& expression);
    [[nodiscard]] BlockCode capture(const syntax::BlockLiteral& literal, Span span);
    void declare_block(const syntax::Declarator& declarator);
    /// The names that a block has from where it was written.
    void bind_captured(const BlockCode& block);
    [[noreturn]] static void reject_block(Span span);

    /// An atomic built-in with its arguments evaluated.
    struct AtomicCall {
        std::string_view name;  ///< without `_explicit`
        bool is_explicit = false;
        std::size_t operands = 0;  ///< arguments before the orders
        std::vector<Value> arguments;
        Span span;
        std::vector<Span> spans;  ///< of the arguments
    };
    std::optional<Value> call_atomic(const syntax::Call& call, Span span);
    std::optional<Value> call_legacy_atomic(const syntax::Call& call, Span span);
    std::optional<Value> call_fence(const syntax::Call& call, Span span);
    Value atomic_load(const AtomicCall& call);
    Value atomic_store(const AtomicCall& call);
    Value atomic_modify(const AtomicCall& call);
    Value atomic_compare_exchange(const AtomicCall& call);
    Value atomic_flag(const AtomicCall& call);
    [[nodiscard]] Lvalue atomic_place(const Value& pointer, Span span);
    /// … that must be of an atomic type: in OpenCL C an error where a compiler reads the text too.
    [[nodiscard]] Lvalue atomic_object(const Value& pointer, Span span);
    /// The order and scope of the call as an action of a role: a load, store, modification, or
    /// the failing read of a compare-exchange.
    enum class Role : std::uint8_t { load, store, modify, failure };
    [[nodiscard]] Operation operation_of(const AtomicCall& call, Role role);
    void check_failure_order(const AtomicCall& call, Order success, Order failure);
    [[nodiscard]] Order meaningful(Order order, Role role, Span span);
    [[nodiscard]] Order order_argument(const Value& value, Span span);
    [[nodiscard]] Scope scope_argument(const Value& value, Span span);
    [[nodiscard]] std::uint64_t constant_argument(const Value& value, std::string_view type,
                                                  Span span);
    void check_work_item_scope(Scope scope, Span span);
    [[nodiscard]] Scope default_scope() const;

    // ---- read-modify-writes (modifications.cpp) ----
    Value modify(const Lvalue& place, const Operation& operation, std::string_view what,
                 const Value& operand);
    [[nodiscard]] TermId modified(std::string_view what, const TypePtr& type, TermId old,
                                  TermId operand, Span span);
    struct CompareExchange {
        Operation success, failure;
        bool weak = false;
        Value expected, desired;
    };
    struct Exchanged {
        Value seen;  ///< what a failing exchange writes to `expected`
        TermId succeeded;
        DependencyId reads;
    };
    Exchanged compare_exchange(const Lvalue& place, const CompareExchange& exchange);
    TermId exchanged(const CompareExchange& exchange, const Value& old);
    void note_spurious(const CompareExchange& exchange, TermId fails);
    Exchanged exchange_with_one_read(const Lvalue& place, const TargetGroup& group,
                                     const CompareExchange& exchange);
    Exchanged exchange_with_two_reads(const Lvalue& place, const TargetGroup& group,
                                      const CompareExchange& exchange);
    Exchanged exchange_private(const Lvalue& place, const CompareExchange& exchange);
    [[nodiscard]] TermId fresh_choice();
    void constrain(TermId holds);

    [[nodiscard]] Regions flags_argument(const Value& value, Span span);
    void emit_fence(Order order, Scope scope, Regions regions, Span span);
    void emit_barrier(BarrierKind kind, const std::vector<Value>& arguments,
                      const syntax::Call& call, Span span);
    /// The unit comes to a meeting with this event, and goes on where it passes. Its number.
    std::size_t meet(BarrierKind kind, const std::string& function, const syntax::Call& call,
                     const OpenClEvent& event, DependencyId reads = {});

    Unfolding& unfolding_;
    UnitStart start_;
    UnitId unit_;
    const UnitCode& code_;
    Flow flow_;
    Path path_;
    std::vector<Variable> variables_;
    std::map<std::pair<const void*, std::size_t>, VariableId> sites_;  ///< by declaration and depth
    std::map<std::string, VariableId, std::less<>> shadows_;           ///< last stored under a name
    std::map<std::string, VariableId> counters_;  ///< of barriers, by kind and label
    ScopeNames file_scope_;
    std::optional<Flow> stuck_;  ///< paths that wait for what never happens
    std::vector<Frame> frames_;
    std::vector<Exits> exits_;
    std::vector<Trace> traces_;
    std::size_t weak_exchanges_ = 0;           ///< so far
    std::vector<std::size_t> pending_;         ///< side effects since the last sequence point
    const StepValues* step_values_ = nullptr;  ///< of the full expression, in one order
    std::set<VariableId> exposed_;             ///< whose address something has
    std::map<const syntax::Block*, Meanings::Effects> effects_;  ///< of functions and blocks
    std::string label_;  ///< of the statement being executed
    /// Of values of variables, when they are what a variable holds that was given none, and no read
    /// of it has told so.
    std::map<TermId, TermId> without_value_;
};

/// Opens a block's names, and closes them even when a statement is rejected, or the unfolding ends
/// inside a call, whose frame is still there then.
class Interpreter::OpenScope {
public:
    explicit OpenScope(Interpreter& interpreter)
        : interpreter_(interpreter), frame_(interpreter.frames_.size() - 1) {
        interpreter_.frames_[frame_].scopes.emplace_back();
    }
    ~OpenScope() { interpreter_.frames_[frame_].scopes.pop_back(); }
    OpenScope(const OpenScope&) = delete;
    OpenScope& operator=(const OpenScope&) = delete;

private:
    Interpreter& interpreter_;
    std::size_t frame_;
};

}  // namespace clmm::litmus
