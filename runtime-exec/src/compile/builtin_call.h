#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/translator.h"
#include "execute/atomics.h"

namespace clmm::runtime::compiler {

/// Names of built-in functions, for what may have been meant.
[[nodiscard]] std::vector<std::string> builtin_names();

/// One call of a built-in function. Each family looks whether the name is one of its own.
class BuiltinCall {
public:
    BuiltinCall(Translator& translator, const syntax::Call& node)
        : t_(translator), out_(translator.out_), types_(translator.types_), node_(node) {}

    /// None if there is no such function.
    std::optional<Value> operator()();

private:
    using Result = std::optional<Value>;
    struct GenericType {
        Scalar scalar = Scalar::f32;
        unsigned lanes = 1;
    };

    // builtin_call.cpp
    [[nodiscard]] const std::string& name() const { return node_.function; }
    [[nodiscard]] Span at() const { return t_.at_; }
    void expect(std::size_t least, std::size_t most);
    void expect(std::size_t count) { expect(count, count); }
    std::vector<Value> arguments();
    Value argument(std::size_t i);
    Value converted(std::size_t i, TypePtr type);
    [[noreturn]] void wrong_argument(std::size_t i, const std::string& wanted);
    /// The arguments as one type: the widest shape; scalars beside vectors become vectors.
    std::vector<Value> generic(std::vector<Value> values, bool floating, TypePtr& type);
    Value map(TypePtr type, Scalar element, Handler handler, Loop loop,
              const std::vector<const Value*>& operands);
    Value boolean_result(const Value& ones, TypePtr operand);
    Value query_result(Scalar scalar, Reg reg);

    Result work_items();
    Result synchronisation();
    Result atomics();
    Result legacy_atomics();
    Result math();
    Result math_with_pointer();
    Result common();
    Result integer();
    Result relational();
    Result geometric();
    Result conversion();
    Result memory();
    Result shuffles();
    Result group_functions();
    Result async_copies();
    Result images();
    Result image_queries();
    Result pipes();
    Result enqueue();
    Result device_events();
    Result ndranges();
    Result print();

    // builtins_atomic.cpp
    handlers::MemoryOrder order(std::size_t i);
    Value atomic_object(std::size_t i, TypePtr& element);
    Reg emit_atomic(handlers::AtomicOperation operation, const Value& object, TypePtr element,
                    std::vector<Reg> operands, handlers::MemoryOrder order);
    Value compare_exchange(std::size_t explicit_from);
    std::int64_t constant(std::size_t i);
    MemoryScope scope(std::size_t i);
    std::uint32_t synchronisation_site(SiteKind kind, MemoryScope scope, std::size_t flags);
    /// The address of what a function accesses through a pointer.
    Reg watched_pointer(const Value& pointer, TypePtr type, bool writes);

    // builtins_math.cpp and others
    Value dot(const Value& a, const Value& b);
    Value element_of(const Value& value, std::size_t i);
    Value scaled(const Value& value, Reg factor, bool divide);
    Reg watched_elements(Value pointer, Scalar scalar, unsigned lanes, unsigned together,
                         bool writes);
    Value load_vector(unsigned lanes, bool half, bool aligned);
    Value store_vector(unsigned lanes, bool half, bool aligned, loops::Rounding rounding);

    // builtins_group.cpp
    std::int64_t transfer_site(std::size_t i, const Value& pointer, std::int64_t size, bool writes);

    // builtins_image.cpp
    std::int64_t image_site(const Value& image, bool writes);
    std::vector<Reg> coordinates(std::size_t i, const Type& image, bool& floating);
    Value read_image(char kind);
    Value write_image(char kind);

    // builtins_enqueue.cpp
    std::uint32_t compile_block(const syntax::BlockLiteral& literal, WideCall& call);
    void add_event_sites(WideCall& call, std::size_t list, std::size_t event);
    bool is_capturable(const Variable& variable) const;

    Translator& t_;
    Emitter& out_;
    TypeTable& types_;
    const syntax::Call& node_;
    std::vector<Value> arguments_;
    bool evaluated_ = false;
    MemoryScope scope_ = MemoryScope::device;  ///< of an atomic operation
    handlers::MemoryOrder failure_ = handlers::MemoryOrder::relaxed;
};

}  // namespace clmm::runtime::compiler
