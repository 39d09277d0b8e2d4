#include "edit/host_calls.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "clmm/parser/tree_walk.h"
#include "edit/changed_text.h"

namespace clmm::litmus {
namespace {

using language::ApiFunction;

std::string text_of(Span span, const Source& source) {
    return std::string(source.text().substr(span.begin, span.end - span.begin));
}

/// Every word of the text, so that a new name is none of them.
std::set<std::string> words_of(std::string_view text) {
    std::set<std::string> words;
    std::string word;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            word += c;
            continue;
        }
        if (!word.empty()) words.insert(std::exchange(word, {}));
    }
    words.insert(word);
    return words;
}

const std::string* name_in(const syntax::ExpressionPtr& expression) {
    const auto* name = expression ? std::get_if<syntax::Name>(&expression->node) : nullptr;
    return name == nullptr ? nullptr : &name->text;
}

/// The calls of one host thread, then what their statements make of them.
class Collector {
public:
    Collector(const LitmusTest& test, const EventStructure& structure) : test_(test) {
        for (const Event& event : structure.events)
            if (!event.initial) reached_.insert({event.span.begin, event.span.end});
    }

    void collect(const syntax::Thread& thread) {
        thread_ = &thread;
        first_ = calls_.size();
        assigned_.clear();
        // Before a declaration is looked at, all that is ever assigned to its name is known.
        walk(thread.body,
             {.expression = [this](syntax::Expression& each) { count_assignment(each); },
              .call = [this](const syntax::Call& call, Span span) { add(call, span); },
              .declarator =
                  [this](const syntax::Declarator& each) {
                      if (each.initializer) ++assigned_[each.name];
                  }});
        walk(thread.body,
             {.row = [this](const std::vector<syntax::StatementPtr>& row) { look_at(row); }});
    }

    std::vector<EnqueueCall> take() {
        std::set<std::string> words = words_of(test_.source->text());
        std::size_t number = 0;
        for (EnqueueCall& call : calls_) {
            if (!call.is_alone || !call.event.empty()) continue;
            do call.event = "e" + std::to_string(number++);
            while (!words.insert(call.event).second);
        }
        return std::move(calls_);
    }

private:
    void count_assignment(const syntax::Expression& expression) {
        if (const auto* assignment = std::get_if<syntax::Assignment>(&expression.node))
            if (const std::string* name = name_in(assignment->target)) ++assigned_[*name];
        if (const auto* call = std::get_if<syntax::Call>(&expression.node))
            if (call->function == "event" && call->arguments.size() == 1)
                if (const std::string* name = name_in(call->arguments[0])) ++assigned_[*name];
    }

    void add(const syntax::Call& call, Span span) {
        const language::ApiEntry* entry = language::find_api_function(call.function);
        if (entry == nullptr || !entry->of_host() || !entry->clauses.list) return;
        if (!reached_.contains({span.begin, span.end})) return;
        EnqueueCall found{.thread = thread_, .entry = entry, .span = span};
        found.parts = language::split_call(call, entry->clauses);
        found.queue = text_of(found.parts.arguments.front()->span, *test_.source);
        calls_.push_back(std::move(found));
    }

    EnqueueCall* call_at(const syntax::ExpressionPtr& expression) {
        if (!expression) return nullptr;
        for (std::size_t i = first_; i < calls_.size(); ++i)
            if (calls_[i].span.begin == expression->span.begin &&
                calls_[i].span.end == expression->span.end)
                return &calls_[i];
        return nullptr;
    }

    /// A name that has one value wherever it is seen.
    void give_name(EnqueueCall& call, const std::string* name) {
        if (name == nullptr || assigned_[*name] != 1) return;
        call.event = *name;
        call.has_name = true;
    }

    void look_at(const std::vector<syntax::StatementPtr>& row) {
        for (const syntax::StatementPtr& statement : row) {
            const auto place = [&](EnqueueCall* call) {
                if (call == nullptr) return;
                call->statement = statement->span;
                call->seen_until = row.back()->span.end;
                if (call->parts.event != nullptr)
                    if (const auto* name = std::get_if<syntax::Name>(&call->parts.event->node))
                        give_name(*call, &name->text);
            };
            if (const auto* alone = std::get_if<syntax::ExpressionStatement>(&statement->node))
                look_at_expression(*alone, place);
            if (const auto* declared = std::get_if<syntax::DeclarationStatement>(&statement->node))
                for (const syntax::Declarator& each : declared->declarators)
                    if (EnqueueCall* call = call_at(each.initializer)) {
                        place(call);
                        if (each.type.base == "cl_event" && call->event.empty())
                            give_name(*call, &each.name);
                    }
        }
    }

    template <class Place>
    void look_at_expression(const syntax::ExpressionStatement& statement, const Place& place) {
        if (EnqueueCall* call = call_at(statement.expression)) {
            place(call);
            // A map that blocks yields a pointer; nobody has to wait for it.
            call->is_alone = call->parts.event == nullptr && does_not_block(*call);
        }
        const auto* assignment = std::get_if<syntax::Assignment>(&statement.expression->node);
        if (assignment == nullptr || assignment->op) return;
        if (EnqueueCall* call = call_at(assignment->value)) {
            place(call);
            if (call->event.empty() && call->entry->result == language::ApiEntry::Result::event)
                give_name(*call, name_in(assignment->target));
        }
    }

    const LitmusTest& test_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> reached_;
    const syntax::Thread* thread_ = nullptr;
    std::size_t first_ = 0;  ///< of the thread
    std::map<std::string, std::size_t> assigned_;
    std::vector<EnqueueCall> calls_;
};

}  // namespace

bool is_seen_at(const EnqueueCall& call, std::uint32_t position) {
    return !call.event.empty() && call.statement.end <= position && position <= call.seen_until;
}

const syntax::Expression* blocking_argument(const EnqueueCall& call) {
    switch (call.entry->function) {
        case ApiFunction::read_buffer:
        case ApiFunction::write_buffer:
        case ApiFunction::map_buffer:
            return call.parts.arguments[2];
        case ApiFunction::svm_map:
        case ApiFunction::svm_copy:
            return call.parts.arguments[1];
        default:
            return nullptr;
    }
}

bool does_not_block(const EnqueueCall& call) {
    const syntax::Expression* argument = blocking_argument(call);
    if (argument == nullptr) return true;
    if (const auto* name = std::get_if<syntax::Name>(&argument->node))
        return name->text == "CL_FALSE";
    const auto* number = std::get_if<syntax::IntegerLiteral>(&argument->node);
    return number != nullptr && number->value == 0;
}

std::vector<EnqueueCall> enqueue_calls(const LitmusTest& test, const EventStructure& structure) {
    Collector collector(test, structure);
    for (const syntax::Thread& thread : test.code->tree.threads)
        if (is_host(thread)) collector.collect(thread);
    return collector.take();
}

std::uint32_t position_of(const FencePoint& point) {
    return point.side == FencePoint::Side::after ? point.statement.end : point.statement.begin;
}

}  // namespace clmm::litmus
