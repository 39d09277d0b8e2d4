#define STORE(object, value) (*(object) = (value))
void store_twice(global int* x, int value) {
    STORE(x, value);
    STORE(x + 1, value);
}
