#include "edit/host_changes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "clmm/litmus/opencl_events.h"
#include "clmm/parser/tree_walk.h"
#include "edit/changed_text.h"

namespace clmm::litmus {
namespace {

using language::ApiFunction;

constexpr std::string_view kOutOfOrderName = "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE";
constexpr std::string_view kOnDeviceName = "CL_QUEUE_ON_DEVICE";

/// Repairs that wait for less come first.
enum Rank : unsigned {
    event_rank = 1,
    finish_rank = 2,
    barrier_rank = 2,
    queue_rank = 3,
    map_rank = 4
};

std::string_view piece(Span span, std::string_view text) {
    return text.substr(span.begin, span.end - span.begin);
}

bool names(const syntax::Expression& properties, std::string_view flag) {
    if (const auto* name = std::get_if<syntax::Name>(&properties.node)) return name->text == flag;
    const auto* both = std::get_if<syntax::Binary>(&properties.node);
    return both != nullptr && both->op == syntax::BinaryOperator::bit_or &&
           (names(*both->left, flag) || names(*both->right, flag));
}

/// The properties without the one of out-of-order queues; empty where nothing is left.
std::string in_order(const syntax::Expression& properties, std::string_view text) {
    const auto* both = std::get_if<syntax::Binary>(&properties.node);
    if (both == nullptr)
        return names(properties, kOutOfOrderName) ? std::string()
                                                  : std::string(piece(properties.span, text));
    const std::string left = in_order(*both->left, text);
    const std::string right = in_order(*both->right, text);
    if (left.empty() || right.empty()) return left + right;
    return left + " | " + right;
}

/// A marker or barrier that waits for all before it, which one with a list does not.
bool waits_for_all(const EnqueueCall& call) {
    return call.parts.waits.empty() && (call.entry->function == ApiFunction::marker ||
                                        call.entry->function == ApiFunction::barrier);
}

bool waits_for(const EnqueueCall& call, const std::string& event) {
    return std::ranges::any_of(call.parts.waits, [&](const syntax::Expression* each) {
        const auto* name = std::get_if<syntax::Name>(&each->node);
        return name != nullptr && name->text == event;
    });
}

/// The end of the list in `wait(…)`, with whether something stands in it.
std::optional<std::pair<std::uint32_t, bool>> end_of_list(Span call,
                                                          const syntax::LitmusTree& tree) {
    std::optional<std::pair<std::uint32_t, bool>> end;
    const syntax::CodeVisitor visitor{.call = [&](const syntax::Call& each, Span span) {
        if (each.function == "wait" && call.begin <= span.begin && span.end <= call.end)
            end = std::pair(span.end - 1, !each.arguments.empty());
    }};
    for (const syntax::Thread& thread : tree.threads) walk(thread.body, visitor);
    return end;
}

/// What stands at the end of a call so that it waits for the events, too.
Edit longer_list(Span call, const std::vector<std::string>& events,
                 const syntax::LitmusTree& tree) {
    std::string listed;
    for (const std::string& event : events) listed += (listed.empty() ? "" : ", ") + event;
    if (const auto end = end_of_list(call, tree))
        return {{end->first, end->first}, (end->second ? ", " : "") + listed};
    return {{call.end - 1, call.end - 1}, ", wait(" + listed + ")"};
}

}  // namespace

/// An object that only map commands make accessible to a host thread, and how the thread uses it.
struct HostChanges::Mapped {
    const syntax::Thread* thread = nullptr;
    std::string name;
    bool is_svm = false;
    bool is_read = false, is_written = false;

