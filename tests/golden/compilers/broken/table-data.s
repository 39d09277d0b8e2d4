	.text
	.file	"switch.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movl	$1, (%rsi)
	movl	$1, (%rdi)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movl	(%rdi), %eax
	xorl	%edi, %edi
	cmpl	$4, %eax
	ja	.LBB1_7
# %bb.1:
	leaq	.LJTI1_0(%rip), %r8
	movslq	(%r8,%rax,4), %r9
	addq	%r8, %r9
	jmpq	*%r9
.LBB1_2:
	movl	$5, (%rdx)
	jmp	.LBB1_7
.LBB1_6:
	movl	$2, %edi
	xchgl	%edi, (%rdx)
	jmp	.LBB1_7
.LBB1_4:
	movl	$7, (%rdx)
	jmp	.LBB1_7
.LBB1_5:
	movl	(%rdx), %edi
	jmp	.LBB1_7
.LBB1_3:
	movl	(%rsi), %edi
.LBB1_7:
	movl	%edi, (%rcx)
	movl	%eax, 4(%rcx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI1_0:
	.long	.LBB1_2-.LJTI1_0
	.long	.LBB1_3-.LJTI1_0
	.long	.LJTI1_0-.LJTI1_0
	.long	.LBB1_5-.LJTI1_0
	.long	.LBB1_6-.LJTI1_0
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
