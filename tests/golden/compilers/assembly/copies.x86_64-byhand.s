	.text
	.file	"copies.c"
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0                          # -- Begin function P0
.LCPI0_0:
	.long	1                               # 0x1
	.text
	.globl	P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	vbroadcastss	.LCPI0_0(%rip), %ymm0   # ymm0 = [1,1,1,1,1,1,1,1]
	vmovups	%ymm0, (%rdi)
	movl	$1, (%rsi)
	vzeroupper
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
	pushq	%r14
	pushq	%rbx
	movl	(%rdx), %eax
	xorl	%edx, %edx
	movl	$0, %r8d
	movl	$0, %r9d
	movl	$0, %r10d
	movl	$0, %ebx
	movl	$0, %r11d
	movl	$0, %ebp
	movl	$0, %r14d
	cmpl	$1, %eax
	jne	.LBB1_2
# %bb.1:
	vmovups	(%rdi), %ymm0
	vmovd	%xmm0, %edx
	vpextrd	$1, %xmm0, %r8d
	vpextrd	$2, %xmm0, %r9d
	vpextrd	$3, %xmm0, %r10d
	vextracti128	$1, %ymm0, %xmm1
	vmovd	%xmm1, %ebx
	vpextrq	$0, %xmm1, %r11
	shrq	$32, %r11
	vpshufd	$238, %xmm1, %xmm2
	vmovq	%xmm2, %rbp
	movq	%rbp, %r14
	shrq	$32, %r14
	vmovups	%ymm0, (%rsi)
.LBB1_2:
	movl	%eax, (%rcx)
	movl	%edx, 4(%rcx)
	movl	%r8d, 8(%rcx)
	movl	%r9d, 12(%rcx)
	movl	%r10d, 16(%rcx)
	movl	%ebx, 20(%rcx)
	movl	%r11d, 24(%rcx)
	movl	%ebp, 28(%rcx)
	movl	%r14d, 32(%rcx)
	popq	%rbx
	popq	%r14
	popq	%rbp
	vzeroupper
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
