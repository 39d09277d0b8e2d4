	.globl P0
P0:
	movl $1, (%rdi)
	sfence
	movl (%rsi), %eax
	movl %eax, (%rdx)
	ret
	.globl P1
P1:
	movl $1, (%rsi)
	sfence
	movl (%rdi), %eax
	movl %eax, (%rdx)
	ret
