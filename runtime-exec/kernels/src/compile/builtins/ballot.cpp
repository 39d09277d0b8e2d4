// Ballots of sub-groups: cl_khr_subgroup_ballot.
#include "clmm/language/ballots.h"
#include "compile/builtins/call.h"
#include "execute/loops/integer.h"

namespace clmm::runtime::compiler {

using BallotKind = language::BallotFunction::Kind;

namespace {

constexpr unsigned kWords = 4;

}  // namespace

std::vector<Reg> BuiltinCall::mask_words(BallotKind kind) {
    std::vector<Reg> words;
    for (unsigned i = 0; i < kWords; ++i)
        words.push_back(out_.effect(handlers::sub_group_mask(), nullptr, Scalar::u32, {},
                                    static_cast<std::int64_t>(kind) * kWords + i, at()));
    return words;
}

/// The words of the argument, but for bits that the function is not about.
std::vector<Reg> BuiltinCall::ballot_within(BallotKind kind) {
    const Value given = converted(0, types_.vector(Scalar::u32, kWords));
    std::vector<Reg> words = mask_words(kind);
    for (unsigned i = 0; i < kWords; ++i)
        words[i] = out_.pure(
            {handlers::pure(), loops::binary(loops::Binary::bit_and, Scalar::u32), Scalar::u32},
            {given.parts[i], words[i]}, at());
    return words;
}

Reg BuiltinCall::ballot_sum(const std::vector<Reg>& words) {
    Reg sum = kNoRegister;
    for (const Reg word : words) {
        const Reg bits =
            out_.pure({handlers::pure(), loops::integer_loop("popcount", Scalar::u32), Scalar::u32},
                      {word}, at());
        sum = sum == kNoRegister
                  ? bits
                  : out_.pure({handlers::pure(), loops::binary(loops::Binary::add, Scalar::u32),
                               Scalar::u32},
                              {sum, bits}, at());
    }
    return sum;
}

/// The number of the first bit that is set, or of the last one.
Reg BuiltinCall::ballot_place(const std::vector<Reg>& words, bool greatest) {
    const Reg zero = out_.integer(Scalar::u32, 0);
    const auto compute = [&](Loop loop, Scalar scalar, Reg a, Reg b) {
        return out_.pure({handlers::pure(), loop, scalar}, {a, b}, at());
    };
    Reg place = zero;
    for (unsigned k = 0; k < kWords; ++k) {
        const unsigned i = greatest ? k : kWords - 1 - k;
        const Reg count =
            out_.pure({handlers::pure(), loops::integer_loop(greatest ? "clz" : "ctz", Scalar::u32),
                       Scalar::u32},
                      {words[i]}, at());
        const Reg base = out_.integer(Scalar::u32, 32 * i + (greatest ? 31 : 0));
        const Reg here = compute(
            loops::binary(greatest ? loops::Binary::subtract : loops::Binary::add, Scalar::u32),
            Scalar::u32, base, count);
        const Reg is_none =
            compute(loops::binary(loops::Binary::equal, Scalar::u32), Scalar::i32, words[i], zero);
        place = out_.pure({handlers::pure(), loops::choose(4), Scalar::u32}, {is_none, place, here},
                          at());
    }
    return place;
}

std::vector<Reg> BuiltinCall::ballot_words(Reg predicate) {
    std::vector<Reg> words;
    for (unsigned i = 0; i < kWords; ++i)
        words.push_back(out_.effect(handlers::sub_group_ballot(), nullptr, Scalar::u32, {predicate},
                                    i, at(), true));
    return words;
}

/// Of the first work-item that calls.
Value BuiltinCall::broadcast_first() {
    const Value value = argument(0);
    if (!is_scalar(value.type) || value.type->is_bool) wrong_argument(0, "a number");
    const Reg first = ballot_place(ballot_words(out_.integer(Scalar::i32, 1)), false);
    const Reg place =
        t_.convert_element(first, types_.scalar(Scalar::u32), types_.scalar(Scalar::u64));
    const Scalar scalar = value.type->scalar;
    return t_.scalar_value(scalar, out_.effect(handlers::sub_group_shuffle(), nullptr, scalar,
                                               {value.reg(), place}, 0, at(), true));
}

/// The bit of one place.
Value BuiltinCall::ballot_bit() {
    const Value given = converted(0, types_.vector(Scalar::u32, kWords));
    const Value index = converted(1, types_.scalar(Scalar::u32));
    const auto u32 = [&](loops::Binary op, Reg a, Reg b) {
        return out_.pure({handlers::pure(), loops::binary(op, Scalar::u32), Scalar::u32}, {a, b},
                         at());
    };
    const Reg low = u32(loops::Binary::bit_and, index.reg(), out_.integer(Scalar::u32, 31));
    const Reg number = u32(loops::Binary::shift_right, index.reg(), out_.integer(Scalar::u32, 5));
    Reg word = out_.integer(Scalar::u32, 0);
    for (unsigned i = 0; i < kWords; ++i) {
        const Reg here = out_.pure(
            {handlers::pure(), loops::binary(loops::Binary::equal, Scalar::u32), Scalar::i32},
            {number, out_.integer(Scalar::u32, i)}, at());
        word = out_.pure({handlers::pure(), loops::choose(4), Scalar::u32},
                         {here, given.parts[i], word}, at());
    }
    const Reg moved = u32(loops::Binary::shift_right, word, low);
    const Reg bit = u32(loops::Binary::bit_and, moved, out_.integer(Scalar::u32, 1));
    return t_.convert(t_.scalar_value(Scalar::u32, bit), types_.scalar(Scalar::i32));
}

BuiltinCall::Result BuiltinCall::ballots() {
    const auto known = language::find_ballot(name());
    if (!known) return std::nullopt;
    const auto words_of = [&](std::vector<Reg> words) {
        Value out;
        out.type = types_.vector(Scalar::u32, kWords);
        out.parts = std::move(words);
        return out;
    };
    if (known->kind >= BallotKind::mask_eq) return words_of(mask_words(known->kind));
    if (known->kind == BallotKind::ballot)
        return words_of(ballot_words(t_.int_value(t_.truth(argument(0))).reg()));
    if (known->kind == BallotKind::broadcast_first) return broadcast_first();
    if (known->kind == BallotKind::bit_extract) return ballot_bit();
    if (known->kind == BallotKind::find_lsb || known->kind == BallotKind::find_msb)
        return t_.scalar_value(Scalar::u32, ballot_place(ballot_within(known->kind),
                                                         known->kind == BallotKind::find_msb));
    const Value count = t_.scalar_value(Scalar::u32, ballot_sum(ballot_within(known->kind)));
    return known->kind == BallotKind::inverse ? t_.convert(count, types_.scalar(Scalar::i32))
                                              : count;
}

}  // namespace clmm::runtime::compiler
