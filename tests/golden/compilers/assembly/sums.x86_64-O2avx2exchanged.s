	.text
	.file	"sums.c"
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function P0
.LCPI0_0:
	.long	1                               # 0x1
	.long	2                               # 0x2
	.long	3                               # 0x3
	.long	4                               # 0x4
	.text
	.globl	P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	vmovaps	.LCPI0_0(%rip), %xmm0           # xmm0 = [1,2,3,4]
	vmovups	%xmm0, (%rdi)
	movl	$1, (%rsi)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movl	(%rdx), %eax
	xorl	%edx, %edx
	movl	$0, %r10d
	movl	$0, %r8d
	movl	$0, %r9d
	cmpl	$1, %eax
	jne	.LBB1_2
# %bb.1:
	movl	12(%rdi), %r9d
	movl	8(%rdi), %edx
	movl	(%rdi), %r8d
	vpshufd	$177, (%rdi), %xmm0              # xmm0 = mem[3,2,1,0]
	movl	4(%rdi), %r10d
	vpcmpeqd	%xmm1, %xmm1, %xmm1
	vpsubd	%xmm1, %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi)
.LBB1_2:
	movl	%r9d, (%rcx)
	movl	%edx, 4(%rcx)
	movl	%r10d, 8(%rcx)
	movl	%r8d, 12(%rcx)
	movl	%eax, 16(%rcx)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
