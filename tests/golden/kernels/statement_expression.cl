kernel void statement_expression(global int* out) { out[0] = ({ int i = 1; i + 1; }); }
