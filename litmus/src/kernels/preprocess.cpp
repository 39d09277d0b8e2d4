// Boost.Wave does the work; this file gives it the macros of OpenCL C, and follows each token of
// its output back to where it was written. A token out of a macro would have the place of the
// macro's definition; the hooks give it the place of the macro's use.

// Wave asserts that no #elif lacks its expression in a part that is left out, before it says so
// itself.
#define BOOST_DISABLE_ASSERTS

#include "clmm/litmus/preprocess.h"

#include <algorithm>
#include <bit>
#include <boost/wave.hpp>
#include <boost/wave/cpplexer/cpp_lex_iterator.hpp>
#include <boost/wave/cpplexer/cpp_lex_token.hpp>
#include <boost/wave/grammars/cpp_chlit_grammar.hpp>
#include <boost/wave/grammars/cpp_intlit_grammar.hpp>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>

#include "clmm/base/stack.h"
#include "clmm/language/constants.h"
#include "clmm/parser/largest_text.h"
#include "kernels/has_operators.h"
#include "kernels/if_directive.h"
#include "kernels/included_files.h"
#include "kernels/predefined_macros.h"

namespace clmm::litmus {
namespace {

namespace wave = boost::wave;
using Token = wave::cpplexer::lex_token<>;
using Position = Token::position_type;

/// Tokens that one macro may stand for, those of the macros in it counted each time.
constexpr std::size_t kMostExpanded = 2'000'000;

/// What the text asks for and does not get.
struct Refused {
    std::string message;
    std::string hint;
    Position at;
};

bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Macros that change from line to line: Wave takes them for defined, and has no definition.
bool is_of_place(std::string_view name) {
    return name == "__LINE__" || name == "__FILE__" || name == "__INCLUDE_LEVEL__";
}

/// Wave expands a macro's text by calling itself.
constexpr std::size_t kDeepestMacros = 512;

/// Throws wave::preprocess_exception where it is no number that #if can have.
DirectiveToken directive_token(const Token& token) {
    namespace grammars = wave::grammars;
    const std::string text = token.get_value().c_str();
    DirectiveToken made;
    if (text.front() >= '0' && text.front() <= '9') {
        made.value = grammars::intlit_grammar_gen<Token>::evaluate(token, made.is_unsigned);
    } else if (text.find('\'') != std::string::npos) {
        grammars::value_error status = grammars::error_noerror;
        made.value = grammars::chlit_grammar_gen<unsigned int, Token>::evaluate(token, status);
        made.is_unsigned = true;
    } else {
        made.symbol = text;
    }
    return made;
}

auto order_key(const Position& at) {
    return std::tuple(std::string(at.get_file().c_str()), at.get_line(), at.get_column());
}

/// Gives the tokens that a macro expands to the place of its use; its arguments keep theirs.
class Hooks : public wave::context_policies::default_preprocessing_hooks {
public:
    /// The line of the text that holds a place; empty where nobody knows.
    using LineAt = std::function<std::string_view(const Position&)>;

    Hooks(std::vector<std::pair<Position, std::string>>& warnings, IncludedFiles& files,
          LineAt line_at)
        : warnings_(warnings), files_(files), line_at_(std::move(line_at)) {}

    /// A text may define a macro anew, which compilers warn of; Wave would keep the first
    /// definition of some, and end at others.
    template <class Context>
    bool found_directive(const Context& context, const Token& directive) {
        if (wave::token_id(directive) != wave::T_PP_DEFINE) return false;
        // Hooks get the context as const, and macros change through it alone.
        auto& macros = const_cast<Context&>(context);
        const std::string_view line = line_at_(directive.get_position());
        const std::string name(defined_name(line));
        for (const language::Constant& each : language::constants())
            if (language::is_floating(each.type) && (name.empty() || name == each.name))
                macros.remove_macro_definition(std::string(each.name), true);
        if (name.empty() || is_of_place(name) || !macros.is_defined_macro(name)) return false;
        const std::string before = definition_of(macros, name);
        if (before.empty() || !without_blanks(line).ends_with(before))
            warnings_.emplace_back(directive.get_position(),
                                   "the macro '" + name + "' is defined anew");
        macros.remove_macro_definition(name, true);
        return false;
    }

