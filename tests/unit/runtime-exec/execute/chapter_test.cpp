// The kernels of the chapter on global memory, as written there; what is not valid OpenCL C there
// is told by docs/kernel-language.md.
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Chapter, Arrays) {
    // The fragment stands in a kernel, and b has values.
    EXPECT_EQ(results<float>("float", 2, R"(
        float a[10], b[10];
        for (int i = 0; i < 10; ++i) b[i] = i;
        for (int i = 0; i < 10; ++i){
          *(a + 1) = b[i];
        }
        out[0] = a[1]; out[1] = sizeof(a) / sizeof(a[0]);)"),
              (std::vector<float>{9, 10}));
}

TEST(Chapter, OwnTypes) {
    Kernels kernels(R"(
typedef struct AStructure{
  float a;
  float b;
}AStructure;

__kernel void aFunction(
  __global AStructure *inputOutputBuffer){

  __global AStructure *inputLocation =
    inputOutputBuffer + get_global_id(0);
  __global AStructure *outputLoacation =
    inputOutputBuffer + get_global_size(0) + get_global_id(0);

  outputLoacation->a = inputLocation->a * -1;
  outputLoacation->b = (*inputLocation).b + 3.f;
}
)");
    std::vector<float> data(4 * 50);
    for (std::size_t i = 0; i < 100; ++i) data[i] = static_cast<float>(i);
    kernels.run("aFunction", {50}, {16}, {buffer(data)});
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(data[100 + 2 * i], -data[2 * i]);
        EXPECT_EQ(data[100 + 2 * i + 1], data[2 * i + 1] + 3.F);
    }
}

const std::string kSamplerUser = R"(
__constant sampler_t sampler =
  CLK_NORMALIZED_COORDS_FALSE |
  CLK_FILTER_NEAREST          |
  CLK_ADDRESS_CLAMP;

__kernel void samplerUser(
  __read_only image2d_t sourceImage,
  __global float *outputBufffer){

  float4 a = read_imagef(
    sourceImage,
    sampler,
    (float2)(
      (float)(get_global_id(0)),
      (float)(get_global_id(1))));

  outputBuffer[get_global_id(1) * get_global_size(0) + get_global_id(0)] = a.x + a.y + a.z + a.w;
}
)";

TEST(Chapter, SamplerUserNamesAParameterThatItLacks) {
    const std::string error = first_error(kSamplerUser);
    EXPECT_NE(error.find("test.cl:18:3: error: 'outputBuffer' is not declared [E-NAME]"),
              std::string::npos)
        << error;
    EXPECT_NE(error.find("did you mean 'outputBufffer'?"), std::string::npos) << error;
}

TEST(Chapter, SamplerUserWithThatNameMended) {
    std::string text = kSamplerUser;
    text.replace(text.find("Bufffer"), 7, "Buffer");
    Kernels kernels(text);
    std::vector<float> texels = {1, 2, 3, 4, 5, 6};
    ImageArgument image;
    image.base = reinterpret_cast<std::byte*>(texels.data());
    image.format = {ChannelOrder::r, ChannelType::float32};
    image.width = 3;
    image.height = 2;
    image.row_pitch = 12;
    std::vector<float> out(12);
    kernels.run("samplerUser", {4, 3}, {4, 1}, {image, buffer(out)});
    EXPECT_EQ(out, (std::vector<float>{2, 3, 4, 1, 5, 6, 7, 1, 1, 1, 1, 1}));
}

TEST(Chapter, PipesAsParameters) {
    Kernels kernels(R"(
kernel
void foo(
  read_only pipe int pipe0,
  write_only pipe float4 pipe1) {})");
    EXPECT_EQ(kernels.kernel("foo")->parameters()[1].size, 16U);
}

}  // namespace
}  // namespace clmm::runtime::test
