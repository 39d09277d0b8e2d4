#pragma once

#include <cstddef>

namespace clmm::syntax {

/// The numbers of CatTokens.tokens, in its order.
enum CatTokenType : std::size_t {
    kName = 1,
    kString,
    kProduct,
    kClosure,
    kLet,
    kRec,
    kAnd,
    kIn,
    kIf,
    kThen,
    kElse,
    kEnd,
    kAs,
    kFlag,
    kUndefinedUnless,
    kAcyclic,
    kIrreflexive,
    kEmpty,
    kShow,
    kUnshow,
    kInclude,
    kWith,
    kFrom,
    kVariant,
    kNot,
    kZero,
    kPipe,
    kSemicolon,
    kBackslash,
    kAmpersand,
    kPlus,
    kQuestion,
    kInverse,
    kTilde,
    kEquals,
    kComma,
    kLeftParenthesis,
    kRightParenthesis,
    kLeftBracket,
    kRightBracket,
    kLeftBrace,
    kRightBrace,
    kOrElse,
    kAndAlso,
    kUnknown,
};

}  // namespace clmm::syntax
