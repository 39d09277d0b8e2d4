#include "launch/launch_file.h"

#include <gtest/gtest.h>

#include "launch/gpuverify.h"
#include "launch/launch_words.h"
#include "unit/cli/files.h"

namespace clmm::cli {
namespace {

Result<LaunchFile> launch_of(const std::string& text) {
    return read_launch_file(std::make_shared<const Source>("k.sim", text));
}

std::string mistake_in(const std::string& text) {
    const auto file = launch_of(text);
    if (file) return "none";
    const Diagnostic& first = file.diagnostics().front();
    return std::to_string(first.span.begin) + ": " + first.message;
}

TEST(LaunchFile, SaysWhatIsLaunched) {
    const auto file =
        launch_of("# ARGS: --build-options \"-D N=4 -I inc\"\nk.cl k # both\n8 4 1\n2 2 1\n");
    ASSERT_TRUE(file.ok()) << render(file.diagnostics());
    EXPECT_EQ(file->program.text, "k.cl");
    EXPECT_EQ(file->launch.kernel, "k");
    EXPECT_EQ(file->launch.global, (std::vector<std::uint64_t>{8, 4, 1}));
    EXPECT_EQ(file->launch.local, (std::vector<std::uint64_t>{2, 2, 1}));
    EXPECT_EQ(file->launch.definitions, std::vector<std::string>{"N=4"});
    EXPECT_EQ(file->launch.include_paths, std::vector<std::string>{"inc"});
    EXPECT_TRUE(file->arguments.empty());
    EXPECT_EQ(program_path(*file, "a/b/k.sim"), "a/b/k.cl");
}

TEST(LaunchFile, HasArgumentsInOrder) {
    const auto file = launch_of(
        "k.cl k 1 1 1 1 1 1 <size=8 uint hex dump wo> ff -1 # two\n<null><size=4"
        " range=0:1:3 char>\n<size=4 noinit ro>\n<size=4 fill=-1.5 float>");
    ASSERT_TRUE(file.ok()) << render(file.diagnostics());
    ASSERT_EQ(file->arguments.size(), 5U);
    const FileArgument& first = file->arguments[0];
    EXPECT_EQ(first.size, 8U);
    EXPECT_EQ(first.type, NumberType::u32);
    EXPECT_TRUE(first.hexadecimal && first.dump && first.access && first.access->text == "wo");
    ASSERT_EQ(first.values.size(), 2U);
    EXPECT_EQ(first.values[1].text, "-1");
    EXPECT_TRUE(file->arguments[1].null);
    ASSERT_EQ(file->arguments[2].range.size(), 3U);
    EXPECT_EQ(file->arguments[2].range[2].text, "3");
    EXPECT_TRUE(file->arguments[3].no_contents);
    EXPECT_EQ(file->arguments[4].fill->text, "-1.5");
}

TEST(LaunchFile, MistakesHaveAPlace) {
    EXPECT_EQ(mistake_in(""), "0: the file of the kernel is missing");
    EXPECT_EQ(mistake_in("k.cl k 1 1 1 1 1 -1"),
              "17: the size of a work-group in z is a number, not '-1'");
    EXPECT_EQ(mistake_in("k.cl k 1 1 1 1 1 1 <size=4"),
              "19: the '>' of this argument is missing, on the same line");
    EXPECT_EQ(mistake_in("k.cl k 1 1 1 1 1 1 <size=4 size=8>"), "32: this argument has '4'");
    EXPECT_EQ(mistake_in("k.cl k 1 1 1 1 1 1 <size=4 half>"),
              "27: 'half' says nothing of an argument");
    EXPECT_EQ(mistake_in("k.cl k 1 1 1 1 1 1 <>"), "19: the size of this argument is missing");
}

class OptionFiles : public InFolder {};

TEST_F(OptionFiles, AreThoseThatBeginWithAnOption) {
    const std::string options =
        "@" + write("options.txt", "# a comment\n--local_size=4\n-D 'N=1 + 1'\n");
    const std::string list = "@" + write("list.txt", "# a comment\na.litmus\n--b\n");
    std::vector<std::string> words{"clmm", "check", options, list, "@"};
    insert_option_files(words);
    EXPECT_EQ(words, (std::vector<std::string>{"clmm", "check", "--local_size=4", "-D", "N=1 + 1",
                                               list, "@"}));
}

TEST(GpuVerifyComment, IsBeforeTheCode) {
    const auto comment = [](const std::string& text) {
        return gpuverify_comment(std::make_shared<const Source>("k.cl", text));
    };
    const auto found =
        comment("//pass\n// --local_size=[4,2] --num_groups=* --warp-sync=4\nkernel");
    ASSERT_TRUE(found.ok());
    ASSERT_TRUE(found->has_value());
    ASSERT_EQ((*found)->local.size(), 2U);
    EXPECT_EQ((*found)->local[1].exact(), 2);
    EXPECT_TRUE((*found)->groups.at(0).is_any());
    EXPECT_EQ(found.diagnostics().front().hint, "not followed: --warp-sync=4");
    EXPECT_FALSE(comment("//pass\n\n//--local_size=4 --num_groups=4\n")->has_value());
    EXPECT_FALSE(comment("//pass\n//--no-inline\n//\n")->has_value());
    EXPECT_FALSE(comment("//--local_size=-4 --num_groups=4\n").ok());
    EXPECT_FALSE(comment("//--local_size=4 --help\n").diagnostics().empty());
}

}  // namespace
}  // namespace clmm::cli
