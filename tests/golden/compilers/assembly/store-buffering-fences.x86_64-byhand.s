	.globl P0
P0:
	movl $1, (%rdi)
	mfence
	movl (%rsi), %eax
	movl %eax, (%rdx)
	ret
	.globl P1
P1:
	movl $1, (%rsi)
	mfence
	movl (%rdi), %eax
	movl %eax, (%rdx)
	ret