    template <class Context>
    bool locate_include_file(Context& context, std::string& path, bool is_system,
                             const char* current, std::string& folder, std::string& native) {
        const auto refuse = [&](const std::optional<IncludedFiles::Refusal>& refused) {
            if (refused) throw Refused{refused->message, refused->hint, context.get_main_pos()};
        };
        refuse(files_.refuse_name(path));
        if (!wave::context_policies::default_preprocessing_hooks::locate_include_file(
                context, path, is_system, current, folder, native))
            return false;
        refuse(files_.include(native));
        return true;
    }

    template <class Context, class Container, class Iterator>
    // Throws Refused, as that of object-like ones does.
    bool expanding_function_like_macro(const Context& context, const Token& macro,
                                       const std::vector<Token>& parameters,
                                       const Container& definition, const Token& call,
                                       const std::vector<Container>& arguments,
                                       const Iterator& /*begin*/, const Iterator& /*end*/) {
        const bool is_own =  // what a text defines has parameters with names
            parameters.size() == 1 && wave::token_id(parameters.front()) == wave::T_ELLIPSIS;
        if (is_own) answer(context, macro, definition, arguments);
        Use use{call.get_position(), {}};
        for (const Container& argument : arguments)
            for (const Token& token : argument) use.include(token.get_position());
        begin(use);
        return false;
    }

    template <class Context, class Container>
    bool expanding_object_like_macro(const Context& /*context*/, const Token& /*macro*/,
                                     const Container& /*definition*/, const Token& call) {
        begin({call.get_position(), {}});
        return false;
    }

    template <class Context, class Container>
    void rescanned_macro(const Context& /*context*/, const Container& result) {
        if (uses_.empty()) return;  // __LINE__ and the like
        const Use use = uses_.back();
        uses_.pop_back();
        expanded_ += result.size();
        if (expanded_ > kMostExpanded)
            throw Refused{
                "this macro stands for more than " + std::to_string(kMostExpanded) + " tokens",
                "let it stand for less: a loop in place of copies", use.place};
        if (uses_.empty()) expanded_ = 0;
        // Wave hands its own list to the hook, which is the only moment to say where it belongs.
        for (Token& token : const_cast<Container&>(result))
            if (!use.has_argument_at(token.get_position())) token.set_position(use.place);
    }

    template <class Context, class Exception>
    void throw_exception(const Context& /*context*/, const Exception& error) {
        // Behind a _Pragma that is wrong, and a macro's wrong number of arguments, which C does not
        // allow, Wave takes a token that is not there.
        const std::string_view said = error.description();
        const bool ends_it = said.ends_with(": _Pragma") ||
                             said.find("too few macro arguments") != said.npos ||
                             said.find("too many macro arguments") != said.npos;
        if (error.get_severity() > wave::util::severity_warning || ends_it)
            boost::throw_exception(error);
        if (error.get_severity() == wave::util::severity_warning)
            warnings_.emplace_back(Position(error.file_name(), error.line_no(), error.column_no()),
                                   error.description());
    }

private:
    struct Use {
        Position place;
        std::optional<std::pair<Position, Position>> arguments;

        void include(const Position& at) {
            if (!arguments) arguments.emplace(at, at);
            if (order_key(at) < order_key(arguments->first)) arguments->first = at;
            if (order_key(arguments->second) < order_key(at)) arguments->second = at;
        }
        [[nodiscard]] bool has_argument_at(const Position& at) const {
            return arguments && order_key(arguments->first) <= order_key(at) &&
                   order_key(at) <= order_key(arguments->second);
        }
    };

    /// `__has_builtin(f)` and its like are macros whose definition, a number, is written when
    /// they are used.
    template <class Context, class Container>
    void answer(const Context& context, const Token& macro, const Container& definition,
                const std::vector<Container>& arguments) {
        const std::string_view name(macro.get_value().c_str());
        if (!is_has_operator(name) || definition.size() != 1) return;
        std::string operand;
        for (const Container& argument : arguments)
            for (const Token& token : argument) operand += token.get_value().c_str();
        const auto finds = [&](const std::string& path, bool is_system) {
            return can_include(const_cast<Context&>(context), path, is_system);
        };
        const bool holds = answer_has_operator(name, operand, finds);
        const_cast<Token&>(definition.front()).set_value(holds ? "1" : "0");
    }

