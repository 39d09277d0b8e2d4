// Statements. Every jump but those of loops goes forward, so that the lanes that are furthest
// back are the ones that others wait for.
#include <utility>

#include "clmm/language/local_scope.h"
#include "compile/code_walk.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {
namespace {

/// Turns of a loop for which other lanes are let wait; few where the loop may wait for them.
constexpr std::int64_t kTurns = 1 << 16;
constexpr std::int64_t kSpinningTurns = 8;

}  // namespace

void Translator::error(const Rejected& rejected) {
    if (dry_ > 0) throw rejected;
    failed_ = true;
    program_.add(rejected);
}

void Translator::unwind(std::size_t scopes, std::size_t loops, std::size_t switches,
                        std::size_t calls) {
    scopes_.resize(scopes);
    loops_.resize(loops);
    switches_.resize(switches);
    calls_.resize(calls);
}

void Translator::execute(const syntax::Statement& statement) {
    const std::size_t scopes = scopes_.size();
    const std::size_t loops = loops_.size();
    const std::size_t switches = switches_.size();
    const std::size_t calls = calls_.size();
    try {
        at_ = statement.span;
        std::visit([&](const auto& node) { execute(node); }, statement.node);
    } catch (const Rejected& rejected) {
        unwind(scopes, loops, switches, calls);
        error(rejected);
    }
}

void Translator::execute(const syntax::Block& node) {
    open_scope();
    const std::uint64_t memory = private_now_;
    const std::uint64_t begin = private_bytes_;
    for (const auto& statement : node.statements) execute(*statement);
    end_lives(begin);
    // Statements after each other share their memory; those of one loop do not meet either.
    private_now_ = memory;
    close_scope();
}

void Translator::execute(const syntax::DeclarationStatement& node) {
    for (const syntax::Declarator& declarator : node.declarators) {
        at_ = declarator.span;
        declare_variable(declarator);
    }
}

/// The label is that of all barriers in the statement, those of functions that it calls too.
void Translator::execute(const syntax::Labelled& node) {
    struct Restored {
        std::string& label;
        std::string outer;
        ~Restored() { label = std::move(outer); }
    };
    const Restored restored{label_, std::exchange(label_, node.label)};
    execute(*node.statement);
}

void Translator::discard(const syntax::Expression& expression) { evaluate(expression); }

void Translator::execute(const syntax::If& node) {
    const Span span = node.condition->span;
    const Reg condition = truth(evaluate(*node.condition));
    const Label otherwise = out_.label();
    Registers assigned = assigned_;
    out_.branch(condition, false, otherwise, span);
    execute(*node.when_true);
    std::swap(assigned, assigned_);
    if (!node.when_false) return out_.place(otherwise, 0, span);
    const Label end = out_.label();
    out_.jump(end, span);
    out_.place(otherwise, 0, span);
    execute(*node.when_false);
    std::erase_if(assigned_, [&](Reg reg) { return !assigned.contains(reg); });
    out_.place(end, 0, span);
}

/// The head is a place to come together; so is the step, and the end.
void Translator::loop(const syntax::Expression* condition, bool condition_first,
                      const syntax::Expression* step, const syntax::Statement& body) {
    const Span span = at_;
    const Label head = out_.label();
    const Label next = out_.label();
    const Label end = out_.label();
    const std::size_t begin = out_.mark();
    out_.place(head, kTurns, span);
    const auto test = [&](bool when, Label target) {
        if (condition) out_.branch(truth(evaluate(*condition)), when, target, condition->span);
    };
    if (condition_first) test(false, end);
    const Registers assigned = assigned_;
    loops_.push_back({next, end});
    const std::uint64_t memory = private_bytes_;
    execute(body);
    loops_.pop_back();
    out_.place(next, 0, span);
    end_lives(memory);
    if (step) discard(*step);
    if (condition_first || !condition)
        out_.jump(head, span);
    else
        test(true, head);
    assigned_ = assigned;
    if (out_.has_atomics_since(begin)) out_.set_turns(head, kSpinningTurns);
    out_.place(end, 0, span);
    end_lives(memory);
}

