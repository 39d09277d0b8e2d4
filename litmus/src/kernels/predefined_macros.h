#pragma once

#include <array>

namespace clmm::litmus {

/// What OpenCL C 3.0 predefines, as on a command line: `NAME=VALUE`.
inline constexpr std::array kPredefinedMacros = {
    "__OPENCL_VERSION__=300", "__OPENCL_C_VERSION__=300", "CL_VERSION_1_0=100",
    "CL_VERSION_1_1=110", "CL_VERSION_1_2=120", "CL_VERSION_2_0=200", "CL_VERSION_2_1=210",
    "CL_VERSION_2_2=220", "CL_VERSION_3_0=300", "__ENDIAN_LITTLE__=1", "__CLMM__=1",
    // features of OpenCL C 3.0
    "__opencl_c_atomic_order_acq_rel=1", "__opencl_c_atomic_order_seq_cst=1",
    "__opencl_c_atomic_scope_device=1", "__opencl_c_atomic_scope_all_devices=1",
    "__opencl_c_device_enqueue=1", "__opencl_c_generic_address_space=1", "__opencl_c_int64=1",
    "__opencl_c_program_scope_global_variables=1", "__opencl_c_subgroups=1",
    "__opencl_c_work_group_collective_functions=1",
    // extensions that are part of it
    "cl_khr_global_int32_base_atomics=1", "cl_khr_global_int32_extended_atomics=1",
    "cl_khr_local_int32_base_atomics=1", "cl_khr_local_int32_extended_atomics=1",
    "cl_khr_int64_base_atomics=1", "cl_khr_int64_extended_atomics=1", "cl_khr_subgroups=1",
    "cl_khr_subgroup_shuffle=1", "cl_khr_subgroup_shuffle_relative=1", "cl_khr_subgroup_ballot=1",
    "cl_khr_byte_addressable_store=1", "cl_khr_integer_dot_product=1",
    "__opencl_c_integer_dot_product_input_4x8bit_packed=1",
    // limits of integers
    "CHAR_BIT=8", "SCHAR_MAX=127", "SCHAR_MIN=(-127-1)", "CHAR_MAX=SCHAR_MAX", "CHAR_MIN=SCHAR_MIN",
    "UCHAR_MAX=255", "SHRT_MAX=32767", "SHRT_MIN=(-32767-1)", "USHRT_MAX=65535",
    "INT_MAX=2147483647", "INT_MIN=(-2147483647-1)", "UINT_MAX=0xffffffffU",
    "LONG_MAX=0x7fffffffffffffffL", "LONG_MIN=(-0x7fffffffffffffffL-1)",
    "ULONG_MAX=0xffffffffffffffffUL"};

}  // namespace clmm::litmus
