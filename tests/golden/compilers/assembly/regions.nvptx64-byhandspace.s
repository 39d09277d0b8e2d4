.version 9.0
.target sm_90, texmode_independent
.address_size 64

	// .globl	P0

.entry P0(
	.param .u64 .ptr .global .align 4 P0_param_0,
	.param .u64 .ptr .global .align 4 P0_param_1,
	.param .u64 .ptr .shared .align 4 P0_param_2,
	.param .u64 .ptr .global .align 4 P0_param_3
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<4>;


	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	ld.param.u64 	%rd3, [P0_param_2];
	mov.u32 	%r1, 1;
	st.shared.u32 	[%rd1], %r1;
	st.shared::cta.u32 	[%rd3], %r1;
	membar.cta;
	atom.global.exch.b32 	%r2, [%rd2], 1;
	ret;

}
	// .globl	P1
.entry P1(
	.param .u64 .ptr .global .align 4 P1_param_0,
	.param .u64 .ptr .global .align 4 P1_param_1,
	.param .u64 .ptr .shared .align 4 P1_param_2,
	.param .u64 .ptr .global .align 4 P1_param_3
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<10>;
	.reg .b64 	%rd<5>;


	ld.param.u64 	%rd1, [P1_param_0];
	ld.param.u64 	%rd4, [P1_param_1];
	ld.param.u64 	%rd2, [P1_param_2];
	ld.param.u64 	%rd3, [P1_param_3];
	ld.volatile.global.u32 	%r1, [%rd4];
	setp.ne.s32 	%p1, %r1, 1;
	mov.u32 	%r8, 2;
	mov.u32 	%r9, %r8;
	@%p1 bra 	$L__BB1_2;

	membar.cta;
	ld.global.u32 	%r8, [%rd1];
	ld.shared.u32 	%r9, [%rd2];

$L__BB1_2:
	st.volatile.global.u32 	[%rd3], %r1;
	st.volatile.global.u32 	[%rd3+4], %r8;
	st.volatile.global.u32 	[%rd3+8], %r9;
	ret;

}
