#include "units/units.h"

#include <algorithm>
#include <cstring>

#include "clmm/base/reject.h"
#include "clmm/runtime/error.h"
#include "execute/handlers.h"
#include "objects/memory_core.h"
#include "programs/program_core.h"
#include "units/monitor.h"
#include "values/address.h"

namespace clmm::runtime::host {
namespace {

[[noreturn]] void no_queues() {
    throw Error(ErrorCode::invalid_operation,
                "single work-items and controlled kernels of a test enqueue nothing");
}

NdRange one_item() {
    NdRange range;
    range.global_size = {1, 1, 1};
    range.local_size = {1, 1, 1};
    range.sub_group_size = 1;
    return range;
}

/// An array is a pointer to its first element.
bool is_pointer(const syntax::Declarator& parameter) {
    return !parameter.type.pointers.empty() || !parameter.dimensions.empty();
}

/// What an initial value denotes: a number, or an address.
std::uint64_t initial_bits(const syntax::Expression& value, const Run& run) {
    if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&value.node))
        return literal->value;
    if (const auto* unary = std::get_if<syntax::Unary>(&value.node)) {
        if (unary->op == syntax::UnaryOperator::minus)
            return 0 - initial_bits(*unary->operand, run);
        if (unary->op == syntax::UnaryOperator::address_of)
            return initial_bits(*unary->operand, run);
    }
    if (const auto* name = std::get_if<syntax::Name>(&value.node))
        if (const Object* object = run.memory().named(name->text))
            return run.memory().address_of(*object);
    reject("E-UNSUPPORTED", "this initial value is not known when a test is executed", value.span);
}

}  // namespace

// ---- environment ----

/// Where no object of the test is one for each device, all work-items are on one.
MemoryArgument program_scope_of(const Run& run, std::uint32_t device) {
    const std::uint64_t number =
        run.memory().is_per_device() ? device : run.program_device_number();
    const auto scope = run.program().core()->scope_on(run.device(number, Span{}).core());
    return scope ? scope->argument() : MemoryArgument{};
}

DeviceEvent UnitEnvironment::enqueue_child(const ChildLaunch& /*child*/) { no_queues(); }
DeviceEvent UnitEnvironment::enqueue_marker(QueueArgument /*queue*/,
                                            const std::vector<DeviceEvent>& /*wait_list*/) {
    no_queues();
}
DeviceEvent UnitEnvironment::create_user_event() { no_queues(); }
void UnitEnvironment::set_user_event_status(DeviceEvent /*event*/, int /*status*/) { no_queues(); }
void UnitEnvironment::retain_event(DeviceEvent /*event*/) { no_queues(); }
void UnitEnvironment::release_event(DeviceEvent /*event*/) { no_queues(); }
void UnitEnvironment::capture_profiling_info(DeviceEvent /*event*/, std::uint64_t* /*value*/) {
    no_queues();
}
void UnitEnvironment::fail(ErrorCode code, std::string sentence) {
    throw Error(code, std::move(sentence));
}

std::vector<UnitEnvironment*> UnitEnvironments::with_own_variables() {
    std::vector<UnitEnvironment*> out;
    for (auto& [device, environment] : by_device_)
        if (std::ranges::none_of(out, [&](UnitEnvironment* other) {
                return other->program_scope().base == environment.program_scope().base;
            }))
            out.push_back(&environment);
    return out;
}

// ---- objects ----

bool lies_in(const Step& step, std::uint64_t begin, std::uint64_t size) {
    return step.address >= begin && step.address - begin + step.size <= size;
}

bool accesses_nothing(const Step& step) {
    return step.kind == Step::Kind::fence || step.kind == Step::Kind::other;
}

bool is_in_object(const Run& run, const MemoryArgument& scope, const Step& step) {
    const auto begin = address_of(scope.base);
    if (lies_in(step, begin, scope.size)) return true;
    const Object* object = run.memory().at(step.address);
    return object != nullptr && lies_in(step, run.memory().address_of(*object), object->size);
}

Finding outside_of_objects(Finding::Site site) {
    Finding finding;
    finding.kind = FindingKind::bounds;
    finding.message = "memory outside of all objects of the test is accessed";
    finding.sites.push_back(std::move(site));
    return finding;
}

void throw_outside_of_objects() {
    throw Error(ErrorCode::invalid_operation, "memory outside of all objects is accessed");
}

// ---- work-items ----

std::vector<Argument> unit_arguments(const UnitKernel& kernel, const Run& run) {
    std::vector<Argument> out;
    for (const syntax::Declarator& parameter : kernel.thread->parameters) {
        const auto given = std::ranges::find_if(
            run.code().tree.initial_state, [&](const syntax::InitEntry& entry) {
                return entry.name == parameter.name &&
                       (entry.unit ? *entry.unit == kernel.thread->number : !is_pointer(parameter));
            });
        const Object* const named = run.memory().named(parameter.name);
        if (const auto* pipe = named != nullptr ? std::get_if<Pipe>(&named->memory) : nullptr) {
            out.emplace_back(PipeArgument{pipe->core()->pipe, pipe->id()});
            continue;
        }
        const bool is_given = given != run.code().tree.initial_state.end() && given->value;
        if (is_pointer(parameter) && !is_given) {
            MemoryArgument memory;
            if (named == nullptr)
                reject("E-UNSUPPORTED",
                       "'" + parameter.name + "' is not in memory when the test is executed",
                       parameter.span);
            memory.base = named->base;
            memory.size = named->size;
            out.emplace_back(memory);
            continue;
        }
        const std::uint64_t bits = is_given ? initial_bits(*given->value, run) : 0;
        if (is_pointer(parameter)) {
            MemoryArgument memory;
            memory.base = pointer_to(bits);
            out.emplace_back(memory);
            continue;
        }
        ValueArgument value;
        value.bytes.resize(scalar_type_of(parameter.type).size());
        std::memcpy(value.bytes.data(), &bits, value.bytes.size());
        out.emplace_back(std::move(value));
    }
    return out;
}

