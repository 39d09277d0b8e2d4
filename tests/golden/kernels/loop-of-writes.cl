// Nobody meets anybody: what a hundred rounds write needs no search.
kernel void apart(global int* x) {
    local int a[1024];
    for (int i = 0; i < 100; i++) a[get_local_id(0)] = 0;
}
