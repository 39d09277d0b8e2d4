.version 8.0
.target sm_90
.address_size 64

.entry P0(.param .u64 .ptr .global P0_param_0, .param .u64 .ptr .shared P0_param_1,
	.param .u64 .ptr .global P0_param_2)
{
	ld.param.u64	%rd1, [P0_param_0];
	ld.param.u64	%rd2, [P0_param_1];
	st.global.u32	[%rd1], 1;
	st.shared.u32	[%rd2], 1;
	bar.sync	0;
	bar.sync	0;
	ret;
}

.entry P1(.param .u64 .ptr .global P1_param_0, .param .u64 .ptr .shared P1_param_1,
	.param .u64 .ptr .global P1_param_2)
{
	ld.param.u64	%rd1, [P1_param_0];
	ld.param.u64	%rd2, [P1_param_1];
	ld.param.u64	%rd3, [P1_param_2];
	bar.sync	0;
	ld.global.u32	%r1, [%rd1];
	ld.shared.u32	%r2, [%rd2];
	st.global.u32	[%rd3], %r1;
	st.global.u32	[%rd3+4], %r2;
	ret;
}