void leave_values(const UnitKernel& kernel, std::uint64_t* seen) {
    for (std::size_t i = 0; i < kernel.seen.size(); ++i)
        if (seen[i] != 0)
            seen[i] = Memory::load(seen[i], static_cast<unsigned>(kernel.seen[i].type.size() * 8));
}

std::map<std::string, FinalValue> registers_of(const UnitKernel& kernel,
                                               const std::uint64_t* values) {
    std::map<std::string, FinalValue> out;
    for (std::size_t i = 0; i < kernel.seen.size(); ++i) {
        const SeenRegister& seen = kernel.seen[i];
        out[seen.name] = final_value(seen.type, values[i]);
    }
    return out;
}

UnitMember::UnitMember(const UnitProgram::Code& code, std::size_t index, Run& run,
                       UnitEnvironments& environments, bool weak_memory)
    : kernel_(code.kernels[index]),
      unit_(*std::ranges::find_if(code.host->test.units,
                                  [&](const litmus::Unit& unit) {
                                      return unit.kind == litmus::UnitKind::work_item &&
                                             unit.name == kernel_.name;
                                  })),
      seen_(kernel_.seen.size() + 1),
      bound_(std::make_unique<BoundKernel>(code.code[index], one_item(), arguments(run),
                                           environments.of(unit_.device))),
      place_(work_group(bound_->view().range, 0)) {
    const auto first = address_of(seen_.data());
    points_ = std::make_unique<Points>(*code.code[index], weak_memory,
                                       Points::Quiet{first, first + seen_.size() * 8});
    blocks_.push_back(bound_->make_block(1));
    run_ = std::make_unique<GroupRun>(bound_->view(), place_, nullptr, blocks_, 1);
}

std::vector<Argument> UnitMember::arguments(const Run& run) {
    std::vector<Argument> out = unit_arguments(kernel_, run);
    MemoryArgument seen;
    seen.base = reinterpret_cast<std::byte*>(seen_.data());
    seen.size = seen_.size() * 8;
    out.emplace_back(seen);
    return out;
}

void UnitMember::start(Monitor* monitor) const { run_->start(monitor); }

std::map<std::string, FinalValue> UnitMember::registers() {
    leave_values(kernel_, seen_.data());
    return registers_of(kernel_, seen_.data());
}

// ---- work-groups ----

/// All wait at one instance: of those that came before, they have passed the same.
bool UnitGroup::is_one_barrier(const std::vector<UnitMember*>& members, Handler kind) {
    const auto label = [](const UnitMember& member) -> const std::string& {
        const auto site = static_cast<std::size_t>(member.instruction().immediate);
        return member.block().code().sites[site].label;
    };
    return std::ranges::all_of(members, [&](const UnitMember* member) {
        return member->block().waits() && member->instruction().run == kind &&
               label(*member) == label(*members.front());
    });
}

void UnitGroup::release() {
    if (!is_one_barrier(members_, handlers::barrier())) report_divergence();
    pass(members_, false);
}

bool UnitGroup::release_sub_groups() {
    std::map<std::uint32_t, std::vector<UnitMember*>> sub_groups;
    for (UnitMember* member : members_) sub_groups[member->unit().sub_group].push_back(member);
    bool any = false;
    for (const auto& [number, members] : sub_groups) {
        if (!is_one_barrier(members, handlers::sub_group_barrier())) continue;
        pass(members, true);
        any = true;
    }
    return any;
}

/// Reports what no object of the test holds.
void UnitGroup::check(unsigned item, const Step& step) {
    if (accesses_nothing(step) || is_in_object(run_, environment_.program_scope(), step)) return;
    const UnitMember& member = *members_[item];
    environment_.report(outside_of_objects(member.group().site(
        member.block(), 0, member.instruction().span, member.unit().name + " accesses it")));
    throw_outside_of_objects();
}

void UnitGroup::pass(const std::vector<UnitMember*>& members, bool of_sub_group) const {
    if (monitors_ != nullptr) monitors_->barrier(members, of_sub_group);
    for (const UnitMember* member : members)
        member->block().release(member->block().place(), LaneSet::first(1));
}

void UnitGroup::report_divergence() const {
    Finding finding;
    finding.kind = FindingKind::divergence;
    finding.message = "not all work-items of the group reach this call";
    for (const UnitMember* member : members_) {
        const bool waits = member->block().waits();
        const Instruction& at =
            waits ? member->instruction() : member->block().code().instructions.back();
        finding.sites.push_back(
            member->group().site(member->block(), 0, at.span,
                                 member->unit().name + (waits ? " waits here" : " has ended")));
    }
    std::ranges::stable_partition(
        finding.sites, [](const Finding::Site& site) { return site.what.ends_with("waits here"); });
    environment_.report(std::move(finding));
    throw Error(ErrorCode::invalid_operation, "work-items of a group wait for others in vain");
}

}  // namespace clmm::runtime::host
