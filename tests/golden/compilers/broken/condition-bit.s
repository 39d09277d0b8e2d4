	.text
	.abiversion 2
	.file	"compare-exchange.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4
	.type	P0,@function
P0:                                     # @P0
.Lfunc_begin0:
# %bb.0:
	std 3, -16(1)
	std 4, -24(1)
	std 5, -32(1)
	li 3, 0
	stw 3, -36(1)
	stw 3, -40(1)
	stw 3, -36(1)
	ld 3, -16(1)
	std 3, -64(1)                           # 8-byte Folded Spill
	li 3, 1
	stw 3, -44(1)
	lwz 3, -36(1)
	stw 3, -56(1)                           # 4-byte Folded Spill
	lwz 3, -44(1)
	stw 3, -52(1)                           # 4-byte Folded Spill
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	lwz 4, -56(1)                           # 4-byte Folded Reload
	ld 3, -64(1)                            # 8-byte Folded Reload
	lwarx 3, 0, 3
	stw 3, -68(1)                           # 4-byte Folded Spill
	cmpw	3, 4
	bne	0, .LBB0_3
# %bb.2:                                #   in Loop: Header=BB0_1 Depth=1
	lwz 3, -52(1)                           # 4-byte Folded Reload
	ld 4, -64(1)                            # 8-byte Folded Reload
	stwcx. 3, 0, 4
	bne	0, .LBB0_1
	b .LBB0_3
.LBB0_3:
	lwz 3, -68(1)                           # 4-byte Folded Reload
	lwz 4, -56(1)                           # 4-byte Folded Reload
	cmpw	3, 4
	crmove 20, 3
	mfocrf 5, 4
	rlwinm 5, 5, 20, 0, 0
	stw 5, -72(1)
	lwsync
	cmplw	3, 4
	beq	0, .LBB0_5
	b .LBB0_4
.LBB0_4:
	lwz 3, -68(1)                           # 4-byte Folded Reload
	stw 3, -36(1)
.LBB0_5:
	lwz 4, -72(1)
                                        # implicit-def: $cr5lt
	mfocrf 3, 4
	rlwimi 3, 4, 12, 20, 20
	mtocrf 4, 3
	li 4, 0
	li 3, 1
	isel 3, 3, 4, 20
	stb 3, -45(1)
	lbz 3, -45(1)
	andi. 4, 3, 1
	clrlwi	3, 3, 31
	stw 3, -40(1)
	lwz 3, -40(1)
	cmpwi	3, 0
	beq	0, .LBB0_7
# %bb.6:
	ld 4, -24(1)
	li 3, 1
	stw 3, 0(4)
.LBB0_7:
	lwz 3, -36(1)
	ld 4, -32(1)
	stw 3, 0(4)
	lwz 3, -40(1)
	ld 4, -32(1)
	stw 3, 4(4)
	blr
	.long	0
	.quad	0
.Lfunc_end0:
	.size	P0, .Lfunc_end0-.Lfunc_begin0
                                        # -- End function
	.globl	P1                              # -- Begin function P1
	.p2align	4
	.type	P1,@function
P1:                                     # @P1
.Lfunc_begin1:
# %bb.0:
	std 3, -16(1)
	std 4, -24(1)
	std 5, -32(1)
	li 3, 0
	stw 3, -36(1)
	stw 3, -40(1)
	stw 3, -36(1)
	ld 3, -16(1)
	std 3, -64(1)                           # 8-byte Folded Spill
	li 3, 2
	stw 3, -44(1)
	lwz 3, -36(1)
	stw 3, -56(1)                           # 4-byte Folded Spill
	lwz 3, -44(1)
	stw 3, -52(1)                           # 4-byte Folded Spill
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	lwz 4, -56(1)                           # 4-byte Folded Reload
	ld 3, -64(1)                            # 8-byte Folded Reload
	lwarx 3, 0, 3
	stw 3, -68(1)                           # 4-byte Folded Spill
	cmpw	3, 4
	bne	0, .LBB1_3
# %bb.2:                                #   in Loop: Header=BB1_1 Depth=1
	lwz 3, -52(1)                           # 4-byte Folded Reload
	ld 4, -64(1)                            # 8-byte Folded Reload
	stwcx. 3, 0, 4
	bne	0, .LBB1_1
	b .LBB1_3
.LBB1_3:
	lwz 3, -68(1)                           # 4-byte Folded Reload
	lwz 4, -56(1)                           # 4-byte Folded Reload
	cmpw	3, 4
	crmove	20, 2
	mfocrf 5, 4
	rlwinm 5, 5, 20, 0, 0
	stw 5, -72(1)
	lwsync
	cmplw	3, 4
	beq	0, .LBB1_5
	b .LBB1_4
.LBB1_4:
	lwz 3, -68(1)                           # 4-byte Folded Reload
	stw 3, -36(1)
.LBB1_5:
	lwz 4, -72(1)
                                        # implicit-def: $cr5lt
	mfocrf 3, 4
	rlwimi 3, 4, 12, 20, 20
	mtocrf 4, 3
	li 4, 0
	li 3, 1
	isel 3, 3, 4, 20
	stb 3, -45(1)
	lbz 3, -45(1)
	andi. 4, 3, 1
	clrlwi	3, 3, 31
	stw 3, -40(1)
	lwz 3, -40(1)
	cmpwi	3, 0
	beq	0, .LBB1_7
# %bb.6:
	ld 4, -24(1)
	li 3, 2
	stw 3, 0(4)
.LBB1_7:
	lwz 3, -36(1)
	ld 4, -32(1)
	stw 3, 0(4)
	lwz 3, -40(1)
	ld 4, -32(1)
	stw 3, 4(4)
	blr
	.long	0
	.quad	0
.Lfunc_end1:
	.size	P1, .Lfunc_end1-.Lfunc_begin1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
