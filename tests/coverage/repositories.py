"""The repositories of coverage.py: where they are, and how their host code puts programs together."""

import glob
import os
import re


class Program:
    """What a host hands to the compiler: texts one behind the other, include paths, macros."""

    def __init__(self, repository, name, files, includes=(), macros=(), before=""):
        self.repository, self.name, self.files = repository, name, files
        self.includes, self.macros, self.before = list(includes), list(macros), before

    def text(self):
        texts = [self.before] if self.before else []
        for path in self.files:
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
        return "\n".join(texts)


class Repository:
    def __init__(self, name, url, commit, programs):
        self.name, self.url, self.commit, self.programs_in = name, url, commit, programs

    def programs(self, folder):
        if not os.path.isdir(folder):
            raise SystemExit(f"coverage: there is no folder {folder}; clone {self.url} at {self.commit} there")
        return [Program(self.name, *each) for each in self.programs_in(folder)]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def each_file(folder, patterns, macros=(), includes=()):
    """One program for each file, which finds what lies beside it."""
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(folder, pattern), recursive=True)):
            yield (os.path.relpath(path, folder), [path], [os.path.dirname(path), folder, *(os.path.join(folder, each) for each in includes)],
                   list(macros))


def clblast(folder):
    """Each routine's constructor names its files in order, behind common.opencl; precisions 32 and 3232 (complex) of the default parameters.
    The files are raw strings of C++."""
    kernels = os.path.join(folder, "src/kernels")
    for path in sorted(glob.glob(os.path.join(folder, "src/routines/level*/*.cpp"))):
        parts = re.findall(r'#include "\.\./\.\./kernels/(\S+\.opencl)"', read(path))
        if not parts:
            continue
        name = os.path.basename(path).removesuffix(".cpp")
        routine = name[1:].upper()
        for precision in ("32", "3232"):
            body = ["common.opencl", *parts]
            text = "".join(re.sub(r'^R"\(|^\)"', "", read(os.path.join(kernels, part)), flags=re.M) for part in body)
            yield f"{name}-{precision}", [], [], [f"PRECISION={precision}", f"ROUTINE_{routine}"], text


# As src/backend.c has them for a device that is none of its vendors', one word to a vector.
HASHCAT = ["KERNEL_STATIC", "INCLUDE_PATH=OpenCL", "XM2S(x)=#x", "M2S(x)=XM2S(x)", "MAX_THREADS_PER_BLOCK=64", "LOCAL_MEM_TYPE=1", "VENDOR_ID=64",
           "CUDA_ARCH=0", *(f"HAS_{name}=0" for name in (
               "ADD ADDC SUB SUBC VADD VADDC VADD_CO VADDC_CO VSUB VSUBB VSUB_CO VSUBB_CO VPERM VADD3 VBFE BFE LOP3 MOV64 PRMT SHFW").split()),
           "VECT_SIZE=1", "DEVICE_TYPE=2", "DGST_R0=0", "DGST_R1=3", "DGST_R2=2", "DGST_R3=1", "DGST_ELEM=4", "KERN_TYPE=0", "ATTACK_EXEC=11",
           "ATTACK_KERN=0", "ATTACK_MODE=0", "FIXED_LOCAL_SIZE=64"]
# Of modules whose host code computes sizes from a hash's parameters.
HASHCAT += ["SCRYPT_N=1024", "SCRYPT_R=1", "SCRYPT_P=1", "SCRYPT_TMTO=0", "SCRYPT_TMP_ELEM=8", "ARGON2_PARALLELISM=1",
            "ARGON2_TMP_ELEM=64"]


def hashcat(folder):
    return each_file(folder, ["OpenCL/m*.cl", "OpenCL/amp_a*.cl"], HASHCAT)


def polybench(folder):
    return each_file(folder, ["OpenCL/**/*.cl"])


def shoc(folder):
    return each_file(folder, ["src/opencl/**/*.cl"], ["SINGLE_PRECISION", "N_GP=64", "LROWS=8", "LCOLS=8"])