void Translator::execute(const syntax::While& node) {
    loop(node.condition.get(), true, nullptr, *node.body);
}

void Translator::execute(const syntax::DoWhile& node) {
    loop(node.condition.get(), false, nullptr, *node.body);
}

void Translator::execute(const syntax::For& node) {
    open_scope();
    const Span span = at_;
    const std::uint64_t memory = private_now_;
    const std::uint64_t begin = private_bytes_;
    execute(*node.init);
    at_ = span;
    loop(node.condition.get(), true, node.step.get(), *node.body);
    end_lives(begin);
    private_now_ = memory;
    close_scope();
}

namespace {

/// The labels of a switch stand in its body's block.
const syntax::Block& body_of(const syntax::Switch& node) {
    const auto* block = std::get_if<syntax::Block>(&node.body->node);
    require(block != nullptr, "E-UNSUPPORTED", "the body of a switch has to be a block",
            node.body->span);
    return *block;
}

}  // namespace

void Translator::execute(const syntax::Switch& node) {
    const Span span = node.subject->span;
    const Value subject = promoted(evaluate(*node.subject));
    require(is_scalar(subject.type) && is_integer(subject.type), "E-TYPE",
            "a switch is over an integer", span);
    const syntax::Block& body = body_of(node);
    SwitchState state;
    std::map<std::int64_t, Span> values;
    const Label end = out_.label();
    Label otherwise = end;
    for (const auto& statement : body.statements) {
        if (std::holds_alternative<syntax::Default>(statement->node)) {
            otherwise = out_.label();
            state.labels[&std::get<syntax::Default>(statement->node)] = otherwise;
        }
        const auto* label = std::get_if<syntax::Case>(&statement->node);
        if (!label) continue;
        const std::int64_t value = integer_constant(*label->value);
        require(values.emplace(value, statement->span).second, "E-TYPE",
                "this case stands in the switch already", statement->span);
        const Label target = out_.label();
        state.labels[label] = target;
        const Value constant = convert(
            scalar_value(Scalar::i64, integer_register(Scalar::i64, value)), subject.type, true);
        out_.branch(compare(loops::Binary::equal, subject.reg(), constant.reg()), true, target,
                    span);
    }
    out_.jump(otherwise, span);
    state.assigned = assigned_;
    const Registers assigned = assigned_;
    switches_.push_back(std::move(state));
    loops_.push_back({loops_.empty() ? std::nullopt : loops_.back().next, end});
    execute(body);
    loops_.pop_back();
    switches_.pop_back();
    assigned_ = assigned;
    out_.place(end, 0, span);
}

void Translator::execute(const syntax::Case& node) {
    require(!switches_.empty() && switches_.back().labels.contains(&node), "E-UNSUPPORTED",
            "a case stands directly in the block of its switch", at_);
    assigned_ = switches_.back().assigned;
    out_.place(switches_.back().labels.at(&node), 0, at_);
}

void Translator::execute(const syntax::Default& node) {
    require(!switches_.empty() && switches_.back().labels.contains(&node), "E-UNSUPPORTED",
            "'default' stands directly in the block of its switch", at_);
    assigned_ = switches_.back().assigned;
    out_.place(switches_.back().labels.at(&node), 0, at_);
}

void Translator::execute(const syntax::Break& /*node*/) {
    require(loops_.size() > calls_.back().loops, "E-SYNTAX", "'break' stands in no loop or switch",
            at_);
    out_.jump(loops_.back().end, at_);
}

void Translator::execute(const syntax::Continue& /*node*/) {
    require(loops_.size() > calls_.back().loops && loops_.back().next, "E-SYNTAX",
            "'continue' stands in no loop", at_);
    out_.jump(*loops_.back().next, at_);
}