    template <class Context>
    bool can_include(Context& context, std::string path, bool is_system) {
        std::string folder;
        std::string native;
        return !IncludedFiles::refuse_name(path) &&
               wave::context_policies::default_preprocessing_hooks::locate_include_file(
                   context, path, is_system, nullptr, folder, native) &&
               !files_.refuse_file(native);
    }

    static std::string without_blanks(std::string_view text) {
        std::string out;
        for (const char c : text)
            if (c != ' ' && c != '\t' && c != '\r') out += c;
        return out;
    }

    /// Without the blanks in it.
    template <class Context>
    static std::string definition_of(Context& macros, const std::string& name) {
        bool has_parameters = false;
        bool is_predefined = false;
        Position where;
        std::vector<Token> parameters;
        typename Context::token_sequence_type definition;
        macros.get_macro_definition(name, has_parameters, is_predefined, where, parameters,
                                    definition);
        std::string text;
        for (const Token& token : definition) text += without_blanks(token.get_value().c_str());
        return text;
    }

    /// Of `# define NAME …`.
    static std::string_view defined_name(std::string_view line) {
        constexpr std::string_view kDefine = "define";
        const std::size_t define = line.find(kDefine);
        if (define == std::string_view::npos) return {};
        line.remove_prefix(define + kDefine.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const auto end = std::ranges::find_if_not(line, is_word);
        return line.substr(0, static_cast<std::size_t>(end - line.begin()));
    }

    void begin(const Use& use) {
        if (uses_.size() >= kDeepestMacros || stack_runs_low())
            throw Refused{
                "macros are nested too deep here",
                "at most " + std::to_string(kDeepestMacros) + " levels, fewer of long ones",
                uses_.empty() ? use.place : uses_.front().place};
        uses_.push_back(use);
    }

    std::vector<Use> uses_;
    std::size_t expanded_ = 0;  ///< by the macro that no other one has used
    std::vector<std::pair<Position, std::string>>& warnings_;
    IncludedFiles& files_;
    LineAt line_at_;
};

}  // namespace
}  // namespace clmm::litmus

/// In place of Wave's own, which is of one piece with its recursion: that has no bound, and
/// divides the smallest number by -1.
template <>
bool boost::wave::grammars::expression_grammar_gen<clmm::litmus::Token>::evaluate(
    token_sequence_type::const_iterator const& first,
    token_sequence_type::const_iterator const& last, token_type::position_type const& place,
    bool /*whether the lines above count*/, value_error& status) {
    using clmm::litmus::DirectiveError;
    std::vector<clmm::litmus::DirectiveToken> tokens;
    for (auto token = first; token != last; ++token) {
        const token_id id = token_id(*token);
        if (id == T_NEWLINE || id == T_EOF || id == T_CPPCOMMENT) break;
        const std::string_view text(token->get_value().c_str());
        const bool is_blank = text.find_first_not_of(" \t\v\f") == std::string_view::npos;
        if (!is_blank && !IS_CATEGORY(*token, WhiteSpaceTokenType))
            tokens.push_back(clmm::litmus::directive_token(*token));
    }
    const auto value = clmm::litmus::evaluate_directive(tokens);
    if (value.error == DirectiveError::too_deep)
        throw clmm::litmus::Refused{"this condition is nested more than 200 deep", {}, place};
    if (value.error == DirectiveError::ill_formed) {
        auto text = util::impl::as_string<token_type::string_type>(first, last);
        if (text.empty()) text = "<empty expression>";
        BOOST_WAVE_THROW(preprocess_exception, ill_formed_expression, text.c_str(), place);
    }
    if (value.error == DirectiveError::division_by_zero) status = error_division_by_zero;
    if (value.error == DirectiveError::overflow) status = error_integer_overflow;
    return value.holds;
}

namespace clmm::litmus {
namespace {

using Context = wave::context<std::string::const_iterator, wave::cpplexer::lex_iterator<Token>,
                              wave::iteration_context_policies::load_file_to_string, Hooks>;

bool is_directive(const Token& token) {
    return IS_CATEGORY(token, wave::PPTokenType) || wave::token_id(token) == wave::T_POUND;
}

bool is_include(const Token& token) {
    const wave::token_id id = wave::token_id(token);
    return id == wave::T_PP_INCLUDE || id == wave::T_PP_QHEADER || id == wave::T_PP_HHEADER ||
           id == wave::T_PP_INCLUDE_NEXT || id == wave::T_PP_QHEADER_NEXT ||
           id == wave::T_PP_HHEADER_NEXT;
}

bool is_blank(const Token& token) {
    return IS_CATEGORY(token, wave::WhiteSpaceTokenType) || IS_CATEGORY(token, wave::EOLTokenType);
}

bool ends_line(const Token& token) {
    return IS_CATEGORY(token, wave::EOLTokenType) || wave::token_id(token) == wave::T_CPPCOMMENT;
}

/// Follows the tokens of a macro's call from its name to the bracket that ends it.
class CallFollower {
public:
    /// Whether the token before this one has ended the call, or there is none.
    [[nodiscard]] bool is_over() const { return is_over_; }
    [[nodiscard]] bool is_at_directive(const Token& token) const {
        return depth_ > 0 && begins_line_ && is_directive(token);
    }
    void take(const Token& token) {
        const wave::token_id id = wave::token_id(token);
        if (id == wave::T_LEFTPAREN) ++depth_;
        if (id == wave::T_RIGHTPAREN) --depth_;
        is_over_ = id == wave::T_EOF || (depth_ <= 0 && !is_name_ && !is_blank(token));
        is_name_ = false;
        pass(token);
    }
    /// The part that is skipped.
    void pass(const Token& token) {
        begins_line_ = ends_line(token) || (begins_line_ && is_blank(token));
    }
    void pass_line() { begins_line_ = true; }

private:
    int depth_ = 0;
    bool is_name_ = true;
    bool is_over_ = false;
    bool begins_line_ = false;
};

/// Whether brackets behind the name are its arguments: it is a macro that has some, or stands for
/// one.
bool takes_arguments(const Context& context, std::string name) {
    constexpr int kLongestChain = 64;
    for (int i = 0; i < kLongestChain; ++i) {
        if (is_of_place(name) || !context.is_defined_macro(name)) return false;
        bool has_parameters = false;
        bool is_predefined = false;
        Position where;
        std::vector<Token> parameters;
        Context::token_sequence_type definition;
        if (!context.get_macro_definition(name, has_parameters, is_predefined, where, parameters,
                                          definition))
            return false;
        if (has_parameters) return true;
        const auto last = std::find_if_not(definition.rbegin(), definition.rend(), is_blank);
        if (last == definition.rend()) return false;
        name = last->get_value().c_str();
    }
    return false;
}

/// Whether a macro's call with directives in it begins here.
template <class Iterator>
bool begins_call(const Context& context, Iterator token, const Iterator& end) {
    if (wave::token_id(*token) != wave::T_IDENTIFIER ||
        !takes_arguments(context, token->get_value().c_str()))
        return false;
    CallFollower call;
    for (; token != end && !call.is_over(); ++token) {
        if (call.is_at_directive(*token)) return true;
        call.take(*token);
    }
    return false;
}

/// Takes the tokens of a macro's call that are not left out. `follow`: what the line at `first`
/// asks for, and goes behind it; false: nothing can be done about it.
template <class Iterator, class IsLive, class Follow, class Container>
void take_call(Iterator& first, const Iterator& last, const IsLive& is_live, const Follow& follow,
               Container& into) {
    CallFollower call;
    while (first != last && wave::token_id(*first) != wave::T_EOF && !call.is_over()) {
        const Token token = *first;
        if (call.is_at_directive(token)) {
            if (!follow(token)) return;
            call.pass_line();
            continue;
        }
        ++first;
        if (is_live()) {
            call.take(token);
            into.push_back(token);
        } else {
            call.pass(token);
        }
    }
}

}  // namespace
}  // namespace clmm::litmus

/// In place of Wave's own, which reads behind its end where nothing stands behind `#pragma`. Of
/// pragmas `once` alone means something here.
template <>
bool boost::wave::impl::pp_iterator_functor<clmm::litmus::Context>::on_pragma(
    parse_tree_type::const_iterator const& first, parse_tree_type::const_iterator const& last) {
    for (auto at = first; at != last; ++at) {
        if (at->value.begin() == at->value.end()) continue;
        const clmm::litmus::Token token = *at->value.begin();
        if (token_id(token) == T_PP_PRAGMA || clmm::litmus::is_blank(token)) continue;
        if (token.get_value() == "once")
            ctx.add_pragma_once_header(act_token, ctx.get_current_filename());
        break;
    }
    return true;
}

/// As Wave's own, but that directives among a macro's arguments are followed, as compilers do:
/// C has no meaning for them [C11 6.10.3 p11].
template <>
clmm::litmus::Token const&
boost::wave::impl::pp_iterator_functor<clmm::litmus::Context>::pp_token() {
    using namespace clmm::litmus;
    if (pending_queue.empty() && unput_queue.empty() &&
        begins_call(ctx, iter_ctx->first, iter_ctx->last)) {
        const auto follow = [&](const Token& directive) {
            act_token = directive;
            act_pos = directive.get_position();
            if (is_include(directive))
                throw Refused{"a file is included among a macro's arguments",
                              "include it in front of the macro's use", act_pos};
            const bool is_followed = pp_directive();
            return is_followed && pending_queue.empty();
        };
        take_call(
            iter_ctx->first, iter_ctx->last, [&] { return ctx.get_if_block_status(); }, follow,
            unput_queue);
    }
    token_id id = token_id(*iter_ctx->first);
    do {
        if (!pending_queue.empty()) {
            act_token = pending_queue.front();
            pending_queue.pop_front();
            act_pos = act_token.get_position();
        } else if (!unput_queue.empty() || T_IDENTIFIER == id ||
                   IS_CATEGORY(id, KeywordTokenType) ||
                   IS_EXTCATEGORY(id, OperatorTokenType | AltExtTokenType) ||
                   IS_CATEGORY(id, BoolLiteralTokenType)) {
            act_token = ctx.expand_tokensequence(iter_ctx->first, iter_ctx->last, pending_queue,
                                                 unput_queue, skipped_newline);
        } else {
            act_token = *iter_ctx->first;
            ++iter_ctx->first;
        }
        id = token_id(act_token);
    } while (T_PLACEHOLDER == id);
    return act_token;
}

namespace clmm::litmus {
namespace {

/// The files that tokens come from, each read once.
class Files {
public:
    Files(SourcePtr main, std::string absolute, const IncludedFiles& included)
        : main_(std::move(main)), absolute_(std::move(absolute)), included_(included) {}

