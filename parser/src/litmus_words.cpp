#include "litmus_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "LitmusParser.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;
using WordMap = std::unordered_map<std::string_view, std::size_t>;

constexpr std::array<std::string_view, 41> kTypes = {
    "void",          "bool",         "_Bool",
    "char",          "signed",       "unsigned",
    "uchar",         "short",        "ushort",
    "int",           "uint",         "long",
    "ulong",         "half",         "float",
    "double",        "size_t",       "ptrdiff_t",
    "intptr_t",      "uintptr_t",    "intmax_t",
    "uintmax_t",     "int8_t",       "uint8_t",
    "int16_t",       "uint16_t",     "int32_t",
    "uint32_t",      "int64_t",      "uint64_t",
    "memory_order",  "memory_scope", "cl_mem_fence_flags",
    "atomic_bool",   "atomic_schar", "atomic_llong",
    "atomic_ullong", "atomic_flag",  "atomic_float",
    "atomic_double", "atomic_half"};

/// T for which atomic_T is a type too.
constexpr std::array<std::string_view, 23> kAtomicOf = {
    "char",    "uchar",     "short",    "ushort",    "int",      "uint",      "long",   "ulong",
    "size_t",  "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t", "int8_t", "uint8_t",
    "int16_t", "uint16_t",  "int32_t",  "uint32_t",  "int64_t",  "uint64_t",  "_Bool"};

constexpr std::array<std::string_view, 8> kQualifiers = {
    "global", "local", "private", "constant", "generic", "const", "volatile", "restrict"};

constexpr std::array<std::string_view, 4> kStorage = {"static", "inline", "extern", "kernel"};

WordMap body_words() {
    WordMap words = {
        {"struct", Tokens::STRUCT},   {"_Atomic", Tokens::ATOMIC}, {"if", Tokens::IF},
        {"else", Tokens::ELSE},       {"for", Tokens::FOR},        {"while", Tokens::WHILE},
        {"do", Tokens::DO},           {"switch", Tokens::SWITCH},  {"case", Tokens::CASE},
        {"default", Tokens::DEFAULT}, {"break", Tokens::BREAK},    {"continue", Tokens::CONTINUE},
        {"return", Tokens::RETURN},   {"sizeof", Tokens::SIZEOF},  {"true", Tokens::TRUE},
        {"false", Tokens::FALSE}};
    for (const std::string_view type : kTypes) words.emplace(type, Tokens::TYPE);
    for (const std::string_view word : kQualifiers) words.emplace(word, Tokens::QUALIFIER);
    for (const std::string_view word : kStorage) words.emplace(word, Tokens::STORAGE);
    return words;
}

WordMap condition_words() {
    return {{"exists", Tokens::EXISTS},
            {"forall", Tokens::FORALL},
            {"filter", Tokens::FILTER},
            {"locations", Tokens::LOCATIONS},
            {"scopeTree", Tokens::SCOPE_TREE},
            {"not", Tokens::NOT},
            {"true", Tokens::TRUE},
            {"false", Tokens::FALSE}};
}

std::size_t find(const WordMap& words, std::string_view word) {
    const auto found = words.find(word);
    return found == words.end() ? static_cast<std::size_t>(Tokens::NAME) : found->second;
}

bool is_atomic_type(std::string_view word) {
    constexpr std::string_view kPrefix = "atomic_";
    if (!word.starts_with(kPrefix)) return false;
    word.remove_prefix(kPrefix.size());
    return std::find(kAtomicOf.begin(), kAtomicOf.end(), word) != kAtomicOf.end();
}

}  // namespace

std::string_view without_underscores(std::string_view word) {
    std::string_view bare = word;
    if (!bare.starts_with("__")) return word;
    bare.remove_prefix(2);
    if (bare.ends_with("__")) bare.remove_suffix(2);
    const bool known =
        std::find(kQualifiers.begin(), kQualifiers.end(), bare) != kQualifiers.end() ||
        std::find(kStorage.begin(), kStorage.end(), bare) != kStorage.end();
    return known ? bare : word;
}

std::size_t classify_word(std::string_view word, WordPlace place) {
    static const WordMap in_body = body_words();
    static const WordMap in_condition = condition_words();
    if (place != WordPlace::body) {
        const std::size_t type = find(in_condition, word);
        if (type != Tokens::NAME || place == WordPlace::condition) return type;
    }
    if (is_atomic_type(word)) return Tokens::TYPE;
    return find(in_body, without_underscores(word));
}

}  // namespace clmm::syntax
