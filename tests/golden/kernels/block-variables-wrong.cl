int parameter(int (^b)(int)) { return 1; }
kernel void wrong(global int* x) {
    int v = 1;
    void (^none)(void);
    void (^number)(void) = 3;
    int (^one)(void) = ^{ return 1; };
    void (^assigns)(void) = ^{ v = 2; };
    assigns();
    x[0] = one;
    one = one;
    x[0] = sizeof(one);
    x[0] = one(1);
    x[0] = parameter(one);
}