    /// The token as written, or the macro's name where it comes out of a macro.
    Origin origin_of(const Position& at, std::string_view token) {
        const auto line = static_cast<std::uint32_t>(at.get_line());
        Origin origin{0, file(at.get_file().c_str(), line), {}};
        const std::string_view text = origin.source->text();
        const std::uint32_t begin = origin.source->offset(physical(*origin.source, at));
        std::size_t length = 0;
        if (text.substr(begin).starts_with(token)) {
            length = token.size();
        } else {
            while (begin + length < text.size() && is_word(text[begin + length])) ++length;
        }
        origin.span = {begin, begin + static_cast<std::uint32_t>(length)};
        return origin;
    }

    std::string_view line_at(const Position& at) {
        const auto line = static_cast<std::uint32_t>(at.get_line());
        return file(at.get_file().c_str(), line)->line(line);
    }

private:
    /// Wave counts columns on from a line that ends in a backslash.
    Source::Position physical(const Source& source, const Position& at) {
        const auto line = static_cast<std::uint32_t>(at.get_line());
        const auto column = static_cast<std::uint32_t>(at.get_column());
        return {line, column - std::min(column - 1, before(source, line))};
    }

    static bool continues(const Source& source, std::uint32_t line) {
        return line > 1 && source.line(line - 1).ends_with('\\');
    }

