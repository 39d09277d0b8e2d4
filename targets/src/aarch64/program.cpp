#include "aarch64/program.h"

#include "clmm/litmus/addresses.h"
#include "herd/exclusive.h"
#include "herd/lexer.h"
#include "herd/structure_builder.h"

namespace clmm::targets::aarch64 {
namespace {

using litmus::EventId;
using litmus::TermId;
using litmus::TermOp;

constexpr unsigned kWidth = 64;
/// One thread, instruction by instruction.
class Thread {
public:
    Thread(StructureBuilder& builder, const Code& code)
        : builder_(builder), terms_(builder.terms()), code_(code) {}

    Next run(const Instruction& instruction) {
        at_ = &instruction;
        switch (form().kind) {
            case Kind::load:
            case Kind::load_exclusive:
                load();
                break;
            case Kind::store:
                store();
                break;
            case Kind::store_exclusive:
                store_exclusive();
                break;
            case Kind::swap:
            case Kind::compare_and_swap:
            case Kind::fetch:
            case Kind::no_fetch:
                atomic();
                break;
            case Kind::barrier:
            case Kind::isb:
                barrier();
                break;
            case Kind::clear_exclusive:
                builder_.path().reserved.reset();
                break;
            case Kind::move:
                set(operand(0), value(operand(1), operand(0).width));
                break;
            case Kind::compute:
            case Kind::compare:
                compute();
                break;
            case Kind::nothing:
                break;
            default:
                return branch();
        }
        return {};
    }

private:
    [[nodiscard]] const Form& form() const { return at_->form; }
    [[nodiscard]] const Operand& operand(std::size_t i) const { return at_->operands[i]; }
    [[nodiscard]] const Operand& memory() const { return at_->operands.back(); }
    TermId number(std::uint64_t value, unsigned width) { return terms_.constant(value, width); }

    // ---- registers ----

    RegisterValue get(const std::string& name, unsigned width) {
        if (name == kZero) return {number(0, width)};
        RegisterValue held = builder_.get(name);
        held.term = terms_.extend(held.term, width, false);
        return held;
    }

    /// A register, extended or shifted, or a number.
    RegisterValue value(const Operand& from, unsigned width) {
        if (from.kind == Operand::Kind::immediate)
            return {number(static_cast<std::uint64_t>(from.value), width)};
        return extended(get(from.name, from.width), from.extension, width);
    }

    RegisterValue extended(RegisterValue held, const Extension& extension, unsigned width) {
        const bool is_signed = extension.kind == Extension::Kind::sign;
        held.term = terms_.extend(held.term, width, is_signed);
        held.term = terms_.binary(TermOp::shift_left, held.term, number(extension.amount, width));
        return held;
    }

    /// What is written to a register of 32 bits is zero above them.
    void set(const Operand& to, RegisterValue held) {
        if (to.name == kZero) return;
        held.term = terms_.extend(held.term, to.width, false);
        held.term = terms_.extend(held.term, kWidth, false);
        builder_.set(to.name, std::move(held));
    }

    RegisterValue flag(const std::string& name) {
        RegisterValue held = builder_.get(name);
        if (terms_[held.term].width != 1) held.term = terms_.boolean(false);
        return held;
    }

    // ---- memory ----

    RegisterValue address() {
        const Operand& at = memory();
        RegisterValue base = get(at.name, kWidth);
        RegisterValue index{number(static_cast<std::uint64_t>(at.value), kWidth)};
        if (!at.index.empty())
            index = extended(get(at.index, at.index_width), at.extension, kWidth);
        base.term = terms_.binary(TermOp::add, base.term, index.term);
        base.reads.insert(index.reads.begin(), index.reads.end());
        return base;
    }

    /// Of the register that is transferred.
    [[nodiscard]] const Operand& transferred() const {
        return at_->operands[at_->operands.size() - 2];
    }
    [[nodiscard]] unsigned width() const {
        return form().width != 0 ? form().width : transferred().width;
    }

    EventId read(const Pointee& from, const RegisterValue& at) {
        const EventId event = builder_.read(from, at_->span, {.addr = at.reads});
        const bool is_returned = has_result();
        std::string words;
        // Of a register that is not written there is nothing to acquire.
        if (form().acquire && (is_returned || form().kind == Kind::compare_and_swap)) {
            builder_.put(acquire, event);
            words = "acq";
        }
        if (form().acquire_pc) {
            builder_.put(acquire_pc, event);
            words = "acq.pc";
        }
        if (!is_returned && is_single()) builder_.put(no_return, event);
        mark(event, words);
        return event;
    }

