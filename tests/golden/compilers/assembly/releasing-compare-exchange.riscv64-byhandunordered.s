	.globl P0
P0:
	li a5,1
	sw a5,0(a0)
.L1:
	lr.w a4,0(a1)
	bne a4,zero,.L2
	sc.w a3,a5,0(a1)
	bnez a3,.L1
.L2:
	sext.w a5,a4
	seqz a5,a5
	sw a4,0(a2)
	sw a5,4(a2)
	ret
	.globl P1
P1:
	lw a5,0(a1)
	fence iorw,iorw
	li a4,1
	bne a5,a4,.L3
	lw a4,0(a0)
.L3:
	sw a5,0(a2)
	sw a4,4(a2)
	ret
