	.globl P0
P0:
	li 9,1
	stw 9,0(3)
	sync 2
	lwz 10,0(4)
	stw 10,0(5)
	blr
	.globl P1
P1:
	li 9,1
	stw 9,0(4)
	sync 2
	lwz 10,0(3)
	stw 10,0(5)
	blr
