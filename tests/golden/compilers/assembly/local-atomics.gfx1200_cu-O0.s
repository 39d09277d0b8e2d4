	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
P0:
	s_mov_b32 s33, 0
	s_mov_b64 s[0:1], s[2:3]
	s_load_b64 s[4:5], s[0:1], 0x0
	s_load_b32 s2, s[0:1], 0x8
	s_load_b64 s[0:1], s[0:1], 0x10
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s5
	scratch_store_b64 off, v[0:1], s33
	v_mov_b32_e32 v0, s2
	scratch_store_b32 off, v0, s33 offset:8
	v_mov_b32_e32 v0, s0
	v_mov_b32_e32 v1, s1
	scratch_store_b64 off, v[0:1], s33 offset:16
	v_mov_b32_e32 v0, 0
	scratch_store_b32 off, v0, s33 offset:24
	scratch_store_b32 off, v0, s33 offset:28
	scratch_load_b64 v[0:1], off, s33
	v_mov_b32_e32 v2, 2
	scratch_store_b32 off, v2, s33 offset:32
	scratch_load_b32 v2, off, s33 offset:32
	global_wb scope:SCOPE_DEV
	s_wait_bvhcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_loadcnt 0x0
	s_wait_storecnt 0x0
	global_atomic_add_u32 v0, v[0:1], v2, off th:TH_ATOMIC_RETURN scope:SCOPE_DEV
	s_wait_bvhcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_loadcnt 0x0
	global_inv scope:SCOPE_DEV
	scratch_store_b32 off, v0, s33 offset:36
	scratch_load_b32 v0, off, s33 offset:36
	s_wait_loadcnt 0x0
	scratch_store_b32 off, v0, s33 offset:24
	scratch_load_b32 v0, off, s33 offset:8
	scratch_load_b32 v1, off, s33 offset:24
	s_mov_b32 s0, 1
	s_wait_loadcnt 0x0
	v_add_nc_u32_e64 v1, v1, s0
	scratch_store_b32 off, v1, s33 offset:40
	scratch_load_b32 v1, off, s33 offset:40
	s_wait_loadcnt_dscnt 0x0
	ds_storexchg_rtn_b32 v0, v0, v1
	s_wait_dscnt 0x0
	scratch_store_b32 off, v0, s33 offset:44
	scratch_load_b32 v0, off, s33 offset:44
	s_wait_loadcnt 0x0
	scratch_store_b32 off, v0, s33 offset:28
	scratch_load_b32 v2, off, s33 offset:24
	scratch_load_b64 v[0:1], off, s33 offset:16
	s_wait_loadcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	s_wait_storecnt 0x0
	global_store_b32 v[0:1], v2, off scope:SCOPE_SYS
	s_wait_storecnt 0x0
	scratch_load_b32 v2, off, s33 offset:28
	scratch_load_b64 v[0:1], off, s33 offset:16
	s_wait_loadcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	s_wait_storecnt 0x0
	global_store_b32 v[0:1], v2, off offset:4 scope:SCOPE_SYS
	s_wait_storecnt 0x0
	s_endpgm
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 0
	.end_amdhsa_kernel
P1:
	s_mov_b32 s33, 0
	s_mov_b64 s[0:1], s[2:3]
	s_load_b64 s[4:5], s[0:1], 0x0
	s_load_b32 s2, s[0:1], 0x8
	s_load_b64 s[0:1], s[0:1], 0x10
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v2, s5
	scratch_store_b64 off, v[1:2], s33
	v_mov_b32_e32 v1, s2
	scratch_store_b32 off, v1, s33 offset:8
	v_mov_b32_e32 v2, s1
	v_mov_b32_e32 v1, s0
	scratch_store_b64 off, v[1:2], s33 offset:16
	v_mov_b32_e32 v1, 0
	scratch_store_b32 off, v1, s33 offset:24
	scratch_store_b32 off, v1, s33 offset:28
	scratch_store_b32 off, v1, s33 offset:24
	scratch_load_b32 v1, off, s33 offset:8
	v_mov_b32_e32 v2, 7
	scratch_store_b32 off, v2, s33 offset:32
	scratch_load_b32 v2, off, s33 offset:24
	scratch_load_b32 v3, off, s33 offset:32
	s_wait_loadcnt 0x0
	ds_cmpstore_rtn_b32 v1, v1, v3, v2
	s_wait_dscnt 0x0
	scratch_store_b32 off, v1, s33 offset:52
	v_cmp_eq_u32_e64 s0, v1, v2
	v_cmp_ne_u32_e64 s1, v1, v2
	v_writelane_b32 v0, s0, 0
	s_mov_b32 s0, exec_lo
	v_writelane_b32 v0, s0, 1
	s_or_saveexec_b32 s6, -1
	scratch_store_b32 off, v0, s33 offset:48
	s_mov_b32 exec_lo, s6
	s_and_b32 s0, s0, s1
	s_mov_b32 exec_lo, s0
	s_cbranch_execz .LBB1_2
	scratch_load_b32 v0, off, s33 offset:52
	s_wait_loadcnt 0x0
	scratch_store_b32 off, v0, s33 offset:24
.LBB1_2:
	s_or_saveexec_b32 s6, -1
	scratch_load_b32 v0, off, s33 offset:48
	s_mov_b32 exec_lo, s6
	s_wait_loadcnt 0x0
	v_readlane_b32 s1, v0, 1
	s_or_b32 exec_lo, exec_lo, s1
	v_readlane_b32 s0, v0, 0
	v_cndmask_b32_e64 v1, 0, 1, s0
	scratch_store_b8 off, v1, s33 offset:36
	scratch_load_u8 v1, off, s33 offset:36
	s_mov_b32 s0, 1
	s_wait_loadcnt 0x0
	v_and_b32_e64 v1, v1, s0
	scratch_store_b32 off, v1, s33 offset:28
	scratch_load_b64 v[1:2], off, s33
	scratch_load_b32 v3, off, s33 offset:24
	s_wait_loadcnt 0x0
	scratch_store_b32 off, v3, s33 offset:40
	scratch_load_b32 v3, off, s33 offset:40
	global_wb scope:SCOPE_DEV
	s_wait_bvhcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_loadcnt 0x0
	s_wait_storecnt 0x0
	global_atomic_sub_u32 v1, v[1:2], v3, off th:TH_ATOMIC_RETURN scope:SCOPE_DEV
	s_wait_loadcnt 0x0
	scratch_store_b32 off, v1, s33 offset:44
	scratch_load_b32 v3, off, s33 offset:24
	scratch_load_b64 v[1:2], off, s33 offset:16
	s_wait_loadcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	s_wait_storecnt 0x0
	global_store_b32 v[1:2], v3, off scope:SCOPE_SYS
	s_wait_storecnt 0x0
	scratch_load_b32 v3, off, s33 offset:28
	scratch_load_b64 v[1:2], off, s33 offset:16
	s_wait_loadcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	s_wait_storecnt 0x0
	global_store_b32 v[1:2], v3, off offset:4 scope:SCOPE_SYS
	s_wait_storecnt 0x0
	s_endpgm
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_workgroup_processor_mode 0
	.end_amdhsa_kernel
