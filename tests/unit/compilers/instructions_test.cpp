#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "clmm/compilers/assembly.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/lowering/read_program.h"
#include "clmm/targets/languages.h"

/// What each fence and each annotation of each language of processors says, and which there are: a
/// table written from the manuals, held against the reader of tests and against that of assembly.
namespace clmm::compilers {
namespace {

/// What stands around an instruction.
struct Frame {
    std::string_view word;  ///< of tests
    std::string_view machine;
    std::string_view initial;  ///< of the test: where x is, what is in registers
    std::string_view head;     ///< of the assembly's function, which sets the same registers
    std::string_view tail;
};

constexpr std::string_view kPtxHead =
    ".visible .entry P0(\n.param .u64 P0_param_0,\n.param .u64 P0_param_1\n)\n{\n"
    "ld.param.u64 %rd1, [P0_param_0];\nmov.u32 %r1, 1;\nmov.u32 %r2, 2;\n";
constexpr std::string_view kKernel =
    "s_endpgm\n.amdhsa_kernel P0\n.amdhsa_user_sgpr_private_segment_buffer 1\n"
    ".amdhsa_user_sgpr_dispatch_ptr 0\n.amdhsa_user_sgpr_queue_ptr 0\n"
    ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.end_amdhsa_kernel\n";
constexpr std::array kFrames{
    Frame{"X86", "x86_64", "x=0; 0:EAX=1; 0:ECX=2;", "movl $1, %eax\nmovl $2, %ecx\n", "ret\n"},
    Frame{"AArch64", "aarch64", "0:X0=x; 0:X5=1; 0:X6=2;", "mov w5, #1\nmov w6, #2\n", "ret\n"},
    Frame{"RISCV", "riscv64", "0:a0=x; 0:a4=1; 0:a5=2;", "li a4,1\nli a5,2\n", "ret\n"},
    Frame{"PPC", "ppc64le", "0:r3=x; 0:r9=1;", "li 9,1\n", "blr\n"},
    Frame{"PTX", "nvptx64", "x=0;", kPtxHead, "ret;\n}\n"},
    Frame{"GFX90A", "gfx90a", "x=0;", "", kKernel},
    Frame{"GFX942", "gfx942", "x=0;", "", kKernel},
    Frame{"GFX1100", "gfx1100", "x=0;", "", kKernel},
    Frame{"GFX1200", "gfx1200", "x=0;", "", kKernel},
    Frame{"VULKAN", "", "x=0;", "", ""}};

/// A row: `PPC | sync 1 | F{LWSYNC} | =`.
struct Row {
    std::string place, word, instruction, events, assembly;
    std::string of_assembly;  ///< its events
};

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t") + 1 - begin));
}

/// `=` is the instruction, `-` is none.
std::vector<Row> rows() {
    const auto path =
        std::filesystem::path(CLMM_TESTS_DIR) / "unit" / "compilers" / "instructions.txt";
    std::ifstream file(path);
    std::vector<Row> all;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        std::vector<std::string> cells;
        for (std::size_t from = 0; from <= line.size();) {
            const std::size_t bar = std::min(line.find('|', from), line.size());
            cells.push_back(trimmed(std::string_view(line).substr(from, bar - from)));
            from = bar + 1;
        }
        EXPECT_TRUE(cells.size() == 4 || cells.size() == 5) << number << ": " << line;
        if (cells.size() < 4) continue;
        Row row{"instructions.txt:" + std::to_string(number),
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                cells.back()};
        if (cells.size() == 4) row.of_assembly = row.events;
        if (row.assembly == "=") row.assembly = row.instruction;
        all.push_back(std::move(row));
    }
    return all;
}

