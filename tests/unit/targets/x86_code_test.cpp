// Machine code of x86 against the manual's bytes, and against a disassembler where there is one.
#include "clmm/targets/x86_code.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "clmm/targets/languages.h"

namespace clmm::targets {
namespace {

litmus::LitmusTest read(const std::string& text) {
    auto test = read_test(std::make_shared<const Source>("made.litmus", text));
    if (!test) throw std::runtime_error(render(test.diagnostics()));
    return std::move(test).value();
}

litmus::LitmusTest of_one_thread(const std::string& rows, const std::string& initial = "x=0;") {
    return read("X86 made\n{ " + initial + " }\n P0 ;\n" + rows + "forall (x=0)\n");
}

X86Thread thread_of(const litmus::LitmusTest& test) {
    auto threads = x86_code(test);
    if (!threads) throw std::runtime_error(render(threads.diagnostics()));
    return std::move(threads).value().front();
}

std::string hex(const std::vector<std::uint8_t>& bytes, std::size_t begin, std::size_t end) {
    std::string text;
    std::array<char, 4> byte{};
    for (std::size_t i = begin; i < end; ++i) {
        std::snprintf(byte.data(), byte.size(), "%02x", unsigned{bytes[i]});
        text += (text.empty() ? "" : " ") + std::string(byte.data());
    }
    return text;
}

std::size_t end_of(const X86Thread& thread, std::size_t line) {
    return line + 1 < thread.lines.size() ? thread.lines[line + 1].begin : thread.code.size();
}

/// The bytes of the test's instructions, one text for each.
std::vector<std::string> bytes_of(const X86Thread& thread) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < thread.lines.size(); ++i)
        if (thread.lines[i].is_of_the_test)
            out.push_back(hex(thread.code, thread.lines[i].begin, end_of(thread, i)));
    return out;
}

/// What objdump makes of code, an instruction a line and blanks as one; nothing without objdump.
std::optional<std::vector<std::string>> disassembled(const std::vector<std::uint8_t>& code) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("clmm-x86-" + std::to_string(::getpid()) + ".bin");
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(code.data()),
               static_cast<std::streamsize>(code.size()));
    const std::string command = "objdump -D -b binary -m i386:x86-64 -M intel --no-show-raw-insn " +
                                file.string() + " 2>/dev/null";
    std::vector<std::string> out;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                               ::pclose);
    std::array<char, 256> line{};
    while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
        const std::string text(line.data());
        const std::size_t colon = text.find(":\t");
        if (colon == std::string::npos) continue;
        std::string made;
        for (const char each : text.substr(colon + 2)) {
            const bool is_blank = each == ' ' || each == '\t' || each == '\n';
            if (!is_blank)
                made += each;
            else if (!made.empty() && made.back() != ' ')
                made += ' ';
        }
        while (!made.empty() && made.back() == ' ') made.pop_back();
        out.push_back(std::move(made));
    }
    std::filesystem::remove(file);
    if (out.empty()) return std::nullopt;
    return out;
}

struct Form {
    const char* text;
    const char* bytes;  ///< with x at r15 and y at r14
    const char* meaning;
};
constexpr auto kForms = std::to_array<Form>({
    {"MOV [x],$1", "41 c7 07 01 00 00 00", "mov DWORD PTR [r15],0x1"},
    {"MOV EAX,[x]", "41 8b 07", "mov eax,DWORD PTR [r15]"},
    {"MOV [y],EAX", "41 89 06", "mov DWORD PTR [r14],eax"},
    {"MOV ECX,$-1", "c7 c1 ff ff ff ff", "mov ecx,0xffffffff"},
    {"MOV ECX,EDX", "89 d1", "mov ecx,edx"},
    {"MOV R8D,EAX", "41 89 c0", "mov r8d,eax"},
    {"MOV EAX,R9D", "44 89 c8", "mov eax,r9d"},
    {"MOV R10D,[x]", "45 8b 17", "mov r10d,DWORD PTR [r15]"},
    {"XCHG [x],EAX", "41 87 07", "xchg DWORD PTR [r15],eax"},
    {"XCHG EAX,[x]", "41 87 07", "xchg DWORD PTR [r15],eax"},
    {"LOCK XCHG [x],ECX", "f0 41 87 0f", "lock xchg DWORD PTR [r15],ecx"},
    {"XCHG EAX,ECX", "87 c8", "xchg eax,ecx"},
    {"XADD [x],EAX", "41 0f c1 07", "xadd DWORD PTR [r15],eax"},
    {"LOCK XADD [x],EAX", "f0 41 0f c1 07", "lock xadd DWORD PTR [r15],eax"},
    {"LOCK CMPXCHG [x],ECX", "f0 41 0f b1 0f", "lock cmpxchg DWORD PTR [r15],ecx"},
    {"CMPXCHG ECX,EDX", "0f b1 d1", "cmpxchg ecx,edx"},
    {"LOCK INC [x]", "f0 41 ff 07", "lock inc DWORD PTR [r15]"},
    {"DEC [x]", "41 ff 0f", "dec DWORD PTR [r15]"},
    {"INC EDI", "ff c7", "inc edi"},
    {"LOCK NOT [x]", "f0 41 f7 17", "lock not DWORD PTR [r15]"},
    {"NEG [x]", "41 f7 1f", "neg DWORD PTR [r15]"},
    {"NEG EAX", "f7 d8", "neg eax"},
    {"ADD [x],$3", "41 81 07 03 00 00 00", "add DWORD PTR [r15],0x3"},
    {"LOCK ADD [x],EAX", "f0 41 01 07", "lock add DWORD PTR [r15],eax"},
    {"ADD EAX,[x]", "41 03 07", "add eax,DWORD PTR [r15]"},
    {"OR [x],$1", "41 81 0f 01 00 00 00", "or DWORD PTR [r15],0x1"},
    {"LOCK OR [x],ECX", "f0 41 09 0f", "lock or DWORD PTR [r15],ecx"},
    {"OR EAX,[x]", "41 0b 07", "or eax,DWORD PTR [r15]"},
    {"LOCK AND [x],$15", "f0 41 81 27 0f 00 00 00", "lock and DWORD PTR [r15],0xf"},
    {"AND [x],ECX", "41 21 0f", "and DWORD PTR [r15],ecx"},
    {"AND EAX,[x]", "41 23 07", "and eax,DWORD PTR [r15]"},
    {"SUB [x],$2", "41 81 2f 02 00 00 00", "sub DWORD PTR [r15],0x2"},
    {"LOCK SUB [x],ECX", "f0 41 29 0f", "lock sub DWORD PTR [r15],ecx"},
    {"SUB EAX,[x]", "41 2b 07", "sub eax,DWORD PTR [r15]"},
    {"XOR [x],$7", "41 81 37 07 00 00 00", "xor DWORD PTR [r15],0x7"},
    {"LOCK XOR [x],ECX", "f0 41 31 0f", "lock xor DWORD PTR [r15],ecx"},
    {"XOR EAX,EAX", "31 c0", "xor eax,eax"},
    {"MFENCE", "0f ae f0", "mfence"},
    {"LFENCE", "0f ae e8", "lfence"},
    {"SFENCE", "0f ae f8", "sfence"},
});

