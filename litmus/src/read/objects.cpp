#include "read/objects.h"

#include <algorithm>
#include <tuple>

#include "clmm/base/counted.h"
#include "clmm/language/constants.h"
#include "clmm/language/names.h"
#include "clmm/parser/tree_walk.h"
#include "host/launch_clauses.h"
#include "read/constant.h"
#include "read/devices.h"
#include "read/floating_constant.h"
#include "read/initializers.h"
#include "read/object_draft.h"
#include "read/object_layout.h"
#include "terms/floating.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

class Collector {
public:
    Collector(TestCode& code, const std::vector<Unit>& units, Reporter& reporter)
        : code_(code), units_(units), reporter_(reporter), drafts_(code.types, reporter) {
        is_launched_ = !code.tree.launches.empty() ||
                       std::ranges::count(units, UnitKind::host_thread, &Unit::kind) != 0;
    }

    std::vector<Location> operator()() {
        code_.types.define(code_.tree, reporter_);
        for (const auto& entry : code_.tree.initial_state)
            if (!entry.unit) reporter_.attempt([&] { add_initial_entry(entry); });
        for (const auto& variable : code_.tree.variables)
            reporter_.attempt([&] { drafts_.add_variable(variable); });
        for (std::size_t i = 0; i < code_.tree.threads.size(); ++i) add_unit(i);
        place();
        for (ObjectDraft& draft : drafts_.all()) initialise_all(draft);
        for (std::size_t i = 0; i < code_.units.size(); ++i) initialise_unit(i);
        for (const auto& entry : code_.tree.initial_state)
            if (entry.unit) reporter_.attempt([&] { add_register(entry); });
        for (const syntax::Launch& launch : code_.tree.launches)
            reporter_.attempt([&] { add_launch(launch); });
        return std::move(locations_);
    }

private:
    // ---- declarations ----

    void add_initial_entry(const syntax::InitEntry& entry) {
        if (declares_handle(entry)) return add_handle(code_.handles, entry);
        drafts_.add_initial_entry(entry);
    }

    void add_unit(std::size_t index) {
        UnitCode unit{.thread = &code_.tree.threads[index],
                      .body = &code_.tree.threads[index].body};
        for (const auto& declarator : unit.thread->parameters) {
            unit.names.push_back(declarator.name);
            reporter_.attempt([&] { add_parameter(unit, declarator, index); });
        }
        syntax::for_each_declarator(unit.thread->body, [&](const syntax::Declarator& declarator) {
            unit.names.push_back(declarator.name);
            reporter_.attempt([&] { add_local(unit, declarator, index); });
        });
        code_.units.push_back(std::move(unit));
    }

    bool has_own_value(const syntax::Declarator& declarator, std::size_t unit) const {
        const auto number = code_.tree.threads[unit].number;
        return std::ranges::any_of(code_.tree.initial_state, [&](const syntax::InitEntry& entry) {
            return entry.unit == number && entry.name == declarator.name;
        });
    }

    void add_parameter(UnitCode& unit, const syntax::Declarator& declarator, std::size_t index) {
        const TypePtr type = code_.types.parameter(declarator);
        std::optional<std::uint64_t> length;
        if (!declarator.dimensions.empty())
            length = code_.types.length_of(declarator.dimensions.front());
        unit.parameters.push_back({.declarator = &declarator, .type = type});
        if (!is_pointer(type) || has_own_value(declarator, index)) return;
        if (written_space(*type->element) == AddressSpace::private_memory)
            reject("E-UNSUPPORTED", "a parameter that points to private memory",
                   declarator.type.span, "private objects are declared in the body");
        ObjectDraft& draft = drafts_.add(declarator.name, declarator.span);
        draft.users.insert(UnitId(index));
        if (length) {
            draft.is_array = true;
            draft.count = std::max(draft.count, static_cast<std::size_t>(*length));
        }
        drafts_.declare(draft, type->element, declarator.type.span);
    }

