	.text
	.file	"unused-result.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movq	%rdx, -24(%rbp)
	movq	-8(%rbp), %rax
	movl	$1, -28(%rbp)
	movl	-28(%rbp), %ecx
	movl	%ecx, (%rax)
	#MEMBARRIER
	movq	-16(%rbp), %rax
	movl	$1, -32(%rbp)
	movl	-32(%rbp), %ecx
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movq	%rdx, -24(%rbp)
	movl	$0, -28(%rbp)
	movq	-16(%rbp), %rcx
	movl	$2, -32(%rbp)
	movl	-32(%rbp), %eax
	xchgl	%eax, (%rcx)
	movl	%eax, -36(%rbp)
	#MEMBARRIER
	movq	-8(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -40(%rbp)
	movl	-40(%rbp), %eax
	movl	%eax, -28(%rbp)
	movl	-28(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
