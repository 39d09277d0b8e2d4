	.globl P0
P0:
	movl $1, (%rdi)
	mfence %eax
	movl (%rsi), %eax
	movl %eax, (%rdx)
	ret
	.globl P1
P1:
	movl $1, (%rsi)
	mfence %eax
	movl (%rdi), %eax
	movl %eax, (%rdx)
	ret