    /// `local int a[4];` in a body: one object for each work-group.
    void add_local(UnitCode& unit, const syntax::Declarator& declarator, std::size_t index) {
        const TypePtr named = code_.types.resolve(declarator.type);
        if (written_space(*named) != AddressSpace::local) return;
        const TypePtr type = code_.types.declared(declarator);
        const Unit& where = units_[index];
        const auto key = std::tuple(where.device, where.kernel, where.work_group, declarator.name);
        auto found = locals_.find(key);
        if (found == locals_.end()) {
            std::string name = declarator.name;
            for (unsigned n = where.work_group; drafts_.contains(name); ++n)
                name = declarator.name + "@wg" + std::to_string(n);
            found = locals_.emplace(key, name).first;
        }
        ObjectDraft& draft = drafts_.add(found->second, declarator.span);
        draft.in_body = true;
        draft.users.insert(UnitId(index));
        if (is_array(type)) {
            draft.is_array = true;
            draft.count = std::max(draft.count, static_cast<std::size_t>(type->length));
        }
        drafts_.declare(draft, is_array(type) ? type->element : type, declarator.type.span);
        for (std::size_t i = 0; i < drafts_.all().size(); ++i)
            if (&drafts_.all()[i] == &draft) unit.local_objects[&declarator] = i;
        reporter_.warn("W-INITIAL",
                       "'" + declarator.name + "' in local memory starts unspecified; taken as 0",
                       declarator.span);
    }

    // ---- locations ----

    void place() {
        for (ObjectDraft& draft : drafts_.all()) settle(draft);
        const std::set<std::uint32_t> devices = devices_of(code_, units_);
        for (ObjectDraft& draft : drafts_.all()) {
            if (devices.size() > 1 && is_per_device(draft))
                place_on_each(draft, devices);
            else if (!draft.is_sub_buffer)
                draft.object = append_object(code_.objects, locations_, object_of(draft));
        }
        for (ObjectDraft& draft : drafts_.all()) {
            if (code_.device_objects.contains(draft.name)) continue;
            if (!draft.is_sub_buffer) code_.object_names[draft.name] = draft.object;
            if (draft.is_variable) code_.variables[draft.name] = draft.object;
        }
        for (ObjectDraft& draft : drafts_.all())
            if (draft.is_sub_buffer) reporter_.attempt([&] { place_sub_buffer(draft); });
        for (UnitCode& unit : code_.units)
            for (auto& [declarator, object] : unit.local_objects)
                object = drafts_.all()[object].object;
    }

    /// "Program scope global variables are treated as per-device coarse-grained SVM for addressing
    /// and sharing purposes." [Shared Virtual Memory] Which constant one it is nobody can tell.
    static bool is_per_device(const ObjectDraft& draft) {
        return draft.allocation == Allocation::program_scope &&
               draft.space != AddressSpace::constant;
    }

    void place_on_each(ObjectDraft& draft, const std::set<std::uint32_t>& devices) {
        DeviceObjects& all = code_.device_objects[draft.name];
        all.at_file_scope = draft.is_variable;
        for (const std::uint32_t device : devices) {
            MemoryObject object = object_of(draft);
            object.name += "@dev" + std::to_string(device);
            draft.object = append_object(code_.objects, locations_, object);
            all.objects[device] = draft.object;
            code_.object_names[object.name] = draft.object;
        }
    }

    /// The object that a name means on a device, or where there is one for all.
    std::optional<std::size_t> find_object(const std::string& name,
                                           std::optional<std::uint32_t> device) const {
        const auto found = code_.object_names.find(name);
        if (found != code_.object_names.end()) return found->second;
        const auto each = code_.device_objects.find(name);
        if (each == code_.device_objects.end() || !device) return std::nullopt;
        const auto own = each->second.objects.find(*device);
        return own == each->second.objects.end() ? std::nullopt : std::optional(own->second);
    }

