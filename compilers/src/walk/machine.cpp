#include "walk/machine.h"

#include <algorithm>

namespace clmm::compilers {
namespace {

constexpr unsigned kWord = 32;  ///< the width of every location
constexpr char kOfCaller = '<';

std::int64_t bytes(const Terms& terms, TermId value) {
    return std::max(1U, terms[value].width / 8);
}

}  // namespace

TermId Machine::get(const std::string& name) {
    if (const auto found = find(name)) return *found;
    const auto [made, is_new] = world_->callers.try_emplace(name, TermId{});
    if (is_new) made->second = terms().base();
    return made->second;
}

std::optional<TermId> Machine::find(const std::string& name) const {
    const auto found = registers_.find(name);
    if (found == registers_.end()) return std::nullopt;
    return found->second;
}

void Machine::enter_frame() {
    std::map<std::string, TermId> kept;
    for (const auto& [name, value] : registers_) kept.emplace(kOfCaller + name, value);
    registers_ = std::move(kept);
}

void Machine::leave_frame() {
    std::map<std::string, TermId> kept;
    for (const auto& [name, value] : registers_)
        if (name[0] == kOfCaller) kept.emplace(name.substr(1), value);
    registers_ = std::move(kept);
}

void Machine::compare(const std::string& prefix, TermId a, TermId b) {
    set(prefix + ".eq", terms().binary(Op::equal, a, b));
    set(prefix + ".lt", terms().binary(Op::signed_less, a, b));
    set(prefix + ".lo", terms().binary(Op::unsigned_less, a, b));
    const TermId difference = terms().binary(Op::subtract, a, b);
    const TermId zero = terms().constant(0, terms()[a].width);
    set(prefix + ".mi", terms().binary(Op::signed_less, difference, zero));
}

void Machine::compare_with_zero(const std::string& prefix, TermId result) {
    const TermId zero = terms().constant(0, terms()[result].width);
    set(prefix + ".eq", terms().binary(Op::equal, result, zero));
    set(prefix + ".lt", terms().binary(Op::signed_less, result, zero));
    set(prefix + ".mi", terms().binary(Op::signed_less, result, zero));
    set(prefix + ".lo", terms().constant(0, 1));
}

void Machine::only_equal(const std::string& prefix, TermId is_equal) {
    for (const char* name : {".lt", ".lo", ".mi"}) forget(prefix + name);
    set(prefix + ".eq", is_equal);
}

TermId Machine::condition(const std::string& prefix, std::string_view name, Span span) {
    const auto flag = [&](const char* which) {
        const auto found = find(prefix + which);
        if (!found) refuse("it is not known what the flags say here", span);
        return *found;
    };
    const auto either = [&](TermId a, TermId b) { return terms().binary(Op::bit_or, a, b); };
    const auto is = [&](std::string_view yes, std::string_view no) {
        return name == yes || name == no;
    };
    std::optional<TermId> made;
    bool is_positive = true;
    if (is("eq", "ne")) made = flag(".eq"), is_positive = name == "eq";
    if (is("lt", "ge")) made = flag(".lt"), is_positive = name == "lt";
    if (is("lo", "hs")) made = flag(".lo"), is_positive = name == "lo";
    if (is("mi", "pl")) made = flag(".mi"), is_positive = name == "mi";
    if (is("le", "gt")) made = either(flag(".lt"), flag(".eq")), is_positive = name == "le";
    if (is("ls", "hi")) made = either(flag(".lo"), flag(".eq")), is_positive = name == "ls";
    if (!made) refuse("unknown condition '" + std::string(name) + "'", span);
    return is_positive ? *made : terms().negated(*made);
}

Address Machine::resolved(TermId address, Span span) const {
    if (world_->terms.is_poison(address)) throw PoisonUsed{};
    const auto known = world_->terms.address(address);
    if (!known)
        refuse("it is not known where this address points", span,
               "addresses are parameters of the function and its stack, plus numbers");
    return *known;
}

const std::size_t* Machine::shared(Address address, unsigned width, Span span,
                                   bool is_plain) const {
    const auto found = world_->objects.find(address.base);
    if (found == world_->objects.end()) {
        if (!world_->private_bases.contains(address.base))
            refuse("it is not known where this address points", span,
                   "it is made of what the caller left in a register");
        return nullptr;
    }
    const std::vector<std::size_t>& words = found->second;
    const std::int64_t first = address.offset / (kWord / 8);
    const bool is_whole = address.offset % (kWord / 8) == 0 && width % kWord == 0 &&
                          address.offset >= 0 &&
                          static_cast<std::size_t>(first) + width / kWord <= words.size();
    if (!is_whole)
        refuse("an access of " + std::to_string(width) + " bits, " +
                   std::to_string(address.offset) + " bytes into " +
                   (words.size() == 1 ? "a location of 32"
                                      : std::to_string(words.size()) + " locations of 32"),
               span, "accesses of whole locations are read");
    if (width != kWord && !is_plain)
        refuse("one access that orders, or reads and writes, of " + std::to_string(width / kWord) +
                   " locations",
               span, "the target's tests have none; plain ones are read as several");
    return &words[static_cast<std::size_t>(first)];
}

bool Machine::is_private(TermId address) const {
    const auto known = world_->terms.address(address);
    return known && world_->private_bases.contains(known->base);
}

bool Machine::is_local(TermId address) const {
    const auto known = world_->terms.address(address);
    return known && world_->local_objects.contains(known->base);
}

std::optional<TermId> Machine::private_at(Address address) const {
    const auto found = memory_.find(address);
    if (found == memory_.end()) return std::nullopt;
    return found->second;
}

/// What is there, in one piece or as part of one; or of two words.
std::optional<TermId> Machine::known_private(Address address, unsigned width) {
    for (const auto& [at, value] : memory_) {
        const std::int64_t from = address.offset - at.offset;
        if (at.base != address.base || from < 0) continue;
        if (8 * from + width <= terms()[value].width)
            return terms().part(value, static_cast<unsigned>(8 * from), width);
    }
    if (width != 2 * kWord) return std::nullopt;
    const auto low = known_private(address, kWord);
    const auto high = known_private({address.base, address.offset + kWord / 8}, kWord);
    if (!low || !high) return std::nullopt;
    return terms().joined(*low, *high);
}

TermId Machine::load_private(Address address, unsigned width, Span span) {
    const auto found = known_private(address, width);
    if (!found)
        refuse("nothing is known of what is loaded here from the thread's own memory", span,
               "words of parts are not followed");
    return *found;
}

void Machine::store_private(Address address, TermId value) {
    const std::int64_t end = address.offset + bytes(terms(), value);
    std::map<Address, TermId> kept;
    for (auto each = memory_.begin(); each != memory_.end();) {
        const auto [at, old] = *each;
        const std::int64_t old_end = at.offset + bytes(terms(), old);
        if (at.base != address.base || at.offset >= end || address.offset >= old_end) {
            ++each;
            continue;
        }
        each = memory_.erase(each);
        // Words of what was there that are not written.
        for (std::int64_t from = at.offset; from + 4 <= old_end; from += 4)
            if (from + 4 <= address.offset || from >= end)
                kept.emplace(
                    Address{at.base, from},
                    terms().part(old, static_cast<unsigned>(8 * (from - at.offset)), kWord));
    }
    memory_.merge(kept);
    memory_[address] = value;
}

/// Conditions that this way has taken to be so; the result depends on what they depend on.
TermId Machine::with_known_conditions(TermId value) {
    std::map<TermId, TermId> by;
    std::set<std::uint64_t> decided_by;
    for (const auto& [condition, is_true] : known_) {
        by.emplace(condition, terms().constant(is_true ? 1 : 0, 1));
        decided_by.merge(terms().symbols(condition));
    }
    const std::set<std::uint64_t> before = terms().symbols(value);
    TermId made = terms().replaced(value, by);
    const std::set<std::uint64_t> after = terms().symbols(made);
    for (std::size_t i = 0; i < steps_.size(); ++i)
        for (const auto& symbol : {steps_[i].result, steps_[i].status}) {
            if (!symbol) continue;
            const std::uint64_t number = terms()[*symbol].value;
            if (!before.contains(number) || after.contains(number)) continue;
            const TermId word = terms().resized(*symbol, terms()[made].width);
            made = terms().binary(Op::add, made, terms().binary(Op::bit_xor, word, word));
        }
    return made;
}

TermId Machine::stored(TermId value, Span span) {
    if (terms().is_poison(value)) throw PoisonUsed{};
    if (terms().has_base(value))
        refuse("what is stored here is no number: an address, or what the caller left", span);
    const TermId made = with_known_conditions(value);
    if (const auto open = terms().find_condition(made)) throw Split{*open};
    return made;
}

TermId Machine::access(Step step, Span span) {
    step.span = span;
    const std::optional<TermId> result = step.result;
    steps_.push_back(std::move(step));
    return result.value_or(TermId{});
}

TermId Machine::load(TermId address, unsigned width, Code code, Span span, bool is_plain) {
    if (const auto chosen = load_chosen(address, width, span)) return *chosen;
    const Address at = resolved(address, span);
    if (const std::string* const label = world_->label_of(at.base))
        return load_constant(*label, at.offset, width, span);
    const std::size_t* const locations = shared(at, width, span, is_plain);
    if (locations == nullptr) return load_private(at, width, span);
    TermId loaded{};
    for (unsigned i = 0; i < width / kWord; ++i) {
        const TermId word = access({.kind = Step::Kind::load,
                                    .code = code,
                                    .location = locations[i],
                                    .result = terms().symbol(kWord),
                                    .is_plain = is_plain},
                                   span);
        loaded = i == 0 ? word : terms().joined(loaded, word);
    }
    return loaded;
}

void Machine::store(TermId address, TermId value, Code code, Span span, bool is_plain) {
    const Address at = resolved(address, span);
    const unsigned width = terms()[value].width;
    const std::size_t* const locations = shared(at, width, span, is_plain);
    if (locations == nullptr) return store_private(at, value);
    std::vector<TermId> words;
    for (unsigned i = 0; i < width / kWord; ++i)
        words.push_back(stored(terms().part(value, i * kWord, kWord), span));
    for (std::size_t i = 0; i < words.size(); ++i)
        access(
            {.kind = Step::Kind::store, .code = code, .location = locations[i], .value = words[i]},
            span);
}

TermId Machine::modify(TermId address, Op op, TermId operand, bool has_result, Code code,
                       Span span) {
    const Address at = resolved(address, span);
    if (is_private(address)) {
        const TermId old = load_private(at, terms()[operand].width, span);
        store_private(at, terms().binary(op, old, operand));
        return old;
    }
    return exchange(address, operand, has_result, std::move(code), span);
}

TermId Machine::exchange(TermId address, TermId operand, bool has_result, Code code, Span span) {
    const Address at = resolved(address, span);
    const std::size_t* const location = shared(at, terms()[operand].width, span);
    if (location == nullptr) {
        const TermId old = load_private(at, terms()[operand].width, span);
        store_private(at, operand);
        return old;
    }
    Step step{.kind = Step::Kind::modify,
              .code = std::move(code),
              .location = *location,
              .value = stored(operand, span)};
    if (has_result) step.result = terms().symbol(kWord);
    return access(std::move(step), span);
}

TermId Machine::compare_exchange(TermId address, TermId expected, TermId value, Code code,
                                 Span span) {
    const Address at = resolved(address, span);
    const std::size_t* const location = shared(at, terms()[value].width, span);
    if (location == nullptr) {
        const TermId old = load_private(at, terms()[value].width, span);
        const TermId is_equal = terms().binary(Op::equal, old, expected);
        store_private(at, terms().if_then_else(is_equal, value, old));
        return old;
    }
    Step step{.kind = Step::Kind::compare_exchange,
              .code = std::move(code),
              .location = *location,
              .value = stored(value, span),
              .expected = stored(expected, span),
              .result = terms().symbol(kWord)};
    step.success = terms().binary(Op::equal, *step.result, *step.expected);
    return access(std::move(step), span);
}

TermId Machine::store_conditional(TermId address, TermId value, std::uint64_t success, Code code,
                                  Span span) {
    const Address at = resolved(address, span);
    const std::size_t* const location = shared(at, terms()[value].width, span);
    if (location == nullptr) refuse("a conditional store to the thread's own memory", span);
    Step step{.kind = Step::Kind::conditional,
              .code = std::move(code),
              .location = *location,
              .value = stored(value, span),
              .status = terms().symbol(kWord)};
    const TermId status = *step.status;
    step.success = terms().binary(Op::equal, status, terms().constant(success, kWord));
    access(std::move(step), span);
    return status;
}

void Machine::fence(Code code, Span span) {
    access({.kind = Step::Kind::fence, .code = std::move(code)}, span);
}

void Machine::branch(TermId condition, Span span) {
    if (terms().has_base(condition))
        refuse("a branch on an address, or on what the caller left", span);
    access({.kind = Step::Kind::branch, .condition = condition}, span);
}

std::optional<bool> Machine::decided(TermId condition) const {
    if (world_->terms.is_poison(condition)) throw PoisonUsed{};
    if (const auto value = world_->terms.known(condition)) return *value != 0;
    const auto found = known_.find(condition);
    if (found != known_.end()) return found->second;
    const Term& term = world_->terms[condition];
    if (term.op == Op::equal && term.a == term.b) return true;
    if (term.op == Op::bit_xor && term.width == 1) {
        const auto one = decided(term.a);
        const auto other = decided(term.b);
        if (one && other) return *one != *other;
        return std::nullopt;
    }
    if (term.op != Op::bit_or && term.op != Op::bit_and) return std::nullopt;
    const bool decisive = term.op == Op::bit_or;
    const auto left = decided(term.a);
    const auto right = decided(term.b);
    if (left == decisive || right == decisive) return decisive;
    if (left && right) return !decisive;
    return std::nullopt;
}

bool Machine::assume(TermId condition, bool is_true) {
    if (const auto already = decided(condition)) return *already == is_true;
    const Term term = terms()[condition];
    if (term.op == Op::bit_xor && terms().known(term.b) == 1) return assume(term.a, !is_true);
    if ((term.op == Op::bit_or && !is_true) || (term.op == Op::bit_and && is_true))
        return assume(term.a, is_true) && assume(term.b, is_true);
    if (term.op == Op::bit_or || term.op == Op::bit_and)
        throw Split{decided(term.a) ? term.b : term.a};
    // A value that equals one number equals no other.
    if (term.op == Op::equal && is_true)
        for (const auto& [other, was_true] : known_) {
            const Term& known = terms()[other];
            if (was_true && known.op == Op::equal && known.a == term.a && known.b != term.b &&
                terms().known(known.b) && terms().known(term.b))
                return false;
        }
    known_.emplace(condition, is_true);
    assumed_.push_back({condition, is_true, steps_.size()});
    return is_possible(condition);
}

template <class By>
bool Machine::replace_differences(const Machine& other, const std::map<TermId, TermId>& renaming,
                                  const By& by) {
    bool is_new = false;
    const auto look = [&](TermId& here, std::optional<TermId> there) {
        if (there) there = terms().replaced(*there, renaming);
        if (terms().is_poison(here) || there == here) return;
        const TermId made = by(here, there);
        is_new = is_new || made != here;
        here = made;
    };
    for (auto& [name, value] : registers_) look(value, other.find(name));
    for (auto& [address, value] : memory_) look(value, other.private_at(address));
    return is_new;
}

void Machine::poison_differences(const Machine& other, const std::map<TermId, TermId>& renaming) {
    replace_differences(other, renaming, [this](TermId here, const auto&) {
        return terms().poison(terms()[here].width);
    });
}

bool Machine::widen(const Machine& other, const std::map<TermId, TermId>& renaming,
                    std::set<TermId>& any) {
    return replace_differences(other, renaming, [&](TermId here, std::optional<TermId> there) {
        const unsigned width = terms()[here].width;
        const bool is_value = there && !terms().is_poison(*there) &&
                              terms()[*there].width == width && !terms().has_base(here) &&
                              !terms().has_base(*there);
        if (!is_value) return terms().poison(width);
        return any.contains(here) ? here : *any.insert(terms().symbol(width)).first;
    });
}

}  // namespace clmm::compilers