    /// The columns of the lines that this one continues.
    std::uint32_t before(const Source& source, std::uint32_t line) {
        if (!continues(source, line)) return 0;
        auto& known = continued_[&source];
        std::uint32_t first = line;
        while (continues(source, first) && !known.contains(first)) --first;
        for (std::uint32_t n = first + 1; n <= line; ++n)
            known[n] = known[n - 1] + static_cast<std::uint32_t>(source.line(n - 1).size()) - 1;
        return known[line];
    }

    SourcePtr file(const std::string& name, std::uint32_t line) {
        if (name == main_->name() || name == absolute_) return main_;
        if (!included_.has(name)) return named_only(name, line);
        SourcePtr& known = files_[name];
        if (!known) {
            std::ostringstream content;
            if (std::ifstream stream(name, std::ios::binary); stream) content << stream.rdbuf();
            known = std::make_shared<const Source>(shown(name), std::move(content).str());
        }
        return known;
    }

    /// A file that a `#line` names is not read: it has lines, and nothing in them.
    SourcePtr named_only(const std::string& name, std::uint32_t line) {
        constexpr std::uint32_t kMostLines = 1U << 20U;
        SourcePtr& known = named_[name];
        const std::uint32_t wanted = std::bit_ceil(std::clamp(line, 1U, kMostLines));
        if (!known || known->text().size() < wanted)
            known = std::make_shared<const Source>(name, std::string(wanted, '\n'));
        return known;
    }