    EventId write(const Pointee& to, const RegisterValue& at, const RegisterValue& stored) {
        const EventId event =
            builder_.write(to, stored.term, at_->span, {.data = stored.reads, .addr = at.reads});
        mark_write(event);
        return event;
    }

    void mark_write(EventId event) {
        if (form().release) builder_.put(release, event);
        mark(event, form().release ? "rel" : "");
    }

    void mark(EventId event, std::string words) {
        const bool is_exclusive =
            form().kind == Kind::load_exclusive || form().kind == Kind::store_exclusive;
        if (is_single()) builder_.put(single, event);
        const char* kind = is_exclusive ? "x" : is_single() ? "amo" : "";
        if (*kind != '\0') words = std::string(kind) + (words.empty() ? "" : ".") + words;
        if (!words.empty()) builder_.qualify(event, words);
    }

    [[nodiscard]] bool is_single() const {
        return form().kind == Kind::swap || form().kind == Kind::compare_and_swap ||
               form().kind == Kind::fetch || form().kind == Kind::no_fetch;
    }
    [[nodiscard]] bool has_result() const {
        switch (form().kind) {
            case Kind::no_fetch:
                return false;
            case Kind::compare_and_swap:
                return operand(0).name != kZero;
            case Kind::swap:
            case Kind::fetch:
                return operand(1).name != kZero;
            default:
                return true;
        }
    }

    void load() {
        const RegisterValue at = address();
        const Pointee from = builder_.place(at.term, width(), memory().span);
        const EventId event = read(from, at);
        if (form().kind == Kind::load_exclusive) {
            reserve(builder_, event, at);
        }
        set(operand(0), {builder_.value_of(event), {event}, from.holds_pointers});
    }

    void store() {
        const RegisterValue at = address();
        write(builder_.place(at.term, width(), memory().span), at,
              value(operand(0), operand(0).width));
    }

    /// Its status depends on no read.
    void store_exclusive() {
        const RegisterValue at = address();
        const Pointee to = builder_.place(at.term, width(), memory().span);
        const Conditional done =
            store_conditional(builder_, at, to, value(operand(1), operand(1).width), at_->span);
        if (done.written) mark_write(*done.written);
        set(operand(0), {terms_.if_then_else(done.succeeds, number(0, kWidth), number(1, kWidth))});
    }

    void atomic() {
        const RegisterValue at = address();
        const Pointee place = builder_.place(at.term, width(), memory().span);
        const RegisterValue source = value(transferred(), transferred().width);
        const RegisterValue first = value(operand(0), operand(0).width);
        const EventId loaded = read(place, at);
        const RegisterValue old{builder_.value_of(loaded), {loaded}, place.holds_pointers};
        const TermId given = terms_.extend(
            form().kind == Kind::compare_and_swap ? source.term : first.term, place.width, false);
        RegisterValue stored = form().kind == Kind::compare_and_swap ? source : first;
        stored.term = computed(terms_, form().operation, old.term, given);
        const EventId written = write(place, at, stored);
        builder_.join(loaded, written);
        if (form().kind == Kind::compare_and_swap) {
            builder_.guard(written,
                           terms_.equal(old.term, terms_.extend(first.term, place.width, false)));
            builder_.put(comparing, loaded);
            builder_.put(comparing, written);
            // Whether it writes is picked by the comparison.
            for (const EventId each : first.reads) builder_.relate(picks, each, written);
            set(operand(0), old);
        } else if (form().kind != Kind::no_fetch) {
            set(operand(1), old);
        }
    }

    void barrier() {
        const bool is_isb = form().kind == Kind::isb;
        const BarrierOption& option = at_->option;
        const EventId event = builder_.fence(
            is_isb ? form().name : form().name + " " + std::string(option.name), at_->span);
        if (is_isb) return builder_.put(isb, event);
        builder_.put(option.types == BarrierOption::Types::loads    ? dmb_ld
                     : option.types == BarrierOption::Types::stores ? dmb_st
                                                                    : dmb_full,
                     event);
        if (form().name == "DSB") builder_.put(dsb, event);
        if (option.is_for_itself) builder_.put(for_itself, event);
    }

    // ---- values ----

    void compute() {
        const bool has_destination = form().kind == Kind::compute;
        const Operand& left = operand(has_destination ? 1 : 0);
        const RegisterValue a = value(left, left.width);
        const RegisterValue b = value(at_->operands.back(), left.width);
        RegisterValue made{computed(terms_, form().operation, a.term, b.term), a.reads};
        made.reads.insert(b.reads.begin(), b.reads.end());
        if (form().sets_flags) set_flags(made, a.term, b.term);
        if (has_destination) set(operand(0), made);
    }

