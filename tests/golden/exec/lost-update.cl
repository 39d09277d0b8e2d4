// Work-items that add without an atomic: an update is lost where two of them overlap.
kernel void add(global int* m) {
  int old = m[0];
  m[0] = old + 1;
}