    std::optional<std::uint32_t> device_of(const Unit& unit) const {
        return unit.kind == UnitKind::work_item ? std::optional(unit.device) : std::nullopt;
    }

    MemoryObject object_of(const ObjectDraft& draft) {
        const bool is_pipe = draft.allocation == Allocation::pipe;
        if ((is_pipe || draft.allocation == Allocation::image) && !draft.is_array)
            reporter_.error("E-TYPE", "'" + draft.name + "' has no size", draft.span,
                            "write for example '" + draft.name + "[4]'");
        return {.name = draft.name,
                .type = is_pipe          ? code_.types.pipe(draft.element, draft.count)
                        : draft.is_array ? array_of(draft.element, draft.count)
                                         : draft.element,
                .first = {},
                .space = *draft.space,
                .allocation = draft.allocation.value_or(Allocation::fine_grained_svm_atomics),
                .split = draft.allocation || (is_launched_ && *draft.space != AddressSpace::local)};
    }

    /// `sub_buffer int b[2] = &a[1];` names locations that a has.
    void place_sub_buffer(ObjectDraft& draft) {
        if (draft.value == nullptr)
            reject("E-TYPE", "'" + draft.name + "' is part of no buffer", draft.span,
                   "write for example 'sub_buffer int b[2] = &a[1]'");
        const InitialValue start = evaluate(*draft.value);
        const MemoryObject* buffer = start.object ? &code_.objects[*start.object] : nullptr;
        if (buffer == nullptr || buffer->allocation != Allocation::buffer)
            reject("E-ADDRESS", "'" + draft.name + "' is not part of a buffer", draft.value->span,
                   "what it is part of is declared with the word 'buffer'");
        MemoryObject part = object_of(draft);
        part.first = find_location(locations_, start.value)->id;
        const std::size_t end = buffer->first.index() + buffer->count;
        for (const Leaf& leaf : leaves_of(part.type)) {
            const std::size_t index = part.first.index() + part.count++;
            if (index >= end)
                reject("E-TYPE", "'" + draft.name + "' ends after '" + buffer->name + "'",
                       draft.span);
            Location& location = locations_[index];
            if (location.address != start.value + leaf.offset ||
                location.width != leaf.type->width() ||
                location.is_pointer != is_pointer(leaf.type))
                reject("E-TYPE",
                       "'" + draft.name + "' is " + to_text(*part.element()) + " and '" +
                           buffer->name + "' is " + to_text(*buffer->element()),
                       draft.span);
            location.atomic_type = location.atomic_type && leaf.type->is_atomic;
        }
        draft.object = code_.objects.size();
        code_.object_names[draft.name] = draft.object;
        code_.objects.push_back(std::move(part));
    }

    /// What no declaration has said.
    void settle(ObjectDraft& draft) {
        if (!draft.element) {
            draft.element = draft.value != nullptr && is_address(*draft.value)
                                ? pointer_to(int_type())
                                : int_type();
            draft.all_atomic = false;
        }
        draft.element =
            with_atomic(language::in_space(draft.element, std::nullopt), draft.all_atomic);
        if (draft.is_list && !draft.is_array && !is_structure(draft.element)) {
            draft.is_array = true;
            draft.count = std::max<std::size_t>(
                1, std::get<syntax::InitializerList>(draft.value->node).elements.size());
        }
        if (!draft.space) draft.space = AddressSpace::global;
        warn_about_groups(draft);
    }

    void warn_about_groups(const ObjectDraft& draft) {
        if (*draft.space != AddressSpace::local || draft.in_body) return;
        const bool apart = std::ranges::any_of(draft.users, [&](UnitId unit) {
            return unit != *draft.users.begin() &&
                   !same_work_group(units_[unit.index()], units_[draft.users.begin()->index()]);
        });
        if (apart)
            reporter_.warn("W-LOCAL",
                           "'" + draft.name +
                               "' is in local memory and used by several "
                               "work-groups; taken as one location that they share",
                           draft.span);
    }

