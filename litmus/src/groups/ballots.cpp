// Ballots of sub-groups, and what works on their bits. See sub_groups.h.
#include "clmm/language/ballots.h"

#include "clmm/language/builtins.h"
#include "groups/sub_groups.h"
#include "terms/integer_functions.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using BallotKind = language::BallotFunction::Kind;
using IntegerKind = language::IntegerFunction::Kind;

constexpr unsigned kWords = 4;

TypePtr words_type() { return language::vector_type(language::Scalar::u32, kWords); }

TermId sum_of_bits(TermPool& terms, const std::vector<TermId>& words) {
    TermId sum = terms.constant(0, 32);
    for (const TermId word : words)
        sum = terms.binary(TermOp::add, sum,
                           integer_function(terms, IntegerKind::popcount, {word}, false));
    return sum;
}

/// The number of the first bit that is set, or of the last one; 0 of none.
TermId place_of_bit(TermPool& terms, const std::vector<TermId>& words, bool greatest) {
    TermId place = terms.constant(0, 32);
    for (unsigned k = 0; k < kWords; ++k) {
        const unsigned i = greatest ? k : kWords - 1 - k;
        const TermId count = integer_function(terms, greatest ? IntegerKind::clz : IntegerKind::ctz,
                                              {words[i]}, false);
        const TermId here = terms.binary(greatest ? TermOp::subtract : TermOp::add,
                                         terms.constant(32 * i + (greatest ? 31 : 0), 32), count);
        place = terms.if_then_else(terms.equal(words[i], terms.constant(0, 32)), place, here);
    }
    return place;
}

TermId bit_at(TermPool& terms, const std::vector<TermId>& words, TermId index) {
    const auto number = [&](std::uint64_t value) { return terms.constant(value, 32); };
    const TermId which = terms.binary(TermOp::logical_shift_right, index, number(5));
    TermId word = number(0);
    for (unsigned i = 0; i < kWords; ++i)
        word = terms.if_then_else(terms.equal(which, number(i)), words[i], word);
    const TermId moved = terms.binary(TermOp::logical_shift_right, word,
                                      terms.binary(TermOp::bit_and, index, number(31)));
    return terms.binary(TermOp::bit_and, moved, number(1));
}

}  // namespace

/// Each that calls at the same place has its bit; see constrain_shuffles.
Value Interpreter::ballot(const syntax::Call& call, const Value& predicate, Span span) {
    const TermId holds = truth(predicate, call.arguments.front()->span);
    ShuffleCall shuffle{.is_ballot = true,
                        .unit = unit_,
                        .path = path_,
                        .place_of_own = start_.item->sub_group_local(),
                        .width = start_.item->largest_sub_group(),
                        .place = terms().constant(0, 64),
                        .values = {{holds}}};
    shuffle.path.emplace_back(&call, 1);  // 0: a shuffle's
    OpenClEvent event;
    event.kind = EventKind::other;
    event.tags.add(Tag::group_function);
    event.label = call.function;
    event.span = span;
    shuffle.event = emit(std::move(event), {.data = predicate.reads, .addr = {}, .ctrl = {}});
    std::vector<Value> words;
    for (unsigned i = 0; i < kWords; ++i) {
        shuffle.results.push_back(terms().choice(32));
        words.push_back({integer_type(32, false), shuffle.results.back(),
                         dependencies().single(shuffle.event)});
    }
    unfolding_.shuffles.push_back(std::move(shuffle));
    return vector_of(std::move(words));
}

std::optional<Value> Interpreter::call_ballot(const syntax::Call& call, Span span) {
    const auto known = language::find_ballot(call.function);
    if (!known || !unfolding_.code.types.has_floating()) return std::nullopt;
    require_arguments(call, known->arguments, known->arguments);
    require_sub_group(call);
    std::vector<Value> arguments = evaluate_arguments(call);
    if (known->kind == BallotKind::ballot)
        return dead() ? convert(number(0, int_type()), words_type(), span)
                      : ballot(call, arguments.front(), span);
    if (known->kind == BallotKind::broadcast_first) {
        if (dead() || !is_number(arguments.front().type)) return arguments.front();
        const Value votes = ballot(call, number(1, int_type()), span);
        std::vector<TermId> words;
        for (const Value& each : *votes.parts) words.push_back(each.term);
        // The ballot's event gives the value as well.
        ShuffleCall shuffle = unfolding_.shuffles.back();
        shuffle.is_ballot = false;
        shuffle.path.back() = {&call, 0};
        shuffle.place = terms().extend(place_of_bit(terms(), words, false), 64, false);
        const Value& given = arguments.front();
        shuffle.values = {{given.term}};
        shuffle.results = {terms().choice(given.type->width())};
        const Value result{value_type(given.type), shuffle.results.front(),
                           dependencies().unite(given.reads, votes.reads)};
        unfolding_.shuffles.push_back(std::move(shuffle));
        return result;
    }
    const language::BallotWords mask = language::ballot_mask(
        known->kind, start_.item->sub_group_local(), start_.item->largest_sub_group());
    if (known->kind >= BallotKind::mask_eq) {
        std::vector<Value> words;
        for (const std::uint32_t each : mask)
            words.push_back(number(each, integer_type(32, false)));
        return vector_of(std::move(words));
    }
    const Value given = convert(arguments[0], words_type(), call.arguments[0]->span);
    std::vector<TermId> words;
    for (unsigned i = 0; i < kWords; ++i)
        words.push_back(known->kind == BallotKind::bit_extract
                            ? (*given.parts)[i].term
                            : terms().binary(TermOp::bit_and, (*given.parts)[i].term,
                                             terms().constant(mask.at(i), 32)));
    const bool is_int =
        known->kind == BallotKind::inverse || known->kind == BallotKind::bit_extract;
    Value result{integer_type(32, is_int), {}, given.reads};
    if (known->kind == BallotKind::bit_extract) {
        const Value index = convert(arguments[1], integer_type(32, false), call.arguments[1]->span);
        result.term = bit_at(terms(), words, index.term);
        result.reads = dependencies().unite(result.reads, index.reads);
    } else if (known->kind == BallotKind::find_lsb || known->kind == BallotKind::find_msb) {
        result.term = place_of_bit(terms(), words, known->kind == BallotKind::find_msb);
    } else {
        result.term = sum_of_bits(terms(), words);
    }
    return result;
}

}  // namespace clmm::litmus
