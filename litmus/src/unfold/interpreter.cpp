#include "unfold/interpreter.h"

#include <algorithm>
#include <iterator>

#include "clmm/language/constants.h"
#include "clmm/language/names.h"
#include "memory/object_pieces.h"

namespace clmm::litmus {
namespace {

/// Private objects live far above the locations, a megabyte apart.
constexpr std::uint64_t kPrivateBase = std::uint64_t{1} << 40U;
constexpr std::uint64_t kPrivateStride = std::uint64_t{1} << 20U;

}  // namespace

Interpreter::Interpreter(Unfolding& unfolding, const UnitStart& start)
    : unfolding_(unfolding),
      start_(start),
      unit_(start.unit),
      code_(*start.code),
      flow_{start.live.valid() ? start.live : unfolding.structure.terms.boolean(true),
            start.control.valid() ? start.control : unfolding.recorder.dependencies().empty(),
            {}} {}

void Interpreter::run() {
    unfolding_.stopped[unit_] = terms().boolean(false);
    for (const auto& [name, object] : unfolding_.code.variables)
        file_scope_[name] = {.variable = {}, .object = object};
    for (const auto& [name, each] : unfolding_.code.device_objects) {
        const auto own = each.objects.find(unfolding_.structure.units[unit_.index()].device);
        if (each.at_file_scope && is_work_item() && own != each.objects.end())
            file_scope_[name] = {.variable = {}, .object = own->second};
    }
    frames_.push_back(
        {.function = {}, .return_type = void_type(), .live = flow_.live, .control = flow_.control});
    OpenScope parameters(*this);
    bind_start();
    if (is_cut())
        leave_here(code_.thread != nullptr ? code_.thread->name_span : Span{},
                   UnrollBound::Limit::iterations);
    OpenScope body(*this);
    for (const auto& statement : code_.body->statements) execute(statement);
    if (frames_.back().returned)
        flow_ =
            join(terms(), dependencies(), variables_, flow_.live, flow_, *frames_.back().returned);
    unfolding_.ended[unit_] = flow_.live;
    if (stuck_) flow_ = join(terms(), dependencies(), variables_, flow_.live, flow_, *stuck_);
    collect_registers();
}

void Interpreter::bind_start() {
    for (const auto& [name, initial] : code_.registers) {
        const TypePtr type =
            initial.type     ? initial.type
            : initial.object ? pointer_to(in_space(unfolding_.objects[*initial.object].element(),
                                                   unfolding_.objects[*initial.object].space))
                             : int_type();
        const VariableId variable = new_variable(name, type);
        frames_.back().scopes.back()[name] = {.variable = variable};
    }
    for (const Parameter& parameter : code_.parameters)
        frames_.back().scopes.back()[parameter.declarator->name] = {
            .variable = new_variable(parameter.declarator->name, parameter.type)};
    const auto set = [&](const std::string& name, const InitialValue& initial) {
        Variable& variable = variables_[find(name)->variable.index()];
        if (has_parts(variable.type)) {
            if (initial.object) copy_initial(variable, *initial.object);
            return;
        }
        variable.initial.front().term = terms().constant(initial.value, variable.type->width());
        if (initial.object)
            variable.initial.front().object = {
                .kind = Provenance::Kind::memory,
                .index = static_cast<std::uint32_t>(*initial.object)};
    };
    for (const auto& [name, initial] : code_.registers) set(name, initial);
    for (const Parameter& parameter : code_.parameters)
        set(parameter.declarator->name, parameter.initial);
    for (std::size_t i = 0; i < start_.arguments.size(); ++i) {
        const VariableId variable = find(code_.parameters[i].declarator->name)->variable;
        start_with(variables_[variable.index()], start_.arguments[i]);
    }
    if (start_.block != nullptr) bind_captured(*start_.block);
}

void Interpreter::start_with(Variable& variable, const Value& value) {
    if (!value.parts) variable.initial.front() = {value.term, value.reads, value.object};
    for (std::size_t part = 0; value.parts && part < value.parts->size(); ++part) {
        const Value& scalar = (*value.parts)[part];
        variable.initial[part] = {scalar.term, scalar.reads, scalar.object};
    }
}

/// A struct that is a parameter starts as the object of its name.
void Interpreter::copy_initial(Variable& variable, std::size_t object) {
    const std::uint64_t base =
        unfolding_.structure.locations[unfolding_.objects[object].first.index()].address;
    for (std::size_t i = 0; i < variable.scalars; ++i)
        variable.initial[i].term =
            initial_term(unfolding_, base + variable.places[i].offset, variable.places[i].width);
}

VariableId Interpreter::new_variable(const std::string& name, const TypePtr& type) {
    const VariableId id(variables_.size());
    Variable variable{.name = name,
                      .type = type,
                      .base = kPrivateBase * (unit_.index() + 1) + id.index() * kPrivateStride,
                      .places = {},
                      .initial = {}};
    const auto add_cell = [&](std::uint64_t offset, unsigned width, bool is_address) {
        variable.places.push_back({offset, width, is_address});
        variable.initial.push_back({terms().constant(0, width), dependencies().empty(), {}});
    };
    const std::vector<Leaf> leaves = leaves_of(type);
    for (const Leaf& leaf : leaves)
        add_cell(leaf.offset, leaf.type->width(), is_pointer(leaf.type));
    variable.scalars = leaves.size();
    for (const std::uint64_t offset : gaps_of(leaves, size_of(*type))) add_cell(offset, 8, false);
    variables_.push_back(std::move(variable));
    return id;
}

/// The same declaration gives the same variable in every iteration, and another one in a deeper
/// call. In the unit's own body, what is stored also goes to a variable for the bare name, which
/// is how a condition reads registers that are declared in nested blocks.
Interpreter::Binding Interpreter::bind_variable(const std::string& name, const TypePtr& type,
                                                const void* site) {
    const auto [place, fresh] = sites_.try_emplace({site, frames_.size()}, VariableId{});
    if (fresh) place->second = new_variable(name, type);
    const VariableId variable = place->second;
    Frame& frame = frames_.back();
    if (fresh && frames_.size() == 1 && is_scalar(type)) {
        auto shadow = shadows_.find(name);
        if (shadow == shadows_.end())
            shadow = shadows_.emplace(name, new_variable(name, type)).first;
        if (variables_[shadow->second.index()].type->width() == type->width())
            variables_[variable.index()].shadow = shadow->second;
        const auto given = code_.registers.find(name);
        if (given != code_.registers.end())
            variables_[variable.index()].initial.front().term =
                terms().constant(given->second.value, type->width());
    }
    return frame.scopes.back()[name] = {.variable = variable};
}

const Interpreter::Binding* Interpreter::find(std::string_view name) const {
    const auto& scopes = frames_.back().scopes;
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return &found->second;
    }
    const auto found = file_scope_.find(name);
    return found == file_scope_.end() ? nullptr : &found->second;
}

