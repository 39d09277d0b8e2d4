#include "vulkan/program.h"

#include <algorithm>

#include "clmm/base/reject.h"
#include "herd/structure_builder.h"

namespace clmm::targets::vulkan {
namespace {

using litmus::EventId;

/// An event of a thread, and by which name it accesses its location.
struct Reference {
    EventId event;
    std::string name = {};
};

/// All threads, one instruction after another.
class Unfolding {
public:
    Unfolding(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
              const Program& program)
        : builder_(language, test, program.file, gpu::kWidth),
          terms_(builder_.terms()),
          test_(test),
          program_(program) {}

    litmus::EventStructure run(unsigned unroll) {
        for (const litmus::Unit& unit : test_.units) {
            const std::size_t column = unit.id.index();
            code_ = &program_.code[column];
            run_thread(builder_, unit.id, *code_, unroll,
                       [&](std::size_t at) { return step(program_.threads[column][at]); });
        }
        meet(builder_, arrivals_);
        relate();
        return builder_.finish();
    }

private:
    Next step(const Instruction& instruction) {
        at_ = &instruction;
        switch (at_->kind) {
            case Kind::load:
                load();
                break;
            case Kind::store:
                write(operand(0), value(1));
                break;
            case Kind::rmw:
                rmw();
                break;
            case Kind::fence:
            case Kind::avdevice:
            case Kind::visdevice:
                fence();
                break;
            case Kind::barrier:
                barrier();
                break;
            case Kind::move:
                builder_.set(operand(0).name, value(1));
                break;
            case Kind::compute:
                gpu::compute(builder_, at_->operation, at_->operands);
                break;
            case Kind::branch:
            case Kind::jump:
                return gpu::branch(builder_, *code_, at_->condition, at_->operands);
        }
        return {};
    }

    [[nodiscard]] const gpu::Operand& operand(std::size_t i) const { return at_->operands[i]; }
    RegisterValue value(std::size_t i) { return gpu::value_of(builder_, operand(i)); }

    // ---- accesses ----

    /// Atomic accesses are not private, and make themselves available and visible.
    EventId mark(EventId event, Words words, const std::string& name) {
        const bool is_read = builder_.structure()[event].kind == litmus::EventKind::read;
        if (words.has_any({Word::atom, Word::available, Word::visible})) {
            words.add(Word::non_private);
            if (words.has(Word::atom)) words.add(is_read ? Word::visible : Word::available);
        }
        if (is_read)
            words.remove({Word::release, Word::available, Word::sem_available});
        else
            words.remove({Word::acquire, Word::visible, Word::sem_visible});
        if (!words.has_any({Word::acquire, Word::release})) words.remove(kSemClasses);
        put(event, words);
        builder_.qualify(event, at_->mnemonic.substr(at_->mnemonic.find('.')));
        references_.push_back({event, name});
        return event;
    }

    void put(EventId event, const Words& words) {
        for (std::size_t i = 0; i < kWords; ++i)
            if (words.has(static_cast<Word>(i))) builder_.put(i, event);
    }

    Pointee place(const gpu::Operand& location) {
        const std::string root = root_of(program_.file, location.name, location.span);
        return builder_.place(find_location(test_, root, location.span));
    }

    EventId read(const gpu::Operand& location) {
        return mark(builder_.read(place(location), at_->span, {}), at_->words, location.name);
    }

    EventId write(const gpu::Operand& location, const RegisterValue& stored) {
        return mark(builder_.write(place(location), stored.term, at_->span, {.data = stored.reads}),
                    at_->words, location.name);
    }

    void load() {
        const EventId event = read(operand(1));
        builder_.set(operand(0).name, {builder_.value_of(event), {event}});
    }

    void rmw() {
        RegisterValue stored = value(2);
        const EventId loaded = read(operand(1));
        const RegisterValue old{builder_.value_of(loaded), {loaded}};
        if (at_->operation != Operation::exchange) {
            stored.term = computed(terms_, at_->operation, old.term, stored.term);
            stored.reads.insert(loaded);
        }
        builder_.join(loaded, write(operand(1), stored));
        builder_.set(operand(0).name, old);
    }

    // ---- fences and barriers ----

    void fence() {
        const EventId event = builder_.fence(at_->mnemonic, at_->span);
        put(event, at_->words);
        if (at_->kind == Kind::avdevice) builder_.put(avdevice, event);
        if (at_->kind == Kind::visdevice) builder_.put(visdevice, event);
        references_.push_back({event});
    }

    void barrier() {
        arrivals_.push_back(gpu::arrive(builder_, test_.units[builder_.unit().index()],
                                        at_->mnemonic, at_->operands, false, at_->span));
        for (const EventId event : {arrivals_.back().entry, *arrivals_.back().exit}) {
            put(event, at_->words);
            builder_.put(cbar, event);
            references_.push_back({event});
        }
    }

    // ---- relations ----

    [[nodiscard]] const litmus::Unit& unit_of(EventId event) const {
        return test_.units[builder_.structure()[event].unit.index()];
    }

    [[nodiscard]] bool links(const litmus::Unit& a, const litmus::Unit& b) const {
        return std::ranges::any_of(program_.file.links, [&](const ThreadLink& link) {
            return link.from == a.number && link.to == b.number;
        });
    }

    void relate() {
        for (const Reference& a : references_) {
            for (const Reference& b : references_) {
                const litmus::Unit& left = unit_of(a.event);
                const litmus::Unit& right = unit_of(b.event);
                const bool family = left.device == right.device;
                const bool group = family && left.work_group == right.work_group;
                if (family) builder_.relate(same_queue_family, a.event, b.event);
                if (group) builder_.relate(same_work_group, a.event, b.event);
                if (group && left.sub_group == right.sub_group)
                    builder_.relate(same_sub_group, a.event, b.event);
                if (links(left, right)) builder_.relate(system_synchronizes, a.event, b.event);
                if (!a.name.empty() && a.name == b.name)
                    builder_.relate(same_reference, a.event, b.event);
            }
        }
    }

    StructureBuilder builder_;
    litmus::TermPool& terms_;
    const litmus::LitmusTest& test_;
    const Program& program_;
    const Code* code_ = nullptr;
    const Instruction* at_ = nullptr;
    std::vector<Reference> references_;
    std::vector<Arrival> arrivals_;
};

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    targets::parse_program(text, {gpu::register_name, "r0, r1 and so on"}, program);
    add_aliased(program);
    program.threads =
        read_threads(program, [&](Span span) { return parse_instruction(text, span); });
    for (const auto& thread : program.threads)
        for (const Instruction& made : thread)
            if (made.kind <= Kind::rmw) gpu::add_locations(program, made.operands);
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    return Unfolding(language, test, program).run(unroll);
}

}  // namespace clmm::targets::vulkan