/// `R{A AMO} W{AMO}`: what is not initial, by kind, and the sets that it is in.
std::string events_of(const litmus::EventStructure& structure) {
    std::string text;
    const litmus::Vocabulary& words = structure.language->vocabulary();
    for (std::size_t i = structure.initial_count; i < structure.size(); ++i) {
        const litmus::Event& event = structure.events[i];
        text += text.empty() ? "" : " ";
        text += event.kind == litmus::EventKind::read    ? "R"
                : event.kind == litmus::EventKind::write ? "W"
                : event.kind == litmus::EventKind::fence ? "F"
                                                         : "B";
        std::string sets;
        for (std::size_t k = 0; k < words.sets.size(); ++k)
            if (structure.language->members(structure, k).test(i))
                sets += (sets.empty() ? "" : " ") + std::string(words.sets[k].name);
        if (!sets.empty()) text += "{" + sets + "}";
    }
    return text.empty() ? "nothing" : text;
}

std::string events_of(const std::string& text) {
    const auto test = targets::read_test(std::make_shared<const Source>("t.litmus", text));
    if (!test) return "error";
    const auto structure = litmus::unfold(*test, {});
    return structure ? events_of(*structure) : "error";
}

const Frame& frame_of(const Row& row) {
    const auto found = std::ranges::find(kFrames, row.word, &Frame::word);
    EXPECT_NE(found, kFrames.end()) << row.place;
    return found == kFrames.end() ? kFrames.front() : *found;
}

/// Threads of GPUs are somewhere.
std::string column_of(const Frame& frame) {
    if (frame.word == "PTX") return "P0@cta 0,gpu 0";
    if (frame.word == "VULKAN") return "P0@sg 0,wg 0,qf 0";
    return frame.word.starts_with("GFX") ? "P0@wave 0,wg 0,agent 0" : "P0";
}

std::string read_as_test(const Row& row) {
    const Frame& frame = frame_of(row);
    return events_of(std::string(frame.word) + " t\n{ " + std::string(frame.initial) + " }\n " +
                     column_of(frame) + " ;\n " + row.instruction + " ;\nexists (x=1)\n");
}

/// One thread, which accesses x alone.
const generator::Program& program() {
    static const generator::Program made = [] {
        const auto source = std::make_shared<Source>(
            "t.litmus",
            "OPENCL t\n{ [x]=0; }\nP0@wg 0, dev 0 (global atomic_int* x) {\n"
            "  atomic_store_explicit(x, 1, memory_order_relaxed);\n}\nexists (x=1)\n");
        const auto test = targets::read_test(source);
        EXPECT_TRUE(test) << render(test.diagnostics());
        const auto program = lowering::read_program(*test);
        EXPECT_TRUE(program) << render(program.diagnostics());
        return *program;
    }();
    return made;
}

std::string read_as_assembly(const Row& row) {
    const Frame& frame = frame_of(row);
    const std::string text =
        ".text\nP0:\n" + std::string(frame.head) + row.assembly + "\n" + std::string(frame.tail);
    const auto lowered =
        read_assembly(program(),
                      std::make_shared<Source>(
                          "t.s", frame.word == "PTX" ? text.substr(text.find(".visible")) : text),
                      *find_architecture(frame.machine));
    if (!lowered) {
        const Diagnostic& first = lowered.diagnostics().front();
        EXPECT_EQ(first.code, "E-ASSEMBLY") << row.place;
        EXPECT_GE(first.span.end, first.span.begin) << row.place;
        return "error";
    }
    return events_of(lowered->variants.front().text);
}

TEST(Instructions, SayInTestsWhatTheManualsSay) {
    const auto all = rows();
    ASSERT_GE(all.size(), 200U);
    for (const Row& row : all)
        EXPECT_EQ(read_as_test(row), row.events) << row.place << ": " << row.instruction;
}

TEST(Instructions, SayInAssemblyWhatTheManualsSay) {
    for (const Row& row : rows()) {
        if (row.assembly == "-") continue;
        EXPECT_EQ(read_as_assembly(row), row.of_assembly) << row.place << ": " << row.assembly;
    }
}

}  // namespace
}  // namespace clmm::compilers