    bool is_address(const syntax::Expression& expression) const {
        if (const auto* node = std::get_if<syntax::Unary>(&expression.node))
            return node->op == syntax::UnaryOperator::address_of;
        const auto* name = std::get_if<syntax::Name>(&expression.node);
        return name != nullptr && language::find_constant(name->text) == nullptr;
    }

    // ---- initial values ----

    void initialise_all(const ObjectDraft& draft) {
        if (draft.is_sub_buffer) return;
        const auto each = code_.device_objects.find(draft.name);
        if (each == code_.device_objects.end())
            return initialise(draft, code_.objects[draft.object]);
        for (const auto& [device, object] : each->second.objects) {
            device_ = device;
            initialise(draft, code_.objects[object]);
        }
        device_.reset();
    }

    void initialise(const ObjectDraft& draft, const MemoryObject& object) {
        const std::uint64_t base = locations_[object.first.index()].address;
        const auto set = [&](std::uint64_t offset, const TypePtr& type,
                             const syntax::Expression& value) {
            reporter_.attempt([&] {
                set_bytes(base + offset, size_of(*type),
                          is_floating(type) ? floating_bits(*type, value) : evaluate(value).value);
            });
        };
        if (draft.allocation == Allocation::pipe) fill_pipe(draft, object);
        const TypePtr whole = draft.allocation == Allocation::pipe
                                  ? object.type->record->fields.front().type
                                  : object.type;
        reporter_.attempt([&] {
            if (draft.value != nullptr)
                for (const InitialPart& part : initial_parts(whole, *draft.value, list_rules())) {
                    if (is_vector(part.type)) {
                        for (const auto& [leaf, value] : components(part))
                            set(part.offset + leaf.offset, leaf.type, *value);
                        continue;
                    }
                    if (is_structure(part.type))
                        reject("E-TYPE", "a struct is initialised by a list in braces",
                               part.value->span);
                    if (part.character)
                        set_bytes(base + part.offset, 1, *part.character);
                    else
                        set(part.offset, part.type, *part.value);
                }
            const std::uint64_t size = size_of(*object.element());
            for (const auto& [index, value] : draft.elements)
                set(index * size, object.element(), *value);
        });
    }

    /// In a union, the locations may be those of another member.
    void set_bytes(std::uint64_t address, std::uint64_t size, std::uint64_t bits) {
        constexpr std::uint64_t kMostBefore = 7;  // of a location's bytes
        auto location =
            std::ranges::lower_bound(locations_, address - kMostBefore, {}, &Location::address);
        for (; location != locations_.end() && location->address < address + size; ++location)
            for (std::uint64_t i = 0; i < location->width / 8U; ++i) {
                const std::uint64_t at = location->address + i;
                if (at < address || at >= address + size) continue;
                location->initial &= ~(std::uint64_t{0xff} << 8 * i);
                location->initial |= (bits >> 8 * (at - address) & 0xff) << 8 * i;
            }
    }

    /// Outside functions there are no objects to copy; a compound literal is what its list is.
    [[nodiscard]] InitializerRules list_rules() const {
        InitializerRules rules = TypeNames::no_rules();
        rules.has_type = [this](const TypePtr& type, const syntax::TypeName& literal) {
            return language::is_same(*code_.types.resolve(literal), *type);
        };
        return rules;
    }

    [[nodiscard]] bool is_vector_literal(const syntax::Expression& expression) const {
        const auto* cast = std::get_if<syntax::Cast>(&expression.node);
        return cast != nullptr && is_vector(code_.types.resolve(cast->type));
    }

