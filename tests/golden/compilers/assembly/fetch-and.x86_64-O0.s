	.text
	.file	"fetch-and.c"
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
	movl	$0, -28(%rbp)
	movl	$0, -32(%rbp)
	movq	-16(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -36(%rbp)
	movl	-36(%rbp), %eax
	movl	%eax, -28(%rbp)
	movq	-8(%rbp), %rax
	movq	%rax, -64(%rbp)                 # 8-byte Spill
	movl	-28(%rbp), %ecx
	addl	$1, %ecx
	movl	%ecx, -40(%rbp)
	movl	-40(%rbp), %ecx
	movl	%ecx, -52(%rbp)                 # 4-byte Spill
	movl	(%rax), %eax
	movl	%eax, -48(%rbp)                 # 4-byte Spill
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	movl	-48(%rbp), %eax                 # 4-byte Reload
	movq	-64(%rbp), %rcx                 # 8-byte Reload
	movl	-52(%rbp), %esi                 # 4-byte Reload
	movl	%eax, %edx
	andl	%esi, %edx
	lock		cmpxchgl	%edx, (%rcx)
	sete	%cl
	movl	%eax, -68(%rbp)                 # 4-byte Spill
	testb	$1, %cl
	movl	%eax, -48(%rbp)                 # 4-byte Spill
	jne	.LBB0_2
	jmp	.LBB0_1
.LBB0_2:
	movl	-68(%rbp), %eax                 # 4-byte Reload
	movl	%eax, -44(%rbp)
	movl	-44(%rbp), %eax
	movl	%eax, -32(%rbp)
	movl	-28(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, (%rax)
	movl	-32(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, 4(%rax)
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
	movq	-8(%rbp), %rax
	movq	%rax, -56(%rbp)                 # 8-byte Spill
	movl	$2, -32(%rbp)
	movl	-32(%rbp), %ecx
	movl	%ecx, -48(%rbp)                 # 4-byte Spill
	movl	(%rax), %eax
	movl	%eax, -44(%rbp)                 # 4-byte Spill
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	movl	-44(%rbp), %eax                 # 4-byte Reload
	movq	-56(%rbp), %rcx                 # 8-byte Reload
	movl	-48(%rbp), %esi                 # 4-byte Reload
	movl	%eax, %edx
	xorl	%esi, %edx
	lock		cmpxchgl	%edx, (%rcx)
	sete	%cl
	movl	%eax, -60(%rbp)                 # 4-byte Spill
	testb	$1, %cl
	movl	%eax, -44(%rbp)                 # 4-byte Spill
	jne	.LBB1_2
	jmp	.LBB1_1
.LBB1_2:
	movl	-60(%rbp), %eax                 # 4-byte Reload
	movl	%eax, -36(%rbp)
	movl	-36(%rbp), %eax
	movl	%eax, -28(%rbp)
	movq	-16(%rbp), %rax
	movl	$1, -40(%rbp)
	movl	-40(%rbp), %ecx
	movl	%ecx, (%rax)
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