    [[nodiscard]] std::string flags() const {
        const std::string read = is_read ? "CL_MAP_READ" : "";
        return read + (is_read && is_written ? " | " : "") + (is_written ? "CL_MAP_WRITE" : "");
    }
    [[nodiscard]] std::string map(const std::string& queue) const {
        return is_svm
                   ? "clEnqueueSVMMap(" + queue + ", CL_TRUE, " + flags() + ", " + name + ");"
                   : "clEnqueueMapBuffer(" + queue + ", " + name + ", CL_TRUE, " + flags() + ");";
    }
    [[nodiscard]] std::string unmap(const std::string& queue) const {
        return is_svm ? "clEnqueueSVMUnmap(" + queue + ", " + name + ");"
                      : "clEnqueueUnmapMemObject(" + queue + ", " + name + ", " + name + ");";
    }
    /// What the host threads of a test access so, by the names of their parameters.
    static std::vector<Mapped> all(const TestCode& code, const EventStructure& structure);
};

std::vector<HostChanges::Mapped> HostChanges::Mapped::all(const TestCode& code,
                                                          const EventStructure& structure) {
    std::map<std::pair<std::size_t, std::size_t>, Mapped> found;
    for (const Event& event : structure.events) {
        if (event.initial || !is_access(event) || event.unit.index() >= code.units.size()) continue;
        const Tags tags = attributes(structure, event.id).tags;
        const syntax::Thread* thread = code.units[event.unit.index()].thread;
        if (thread == nullptr || !tags.has(Tag::host)) continue;
        if (!tags.has(Tag::on_buffer) && !tags.has(Tag::on_coarse_svm)) continue;
        const std::size_t object =
            structure.locations[event.targets.front().location.index()].object;
        const std::string& name = code.objects[object].name;
        if (std::ranges::find(thread->parameters, name, &syntax::Declarator::name) ==
            thread->parameters.end())
            continue;
        Mapped& mapped = found[{event.unit.index(), object}];
        mapped.thread = thread;
        mapped.name = name;
        mapped.is_svm = tags.has(Tag::on_coarse_svm);
        mapped.is_read |= event.kind == EventKind::read;
        mapped.is_written |= event.kind == EventKind::write;
    }
    std::vector<Mapped> list;
    for (auto& [_, mapped] : found) list.push_back(std::move(mapped));
    return list;
}

HostChanges::HostChanges(const LitmusTest& test, const EventStructure& structure,
                         const std::vector<FencePoint>& points)
    : source_(test.source),
      code_(test.code),
      calls_(enqueue_calls(test, structure)),
      points_(points) {
    if (calls_.empty()) return;
    const std::string_view text = test.source->text();
    add_queues();
    for (std::size_t call = 0; call < calls_.size(); ++call) {
        add_blocking(call, text);
        add_wait_lists(call, text);
    }
    const std::vector<Mapped> all_mapped = Mapped::all(*code_, structure);
    for (std::size_t point = 0; point < points_.size(); ++point) {
        if (!points_[point].on_host) continue;
        add_waits(point);
        add_barriers(point);
        for (const Mapped& mapped : all_mapped)
            if (mapped.thread == thread_at(points_[point])) add_maps(point, mapped);
    }
}

void HostChanges::add(OpenClChangePlace place, Site site, const std::vector<unsigned>& ranks) {
    place.site = places_.size();
    place.ranks = ranks;
    place.stronger.resize(place.texts.size());
    places_.push_back(std::move(place));
    sites_.push_back(std::move(site));
}

// ---- queues ----

void HostChanges::add_queues() {
    const std::string_view text = source_->text();
    for (const syntax::InitEntry& entry : code_->tree.initial_state) {
        if (!declares_handle(entry) || !entry.value) continue;
        const auto* list = std::get_if<syntax::InitializerList>(&entry.value->node);
        if (list != nullptr && list->elements.size() == 2) add_queue(*list->elements[1], text);
    }
    const syntax::CodeVisitor visitor{.call = [&](const syntax::Call& call, Span) {
        const language::ApiEntry* entry = language::find_api_function(call.function);
        if (entry != nullptr && entry->function == ApiFunction::create_queue &&
            call.arguments.size() == 2)
            add_queue(*call.arguments[1], text);
    }};
    for (const syntax::Thread& thread : code_->tree.threads)
        if (is_host(thread)) walk(thread.body, visitor);
}

void HostChanges::add_queue(const syntax::Expression& properties, std::string_view text) {
    if (!names(properties, kOutOfOrderName) || names(properties, kOnDeviceName)) return;
    OpenClChangePlace place;
    place.kind = PlaceKind::queue;
    place.span = properties.span;
    place.text = piece(properties.span, text);
    const std::string left = in_order(properties, text);
    place.texts = {left.empty() ? "0" : left};
    add(std::move(place), {.levels = {Level{}}}, {queue_rank});
}

bool HostChanges::is_declared(std::string_view queue) const {
    return find_handle(code_->handles, queue) != nullptr;
}

bool HostChanges::keeps_order(std::string_view queue) const {
    const HandleDeclaration* handle = find_handle(code_->handles, queue);
    return handle != nullptr && (handle->properties & 1) == 0;
}

// ---- calls ----

void HostChanges::add_blocking(std::size_t call, std::string_view text) {
    const EnqueueCall& known = calls_[call];
    const syntax::Expression* argument = blocking_argument(known);
    if (argument == nullptr || !does_not_block(known)) return;
    // Where it blocks, clEnqueueMapBuffer yields a pointer in place of an event.
    if (known.entry->result == language::ApiEntry::Result::mapped && known.parts.event == nullptr &&
        !known.is_alone)
        return;
    OpenClChangePlace place;
    place.kind = PlaceKind::blocking;
    place.span = argument->span;
    place.text = piece(argument->span, text);
    place.texts = {"CL_TRUE"};
    add(std::move(place), {.call = call, .levels = {Level{}}}, {finish_rank});
}

/// The declaration of a variable that the event gets, if it has none.
std::vector<Companion> HostChanges::naming(std::size_t call) const {
    const EnqueueCall& known = calls_[call];
    if (known.has_name) return {};
    const std::string_view text = source_->text();
    return {{known.statement,
             "cl_event " + known.event + " = " + std::string(piece(known.statement, text))}};
}

void HostChanges::add_wait_lists(std::size_t call, std::string_view text) {
    const EnqueueCall& waiting = calls_[call];
    if (waits_for_all(waiting)) return;
    for (std::size_t before = 0; before < call; ++before) {
        const EnqueueCall& awaited = calls_[before];
        if (awaited.thread != waiting.thread || !is_seen_at(awaited, waiting.span.begin)) continue;
        if (!does_not_block(awaited) || waits_for(waiting, awaited.event)) continue;
        if (awaited.queue == waiting.queue && keeps_order(awaited.queue)) continue;
        OpenClChangePlace place;
        place.kind = PlaceKind::wait_list;
        place.span = waiting.span;
        place.text = piece(waiting.span, text);
        const Edit edit = longer_list(waiting.span, {awaited.event}, code_->tree);
        place.texts = {place.text};
        place.texts[0].insert(edit.span.begin - waiting.span.begin, edit.text);
        place.companions = {naming(before)};
        add(std::move(place), {.call = call, .levels = {{.awaited = before}}}, {event_rank});
    }
}

// ---- between statements ----

const syntax::Thread* HostChanges::thread_at(const FencePoint& point) const {
    for (const syntax::Thread& thread : code_->tree.threads)
        if (thread.span.begin <= point.statement.begin && point.statement.end <= thread.span.end)
            return &thread;
    return nullptr;
}

/// The queues that have commands there, by names that can be written there.
std::vector<std::string> HostChanges::queues_before(std::size_t point) const {
    const std::uint32_t position = position_of(points_[point]);
    const syntax::Thread* thread = thread_at(points_[point]);
    std::vector<std::string> queues;
    for (const EnqueueCall& call : calls_) {
        const bool is_own = call.thread == thread;
        if (is_own && call.span.begin >= position) continue;
        if (!is_declared(call.queue) && !(is_own && is_seen_at(call, position))) continue;
        if (std::ranges::find(queues, call.queue) == queues.end()) queues.push_back(call.queue);
    }
    return queues;
}

void HostChanges::add_statement(std::size_t point, std::vector<std::string> texts,
                                std::vector<Level> levels, const std::vector<unsigned>& ranks) {
    if (texts.empty()) return;
    OpenClChangePlace place;
    place.kind = PlaceKind::inserted_command;
    place.span = points_[point].statement;
    place.after = points_[point].side == FencePoint::Side::after;
    place.has_actions = true;
    place.texts = std::move(texts);
    for (const Level& level : levels)
        place.companions.push_back(level.awaited == kNone ? std::vector<Companion>{}
                                                          : naming(level.awaited));
    add(std::move(place), {.point = point, .levels = std::move(levels)}, ranks);
}

void HostChanges::add_waits(std::size_t point) {
    const std::uint32_t position = position_of(points_[point]);
    const syntax::Thread* thread = thread_at(points_[point]);
    std::vector<std::string> texts;
    std::vector<Level> levels;
    for (std::size_t call = 0; call < calls_.size(); ++call) {
        if (calls_[call].thread != thread || !does_not_block(calls_[call]) ||
            !is_seen_at(calls_[call], position))
            continue;
        texts.push_back("clWaitForEvents(" + calls_[call].event + ");");
        levels.push_back({.awaited = call});
    }
    std::vector<unsigned> ranks(texts.size(), event_rank);
    for (const std::string& queue : queues_before(point)) {
        texts.push_back("clFinish(" + queue + ");");
        levels.push_back({.queue = queue});
        ranks.push_back(finish_rank);
    }
    add_statement(point, std::move(texts), std::move(levels), ranks);
}

void HostChanges::add_barriers(std::size_t point) {
    std::vector<std::string> texts;
    for (const std::string& queue : queues_before(point)) {
        const bool is_used_behind = std::ranges::any_of(calls_, [&](const EnqueueCall& call) {
            return call.queue == queue && (call.thread != thread_at(points_[point]) ||
                                           call.span.begin >= position_of(points_[point]));
        });
        if (!keeps_order(queue) && is_used_behind)
            texts.push_back("clEnqueueBarrierWithWaitList(" + queue + ");");
    }
    const std::size_t size = texts.size();
    add_statement(point, std::move(texts), std::vector<Level>(size),
                  std::vector<unsigned>(size, barrier_rank));
}

void HostChanges::add_maps(std::size_t point, const Mapped& mapped) {
    std::vector<std::string> queues = queues_before(point);
    for (const HandleDeclaration& handle : code_->handles)
        if (handle.is_queue() && (handle.properties & 4) == 0 &&
            std::ranges::find(queues, handle.name) == queues.end())
            queues.push_back(handle.name);
    std::vector<std::string> maps, unmaps;
    for (const std::string& queue : queues) {
        maps.push_back(mapped.map(queue));
        unmaps.push_back(mapped.unmap(queue));
    }
    const std::vector<unsigned> ranks(queues.size(), map_rank);
    add_statement(point, std::move(maps), std::vector<Level>(queues.size()), ranks);
    add_statement(point, std::move(unmaps), std::vector<Level>(queues.size()), ranks);
}

// ---- changes ----

bool HostChanges::no_stronger(std::size_t place, std::size_t a, std::size_t b) const {
    if (a == b) return true;
    const Level& weak = sites_[place].levels[a];
    const Level& strong = sites_[place].levels[b];
    return weak.awaited != kNone && !strong.queue.empty() &&
           calls_[weak.awaited].queue == strong.queue;
}

bool HostChanges::admissible(const std::vector<Chosen>& chosen) const {
    for (const auto [place, level] : chosen) {
        if (places_[place].kind != PlaceKind::blocking) continue;
        const std::size_t call = sites_[place].call;
        if (std::ranges::any_of(chosen, [&](const Chosen& each) {
                return sites_[each.place].levels[each.level].awaited == call;
            }))
            return false;
    }
    return true;
}

std::vector<Edit> HostChanges::edits(const std::vector<Chosen>& chosen,
                                     std::string_view text) const {
    std::vector<Edit> edits;
    std::map<std::size_t, std::vector<std::string>> lists;  ///< events by call
    std::map<std::size_t, Span> named;                      ///< statements by call
    for (const auto [number, level] : chosen) {
        const OpenClChangePlace& place = places_[number];
        const Site& site = sites_[number];
        const std::size_t awaited = site.levels[level].awaited;
        if (awaited != kNone && !calls_[awaited].has_name)
            named.emplace(awaited, calls_[awaited].statement);
        if (place.kind == PlaceKind::wait_list) {
            lists[site.call].push_back(calls_[awaited].event);
        } else if (place.kind == PlaceKind::inserted_command) {
            for (Edit& edit : edits_of(points_[site.point], {{{}, place.texts[level]}}, text)) {
                edit.fences.clear();
                edits.push_back(std::move(edit));
            }
        } else {
            edits.push_back({place.span, place.texts[level]});
        }
    }
    for (const auto& [call, events] : lists)
        edits.push_back(longer_list(calls_[call].span, events, code_->tree));
    for (const auto& [call, statement] : named)
        edits.push_back(
            {{statement.begin, statement.begin}, "cl_event " + calls_[call].event + " = "});
    return edits;
}

}  // namespace clmm::litmus
