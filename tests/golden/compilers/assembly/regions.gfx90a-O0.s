	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
P0:
	s_mov_b32 s33, 0
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[4:5], s[6:7]
	s_load_dwordx2 s[10:11], s[4:5], 0x0
	s_load_dwordx2 s[8:9], s[4:5], 0x8
	s_load_dword s6, s[4:5], 0x10
	s_nop 0
	s_load_dwordx2 s[4:5], s[4:5], 0x18
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s7, s11
	v_mov_b32_e32 v0, s7
	buffer_store_dword v0, off, s[0:3], s33 offset:4
	s_mov_b32 s7, s10
	v_mov_b32_e32 v0, s7
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b32 s7, s9
	v_mov_b32_e32 v0, s7
	buffer_store_dword v0, off, s[0:3], s33 offset:12
	s_mov_b32 s7, s8
	v_mov_b32_e32 v0, s7
	buffer_store_dword v0, off, s[0:3], s33 offset:8
	v_mov_b32_e32 v0, s6
	buffer_store_dword v0, off, s[0:3], s33 offset:16
	s_mov_b32 s6, s5
	v_mov_b32_e32 v0, s6
	buffer_store_dword v0, off, s[0:3], s33 offset:28
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, off, s[0:3], s33 offset:24
	buffer_load_dword v0, off, s[0:3], s33
	s_nop 0
	buffer_load_dword v2, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off
	buffer_load_dword v0, off, s[0:3], s33 offset:16
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v2
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v0, off, s[0:3], s33 offset:8
	buffer_load_dword v3, off, s[0:3], s33 offset:12
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v3
	buffer_store_dword v2, off, s[0:3], s33 offset:32
	buffer_load_dword v2, off, s[0:3], s33 offset:32
	s_waitcnt vmcnt(0)
	global_store_dword v[0:1], v2, off
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
P1:
	s_mov_b32 s33, 0
	s_add_u32 s0, s0, s15
	s_addc_u32 s1, s1, 0
	s_mov_b64 s[4:5], s[6:7]
	s_load_dwordx2 s[10:11], s[4:5], 0x0
	s_load_dwordx2 s[8:9], s[4:5], 0x8
	s_load_dword s6, s[4:5], 0x10
	s_nop 0
	s_load_dwordx2 s[4:5], s[4:5], 0x18
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s7, s11
	v_mov_b32_e32 v1, s7
	buffer_store_dword v1, off, s[0:3], s33 offset:4
	s_mov_b32 s7, s10
	v_mov_b32_e32 v1, s7
	buffer_store_dword v1, off, s[0:3], s33
	s_mov_b32 s7, s9
	v_mov_b32_e32 v1, s7
	buffer_store_dword v1, off, s[0:3], s33 offset:12
	s_mov_b32 s7, s8
	v_mov_b32_e32 v1, s7
	buffer_store_dword v1, off, s[0:3], s33 offset:8
	v_mov_b32_e32 v1, s6
	buffer_store_dword v1, off, s[0:3], s33 offset:16
	s_mov_b32 s6, s5
	v_mov_b32_e32 v1, s6
	buffer_store_dword v1, off, s[0:3], s33 offset:28
	v_mov_b32_e32 v1, s4
	buffer_store_dword v1, off, s[0:3], s33 offset:24
	v_mov_b32_e32 v1, 0
	buffer_store_dword v1, off, s[0:3], s33 offset:32
	buffer_store_dword v1, off, s[0:3], s33 offset:36
	buffer_store_dword v1, off, s[0:3], s33 offset:40
	buffer_load_dword v2, off, s[0:3], s33 offset:8
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s33 offset:12
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v1
	global_load_dword v1, v[2:3], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[0:3], s33 offset:44
	buffer_load_dword v1, off, s[0:3], s33 offset:44
	s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[0:3], s33 offset:32
	v_mov_b32_e32 v1, 2
	buffer_store_dword v1, off, s[0:3], s33 offset:36
	buffer_store_dword v1, off, s[0:3], s33 offset:40
	buffer_load_dword v1, off, s[0:3], s33 offset:32
	s_mov_b32 s4, 1
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s[6:7], v1, s4
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v0, s4, 0
	v_writelane_b32 v0, s5, 1
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[12:13]
	s_and_b64 s[4:5], s[4:5], s[6:7]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB1_2
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v0, off, s[0:3], s33
	buffer_load_dword v2, off, s[0:3], s33 offset:4
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v1, v2
	global_load_dword v0, v[0:1], off
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:36
	buffer_load_dword v0, off, s[0:3], s33 offset:16
	s_waitcnt vmcnt(0)
	ds_read_b32 v0, v0
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, off, s[0:3], s33 offset:40
.LBB1_2:
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[12:13]
	v_readlane_b32 s4, v0, 0
	v_readlane_b32 s5, v0, 1
	s_or_b64 exec, exec, s[4:5]
	buffer_load_dword v1, off, s[0:3], s33 offset:32
	buffer_load_dword v2, off, s[0:3], s33 offset:24
	buffer_load_dword v4, off, s[0:3], s33 offset:28
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v4
	global_store_dword v[2:3], v1, off
	s_waitcnt vmcnt(0)
	buffer_load_dword v1, off, s[0:3], s33 offset:36
	buffer_load_dword v2, off, s[0:3], s33 offset:24
	buffer_load_dword v4, off, s[0:3], s33 offset:28
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v4
	global_store_dword v[2:3], v1, off offset:4
	s_waitcnt vmcnt(0)
	buffer_load_dword v1, off, s[0:3], s33 offset:40
	buffer_load_dword v2, off, s[0:3], s33 offset:24
	buffer_load_dword v4, off, s[0:3], s33 offset:28
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v4
	global_store_dword v[2:3], v1, off offset:8
	s_waitcnt vmcnt(0)
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_tg_split 0
	.end_amdhsa_kernel
.str:
