	.text
	.file	"compare-exchange.c"
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
	movl	$0, -28(%rbp)
	movq	-8(%rbp), %rcx
	movl	$1, -36(%rbp)
	movl	-28(%rbp), %eax
	movl	-36(%rbp), %edx
	lock		cmpxchgl	%edx, (%rcx)
	movl	%eax, %ecx
	sete	%al
	movb	%al, -45(%rbp)                  # 1-byte Spill
	movl	%ecx, -44(%rbp)                 # 4-byte Spill
	testb	$1, %al
	jne	.LBB0_2
# %bb.1:
	movl	-44(%rbp), %eax                 # 4-byte Reload
	movl	%eax, -28(%rbp)
.LBB0_2:
	movb	-45(%rbp), %al                  # 1-byte Reload
	andb	$1, %al
	movb	%al, -37(%rbp)
	movb	-37(%rbp), %al
	andb	$1, %al
	movzbl	%al, %eax
	movl	%eax, -32(%rbp)
	cmpl	$0, -32(%rbp)
	je	.LBB0_4
# %bb.3:
	movq	-16(%rbp), %rax
	movl	$1, (%rax)
.LBB0_4:
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
	movl	$0, -32(%rbp)
	movl	$0, -28(%rbp)
	movq	-8(%rbp), %rcx
	movl	$2, -36(%rbp)
	movl	-28(%rbp), %eax
	movl	-36(%rbp), %edx
	lock		cmpxchgl	%edx, (%rcx)
	movl	%eax, %ecx
	sete	%al
	movb	%al, -45(%rbp)                  # 1-byte Spill
	movl	%ecx, -44(%rbp)                 # 4-byte Spill
	testb	$1, %al
	jne	.LBB1_2
# %bb.1:
	movl	-44(%rbp), %eax                 # 4-byte Reload
	movl	%eax, -28(%rbp)
.LBB1_2:
	movb	-45(%rbp), %al                  # 1-byte Reload
	andb	$1, %al
	movb	%al, -37(%rbp)
	movb	-37(%rbp), %al
	andb	$1, %al
	movzbl	%al, %eax
	movl	%eax, -32(%rbp)
	cmpl	$0, -32(%rbp)
	je	.LBB1_4
# %bb.3:
	movq	-16(%rbp), %rax
	movl	$2, (%rax)
.LBB1_4:
	movl	-28(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, (%rax)
	movl	-32(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, 4(%rax)
	popq	%rbp
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