/// The one of the unit's device.
std::size_t Interpreter::own_object(const DeviceObjects& each, Span span) const {
    const std::uint32_t device = unfolding_.structure.units[unit_.index()].device;
    const auto own = each.objects.find(device);
    if (own == each.objects.end())
        reject("E-UNSUPPORTED",
               "device " + std::to_string(device) + " is named nowhere as a constant", span,
               "each device has program-scope variables of its own: write the device of a queue as "
               "a number");
    return own->second;
}

/// A name that the unit does not declare. Published files use locations of the initial state
/// without passing them, and spell parameters in another case.
Value Interpreter::undeclared(const std::string& name, Span span) {
    const auto& code = unfolding_.code;
    const auto pointer = [&](std::size_t object) {
        const Lvalue place = object_place(object, span);
        return Value{pointer_to(is_array(place.type) ? place.type->element : place.type),
                     place.address, dependencies().empty(), place.object};
    };
    const auto each = code.device_objects.find(name);
    if (each != code.device_objects.end()) {
        if (is_work_item()) return pointer(own_object(each->second, span));
        reject("E-ADDRESS", "each device has its own '" + name + "', and a host thread has none",
               span, "kernels reach it by its name, without an argument");
    }
    const auto object = code.object_names.find(name);
    if (object != code.object_names.end()) return pointer(object->second);
    if (const auto* handle = find_handle(code.handles, name))
        return number(handle->value, handle->type);
    std::vector<std::string> names = code_.names;
    for (const auto& [known, index] : code.object_names) {
        names.push_back(known);
        if (!language::equal_ignoring_case(known, name)) continue;
        unfolding_.reporter.warn("W-NAME",
                                 "'" + name + "' is not declared; taken as '" + known + "'", span);
        return pointer(index);
    }
    std::ranges::copy(language::constant_names(), std::back_inserter(names));
    reject("E-NAME", "'" + name + "' is not declared", span, language::did_you_mean(name, names));
}