    /// A file in the main file's folder is named as that one is.
    [[nodiscard]] std::string shown(const std::string& name) const {
        const auto folder = [](const std::string& path) {
            return path.substr(0, path.rfind('/') + 1);
        };
        const std::string inside = folder(absolute_);
        return name.starts_with(inside) ? folder(main_->name()) + name.substr(inside.size()) : name;
    }

    SourcePtr main_;
    std::string absolute_;
    const IncludedFiles& included_;
    std::map<std::string, SourcePtr> files_;
    std::map<std::string, SourcePtr> named_;
    /// Of each line, the columns before it. What is named only has no such lines.
    std::map<const Source*, std::map<std::uint32_t, std::uint32_t>> continued_;
};

/// Puts the tokens together again, on lines as they were.
class Output {
public:
    explicit Output(Files& files) : files_(files) {}

    void add(const Token& token) {
        const wave::token_id id = wave::token_id(token);
        if (id == wave::T_PP_PRAGMA || id == wave::T_PP_LINE) in_directive_ = true;
        if (IS_CATEGORY(token, wave::EOLTokenType)) {
            in_directive_ = false;
            if (!text_.empty() && text_.back() != '\n') text_ += '\n';
            return;
        }
        if (in_directive_ || IS_CATEGORY(token, wave::WhiteSpaceTokenType) ||
            IS_CATEGORY(token, wave::EOFTokenType) || id == wave::T_PLACEHOLDER ||
            id == wave::T_PLACEMARKER)
            return;
        const std::string_view value(token.get_value().c_str(), token.get_value().size());
        if (belongs_to_pragma(value)) return;
        const bool joins = continues_number(value);
        if (!text_.empty() && text_.back() != '\n' && !joins) text_ += ' ';
        last_ = joins ? last_.append(value) : std::string(value);
        origins_.push_back(files_.origin_of(token.get_position(), value));
        // The blanks in front of a token belong to it, so that origins leave no gap.
        origins_.back().begin = origins_.size() == 1 ? 0 : static_cast<std::uint32_t>(text_.size());
        text_ += value;
    }

    [[nodiscard]] std::size_t size() const { return text_.size(); }

    SourcePtr take(const SourcePtr& source, const PreprocessOptions& options) {
        if (options.blank_out) text_ = options.blank_out(std::move(text_));
        if (origins_.empty()) origins_.push_back({0, source, {0, 0}});
        return std::make_shared<const Source>(source->name(), std::move(text_),
                                              std::move(origins_));
    }

private:
    /// `_Pragma("unroll")` is what `#pragma unroll` is: C11 6.10.9.
    bool belongs_to_pragma(std::string_view value) {
        if (!in_pragma_ && value != "_Pragma") return false;
        in_pragma_ = value != ")";
        return true;
    }

