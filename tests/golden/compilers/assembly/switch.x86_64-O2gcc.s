	.file	"switch.c"
	.text
	.p2align 4
	.globl	P0
	.type	P0, @function
P0:
	movl	$1, (%rsi)
	movl	$1, (%rdi)
	ret
	.size	P0, .-P0
	.p2align 4
	.globl	P1
	.type	P1, @function
P1:
	movl	(%rdi), %eax
	testl	%eax, %eax
	je	.L10
	cmpl	$1, %eax
	je	.L11
	cmpl	$2, %eax
	je	.L12
	cmpl	$3, %eax
	je	.L13
	cmpl	$4, %eax
	je	.L14
.L5:
	xorl	%edx, %edx
.L7:
	movl	%edx, (%rcx)
	movl	%eax, 4(%rcx)
	ret
	.p2align 4,,10
	.p2align 3
.L10:
	movl	$5, (%rdx)
	jmp	.L5
	.p2align 4,,10
	.p2align 3
.L12:
	movl	$7, (%rdx)
	jmp	.L5
	.p2align 4,,10
	.p2align 3
.L14:
	movl	$2, %esi
	xchgl	(%rdx), %esi
	movl	%esi, %edx
	jmp	.L7
	.p2align 4,,10
	.p2align 3
.L11:
	movl	(%rsi), %edx
	movl	%edx, (%rcx)
	movl	%eax, 4(%rcx)
	ret
	.p2align 4,,10
	.p2align 3
.L13:
	movl	(%rdx), %edx
	jmp	.L7
	.size	P1, .-P1
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
