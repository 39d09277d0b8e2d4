P0:
	movl	(%rdi), %eax
	movl	%eax, (%rdx)
.Lagain:
	movl	(%rsi), %ecx
	cmpl	$7, %ecx
	jne	.Lagain
	retq
P1:
	movl	$1, (%rdi)
	retq