# src/opencl_*/main.* of each benchmark; sizes that depend on the data as of small ones.
PARBOIL = ["MAX_THREADS_PER_BLOCK=512", "NUM_SM=16", "VERSION_CHECK=1", "TILE_N=16", "TILE_TB_HEIGHT=8", "TILE_M=128", "PRESCAN_THREADS=512",
           "KB=24", "UNROLL=16", "BINS_PER_BLOCK=24576", "BLOCK_X=14", "DYN_LOCAL_MEM_SIZE=4224", "CUTOFF2_VAL=4.0f", "CUTOFF_VAL=2.0f",
           "CEIL_CUTOFF_VAL=2.0f", "GRIDSIZE_VAL1=32", "GRIDSIZE_VAL2=32", "GRIDSIZE_VAL3=32", "SIZE_XY_VAL=1024", "ONE_OVER_CUTOFF2_VAL=0.25f",
           "MAX_POS=1089", "CEIL_POS=61", "POS_PER_THREAD=18", "MAX_POS_PADDED=1096", "THREADS_W=1", "THREADS_H=1", "SEARCH_RANGE=16",
           "SEARCH_DIMENSION=33"]


def parboil(folder):
    """Threads to a block are given to one of the two hosts of bfs."""
    for name, files, includes, macros in each_file(folder, ["benchmarks/*/src/*/*.cl"], PARBOIL):
        yield name, files, includes, [each for each in macros if "opencl_nvidia" in name or not each.startswith("MAX_THREADS")]


RODINIA = {"hotspot": ["BLOCK_SIZE=16"], "lud": ["BLOCK_SIZE=16"], "nw": ["BLOCK_SIZE=16"], "leukocyte": ["USE_IMAGE"],
           "b+tree": ["DEFAULT_ORDER=256", "DEFAULT_ORDER_2=256"]}


def rodinia(folder):
    """Two of leukocyte's files lie in two places, of which the host reads those in OpenCL."""
    for name, files, includes, _ in each_file(folder, ["opencl/**/*.cl"]):
        benchmark = name.split("/")[1]
        if benchmark != "leukocyte" or "/OpenCL/" in name:
            yield name, files, [*includes, os.path.dirname(includes[0])], RODINIA.get(benchmark, [])


def darktable(folder):
    return each_file(folder, ["data/kernels/*.cl"])


def mnn_types(prefix, type_name):
    return [f"{prefix}{n}={type_name}{n}" for n in ("", "2", "3", "4", "8", "16")]


# Floats in memory and in computations, and of the macros of single kernels one value each.
MNN = [*mnn_types("FLOAT", "float"), *mnn_types("COMPUTE_FLOAT", "float"), *mnn_types("CONVERT_COMPUTE_FLOAT", "convert_float"),
       *mnn_types("CONVERT_FLOAT", "convert_float"), "RI_F=read_imagef", "WI_F=write_imagef", "INPUT_TYPE_I=float", "INPUT_TYPE_I4=float4",
       "INPUT_TYPE=float", "INPUT_TYPE4=float4", "INPUT_TYPE16=float16", "RI_DATA=read_imagef", "OUTPUT_TYPE_I=float", "OUTPUT_TYPE_I4=float4",
       "OUTPUT_TYPE=float", "OUTPUT_TYPE4=float4", "OUTPUT_TYPE16=float16", "CONVERT_OUTPUT_I4=convert_float4", "CONVERT_OUTPUT4=convert_float4",
       "CONVERT_OUTPUT16=convert_float16", "WI_DATA=write_imagef", "SET_ATTRIBUTE=false", "OPERATOR=in0+in1", "OPERATE(a,b)=(a+b)", "VALUE=0",
       "UNARY_OPERATOR=in", "LOCAL_SIZE=64", "SOFTMAX_LOCAL_SIZE=64", "ARGMAX_LOCAL_SIZE=64", "REDUCT_LOCAL_SIZE=64", "WORK_GROUP_SIZE=64",
       "WGS=64", "WGSW=16", "WGSC=4", "WGSH=4", "KWG=16", "KWI=2", "MDIMA=8", "MDIMC=8", "MWG=64", "NDIMB=8", "NDIMC=8", "NWG=64", "SA=1", "SB=1", "STRM=0",
       "STRN=0", "VWM=4", "VWN=4", "USE_CL_MAD=1", "RELAX_WORKGROUP_SIZE=1", "PRECISION_COMPUTE=float", "CONVERT_PRECISION_COMPUTE=convert_float",
       *(f"PRECISION_COMPUTE{n}=float{n}" for n in (2, 4, 8, 16)), *(f"CONVERT_PRECISION_COMPUTE{n}=convert_float{n}" for n in (2, 4, 8, 16)),
       "INTEL_DATA=uint", "INTEL_SUB_GROUP_READ=intel_sub_group_block_read", *(f"INTEL_SUB_GROUP_READ{n}=intel_sub_group_block_read{n}" for n in (2, 4, 8)),
       *(f"INTEL_SUB_GROUP_WRITE{n}=intel_sub_group_block_write{n}" for n in ("", 2, 4, 8)), "AS_INPUT_DATA=as_float", *(
           f"AS_INPUT_DATA{n}=as_float{n}" for n in (2, 4, 8)), *(f"AS_OUTPUT_DATA{n}=as_uint{n}" for n in ("", 2, 4, 8)), "INPUT_LINE_SIZE=16",
       "INPUT_BLOCK_SIZE=8", "OUTPUT_BLOCK_SIZE=8", "FILTER_WIDTH=3", "FILTER_HEIGHT=3", "DILATION_WIDTH=1", "DILATION_HEIGHT=1", "STRIDE_WIDTH=1", "STRIDE_HEIGHT=1",
       "STRIDE_X=1", "STRIDE_Y=1", "INPUT_CHANNEL=16", "INPUT_FORMAT=MNN_DATA_FORMAT_NCHW", "OUTPUT_FORMAT=MNN_DATA_FORMAT_NC4HW4", "TYPE_SIZE=4",
       "NUMHEAD_GROUP_SIZE=1", "QUANT_BIT=8", "K_SIZE=4", "M_VEC=4", "VEC_H=4", "H_LEAVES=0", "E_LEAVES=0", "INPUT_CHANNEL_LEAVES_NUM=4",
       "INPUT_BATCH_LEAVES_NUM=4", "SLM_DIV_FACTOR=1", "UNIT=2", "INTERP=2", "POOL_AVG", "AREA"]


