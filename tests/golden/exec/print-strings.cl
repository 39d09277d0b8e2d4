// Strings through variables: the operand of %s is known in the run.
constant char* const names[] = {"even", "odd"};

void say(constant char* what, int n) { printf("%d is %.3s|%s\n", n, what, "so"); }

kernel void told(global int* a) { say(names[get_global_id(0) % 2], a[get_global_id(0)]); }

kernel void untold(global char* a) { printf("%s\n", a); }
