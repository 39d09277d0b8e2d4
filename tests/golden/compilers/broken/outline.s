	.globl P0
P0:
	mov w8, #1
	str w8, [x0]
	mov w0, #1
	bl __aarch64_swp4_rel
	ret