def mnn(folder):
    """An operator is of one operand or of two."""
    for name, files, includes, macros in each_file(folder, ["source/backend/opencl/execution/cl/*.cl"], MNN):
        is_unary = os.path.basename(name).startswith("unary")
        yield name, files, includes, ["OPERATOR=in" if is_unary and each.startswith("OPERATOR=") else each for each in macros]


# ggml_opencl.cpp asks for CL2.0, and knows Adreno and Intel's devices, of which this is the second.
def ggml(folder):
    return each_file(folder, ["src/ggml-opencl/kernels/*.cl"], ["__OPENCL_C_VERSION__=200", "cl_intel_required_subgroup_size=1", "cl_intel_subgroups=1",
                      "DK=64", "DV=64", "BLOCK_M=16", "BLOCK_N=32", "SIMDGROUP_WIDTH=16"])


def pocl(folder):
    return each_file(folder, ["tests/kernel/*.cl", "tests/workgroup/*.cl", "tests/runtime/*.cl", "examples/**/*.cl"], includes=["include"])


ARRAYFIRE_HEAD = """#define half short
#define schar char
#ifndef M_PI
#define M_PI 3.1415926535897932384626433832795
#endif
"""
# Types are float, complex is off; of values that depend on the call one each.
ARRAYFIRE_NAMES = {"DIM": "0", "dim": "0", "kDim": "0", "RANK": "2", "init": "0", "OP": "plus", "VALID": "1", "INVALID": "2", "binOpName<op>": "ADD_OP", "INTERP_ORDER": "1",
                   "ZERO": "0", "ONE": "1", "IS_CPLX": "0", "CPLX": "0", "CONVT": "float", "OUTPUT_WEIGHT": "", "INPUT_WEIGHT": "", "init_To": "0",
                   "init_Tw": "0", "one_Tw": "1", "IS_DBL": "0", "IS_LONG": "0", "SIGNED": "1", "log10_val": "2.3", "isDiff2": "0", "dim_t": "long",
                   "DOCONJUGATE": "0", "RAND_DIST": "0"}
ARRAYFIRE_TYPE = re.compile(r"^(T|T[a-zA-Z0-9]|[a-z]+_t|[a-z]+Type|VT|WT|TB|TP|Interp\w*Ty|in_t|out_t|srcType|dstType)$")