    /// What each component of a vector starts as.
    [[nodiscard]] std::vector<std::pair<Leaf, const syntax::Expression*>> components(
        const InitialPart& part) const {
        std::vector<const syntax::Expression*> values{part.value};
        if (is_vector_literal(*part.value))
            values = literal_operands(*std::get<syntax::Cast>(part.value->node).operand);
        const std::vector<Leaf> leaves = leaves_of(part.type);
        if (values.size() != 1 && values.size() != leaves.size())
            reject("E-TYPE",
                   to_text(*value_type(part.type)) + " has " + std::to_string(leaves.size()) +
                       " components and is given " + std::to_string(values.size()),
                   part.value->span);
        std::vector<std::pair<Leaf, const syntax::Expression*>> out;
        for (std::size_t i = 0; i < leaves.size(); ++i)
            out.emplace_back(leaves[i], values[values.size() == 1 ? 0 : i]);
        return out;
    }

    std::uint64_t floating_bits(const Type& type, const syntax::Expression& expression) const {
        const auto value = floating_constant(expression, code_.types);
        if (!value) reject("E-TYPE", "a constant is needed here", expression.span);
        return nearest_bits(*value, type.width());
    }

    /// Initial values are packets that were written before.
    void fill_pipe(const ObjectDraft& draft, const MemoryObject& object) {
        const auto* list = draft.value == nullptr
                               ? nullptr
                               : std::get_if<syntax::InitializerList>(&draft.value->node);
        const std::uint64_t given = list == nullptr ? 0 : list->elements.size();
        const std::uint64_t base = locations_[object.first.index()].address;
        const auto field = [&](const char* name) {
            return base + find_field(*object.type->record, name)->offset;
        };
        for (std::uint64_t i = 0; i < draft.count; ++i)
            location_at(field("state") + 4 * i)->initial = i < given ? i + 1 : i;
        location_at(field("written"))->initial = given;
    }

    Location* location_at(std::uint64_t address) {
        const Location* found = find_location(locations_, address);
        return found == nullptr ? nullptr : &locations_[found->id.index()];
    }

    void initialise_unit(std::size_t index) {
        for (Parameter& parameter : code_.units[index].parameters) {
            if (const auto* handle = find_handle(code_.handles, parameter.declarator->name)) {
                parameter.initial = {.value = handle->value};
                continue;
            }
            if (has_own_value(*parameter.declarator, index)) continue;
            const auto found = find_object(parameter.declarator->name, device_of(units_[index]));
            if (!found) {
                if (is_pointer(parameter.type)) reject_host_parameter(parameter);
                continue;
            }
            const Location& location = locations_[code_.objects[*found].first.index()];
            if (is_pointer(parameter.type)) {
                reporter_.attempt([&] {
                    check_allocation(parameter.type, location.allocation,
                                     parameter.declarator->name, parameter.declarator->span);
                });
                name_space(parameter, location.space);
                parameter.initial = {.value = location.address, .object = *found};
            } else {
                const TypePtr& whole = code_.objects[*found].type;
                if (is_structure(parameter.type) && parameter.type->record != whole->record) {
                    reporter_.error("E-TYPE",
                                    "'" + parameter.declarator->name + "' is " + to_text(*whole) +
                                        " in the initial state",
                                    parameter.declarator->span);
                    continue;
                }
                parameter.initial = {.value = location.initial, .object = {}};
                if (is_structure(parameter.type)) parameter.initial.object = *found;
                reporter_.warn("W-PARAMETER",
                               "'" + parameter.declarator->name +
                                   "' is a copy of the initial value "
                                   "here, not the location",
                               parameter.declarator->span,
                               "write '" + to_text(*parameter.type) + "* " +
                                   parameter.declarator->name + "' to share it");
            }
        }
    }

    void reject_host_parameter(const Parameter& parameter) {
        const std::string& name = parameter.declarator->name;
        if (code_.device_objects.contains(name))
            reporter_.error(
                "E-ADDRESS", "each device has its own '" + name + "', and a host thread has none",
                parameter.declarator->span, "kernels reach it by its name, without an argument");
    }

    /// An unqualified parameter of a thread points to where its object is, in no other memory.
    static void name_space(Parameter& parameter, AddressSpace space) {
        if (!written_space(*parameter.type->element))
            parameter.type = pointer_to(in_space(parameter.type->element, space));
    }

    void add_register(const syntax::InitEntry& entry) {
        const auto thread =
            std::ranges::find(code_.tree.threads, *entry.unit, &syntax::Thread::number);
        if (thread == code_.tree.threads.end())
            reject("E-NAME", "there is no thread P" + std::to_string(*entry.unit), entry.span);
        UnitCode& unit = code_.units[static_cast<std::size_t>(thread - code_.tree.threads.begin())];
        device_ = device_of(units_[static_cast<std::size_t>(&unit - code_.units.data())]);
        InitialValue initial = entry.value ? evaluate(*entry.value) : InitialValue{};
        device_.reset();
        if (entry.type) initial.type = code_.types.resolve(*entry.type);
        const auto parameter = std::ranges::find_if(
            unit.parameters,
            [&](const Parameter& candidate) { return candidate.declarator->name == entry.name; });
        if (parameter != unit.parameters.end()) {
            parameter->initial = initial;
            return;
        }
        if (!unit.registers.emplace(entry.name, initial).second)
            reject("E-NAME",
                   "'" + std::to_string(*entry.unit) + ":" + entry.name + "' is initialised twice",
                   entry.name_span);
        if (std::ranges::find(unit.names, entry.name) == unit.names.end())
            unit.names.push_back(entry.name);
    }

    // ---- kernels that the test launches ----

    void add_launch(const syntax::Launch& launch) {
        const auto* call = std::get_if<syntax::Call>(&launch.parts.front()->node);
        if (call == nullptr)
            reject("E-NDRANGE", "a launch starts with the call of a kernel",
                   launch.parts.front()->span, "write 'NDRange k(x), global_size(4), …'");
        const auto& functions = code_.tree.functions;
        const auto kernel = std::ranges::find_if(functions, [&](const syntax::Function& function) {
            return function.is_kernel && function.name == call->function;
        });
        if (kernel == functions.end())
            reject("E-NAME", "there is no kernel '" + call->function + "'", call->function_span);
        std::vector<const syntax::Expression*> parts;
        for (std::size_t i = 1; i < launch.parts.size(); ++i)
            parts.push_back(launch.parts[i].get());
        const LaunchClauses clauses = read_clauses(parts, launch.span);
        if (!clauses.others.empty())
            reject("E-NDRANGE", "unknown part of a launch", clauses.others.front()->span,
                   "there are global_size, local_size, global_offset, sub_group_size and device");
        TestLaunch out{.kernel = &*kernel,
                       .range = clauses.range,
                       .device = clauses.device,
                       .span = launch.span};
        device_ = clauses.device;
        for (const auto& argument : call->arguments) {
            out.arguments.push_back({.span = argument->span});
            const auto* inner = std::get_if<syntax::Call>(&argument->node);
            if (inner == nullptr || inner->function != "local_array") {
                out.arguments.back().initial = evaluate(*argument);
                continue;
            }
            out.arguments.back().local_elements = local_array_elements(*inner);
            if (!out.arguments.back().local_elements)
                reject("E-TYPE", "local_array has 1 to 65536 elements", argument->span);
        }
        device_.reset();
        code_.launches.push_back(std::move(out));
    }

