// In place of NVIDIA's libcuda.so.1: one device whose kernels do nothing. What is passed is checked
// as far as a driver would, and modules that name `x_rejected` are rejected with a log.

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int kSuccess = 0, kInvalidValue = 1, kInvalidPtx = 218, kInvalidHandle = 400,
              kNotReady = 600;
constexpr int kErrorLog = 5;  // CU_JIT_ERROR_LOG_BUFFER

struct Driver {
    bool initialised = false;
    void* current = nullptr;
    std::map<std::uint64_t, std::vector<char>> memory;  // by address
};
Driver& driver() {
    static Driver made;
    return made;
}

/// So many bytes at an address; null: not all are allocated.
char* find(std::uint64_t address, std::size_t bytes) {
    auto found = driver().memory.upper_bound(address);
    if (found == driver().memory.begin()) return nullptr;
    --found;
    const std::size_t offset = address - found->first;
    return offset + bytes > found->second.size() ? nullptr : found->second.data() + offset;
}

template <class T, class U>
int give(T* to, U value) {
    *to = static_cast<T>(value);
    return kSuccess;
}

}  // namespace

extern "C" {

int cuInit(unsigned /*flags*/) { return give(&driver().initialised, true); }
int cuDriverGetVersion(int* version) { return give(version, 12'040); }
int cuGetErrorName(int status, const char** name) {
    return give(name, status == kInvalidPtx ? "CUDA_ERROR_INVALID_PTX" : "CUDA_ERROR_OF_A_TEST");
}
int cuGetErrorString(int /*status*/, const char** text) { return give(text, "as tested"); }
int cuDeviceGetCount(int* count) { return give(count, driver().initialised ? 1 : 0); }
int cuDeviceGet(int* device, int ordinal) { return ordinal == 0 ? give(device, 0) : kInvalidValue; }
int cuDeviceGetName(char* name, int size, int /*device*/) {
    std::strncpy(name, "GPU of a test", static_cast<std::size_t>(size));
    return kSuccess;
}
int cuDeviceGetAttribute(int* value, int attribute, int /*device*/) {
    static const std::map<int, int> kValues{{1, 1'024}, {8, 49'152}, {10, 32},
                                            {16, 4},    {75, 9},     {76, 0}};
    return give(value, kValues.at(attribute));
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int /*device*/) {
    return give(bytes, std::size_t{1} << 30U);
}
int cuDevicePrimaryCtxRetain(void** context, int /*device*/) { return give(context, &driver()); }
int cuDevicePrimaryCtxRelease_v2(int /*device*/) {
    return driver().memory.empty() ? kSuccess : kInvalidHandle;
}
int cuCtxSetCurrent(void* context) { return give(&driver().current, context); }

int cuModuleLoadDataEx(void** module, const char* image, unsigned count, const int* options,
                       void** values) {
    if (driver().current == nullptr) return kInvalidHandle;
    if (std::strstr(image, "x_rejected") == nullptr) return give(module, &driver());
    for (unsigned i = 0; i < count; ++i)
        if (options[i] == kErrorLog)
            std::strcpy(static_cast<char*>(values[i]), "ptxas application ptx input, line 1");
    return kInvalidPtx;
}
int cuModuleUnload(void* /*module*/) { return kSuccess; }
int cuModuleGetFunction(void** function, void* module, const char* /*name*/) {
    return give(function, module);
}
int cuLinkCreate_v2() { return kInvalidValue; }
int cuLinkAddData_v2() { return kInvalidValue; }
int cuLinkComplete() { return kInvalidValue; }
int cuLinkDestroy() { return kInvalidValue; }

int cuMemAlloc_v2(std::uint64_t* memory, std::size_t bytes) {
    std::vector<char> made(bytes);
    *memory = reinterpret_cast<std::uint64_t>(made.data());
    driver().memory[*memory] = std::move(made);
    return kSuccess;
}
int cuMemFree_v2(std::uint64_t memory) {
    return driver().memory.erase(memory) == 1 ? kSuccess : kInvalidValue;
}
int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
    char* const place = find(to, bytes);
    if (place == nullptr) return kInvalidValue;
    std::memcpy(place, from, bytes);
    return kSuccess;
}
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
    const char* const place = find(from, bytes);
    if (place == nullptr) return kInvalidValue;
    std::memcpy(to, place, bytes);
    return kSuccess;
}
int cuMemsetD8_v2(std::uint64_t memory, unsigned char value, std::size_t count) {
    char* const place = find(memory, count);
    if (place == nullptr) return kInvalidValue;
    std::memset(place, value, count);
    return kSuccess;
}
int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned /*shared*/,
                   void* /*stream*/, void** values, void** extra) {
    const bool is_right = function == &driver() && grid_x > 0 && block_x > 0 && block_x <= 1'024 &&
                          grid_y * grid_z * block_y * block_z == 1 && extra == nullptr;
    // The first parameter of each kernel of the harness is a pointer.
    return is_right && find(*static_cast<std::uint64_t*>(values[0]), 4) != nullptr ? kSuccess
                                                                                   : kInvalidValue;
}

int cuEventCreate(int** event, unsigned /*flags*/) { return give(event, new int(0)); }
int cuEventDestroy_v2(int* event) {
    delete event;
    return kSuccess;
}
int cuEventRecord(int* event, void* /*stream*/) { return give(event, 0); }
int cuEventQuery(int* event) { return (*event)++ < 2 ? kNotReady : kSuccess; }
int cuEventElapsedTime(float* milliseconds, int* /*start*/, int* /*end*/) {
    return give(milliseconds, 0.5);
}

}  // extern "C"
