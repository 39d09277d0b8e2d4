#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "clmm/language/functions.h"
#include "clmm/runtime/schedule.h"
#include "host/run.h"

namespace clmm::runtime::host {

/// In memory of its own, so that pointers may point to it.
struct Variable {
    explicit Variable(const Type& its_type)
        : type(its_type),
          memory(std::make_shared<std::vector<std::uint64_t>>(its_type.size() / 8 + 1)) {}
    [[nodiscard]] std::uint64_t address() const {
        return reinterpret_cast<std::uint64_t>(memory->data());
    }

    Type type;
    std::shared_ptr<std::vector<std::uint64_t>> memory;
    const Object* part = nullptr;  ///< as of a Value
};

/// Where a value is in memory; of a whole variable, that.
struct Place {
    Type type;
    Variable* variable = nullptr;
    std::uint64_t address = 0;
    bool is_private = false;  ///< in a variable
    Span span = {};           ///< of the expression
};

/// Runs the code of one host thread, callback or native kernel.
///
/// Errors   compiler::Rejected for what is not executed and for mistakes that show when it runs;
///          runtime::Error from the API passes through, `at()` says where.
/// Files    interpreter.cpp: statements; expressions.cpp; expression_types.cpp; places.cpp:
///          variables and memory;
/// calls.cpp:
///          functions and atomics; api.cpp and api_memory.cpp: the API.
class Interpreter {
public:
    Interpreter(std::shared_ptr<Run> run, std::string name)
        : run_(std::move(run)), name_(std::move(name)) {}

    /// The body of a thread, with what its parameters hold.
    void run_thread(const syntax::Thread& thread);
    void run_function(const syntax::Function& function, const std::vector<Value>& arguments);
    /// All variables of the thread by name, with what they held last.
    [[nodiscard]] std::map<std::string, Value> variables() const;
    [[nodiscard]] Span at() const { return at_; }

private:
    enum class Flow : std::uint8_t { next, leave_loop, next_iteration, leave_function };
    struct Frame {
        std::vector<std::map<std::string, Variable>> scopes;
        Value result;
    };

    // ---- statements ----
    Flow execute(const syntax::Statement& statement);
    Flow execute_block(const syntax::Block& block);
    Flow execute_switch(const syntax::Switch& node);
    Flow execute_for(const syntax::For& node);
    template <class Condition, class Step>
    Flow loop(const syntax::Statement& body, Condition&& condition, Step&& step);
    void declare(const syntax::Declarator& declarator);
    Variable& declare(const std::string& name, const Type& type);
    void bind_parameter(const syntax::Declarator& parameter);
    void bind_register(const syntax::InitEntry& entry);
    void close_scope();

    // ---- expressions ----
    Value evaluate(const syntax::Expression& expression);
    bool is_true(const syntax::Expression& expression) { return evaluate(expression).bits != 0; }
    Value name(const syntax::Name& name, Span span);
    Value unary(const syntax::Unary& node, Span span);
    Value binary(const syntax::Binary& node, Span span);
    Value assign(const syntax::Assignment& node, Span span);
    Value size_of(const syntax::SizeOf& node, Span span);
    Value conditional(const syntax::Conditional& node);
    Value cast(const syntax::Cast& node, Span span);
    Value member(const syntax::Expression& expression);

    // ---- types of what is not evaluated; nothing where only evaluating it would tell ----
    [[nodiscard]] std::optional<Type> type_of(const syntax::Expression& expression);
    [[nodiscard]] std::optional<Type> value_type_of(const syntax::Expression& expression);
    [[nodiscard]] std::optional<Type> type_of_name(const std::string& name);
    [[nodiscard]] std::optional<Type> type_of_unary(const syntax::Unary& node);
    [[nodiscard]] std::optional<Type> type_of_binary(const syntax::Binary& node);
    [[nodiscard]] std::optional<Type> type_of_member(const syntax::Member& node);
    [[nodiscard]] std::optional<Type> type_of_call(const syntax::Call& node);

    // ---- places ----
    [[nodiscard]] Variable* find(const std::string& name);
    [[nodiscard]] static Place place_of(Variable& variable);
    Place place(const syntax::Expression& expression);
    [[nodiscard]] bool is_place(const syntax::Expression& expression);
    Place memory_place(const Value& pointer, Span span);
    [[nodiscard]] bool is_own(std::uint64_t address, std::size_t size) const;
    [[nodiscard]] static Place field(const Place& object, const std::string& name, Span span);
    /// Of a scalar that lies `offset` bytes behind the place; told to the checks.
    [[nodiscard]] std::uint64_t load(const Place& place, std::uint64_t offset,
                                     const Type& type) const;
    void store(const Place& place, std::uint64_t offset, const Type& type, std::uint64_t bits);
    [[nodiscard]] Value read(const Place& place) const;
    Value write(const Place& place, const Value& value);
    void initialise(const Place& place, const syntax::Expression& value);
    void fill(const Place& place, const std::vector<syntax::ExpressionPtr>& values,
              std::size_t& next);

    /// In a controlled run: waits until the thread may do what others notice.
    void before_step(const Step& step, Span span) const;
    void before_access(Step::Kind kind, std::uint64_t address, std::uint64_t size, Span span) const;

    [[nodiscard]] check::HostPlace host_place(Span span) const {
        return {name_, run_->code().tree.source, span};
    }

    // ---- calls ----
    Value call(const syntax::Call& node, Span span);
    Value call_function(const syntax::Function& function, const std::vector<Value>& arguments);
    [[nodiscard]] std::vector<Value> arguments_of(const syntax::Call& node);
    [[nodiscard]] check::Order order_at(const syntax::Call& node, std::size_t index);
    void check_scope(const syntax::Call& node, std::size_t index);
    std::optional<Value> atomic(const syntax::Call& node, Span span);
    Value compare_exchange(const syntax::Call& node, Span span);
    Value fence(const syntax::Call& node, const language::FenceFunction& function, Span span);
    static void expect_arguments(const syntax::Call& node, std::size_t least, std::size_t most);
    /// Does it, and tells the checks; `work` does it, or reads what it is given, and says what it
    /// did.
    template <class Work>
    auto watched_atomic(const Place& object, const syntax::Call& node, check::AtomicKind kind,
                        check::Order order, Work&& work);

    friend class ApiCall;

    std::shared_ptr<Run> run_;
    std::string name_;
    std::vector<Frame> frames_;
    std::map<std::string, Value> ended_;  ///< variables of the thread whose scope has closed
    Span at_;
};

}  // namespace clmm::runtime::host
