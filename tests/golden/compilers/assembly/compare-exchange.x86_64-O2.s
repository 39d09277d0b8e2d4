	.text
	.file	"compare-exchange.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movl	$1, %r8d
	xorl	%ecx, %ecx
	xorl	%eax, %eax
	lock		cmpxchgl	%r8d, (%rdi)
	sete	%dil
	jne	.LBB0_2
# %bb.1:
	movl	$1, (%rsi)
.LBB0_2:
	movb	%dil, %cl
	movl	%eax, (%rdx)
	movl	%ecx, 4(%rdx)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movl	$2, %r8d
	xorl	%ecx, %ecx
	xorl	%eax, %eax
	lock		cmpxchgl	%r8d, (%rdi)
	sete	%dil
	jne	.LBB1_2
# %bb.1:
	movl	$2, (%rsi)
.LBB1_2:
	movb	%dil, %cl
	movl	%eax, (%rdx)
	movl	%ecx, 4(%rdx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
