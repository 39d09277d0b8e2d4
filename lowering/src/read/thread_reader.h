#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/base/reject.h"
#include "clmm/generator/program.h"
#include "clmm/language/functions.h"
#include "clmm/parser/litmus_tree.h"

namespace clmm::lowering {

inline constexpr const char* kWhatIsLowered =
    "loads, stores, atomic functions, fences, barriers, registers of type int and branches are "
    "lowered";

/// What a test has that is not lowered.
[[noreturn]] inline void refuse(std::string message, Span span, std::string hint = kWhatIsLowered) {
    reject("E-LOWER", std::move(message), span, std::move(hint));
}

/// What threads have pointers to, by name: how many elements an array has, 0 of what is none.
using Objects = std::map<std::string, std::size_t>;

/// The body of one thread, statement by statement. Accesses inside expressions become statements of
/// their own, in the order in which they are written.
class ThreadReader {
public:
    ThreadReader(generator::Dialect dialect, Objects objects)
        : dialect_(dialect), objects_(std::move(objects)) {}

    [[nodiscard]] std::vector<generator::Statement> read(const syntax::Block& body);

private:
    using Statements = std::vector<generator::Statement>;

    Statements nested(const syntax::StatementPtr& body);
    void statement(const syntax::Statement& statement);
    void declaration(const syntax::DeclarationStatement& declaration);
    void branch(const syntax::If& branch, Span span);
    void effect(const syntax::Expression& expression);
    void assignment(const syntax::Assignment& assignment, Span span);
    /// Into a register; empty: nobody needs the value.
    void assign(const std::string& reg, const syntax::Expression& value);
    [[nodiscard]] generator::Value value(const syntax::Expression& expression);
    [[nodiscard]] generator::Value binary(const syntax::Binary& binary, Span span);
    /// False where the call is no function of the model.
    bool call(const syntax::Call& call, Span span, const std::string& result);
    void atomic(const language::AtomicCall& function, const syntax::Call& call, Span span,
                const std::string& result);
    void fence(const language::FenceFunction& function, const syntax::Call& call, Span span);
    void orders(const language::AtomicCall& function, const syntax::Call& call,
                generator::Statement& made);
    /// What an access is to: a location, by an address that may depend on a register.
    struct Place {
        std::string location;  ///< empty: it is no access
        std::string offset = {};
    };
    [[nodiscard]] Place place(const syntax::Expression& pointer) const;
    [[nodiscard]] Place place_with(const syntax::Expression& pointer,
                                   const syntax::Expression& index) const;
    [[nodiscard]] Place element_behind(Place place, std::int64_t by, Span span) const;
    [[nodiscard]] Place dereferenced(const syntax::Expression& expression) const;
    [[nodiscard]] std::string fresh();
    [[nodiscard]] std::string declared(const syntax::Expression& name) const;

    generator::Dialect dialect_;
    Objects objects_;
    std::set<std::string> registers_;
    Statements made_;
    unsigned fresh_ = 0;
};

}  // namespace clmm::lowering