void Translator::execute(const syntax::Return& node) {
    const Activation& call = calls_.back();
    const Span span = at_;
    if (node.value) {
        const Value value = evaluate(*node.value);
        if (is_void(call.result_type)) {
            require(is_void(value.type), "E-TYPE", "this function returns nothing", span);
        } else {
            const Value converted = convert(value, call.result_type);
            Lvalue result;
            result.type = call.result_type;
            result.parts = call.result;
            result.address = call.result_address;
            result.in_memory = call.result_address != kNoRegister;
            result.trusted = true;
            write(result, converted);
        }
    } else {
        require(is_void(call.result_type), "E-TYPE", "this function has to return a value", span);
    }
    out_.jump(call.end, span);
}

void Translator::declare_variable(const syntax::Declarator& declarator) {
    check_attributes(declarator.attributes, program_);
    const language::InitializerRules rules = list_rules();
    const Program::Declared declared = program_.type_of(declarator, &rules);
    if (declared.type->kind == TypeKind::block) return declare_block(declarator, declared.type);
    require(!declared.is_extern, "E-UNSUPPORTED", "an extern variable in a function", at_);
    if (declared.space == AddressSpace::local) return declare_local(declarator, declared.type);
    if (declared.is_static || declared.space == AddressSpace::constant ||
        declared.space == AddressSpace::global) {
        Program::Declared program = declared;
        if (!declared.has_space) program.space = AddressSpace::global;
        const ProgramVariable allocated = program_.allocate(program, declarator);
        Variable variable;
        variable.type = allocated.type;
        variable.place = program_place(allocated);
        declare(declarator.name, variable, declarator.span);
        return;
    }
    require(size_of(*declared.type) > 0, "E-TYPE",
            "a variable cannot be of type " + quote(to_string(declared.type)), declarator.span);
    Variable variable = make_variable(declared.type, is_addressed(declarator.name));
    name_object(variable.place, declarator.name);
    // The name is known in its own initialiser only as the new variable.
    Variable& made = declare(declarator.name, std::move(variable), declarator.span);
    // What nobody has assigned to is 0 in host code.
    if (is_host())
        zero(made.place);
    else
        begin_life(made.place);
    if (!declarator.initializer) return is_host() ? void() : leave_unassigned(made.place);
    initial_root_ = nullptr;
    initialize(made.place, *declarator.initializer);
    if (is_pointer(declared.type) && !is_reassigned(declarator.name)) made.root = initial_root_;
}

/// A block variable is its block: it cannot be changed.
void Translator::declare_block(const syntax::Declarator& declarator, TypePtr type) {
    require(declarator.initializer != nullptr, "E-TYPE",
            "a block variable has to be given its block where it is declared", at_);
    const Value value = convert(evaluate(*declarator.initializer), type);
    Variable variable;
    variable.type = type;
    variable.block = value.block;
    declare(declarator.name, variable, declarator.span);
}

void Translator::declare_local(const syntax::Declarator& declarator, TypePtr type) {
    require(calls_.size() == 1, "E-ADDRESS",
            "a variable in local memory stands in a kernel, in no other function", at_);
    require(!declarator.initializer, "E-ADDRESS",
            "a variable in local memory takes no initial value", at_,
            "assign to it, and let a barrier follow");
    constexpr std::size_t kOfKernel = 2;  // its parameters, its body
    if (scopes_.size() > calls_.back().scopes + kOfKernel)
        program_.add(Rejected{{Severity::warning, "W-LOCAL",
                               quote(declarator.name) + language::kLocalInBlock,
                               language::kLocalInBlockHint, nullptr, declarator.span}});
    const std::uint64_t offset = allocate_local(size_of(*type), alignment_of(*type));
    Variable variable;
    variable.type = type;
    variable.place =
        based_place(type, handlers::ItemQuery::local_address, offset, AddressSpace::local);
    if (program_.watched()) {
        out_.code().local_objects.push_back({offset, size_of(*type), declarator.name, false});
        Root root{Root::Kind::local, 0, offset, size_of(*type), declarator.name};
        variable.place.root = add_root(std::move(root));
    }
    declare(declarator.name, variable, declarator.span);
}

}  // namespace clmm::runtime::compiler