// ---- what the condition reads ----

void Interpreter::publish(const std::string& name, VariableId variable) {
    const Variable& found = variables_[variable.index()];
    if (!is_scalar(found.type)) return;
    const Cell& cell = cells_of(variable).front();
    unfolding_.registers[{unit_, name}] = {cell.term, value_type(found.type), cell.object};
}

/// The outermost declaration of a name wins, then any nested one, then the parameter.
void Interpreter::collect_registers() {
    if (start_.item) return;  // a condition has no names for those of work-items
    const auto& scopes = frames_.front().scopes;
    for (const auto& [name, binding] : scopes.front())
        if (binding.variable.valid()) publish(name, binding.variable);
    for (const auto& [name, variable] : shadows_) publish(name, variable);
    for (const auto& [name, binding] : scopes.back())
        if (binding.variable.valid()) publish(name, binding.variable);
}

// ---- state ----

void Interpreter::under(TermId condition, DependencyId reads, const Work& work) {
    if (terms().is_false(condition)) return;
    const Flow before = flow_;
    flow_.live = terms().land(before.live, condition);
    flow_.control = dependencies().unite(before.control, decided_by(reads));
    work();
    if (!terms().is_true(condition)) {
        Flow around = before;
        around.live = terms().land(before.live, terms().lnot(condition));
        flow_ = join(terms(), dependencies(), variables_, condition, flow_, around);
    }
    flow_.control = before.control;
}

DependencyId Interpreter::decided_by(DependencyId reads) {
    return dependencies().unite(reads, dependencies().as_choices(reads));
}

void Interpreter::end_control(TermId live, DependencyId before) {
    if (flow_.live == live) flow_.control = after_join(dependencies(), before, flow_.control);
}

void Interpreter::branch(const Value& condition, const Work& when_true, const Work& when_false) {
    const TermId chosen = truth(condition, Span{});
    const DependencyId control = flow_.control;
    const TermId before = flow_.live;
    flow_.control = dependencies().unite(control, decided_by(condition.reads));
    if (terms().is_constant(chosen)) {
        terms().is_true(chosen) ? when_true() : when_false();
        return end_control(before, control);
    }
    Flow other = flow_;
    other.live = terms().land(flow_.live, terms().lnot(chosen));
    flow_.live = terms().land(flow_.live, chosen);
    if (!dead()) when_true();
    std::swap(flow_, other);
    if (!dead()) when_false();
    flow_ = join(terms(), dependencies(), variables_, chosen, other, flow_);
    end_control(before, control);
    narrow_traces(before);
}

/// The paths that are here wait in `parked`; nothing goes on here.
void Interpreter::park(std::optional<Flow>& parked, TermId base) {
    if (!dead()) {
        const TermId choose = relative_to(terms(), flow_.live, base);
        parked = parked ? join(terms(), dependencies(), variables_, choose, flow_, *parked) : flow_;
    }
    flow_.live = terms().boolean(false);
}

void Interpreter::go_on_where(TermId condition) {
    const Flow before = flow_;
    const TermId stays = terms().land(before.live, terms().lnot(condition));
    flow_.live = terms().land(before.live, condition);
    if (flow_.live == before.live) return;
    Flow stuck = before;
    stuck.live = stays;
    stuck_ = stuck_ ? join(terms(), dependencies(), variables_, stuck_->live, *stuck_, stuck)
                    : std::move(stuck);
}

void Interpreter::undefined(std::string kind, std::string message, TermId when, Span span) {
    const TermId holds = terms().land(flow_.live, when);
    if (terms().is_false(holds)) return;
    unfolding_.structure.undefined.push_back({std::move(kind), std::move(message), holds, span});
}

}  // namespace clmm::litmus