    /// Wave knows no hexadecimal floating-point constants and no suffix `h`: `0x1p-3f` comes in
    /// pieces. No word follows a number otherwise.
    [[nodiscard]] bool continues_number(std::string_view value) const {
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        const bool number = !last_.empty() &&
                            (is_digit(last_.front()) || (last_.front() == '.' && last_.size() > 1));
        if (!number || text_.empty() || text_.back() == '\n') return false;
        if (value == "...") return false;  // of a range of cases
        if (is_word(value.front()) || (value.front() == '.' && value.size() > 1)) return true;
        const bool hexadecimal = last_.starts_with("0x") || last_.starts_with("0X");
        const bool exponent = last_.back() == 'p' || last_.back() == 'P';
        return hexadecimal && exponent && (value == "-" || value == "+");
    }

    Files& files_;
    std::string text_;
    std::string last_;
    std::vector<Origin> origins_;
    bool in_directive_ = false;
    bool in_pragma_ = false;
};

/// Some editors begin a text with it; columns stay as they are.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// `# 12 "name" 1`, as preprocessors leave it, becomes `#line 12 "name"`.
void write_out_line_markers(std::string& text) {
    constexpr std::string_view kBlanks = " \t";
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.find('\n', at), text.size());
        const std::size_t hash = text.find_first_not_of(kBlanks, at);
        const bool directive = hash < end && text[hash] == '#';
        const std::size_t number = directive ? text.find_first_not_of(kBlanks, hash + 1) : end;
        if (number < end && text[number] >= '0' && text[number] <= '9') {
            const std::size_t quote = text.rfind('"', end);
            if (quote != std::string::npos && quote > number)
                text.erase(quote + 1, end - quote - 1);
            text.insert(number, "line ");
            end = std::min(text.find('\n', number), text.size());
        }
        at = end + 1;
    }
}

/// Whether places may have other numbers, and files other names, than the text's own.
bool has_line_directive(std::string_view text) {
    for (std::size_t at = text.find('#'); at != std::string_view::npos;
         at = text.find('#', at + 1)) {
        const std::size_t word = std::min(text.find_first_not_of("# \t", at), text.size());
        if (text.substr(word).starts_with("line")) return true;
    }
    return false;
}

class Preprocessor {
public:
    Preprocessor(const SourcePtr& source, const PreprocessOptions& options)
        : source_(source),
          options_(options),
          absolute_(wave::util::complete_path(wave::util::create_path(source->name())).string()),
          included_(absolute_, options.include_paths),
          files_(source, absolute_, included_) {}

    Result<SourcePtr> operator()() {
        Output output(files_);
        try {
            run(output);
        } catch (const Refused& refused) {
            note(Severity::error, refused.at, refused.message);
            diagnostics_.back().hint = refused.hint;
        } catch (const wave::cpp_exception& error) {
            fail(error);
        } catch (const wave::cpplexer::cpplexer_exception& error) {
            fail(error);
        }
        for (const auto& [at, message] : warnings_) note(Severity::warning, at, message);
        if (has_errors(diagnostics_)) return Result<SourcePtr>::failure(std::move(diagnostics_));
        return {output.take(source_, options_), std::move(diagnostics_)};
    }

private:
    void run(Output& output) {
        std::string text(source_->text());
        if (text.starts_with(kByteOrderMark)) text.replace(0, kByteOrderMark.size(), "   ");
        write_out_line_markers(text);
        Context context(text.begin(), text.end(), source_->name().c_str(),
                        Hooks(warnings_, included_,
                              [this, renumbered = has_line_directive(text)](const Position& at) {
                                  return renumbered ? std::string_view() : files_.line_at(at);
                              }));
        set_language(context);
        for (const std::string& path : options_.include_paths) {
            context.add_include_path(path.c_str());
            context.add_sysinclude_path(path.c_str());
        }
        for (const char* macro : kPredefinedMacros)
            if (!is_given(macro)) context.add_macro_definition(macro);
        for (const language::Constant& each : language::constants())
            if (const std::string name(each.name);
                language::is_floating(each.type) && mentions(text, name) && !is_given(name))
                context.add_macro_definition(name + "=" + name);  // what the parser knows
        for (const std::string_view name : has_operators())
            if (const std::string macro(name); mentions(text, "__has_") && !is_given(macro))
                context.add_macro_definition(macro + "(...)=0");
        for (const std::string& macro : options_.definitions) context.add_macro_definition(macro);
        for (auto token = context.begin(); token != context.end(); ++token) {
            if (output.size() > syntax::kLargestText)
                throw Refused{"this is larger than 4 MiB, up to here",
                              "leave out what the kernel does not need", token->get_position()};
            output.add(*token);
        }
    }

