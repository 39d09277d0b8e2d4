	.text
	.file	"message-passing.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$32, %rsp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movq	%rdx, -24(%rbp)
	movq	-8(%rbp), %rax
	movl	$1, (%rax)
	movq	-16(%rbp), %rdi
	movl	$1, %esi
	callq	store_release
	addq	$32, %rsp
	popq	%rbp
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function store_release
	.type	store_release,@function
store_release:
	callq	store_release
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movl	%esi, -12(%rbp)
	movq	-8(%rbp), %rax
	movl	-12(%rbp), %ecx
	movl	%ecx, -16(%rbp)
	movl	-16(%rbp), %ecx
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end1:
	.size	store_release, .Lfunc_end1-store_release
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$32, %rsp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movq	%rdx, -24(%rbp)
	movl	$0, -28(%rbp)
	movl	$0, -32(%rbp)
	movq	-16(%rbp), %rdi
	callq	load_acquire
	movl	%eax, -28(%rbp)
	movl	$0, -32(%rbp)
	cmpl	$1, -28(%rbp)
	jne	.LBB2_2
# %bb.1:
	movq	-8(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -32(%rbp)
.LBB2_2:
	movl	-28(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, (%rax)
	movl	-32(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, 4(%rax)
	addq	$32, %rsp
	popq	%rbp
	retq
.Lfunc_end2:
	.size	P1, .Lfunc_end2-P1
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function load_acquire
	.type	load_acquire,@function
load_acquire:                           # @load_acquire
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	-8(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -12(%rbp)
	movl	-12(%rbp), %eax
	popq	%rbp
	retq
.Lfunc_end3:
	.size	load_acquire, .Lfunc_end3-load_acquire
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym store_release
	.addrsig_sym load_acquire
