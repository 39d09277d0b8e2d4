	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI0_0:
	.long	131073
	.long	262147
	.long	0
	.long	0
.LCPI0_1:
	.byte	12
	.byte	13
	.byte	14
	.byte	15
	.byte	0
	.byte	1
	.byte	2
	.byte	3
	.byte	4
	.byte	5
	.byte	6
	.byte	7
	.byte	8
	.byte	128
	.byte	255
	.byte	200
	.text
	.globl	P0
	.type	P0,@function
P0:
	vmovdqa	.LCPI0_0(%rip), %xmm0
	vpunpckhqdq	%xmm0, %xmm0, %xmm1
	vpunpcklbw	%xmm1, %xmm0, %xmm2     # bytes 0, 2 and so on, and 1, 3 and so on
	vpshufb	.LCPI0_1(%rip), %xmm2, %xmm3    # 4, 1, 2, 3
	vpalignr	$4, %xmm3, %xmm3, %xmm4
	vpextrb	$8, %xmm4, %eax                 # 3
	vpinsrw	$6, %eax, %xmm4, %xmm4          # 1, 2, 3, 3
	vpextrw	$0, %xmm3, %ecx                 # 4
	vpinsrb	$12, %ecx, %xmm4, %xmm4
	vpbroadcastw	%xmm4, %ymm5            # 1 in all half-words
	vpblendw	$1, %xmm5, %xmm4, %xmm4
	vmovups	%xmm4, (%rdi)
	vzeroupper
	retq