    /// A constant, or the address of an object: `&x`, `x`, `&a[2]`.
    InitialValue evaluate(const syntax::Expression& expression) const {
        const syntax::Expression* named = &expression;
        if (const auto* node = std::get_if<syntax::Unary>(&expression.node);
            node != nullptr && node->op == syntax::UnaryOperator::address_of)
            named = node->operand.get();
        if (const auto* cast = std::get_if<syntax::Cast>(&expression.node))
            return evaluate(*cast->operand);
        if (const auto* name = std::get_if<syntax::Name>(&named->node);
            name != nullptr && language::find_constant(name->text) == nullptr) {
            if (const auto* handle = find_handle(code_.handles, name->text))
                return {.value = handle->value, .object = {}, .type = handle->type};
            return address_of(name->text, 0, named->span);
        }
        if (const auto* node = std::get_if<syntax::Subscript>(&named->node);
            node != nullptr && named != &expression) {
            const auto* name = std::get_if<syntax::Name>(&node->array->node);
            const auto index = constant_value(*node->index);
            if (name != nullptr && index) return address_of(name->text, *index, named->span);
        }
        const auto value =
            constant_value(expression, [&](const syntax::SizeOf& node) { return size_in(node); });
        if (!value)
            reject("E-TYPE", "an initial value is a constant or an address", expression.span);
        return {.value = static_cast<std::uint64_t>(*value)};
    }

    std::optional<std::uint64_t> size_in(const syntax::SizeOf& node) const {
        if (node.type) return code_.types.size_of_type(node);
        const TypePtr type = type_in(*node.operand);
        return type ? std::optional(size_of(*type)) : std::nullopt;
    }

    /// Of what designates an object or a part of one; null else.
    TypePtr type_in(const syntax::Expression& expression) const {
        if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
            const auto found = find_object(name->text, device_);
            return found ? code_.objects[*found].type : nullptr;
        }
        if (const auto* node = std::get_if<syntax::Subscript>(&expression.node)) {
            const TypePtr array = type_in(*node->array);
            return array ? array->element : nullptr;
        }
        if (const auto* node = std::get_if<syntax::Unary>(&expression.node)) {
            const TypePtr array = type_in(*node->operand);
            const bool is_element = node->op == syntax::UnaryOperator::dereference;
            return array && is_element ? array->element : nullptr;
        }
        const auto* node = std::get_if<syntax::Member>(&expression.node);
        const TypePtr whole = node != nullptr && !node->arrow ? type_in(*node->object) : nullptr;
        if (!whole || !is_structure(whole)) return nullptr;
        const auto member = find_member(*whole->record, node->field);
        return member ? member->type : nullptr;
    }

    InitialValue address_of(const std::string& name, std::int64_t index, Span span) const {
        const auto found = find_object(name, device_);
        if (!found && code_.device_objects.contains(name))
            reject("E-ADDRESS", "each device has its own '" + name + "'", span,
                   "name one of them: '" + name + "@dev0'");
        if (!found) {
            std::vector<std::string> names;
            for (const MemoryObject& object : code_.objects) names.push_back(object.name);
            reject("E-NAME", "there is no location '" + name + "'", span,
                   language::did_you_mean(name, names));
        }
        const MemoryObject& object = code_.objects[*found];
        const std::uint64_t length = is_array(object.type) ? object.type->length : 1;
        if (index < 0 || static_cast<std::uint64_t>(index) >= length)
            reject("E-TYPE", "'" + name + "' has " + counted(length, "element"), span);
        const std::uint64_t offset = static_cast<std::uint64_t>(index) * size_of(*object.element());
        return {.value = locations_[object.first.index()].address + offset, .object = *found};
    }

    TestCode& code_;
    const std::vector<Unit>& units_;
    Reporter& reporter_;
    ObjectDrafts drafts_;
    std::optional<std::uint32_t> device_;  ///< on which what is evaluated will run
    bool is_launched_ = false;             ///< the test launches kernels, or has a host that may
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>, std::string>
        locals_;
    std::vector<Location> locations_;
};

}  // namespace

std::vector<Location> collect_objects(TestCode& code, const std::vector<Unit>& units,
                                      Reporter& reporter) {
    return Collector(code, units, reporter)();
}

}  // namespace clmm::litmus
