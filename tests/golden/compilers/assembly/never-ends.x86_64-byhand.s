P0:
	movl	(%rdi), %eax
	movl	%eax, (%rdx)
	cmpl	$1, %eax
	jne	.Lout
.Lagain:
	jmp	.Lagain
.Lout:
	retq
P1:
	movl	$1, (%rdi)
	retq