X86Thread all_forms() {
    std::string rows = "MOV [x],$0 ;\nMOV [y],$0 ;\n";  // x comes first
    for (const Form& each : kForms) rows += std::string(each.text) + " ;\n";
    return thread_of(of_one_thread(rows, "x=0; y=0;"));
}

TEST(X86Code, HasTheBytesOfTheManual) {
    const auto bytes = bytes_of(all_forms());
    ASSERT_EQ(bytes.size(), kForms.size() + 2);
    for (std::size_t i = 0; i < kForms.size(); ++i)
        EXPECT_EQ(bytes[i + 2], kForms[i].bytes) << kForms[i].text;
}

TEST(X86Code, IsWhatADisassemblerReads) {
    const X86Thread thread = all_forms();
    const auto read_back = disassembled(thread.code);
    if (!read_back) GTEST_SKIP() << "no objdump";
    ASSERT_EQ(read_back->size(), thread.lines.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < thread.lines.size(); ++i) {
        const std::string& text = thread.lines[i].text;
        if (!thread.lines[i].is_of_the_test)
            // `push rbx`, `mov r15, [rdi+0]  ; x`
            EXPECT_EQ((*read_back)[i].substr(0, 3), text.substr(0, 3)) << text;
        else if (next++ >= 2)
            EXPECT_EQ((*read_back)[i], kForms[next - 3].meaning) << text;
    }
}

TEST(X86Code, AddressesInR12AndR13TakeMoreBytes) {
    const auto test = of_one_thread("MOV [x],$1 ;\nMOV [y],$1 ;\nMOV [z],$1 ;\nMOV EAX,[w] ;\n",
                                    "x=0; y=0; z=0; w=0;");
    EXPECT_EQ(bytes_of(thread_of(test)),
              (std::vector<std::string>{"41 c7 07 01 00 00 00", "41 c7 06 01 00 00 00",
                                        "41 c7 45 00 01 00 00 00", "41 8b 04 24"}));
}

TEST(X86Code, EspIsAnotherRegister) {
    const X86Thread thread =
        thread_of(of_one_thread("MOV ESP,$1 ;\nMOV [x],ESP ;\n", "x=0; 0:ESP=7;"));
    EXPECT_EQ(bytes_of(thread), (std::vector<std::string>{"41 c7 c6 01 00 00 00", "45 89 37"}));
    EXPECT_EQ(thread.registers, std::vector<std::string>{"ESP"});
    EXPECT_NE(listing(of_one_thread("MOV ESP,[x] ;\n"), {thread}).find("; in place of ESP"),
              std::string::npos);
}

std::string refusal(const std::string& rows, const std::string& initial) {
    const auto threads = x86_code(of_one_thread(rows, initial));
    return threads ? "" : render(threads.diagnostics());
}

TEST(X86Code, RefusesAddressesAsValues) {
    EXPECT_NE(refusal("MOV EAX,[EBX] ;\n", "0:EBX=x;").find("addresses as values"),
              std::string::npos);
    EXPECT_NE(refusal("MOV EAX,[x] ;\n", "x=0; 0:EBX=x;").find("[E-UNSUPPORTED]"),
              std::string::npos);
}

TEST(X86Code, HasFifteenPlacesForRegistersAndAddresses) {
    constexpr std::array<const char*, 16> kNames{"EAX",  "EBX",  "ECX",  "EDX",  "ESI",  "EDI",
                                                 "EBP",  "R8D",  "R9D",  "R10D", "R11D", "R12D",
                                                 "R13D", "R14D", "R15D", "ESP"};
    const auto using_registers = [&](std::size_t count) {
        std::string rows = "MOV [x],$1 ;\n";
        for (std::size_t i = 0; i < count; ++i)
            rows += "MOV " + std::string(kNames[i]) + ",[x] ;\n";
        return refusal(rows, "x=0;");
    };
    EXPECT_EQ(using_registers(14), "");
    EXPECT_NE(using_registers(15).find("more registers and locations than the machine has"),
              std::string::npos);
}

}  // namespace
}  // namespace clmm::targets
