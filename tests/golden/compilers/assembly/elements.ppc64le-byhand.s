	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI0_0:
	.long	1
	.long	2
	.long	3
	.long	4
.LCPI0_1:
	.long	269554195
	.long	471670303
	.long	404298267
	.long	336926231
	.text
	.abiversion 2
	.globl	P0
	.p2align	4
	.type	P0,@function
P0:
.Lfunc_begin0:
	addis 4, 2, .LCPI0_0@toc@ha
	addi 4, 4, .LCPI0_0@toc@l
	addis 5, 2, .LCPI0_1@toc@ha
	addi 5, 5, .LCPI0_1@toc@l
	lvx 2, 0, 4
	lvx 3, 0, 5
	vperm 4, 2, 2, 3                        # 4, 1, 2, 3
	vsldoi 5, 4, 4, 12                      # 1, 2, 3, 4
	mfvsrld 6, 37                           # 1, 2
	xxspltd 36, 37, 0                       # 3, 4, 3, 4
	mfvsrd 7, 36
	mtvsrdd 37, 7, 6
	li 8, 4
	vextubrx 9, 8, 5                        # 2
	mtvsrwz 34, 9
	xxinsertw 37, 34, 8
	stxv 37, 0(3)
	blr
	.long	0
	.quad	0