    /// With the option about the text's end Wave takes C99 for C++, and would predefine
    /// __cplusplus.
    static void set_language(Context& context) {
        const auto language = wave::language_support(wave::support_c99 |
                                                     wave::support_option_include_guard_detection);
        context.set_language(language);
        context.set_language(
            wave::language_support(language | wave::support_option_no_newline_at_end_of_file),
            false);
    }

    /// Whether the text, or what it includes, may ask whether there is such a macro.
    static bool mentions(std::string_view text, std::string_view name) {
        return text.find(name) != std::string_view::npos ||
               text.find("include") != std::string_view::npos;
    }

    /// Whether the user defines the macro as well, which then holds.
    [[nodiscard]] bool is_given(std::string_view macro) const {
        const auto name_of = [](std::string_view text) {
            return text.substr(0, text.find_first_of("=("));
        };
        return std::ranges::any_of(options_.definitions, [&](const std::string& given) {
            return name_of(given) == name_of(macro);
        });
    }

    template <class Exception>
    void fail(const Exception& error) {
        note(Severity::error, Position(error.file_name(), error.line_no(), error.column_no()),
             error.description());
    }

    void note(Severity severity, const Position& at, std::string message) {
        Diagnostic diagnostic{.severity = severity,
                              .code = severity == Severity::error ? "E-PREPROCESS" : "W-PREPROCESS",
                              .message = without_severity(std::move(message)),
                              .hint = {},
                              .source = nullptr,
                              .span = {}};
        if (at.get_file() == "<command line>" || at.get_line() == 0) {
            diagnostic.message += " (in a definition on the command line)";
        } else {
            const Origin origin = files_.origin_of(at, {});
            diagnostic.source = origin.source;
            diagnostic.span = word_at(*origin.source, origin.span.begin);
        }
        diagnostics_.push_back(std::move(diagnostic));
    }

    /// Wave says again how bad it is: `fatal error: …`.
    static std::string without_severity(std::string message) {
        for (const std::string_view word :
             {"fatal error: ", "error: ", "warning: ", "remark: ", "command line error: "})
            if (message.starts_with(word)) return message.substr(word.size());
        return message;
    }

    /// Wave names the start of a directive, or the end of the text: a word near there.
    static Span word_at(const Source& source, std::uint32_t begin) {
        const std::string_view text = source.text();
        const std::size_t last = text.find_last_not_of(" \t\r\n");
        if (last == std::string_view::npos) return {begin, begin};  // a file that is only named
        begin = static_cast<std::uint32_t>(std::min<std::size_t>(begin, last));
        begin = static_cast<std::uint32_t>(
            std::min(text.find_first_not_of(" \t#", begin), text.size()));
        std::uint32_t end = begin;
        while (end < text.size() && is_word(text[end])) ++end;
        return {begin, std::max(end, begin + 1)};
    }

    const SourcePtr& source_;
    const PreprocessOptions& options_;
    std::string absolute_;  ///< Wave makes names so
    IncludedFiles included_;
    Files files_;
    std::vector<std::pair<Position, std::string>> warnings_;
    Diagnostics diagnostics_;
};

}  // namespace

Result<SourcePtr> preprocess(const SourcePtr& source, const PreprocessOptions& options) {
    return Preprocessor(source, options)();
}

}  // namespace clmm::litmus
