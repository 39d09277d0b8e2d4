// Floating-point values: what is decided on those that are not followed is Unknown, and no more.
constant float table[3] = {0.5f, -1.0f / 4, 3};

/// Races whatever the values are.
kernel void racy(global float* out, global const float* in, float f) {
    float s = 0.0f;
    for (int i = 0; i < 2; i++) s += in[i] * f;
    out[0] = native_sqrt(s);
}

kernel void apart(global float* out, global const float* in, float f) {
    size_t i = get_global_id(0);
    out[i] = exp(in[i]) * f + 2.5f;
}

/// A comparison of what is in memory is followed, and a square root is not.
kernel void compared(global float* out, global const float* in) {
    if (in[0] > 2.0f) out[0] = 1.0f;
}
kernel void computed(global float* out, global const float* in) {
    if (sqrt(in[0]) > 2.0f) out[0] = 1.0f;
}
/// The same through memory, and a race beside it that has nothing to do with it.
kernel void remembered(global float* out, global const float* in) {
    local int flag[2];
    int i = get_local_id(0);
    flag[i] = sqrt(in[0]) > 2.0f;
    if (flag[i]) out[0] = 1.0f;
}
kernel void beside(global float* out, global const float* in) {
    float x = in[0];
    if (sqrt(in[0]) > 2.0f) x = 1.0f;
    out[0] = x;
}
/// What synchronises hangs on the value, so the race may, too.
kernel void synchronised(global int* out, global atomic_int* flag, global const float* in) {
    if (get_global_id(0) == 0) {
        out[0] = 1;
        if (sqrt(in[0]) > 2.0f)
            atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
    } else {
        atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group);
        out[0] = 2;
    }
}

kernel void exact(global float* out, float f) {
    float x = 2.0f;
    x *= 1.5f;
    x += get_global_id(0);
    x++;
    assert(x == 4.0f + get_global_id(0));
    assert((int)x == 4 + (int)get_global_id(0));
    assert(table[0] == 0.5f && table[1] == -0.25f && table[2] == 3.0 && -table[1] > 0);
    assert(f == 2.5f && f != 2.25 && !(f < 2.5f) && f >= 2.5f);
    assert(fabs(-f) == f && floor(f) == 2.0f && fmin(f, 1.0f) == 1.0f && fmax(f, NAN) == f);
    assert(clamp(f, 3.0f, 4.0f) == 3.0f && step(1.0f, f) == 1.0f && copysign(f, -0.0f) == -f);
    assert(isnan(NAN) && !isnan(f) && isinf(-INFINITY) && signbit(-0.0f) && -0.0f == 0.0f);
    assert(as_int(1.0f) == 0x3f800000 && as_float(0x40000000) == 2.0f);
    assert(convert_uchar_sat(300) == 255 && convert_int(-2.75f) == -2 && mad(2.0f, f, 1.0f) == 6);
    assert((f ? 1 : 2) == 1 && !(f - f) && (bool)f);
    out[(int)x - 4] = x;
}
kernel void wrong(float f) { assert(f != 2.5f); }
/// 0.1 is no float, and neither is what is a third of one: either may be rounded.
kernel void rounded(float f) {
    assert(f * 0.1f == 0.25f);
}
kernel void divided(float f) { assert(f / 2.0f == 1.25f); }
/// Of any float, NaN as well.
kernel void reflexive(float f) { assert(f == f); }
kernel void ordered(float f) { assert(isnan(f) || f == f); }

kernel void index_computed(global float* out, float f) { out[(int)(f * 3.0f)] = f; }
kernel void index_checked(global float* out, float f) {
    int i = (int)(f * 3.0f);
    if (i >= 0 && i < 4) atomic_xchg(out + i, f);
}
kernel void second_results(global float* out, float f) {
    float whole = 0;
    int exponent = 0;
    out[get_global_id(0)] = modf(f, &whole) + frexp(f, &exponent) + sincos(f, out + get_global_id(0));
    assert(exponent < 4);
}
kernel void reduced(global float* out, float f) {
    out[get_global_id(0)] = work_group_reduce_add(f);
    assert(work_group_broadcast(f + 1.5f, 0) == 4.0f);
}
kernel void halves(global half* out, half h) {
    assert(h == 2.0h && h > -1.0h);
    out[get_global_id(0)] = h * 2;
}

kernel void bits(float f) { int i = f & 1; }
kernel void remainder_of(float f) { f %= 2; }
kernel void index_itself(global float* out, float f) { out[f] = 1; }
kernel void pointer_made(float f) { global int* p = (global int*)f; }
kernel void fraction(int n) { assert(n == 1); }

/// A double constant that is a float's value is compared as one; 0.1 is none.
kernel void widened(float f) { assert(f > 2.5 || f <= 2.5 || isnan(f)); }
kernel void widened_further(float f) { assert(f > 0.1 || f <= 0.1 || isnan(f)); }

/// A bound that is no zero decides; of two zeros either may come.
kernel void bounded(float f) { assert(fmin(fmax(f, 1.0f), 2.0f) <= 2.0f); }
kernel void bounded_by_zero(float f) { assert(!signbit(fmax(f, 0.0f))); }
