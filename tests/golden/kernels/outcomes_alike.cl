// The list of final states does not change what is verified.
kernel void private_index(global int* x) {
    int i;
    x[i] = 1;
}
kernel void local_index(global int* x) {
    local int i[1];
    x[i[0]] = 1;
}
kernel void local_given(global int* x) {
    local int i[1];
    i[0] = 1;
    x[i[0]] = 1;
}
