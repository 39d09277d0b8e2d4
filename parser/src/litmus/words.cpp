#include "litmus/words.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "LitmusParser.h"

namespace clmm::syntax {
namespace {

using Tokens = clmm_antlr::LitmusParser;
using WordMap = std::unordered_map<std::string_view, std::size_t>;

constexpr std::array<std::string_view, 12> kCTypes = {"void",   "bool",     "_Bool", "char",
                                                      "signed", "unsigned", "short", "int",
                                                      "long",   "half",     "float", "double"};

constexpr std::array kTypes = std::to_array<std::string_view>(
    {// integers
     "uchar", "ushort", "uint", "ulong", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t",
     "uintmax_t", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
     "uint64_t",
     // atomics and their parameters
     "memory_order", "memory_scope", "cl_mem_fence_flags", "atomic_bool", "atomic_schar",
     "atomic_llong", "atomic_ullong", "atomic_flag", "atomic_float", "atomic_double", "atomic_half",
     // images, pipes, device queues
     "image1d_t", "image1d_array_t", "image1d_buffer_t", "image2d_t", "image2d_array_t",
     "image2d_depth_t", "image2d_array_depth_t", "image3d_t", "image2d_msaa_t", "sampler_t",
     "reserve_id_t", "queue_t", "ndrange_t", "clk_event_t", "event_t",
     // the host's
     "cl_mem", "cl_event", "cl_command_queue", "cl_kernel", "cl_context", "cl_program", "cl_bool",
     "cl_char", "cl_uchar", "cl_short", "cl_ushort", "cl_int", "cl_uint", "cl_long", "cl_ulong",
     "cl_float", "cl_double"});

/// T for which T2, T3, T4, T8 and T16 are types too.
constexpr std::array<std::string_view, 11> kVectorOf = {
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double"};

/// T for which atomic_T is a type too.
constexpr std::array<std::string_view, 23> kAtomicOf = {
    "char",    "uchar",     "short",    "ushort",    "int",      "uint",      "long",   "ulong",
    "size_t",  "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t", "int8_t", "uint8_t",
    "int16_t", "uint16_t",  "int32_t",  "uint32_t",  "int64_t",  "uint64_t",  "_Bool"};

constexpr std::array<std::string_view, 11> kQualifiers = {
    "global",   "local",    "private",   "constant",   "generic",   "const",
    "volatile", "restrict", "read_only", "write_only", "read_write"};

constexpr std::array<std::string_view, 4> kStorage = {"static", "inline", "extern", "kernel"};

constexpr std::array<std::string_view, 10> kAllocations = {
    "buffer",   "sub_buffer", "image",      "pipe",    "coarse_svm",
    "fine_svm", "atomic_svm", "system_svm", "program", "host"};

template <class Words>
bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

WordMap body_words() {
    WordMap words = {
        {"struct", Tokens::STRUCT},   {"_Atomic", Tokens::ATOMIC}, {"if", Tokens::IF},
        {"else", Tokens::ELSE},       {"for", Tokens::FOR},        {"while", Tokens::WHILE},
        {"do", Tokens::DO},           {"switch", Tokens::SWITCH},  {"case", Tokens::CASE},
        {"default", Tokens::DEFAULT}, {"break", Tokens::BREAK},    {"continue", Tokens::CONTINUE},
        {"return", Tokens::RETURN},   {"sizeof", Tokens::SIZEOF},  {"true", Tokens::TRUE},
        {"false", Tokens::FALSE},     {"typedef", Tokens::TYPEDEF}};
    for (const std::string_view word : {"__attribute__", "__attribute"})
        words.emplace(word, Tokens::ATTRIBUTE);
    for (const std::string_view word : {"goto", "enum", "union", "asm", "__asm", "__asm__"})
        words.emplace(word, kRefusedWord);
    for (const std::string_view type : kCTypes) words.emplace(type, Tokens::TYPE);
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
    return contains(kAtomicOf, word);
}

}  // namespace

bool is_vector_type(std::string_view word) {
    const std::size_t end = word.find_last_not_of("0123456789") + 1;
    const std::string_view size = word.substr(end);
    if (size != "2" && size != "3" && size != "4" && size != "8" && size != "16") return false;
    return contains(kVectorOf, word.substr(0, end));
}

bool is_c_type(std::string_view word) { return contains(kCTypes, word); }

bool is_allocation(std::string_view word) { return contains(kAllocations, word); }

std::string_view without_underscores(std::string_view word) {
    std::string_view bare = word;
    if (!bare.starts_with("__")) return word;
    bare.remove_prefix(2);
    if (bare.ends_with("__")) bare.remove_suffix(2);
    const bool known = contains(kQualifiers, bare) || contains(kStorage, bare) || bare == "pipe";
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
    const std::size_t type = find(in_body, without_underscores(word));
    return type == Tokens::NAME && is_vector_type(word) ? std::size_t{Tokens::TYPE} : type;
}

}  // namespace clmm::syntax
