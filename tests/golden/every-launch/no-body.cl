// What is declared and has no body yields any value, and another one each time.
int some(int);
void tell(int);

kernel void own_element(global int* out) {
    tell(out[get_global_id(0)]);
    out[get_global_id(0)] = some(1);
}

kernel void for_some(global int* out) {
    if (some(1) >= 0) out[0] = 1;
}

kernel void two_calls(global int* out) {
    const int first = some(1);
    if (first != some(1)) out[0] = 1;
}

kernel void in_turns(global int* out) {
    int before = some(0);
    for (int i = 0; i < 3; ++i) {
        const int now = some(0);
        if (now != before) out[0] = i;
        before = now;
    }
}
