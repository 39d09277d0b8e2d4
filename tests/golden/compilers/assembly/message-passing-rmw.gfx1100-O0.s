	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
P0:
	s_mov_b32 s33, 0
	s_mov_b64 s[0:1], s[2:3]
	s_load_b64 s[4:5], s[0:1], 0x0
	s_load_b64 s[2:3], s[0:1], 0x8
	s_load_b64 s[0:1], s[0:1], 0x10
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	scratch_store_b64 off, v[0:1], s33
	v_mov_b32_e32 v0, s2
	v_mov_b32_e32 v1, s3
	scratch_store_b64 off, v[0:1], s33 offset:8
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	scratch_store_b64 off, v[0:1], s33 offset:16
	scratch_load_b64 v[0:1], off, s33
	v_mov_b32_e32 v2, 1
	s_waitcnt vmcnt(0)
	global_store_b32 v[0:1], v2, off
	scratch_load_b64 v[0:1], off, s33 offset:8
	scratch_store_b32 off, v2, s33 offset:24
	scratch_load_b32 v2, off, s33 offset:24
	s_waitcnt vmcnt(0)
	s_waitcnt_vscnt null, 0x0
	global_atomic_swap_b32 v0, v[0:1], v2, off glc
	s_waitcnt vmcnt(0)
	scratch_store_b32 off, v0, s33 offset:28
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
P1:
	s_mov_b32 s33, 0
	s_mov_b64 s[0:1], s[2:3]
	s_load_b64 s[4:5], s[0:1], 0x0
	s_load_b64 s[2:3], s[0:1], 0x8
	s_load_b64 s[0:1], s[0:1], 0x10
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v2, s5
	scratch_store_b64 off, v[1:2], s33
	v_mov_b32_e32 v1, s2
	v_mov_b32_e32 v2, s3
	scratch_store_b64 off, v[1:2], s33 offset:8
	v_mov_b32_e32 v2, s1
	v_mov_b32_e32 v1, s0
	scratch_store_b64 off, v[1:2], s33 offset:16
	v_mov_b32_e32 v1, 0
	scratch_store_b32 off, v1, s33 offset:24
	scratch_store_b32 off, v1, s33 offset:28
	scratch_load_b64 v[2:3], off, s33 offset:8
	v_mov_b32_e32 v4, 2
	scratch_store_b32 off, v4, s33 offset:32
	scratch_load_b32 v4, off, s33 offset:32
	s_waitcnt vmcnt(0)
	global_atomic_add_u32 v2, v[2:3], v4, off glc
	s_waitcnt vmcnt(0)
	buffer_gl1_inv
	buffer_gl0_inv
	scratch_store_b32 off, v2, s33 offset:36
	scratch_load_b32 v2, off, s33 offset:36
	s_waitcnt vmcnt(0)
	scratch_store_b32 off, v2, s33 offset:24
	scratch_store_b32 off, v1, s33 offset:28
	scratch_load_b32 v1, off, s33 offset:24
	s_mov_b32 s0, 1
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32_e64 s1, v1, s0
	s_mov_b32 s0, exec_lo
	v_writelane_b32 v0, s0, 0
	s_or_saveexec_b32 s6, -1
	scratch_store_b32 off, v0, s33 offset:40
	s_mov_b32 exec_lo, s6
	s_and_b32 s0, s0, s1
	s_mov_b32 exec_lo, s0
	s_cbranch_execz .LBB1_2
	scratch_load_b64 v[0:1], off, s33
	s_waitcnt vmcnt(0)
	global_load_b32 v0, v[0:1], off
	s_waitcnt vmcnt(0)
	scratch_store_b32 off, v0, s33 offset:28
.LBB1_2:
	s_or_saveexec_b32 s6, -1
	scratch_load_b32 v0, off, s33 offset:40
	s_mov_b32 exec_lo, s6
	s_waitcnt vmcnt(0)
	v_readlane_b32 s0, v0, 0
	s_or_b32 exec_lo, exec_lo, s0
	scratch_load_b32 v3, off, s33 offset:24
	scratch_load_b64 v[1:2], off, s33 offset:16
	s_waitcnt vmcnt(0)
	global_store_b32 v[1:2], v3, off dlc
	s_waitcnt_vscnt null, 0x0
	scratch_load_b32 v3, off, s33 offset:28
	scratch_load_b64 v[1:2], off, s33 offset:16
	s_waitcnt vmcnt(0)
	global_store_b32 v[1:2], v3, off offset:4 dlc
	s_waitcnt_vscnt null, 0x0
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