    void set_flags(const RegisterValue& made, TermId a, TermId b) {
        const unsigned width = terms_[a].width;
        const TermId zero = number(0, width);
        const auto is_negative = [&](TermId term) {
            return litmus::compare(terms_, TermOp::signed_less, term, zero);
        };
        const TermId negative = is_negative(made.term);
        TermId is_zero = litmus::compare(terms_, TermOp::equal, made.term, zero);
        TermId carry = terms_.boolean(false);
        TermId overflow = terms_.boolean(false);
        if (form().operation == Operation::sub) {
            is_zero = litmus::compare(terms_, TermOp::equal, a, b);
            carry = litmus::compare(terms_, TermOp::unsigned_less_equal, b, a);
            overflow = terms_.lnot(
                terms_.equal(litmus::compare(terms_, TermOp::signed_less, a, b), negative));
        } else if (form().operation == Operation::add) {
            carry = litmus::compare(terms_, TermOp::unsigned_less, made.term, a);
            overflow = terms_.land(terms_.equal(is_negative(a), is_negative(b)),
                                   terms_.lnot(terms_.equal(is_negative(a), negative)));
        }
        builder_.set("N", {negative, made.reads});
        builder_.set("Z", {is_zero, made.reads});
        builder_.set("C", {carry, made.reads});
        builder_.set("V", {overflow, made.reads});
    }

    // ---- control ----

    TermId condition(const std::string& name) {
        const TermId n = flag("N").term;
        const TermId z = flag("Z").term;
        const TermId c = flag("C").term;
        const TermId v = flag("V").term;
        const TermId greater_equal = terms_.equal(n, v);
        const TermId above = terms_.land(c, terms_.lnot(z));
        const TermId greater = terms_.land(greater_equal, terms_.lnot(z));
        const std::map<std::string, TermId, std::less<>> meanings{{"EQ", z},
                                                                  {"CS", c},
                                                                  {"HS", c},
                                                                  {"MI", n},
                                                                  {"VS", v},
                                                                  {"HI", above},
                                                                  {"GE", greater_equal},
                                                                  {"GT", greater}};
        static const std::map<std::string, std::string, std::less<>> opposites{
            {"NE", "EQ"}, {"CC", "CS"}, {"LO", "CS"}, {"PL", "MI"},
            {"VC", "VS"}, {"LS", "HI"}, {"LT", "GE"}, {"LE", "GT"}};
        if (const auto found = meanings.find(name); found != meanings.end()) return found->second;
        if (const auto found = opposites.find(name); found != opposites.end())
            return terms_.lnot(meanings.at(found->second));
        return terms_.boolean(true);  // AL
    }

    Next branch() {
        const Operand& label = at_->operands.back();
        Next next{.kind = Next::Kind::branch, .target = code_.find(label.name, label.span)};
        if (form().kind == Kind::jump) {
            next.kind = Next::Kind::jump;
            return next;
        }
        if (form().kind == Kind::branch) {
            next.taken = condition(form().name.substr(2));
            for (const char* name : {"N", "Z", "C", "V"}) next.depends_on.merge(flag(name).reads);
            return next;
        }
        RegisterValue tested = value(operand(0), operand(0).width);
        const unsigned width = operand(0).width;
        if (form().kind == Kind::bit_branch)
            tested.term = terms_.binary(
                TermOp::bit_and, tested.term,
                number(std::uint64_t{1} << (static_cast<unsigned>(operand(1).value) % 64), width));
        next.taken = litmus::compare(terms_, TermOp::equal, tested.term, number(0, width));
        if (form().negated) next.taken = terms_.lnot(next.taken);
        next.depends_on = tested.reads;
        return next;
    }

    StructureBuilder& builder_;
    litmus::TermPool& terms_;
    const Code& code_;
    const Instruction* at_ = nullptr;
};

}  // namespace

Program parse_program(std::string_view text) {
    Program program;
    targets::parse_program(text, {register_name, "X0 to X30, with 32 bits W0 to W30"}, program);
    program.threads =
        read_threads(program, [&](Span span) { return parse_instruction(text, span); });
    return program;
}

litmus::EventStructure unfold(const litmus::FrontEnd& language, const litmus::LitmusTest& test,
                              const Program& program, unsigned unroll) {
    StructureBuilder builder(language, test, program.file, kWidth);
    run_threads(builder, test, program, program.threads, unroll,
                [&](const Code& code) { return Thread(builder, code); });
    return builder.finish();
}

}  // namespace clmm::targets::aarch64
