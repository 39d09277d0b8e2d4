	.text
	.file	"fetch-and.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movl	(%rsi), %ecx
	leal	1(%rcx), %esi
	movl	(%rdi), %eax
	.p2align	4, 0x90
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	movl	%eax, %r8d
	andl	%esi, %r8d
	lock		cmpxchg16b	%r8d, (%rdi)
	jne	.LBB0_1
# %bb.2:
	movl	%ecx, (%rdx)
	movl	%eax, 4(%rdx)
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
	.p2align	4, 0x90
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	movl	%eax, %ecx
	xorl	$2, %ecx
	lock		cmpxchg16b	%ecx, (%rdi)
	jne	.LBB1_1
# %bb.2:
	movl	$1, (%rsi)
	movl	%eax, (%rdx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