# In the order of the enumeration that interp.hpp hands over.
ARRAYFIRE_INTERPOLATION = "NEAREST LINEAR BILINEAR CUBIC LOWER LINEAR_COSINE BILINEAR_COSINE BICUBIC CUBIC_SPLINE BICUBIC_SPLINE".split()


def arrayfire_macros(text):
    macros = {"dim_t": "long", **{f"AF_INTERP_{name}": str(number) for number, name in enumerate(ARRAYFIRE_INTERPOLATION)}}
    numbers = dict(re.findall(r"\b(?:constexpr|const|static const)\s+(?:static\s+)?(?:unsigned|int|dim_t|uint|size_t)\s+(\w+)\s*=\s*(\d+)\s*;", text))
    for name, value in re.findall(r"DefineKeyValue\(\s*(\w+)\s*,\s*([^;]*?)\)(?=,|\)|;|\s)", text):
        if "getName" in value or ARRAYFIRE_TYPE.match(name):
            macros[name] = "float" if name not in ("Tk", "idx_t") else "int"
        else:
            macros[name] = ARRAYFIRE_NAMES.get(name, value if re.fullmatch(r"\d+", value) else numbers.get(value, "0" if re.match(
                r"is|IS|use|USE|calculate|EXPAND|FULL|FIRST|LAST|flip|PERSP", name) else "8"))
    for name in re.findall(r"DefineValue\(\s*(\w+)\s*\)", text):
        macros[name] = ARRAYFIRE_NAMES.get(name, numbers.get(name, "8"))
    for name in re.findall(r"DefineKeyFromStr\((?:binOpName<(\w+)>|)", text):
        macros["ADD_OP"] = ""
    return [f"{name}={value}" if value != "" else name for name, value in macros.items()]


def arrayfire(folder):
    """Each call of getKernel() names its files; KParam.hpp and some macros stand before them."""
    root = os.path.join(folder, "src/backend/opencl")
    kernels = os.path.join(root, "kernel")
    head = ARRAYFIRE_HEAD + read(os.path.join(kernels, "KParam.hpp"))
    seen = set()
    for path in sorted(glob.glob(os.path.join(root, "**/*.?pp"), recursive=True)):
        text = read(path)
        for parts in re.findall(r"\{\{?\s*((?:\w+_cl_src\s*,?\s*)+)\}", text) + re.findall(r"\((\w+_cl_src)\)", text):
            names = tuple(re.findall(r"(\w+)_cl_src", parts))
            files = [os.path.join(kernels, name + ".cl") for name in names]
            if names in seen or not all(os.path.exists(each) for each in files):
                continue
            seen.add(names)
            yield "+".join(names), files, [kernels], arrayfire_macros(text), head


REPOSITORIES = [
    Repository("CLBlast", "https://github.com/CNugteren/CLBlast", "eeff251463434753470bccc16f2879437c220808", clblast),
    Repository("hashcat", "https://github.com/hashcat/hashcat", "d3983edaf22f5370d1bb136c930460bcad2d9f6e", hashcat),
    Repository("PolyBench-ACC", "https://github.com/cavazos-lab/PolyBench-ACC", "70ea4ca9047dc4ec9c3ca79b4c91b3b2cc1510e7", polybench),
    Repository("shoc", "https://github.com/vetter/shoc", "0aea03beba2f09fcb5935cc11737372fe4de9ec0", shoc),
    Repository("Parboil", "https://github.com/abduld/Parboil", "a4c63da28f45699e9a274cbc49af3e067162aa2b", parboil),
    Repository("gpu-rodinia", "https://github.com/yuhc/gpu-rodinia", "9c10d3ea16ddba2ba057cc3951a9efc4c2cc18a4", rodinia),
    Repository("darktable", "https://github.com/rawfiner/darktable", "8bb958308ef1ab53f3e2c38cb8808dec2482cbf9", darktable),
    Repository("MNN", "https://github.com/alibaba/MNN", "4d40bdbd7efb73a58383bb5da867a6f41eb1776e", mnn),
    Repository("ggml", "https://github.com/ggml-org/ggml", "d99724f2b141fed9e1a9f402213506c081433465", ggml),
    Repository("pocl", "https://github.com/pocl/pocl", "5066640dcbff6df32241da2416c964ea69659999", pocl),
    Repository("arrayfire", "https://github.com/arrayfire/arrayfire", "492718b5a256d4a9d5198fdce89d8fd21772bfda", arrayfire),
]
