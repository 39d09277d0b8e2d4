#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clmm/language/ballots.h"
#include "clmm/language/builtins.h"
#include "clmm/language/vectors.h"
#include "compile/translator.h"
#include "execute/handlers/atomics.h"
#include "execute/handlers/enqueue.h"
#include "execute/handlers/spaces.h"

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
    /// The same in host code, with those of the API.
    std::optional<Value> of_host();
    /// A launch of the test, in place of a call.
    static void launch(Translator& translator, const syntax::Launch& launch);

private:
    using Result = std::optional<Value>;
    struct GenericType {
        Scalar scalar = Scalar::f32;
        unsigned lanes = 1;
    };

    // call.cpp
    [[nodiscard]] const std::string& name() const { return node_.function; }
    [[nodiscard]] Span at() const { return t_.at_; }
    void expect(std::size_t least, std::size_t most);
    void expect(std::size_t count) { expect(count, count); }
    [[nodiscard]] std::string choose_form(const language::Builtin& function);
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
    Value converted_to(const language::ConversionName& to);
    Value reinterpreted(const language::ConversionName& to);
    Result memory();
    Result address_spaces();
    Result shuffles();
    Result group_functions();
    Result assertion();
    Value wait_for_copies();
    Result async_copies();
    Result images();
    Result image_queries();
    Result pipes();
    Value pipe_argument(std::optional<AccessQualifier> access);
    Value valid_reservation();
    Value pipe_query(bool of_capacity);
    Value reserve_packets(const language::PipeFunction& function);
    Value commit_packets(const language::PipeFunction& function);
    Value transfer_packet(bool reads);
    Result enqueue();
    Result device_events();
    Result event_information();
    Reg event_call(handlers::EventCall call, std::optional<Scalar> result,
                   const std::vector<Reg>& operands);
    Result ndranges();
    Result print();

    // host.cpp: the API
    Result host_calls();
    HostArgument host_argument(const language::CallParts& parts, const language::ApiEntry& entry,
                               std::size_t i, TypePtr memory, const Value& value, WideCall& call);
    TypePtr host_result(const language::ApiEntry& entry, bool yields_event, TypePtr memory);
    void emit_host_call(HostCall out, WideCall call, const syntax::Expression* event);
    HostArgument host_callee(const syntax::Expression& expression, bool is_kernel, WideCall& call);
    HostValue host_parameter(const syntax::Expression& expression,
                             const syntax::Declarator& parameter, WideCall& call);
    HostValue host_value(const Value& value, WideCall& call, Span span);
    HostValue host_number(const syntax::Expression& expression, WideCall& call);
    std::vector<HostValue> host_numbers(const std::vector<const syntax::Expression*>& list,
                                        WideCall& call);
    void host_clause(const syntax::Call& clause, HostCall& out, WideCall& call);

    // order.cpp: orders and scopes, which may be values of the run
    /// Which arguments say how an atomic operation orders; kNone: what it does by itself.
    static constexpr std::size_t kNone = SIZE_MAX;
    struct Ordering {
        std::size_t order = kNone;
        std::size_t failure = kNone;
        std::size_t scope = kNone;
        MemoryScope implied = MemoryScope::device;  ///< where no argument says the scope
    };
    struct Ordered {
        handlers::MemoryOrder order = handlers::MemoryOrder::seq_cst;
        handlers::MemoryOrder failure = handlers::MemoryOrder::seq_cst;
        MemoryScope scope = MemoryScope::device;
    };
    [[nodiscard]] bool is_known(std::size_t i);
    [[noreturn]] void refuse(std::size_t i, handlers::Wanted wanted);
    void choose(std::size_t i, handlers::Wanted wanted,
                const std::function<void(std::int64_t)>& work);
    void check(std::size_t i, handlers::Wanted wanted);
    void check_work_item_scope(std::size_t scope);
    void choose_scope(std::size_t i, MemoryScope otherwise,
                      const std::function<void(MemoryScope)>& work);
    void choose_ordered(const Ordering& from, handlers::Wanted wanted,
                        const std::function<void(const Ordered&)>& work);
    /// `flags`: which argument says what is ordered, or kNone: all memory is.
    void fence(const Ordered& how, std::size_t flags);

    // atomic.cpp
    Value atomic_object(std::size_t i, TypePtr& element);
    Reg emit_atomic(handlers::AtomicOperation operation, const Value& object, TypePtr element,
                    const std::vector<Reg>& operands, const Ordering& from);
    Reg emit_one(handlers::AtomicOperation operation, const Value& object, TypePtr element,
                 const std::vector<Reg>& operands, const Ordered& how);
    Value atomic_init();
    Value compare_exchange(const Ordering& how, bool is_weak);
    std::int64_t constant(std::size_t i);
    void barrier(bool of_group, MemoryScope reach);
    std::uint32_t synchronisation_site(SiteKind kind, MemoryScope scope, std::size_t flags);
    static void order_regions(Site& site, std::int64_t number);
    void check_flags();
    /// The address of what a function accesses through a pointer.
    Reg watched_pointer(const Value& pointer, TypePtr type, bool writes);

    // math.cpp and others
    Value with_elements(const Value& value, Scalar scalar);
    Value half_bit_select(const std::vector<Value>& operands);
    Value byte_dot(const language::ByteDot& dot);
    Value dot(const Value& a, const Value& b);
    Value element_of(const Value& value, std::size_t i);
    Value scaled(const Value& value, Reg factor, bool divide);
    Reg watched_elements(Value pointer, Scalar scalar, unsigned lanes, unsigned together,
                         bool writes);
    Value load_vector(const language::VectorAccess& access);
    Value store_vector(const language::VectorAccess& access);

    // group.cpp
    std::int64_t transfer_site(std::size_t i, const Value& pointer, std::int64_t size, bool writes);

    // sub_group.cpp
    Result sub_group_shuffles();
    // ballot.cpp
    Result ballots();
    std::vector<Reg> mask_words(language::BallotFunction::Kind kind);
    std::vector<Reg> ballot_within(language::BallotFunction::Kind kind);
    std::vector<Reg> ballot_words(Reg predicate);
    Reg ballot_place(const std::vector<Reg>& words, bool greatest);
    Value broadcast_first();
    Value ballot_bit();
    Reg ballot_sum(const std::vector<Reg>& words);
    Result block_accesses();
    Reg queried(handlers::ItemQuery query);
    Reg place_of_other(const language::ShuffleFunction& function);
    Value block_pointer(const language::BlockAccess& access);

    // image.cpp
    std::int64_t image_site(const Value& image, bool writes);
    std::vector<Reg> coordinates(std::size_t i, const Type& image, bool& floating);
    Value read_image(char kind);
    Value write_image(char kind);

    // enqueue.cpp
    std::uint32_t compile_block(const Closure& closure, WideCall& call);
    std::vector<Translator::Captured> capture(const Closure& closure, BlockCode& out,
                                              WideCall& call);
    void add_event_sites(WideCall& call, std::size_t list, std::size_t event);
    bool is_capturable(const Variable& variable) const;

    Translator& t_;
    Emitter& out_;
    TypeTable& types_;
    const syntax::Call& node_;
    std::vector<Value> arguments_;
    bool evaluated_ = false;
};

}  // namespace clmm::runtime::compiler
