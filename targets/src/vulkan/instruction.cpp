#include "vulkan/instruction.h"

#include <algorithm>
#include <array>
#include <utility>

#include "clmm/base/reject.h"

namespace clmm::targets::vulkan {
namespace {

constexpr std::array<std::pair<std::string_view, Words>, 21> kSpelled{
    {{"atom", {Word::atom}},           {"acq", {Word::acquire}},
     {"rel", {Word::release}},         {"acq_rel", {Word::acquire, Word::release}},
     {"sg", {Word::sub_group}},        {"wg", {Word::work_group}},
     {"qf", {Word::queue_family}},     {"dv", {Word::device}},
     {"av", {Word::available}},        {"vis", {Word::visible}},
     {"semav", {Word::sem_available}}, {"semvis", {Word::sem_visible}},
     {"nonpriv", {Word::non_private}}, {"sc0", {Word::class0}},
     {"sc1", {Word::class1}},          {"sc2", {Word::class2}},
     {"sc3", {Word::class3}},          {"semsc0", {Word::sem_class0}},
     {"semsc1", {Word::sem_class1}},   {"semsc2", {Word::sem_class2}},
     {"semsc3", {Word::sem_class3}}}};

struct Form {
    std::string_view name;
    Kind kind;
    std::string_view operands;
};
constexpr std::array kForms{
    Form{"ld", Kind::load, "dx"},           Form{"st", Kind::store, "xv"},
    Form{"rmw", Kind::rmw, "dxv"},          Form{"membar", Kind::fence, ""},
    Form{"cbar", Kind::barrier, "nVV"},     Form{"avdevice", Kind::avdevice, ""},
    Form{"visdevice", Kind::visdevice, ""}, Form{"mov", Kind::move, "dv"},
    Form{"goto", Kind::jump, "l"},          Form{"bra", Kind::jump, "l"}};

/// What the words of an instruction have to be.
class Check {
public:
    Check(const Instruction& of, Span name) : of_(of), words_(of.words), name_(name) {}

    void operator()() const {
        switch (of_.kind) {
            case Kind::load:
            case Kind::store:
            case Kind::rmw:
                return access();
            case Kind::fence:
            case Kind::barrier:
                return fence();
            default:
                break;
        }
    }

private:
    void access() const {
        const bool is_atomic = words_.has(Word::atom);
        if (!words_.has_one(kClasses)) fail("an access has one storage class", "sc0 to sc3");
        if (of_.kind == Kind::rmw && !is_atomic) fail("rmw is atomic", "rmw.atom");
        const bool needs_scope = is_atomic || words_.has_any({Word::available, Word::visible});
        if (needs_scope && !words_.has_one(kScopes))
            fail("atomic accesses, av and vis have one scope", "sg, wg, qf or dv", "E-SCOPE");
        if (!needs_scope && words_.has_any(kScopes))
            fail("plain accesses have no scope", "nonpriv, av.dv, vis.dv", "E-SCOPE");
        if (of_.kind != Kind::store && words_.has(Word::available))
            fail("only stores make themselves available", "st.av.dv.sc0");
        if (of_.kind != Kind::load && words_.has(Word::visible))
            fail("only loads make visible to themselves", "ld.vis.dv.sc0");
        if (of_.kind == Kind::load && words_.has(Word::release)) fail("a load does not release");
        if (of_.kind == Kind::store && words_.has(Word::acquire)) fail("a store does not acquire");
        if (!is_atomic && words_.has_any({Word::acquire, Word::release}))
            fail("only atomic accesses acquire and release", "ld.atom.acq");
        order();
    }

    void fence() const {
        if (words_.has_any(kClasses)) fail("fences have semantics of storage classes", "semsc0");
        if (!words_.has_one(kScopes)) fail("a fence has one scope", "sg, wg, qf or dv", "E-SCOPE");
        if (of_.kind == Kind::fence && !words_.has_any({Word::acquire, Word::release}))
            fail("a membar acquires or releases", "membar.acq, membar.rel, membar.acq_rel");
        order();
    }

    /// Semantics belong to acquires and releases.
    void order() const {
        const bool orders = words_.has_any({Word::acquire, Word::release});
        if (orders && !words_.has_any(kSemClasses))
            fail("an acquire or release says which storage classes it orders", "semsc0");
        if (!orders && words_.has_any(kSemClasses))
            fail("what neither acquires nor releases orders no storage class");
        if (words_.has(Word::sem_available) && !words_.has(Word::release))
            fail("semav goes with a release");
        if (words_.has(Word::sem_visible) && !words_.has(Word::acquire))
            fail("semvis goes with an acquire");
    }

    [[noreturn]] void fail(const char* message, const char* hint = "",
                           const char* code = "E-TYPE") const {
        reject(code, "'" + of_.mnemonic + "': " + message, name_, hint);
    }

    const Instruction& of_;
    const Words& words_;
    Span name_;
};

void read_words(gpu::Mnemonic& mnemonic, Instruction& into) {
    while (!mnemonic.at_end()) {
        if (into.kind == Kind::rmw) {
            if (const auto operation = mnemonic.accept_if(gpu::operation_of)) {
                into.operation = *operation;
                break;
            }
        }
        const auto spelled = [](std::string_view word) -> std::optional<Words> {
            const auto found =
                std::ranges::find(kSpelled, word, &std::pair<std::string_view, Words>::first);
            return found == kSpelled.end() ? std::nullopt : std::optional(found->second);
        };
        const auto words = mnemonic.accept_if(spelled);
        if (!words) mnemonic.fail("a scope, storage class or other word of this instruction");
        into.words.add(*words);
    }
    if (!mnemonic.at_end()) mnemonic.fail("the end of the name");
}

}  // namespace

Instruction parse_instruction(std::string_view text, Span place) {
    Lexer lexer(text, place.begin, place.end);
    const Token token = lexer.expect_word("an instruction");
    gpu::Mnemonic mnemonic(token);
    Instruction made;
    made.mnemonic = token.text;
    made.span = place;
    const std::string_view name = mnemonic.take();
    std::string_view operands;
    if (const auto form = std::ranges::find(kForms, name, &Form::name); form != kForms.end()) {
        made.kind = form->kind;
        operands = form->operands;
    } else if ((made.condition = gpu::condition_of(name))) {
        made.kind = Kind::branch;
        operands = "vvl";
    } else if (const auto operation = gpu::operation_of(name);
               operation && *operation < Operation::exchange) {
        made.kind = Kind::compute;
        made.operation = *operation;
        operands = "dvv";
    } else {
        std::vector<std::string> names = gpu::local_instructions();
        for (const Form& each : kForms) names.emplace_back(each.name);
        mnemonic.unknown(names);
    }
    if (made.kind <= Kind::barrier) read_words(mnemonic, made);
    if (!mnemonic.at_end()) mnemonic.fail("the end of the name");
    Check(made, token.span)();
    if (made.kind == Kind::rmw && made.operation == Operation::compare_and_swap)
        reject("E-TYPE", "a comparison has no form here", token.span, "rmw.atom.dv.sc0 exchanges");
    made.operands = gpu::parse_operands(lexer);
    gpu::check_operands(made.mnemonic, made.operands, operands, place);
    return made;
}

}  // namespace clmm::targets::vulkan
