"""The mutants that nobody notices, each with the reason why its change is harmless."""

_DRAIN = (
    "Without clusters nothing reaches into the CTA's shared memory from outside, and the CTA stays until its consumers "
    "have left: the producer's last waits guard what only a cluster could break."
)
_LOADS = "The two loads are independent: the barrier counts their bytes, whichever lands first."
_EXPECT = (
    "The bytes of a load may be announced after it was issued: the phase can't complete before the announcement, which "
    "is its only arrival (PTX ISA: the tx-count may fall below zero in between)."
)
_INIT = "The two barriers are independent, and nobody uses them before the __syncthreads()."
_WHOLE_GROUP = (
    "In the emulator an MMA belongs to the warp group as a whole, so one thread's wait speaks for all four warps. V2 leans "
    "on it; the PTX ISA does not say it in one sentence, so V1 does not."
)
_LOCAL = "One of the two is arithmetic on this thread's own registers."

UNNOTICED: dict[str, str] = {
    "v1 swap: copy_tile(a, row, k, shared.a); <-> copy_tile(b, column, k, shared.b);": "The two copies are independent.",
    "v1 swap: __syncthreads(); <-> ptx::wgmma_fence(accumulator.registers);": _LOCAL,
    "v1 drop: __syncthreads(); (2)": _WHOLE_GROUP,
    "v1 swap: ptx::wgmma_wait_group<0>(accumulator.registers); <-> __syncthreads();": _WHOLE_GROUP,
    "v3 drop: mbarrier_wait_parity(shared.empty[stage], empty_phases[stage]); (2)": _DRAIN,
    "v3 swap: mbarrier_wait_parity(shared.empty[stage], empty_phases[stage]); <-> "
    "stage = (stage + 1) % Config::num_stages;": _DRAIN,
    "v4 drop: pipeline.producer_acquire(); (2)": _DRAIN,
    "v2 swap: ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, row, shared.full[stage]); <-> "
    "ptx::cp_async_bulk_tensor_2d(shared.b[stage], b_map, k, column, shared.full[stage]);": _LOADS,
    "v3 swap: ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, row, shared.full[stage]); <-> "
    "ptx::cp_async_bulk_tensor_2d(shared.b[stage], b_map, k, column, shared.full[stage]);": _LOADS,
    "v2 swap: ptx::mbarrier_arrive_expect_tx(shared.full[stage], shared.stage_bytes); <-> "
    "ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, row, shared.full[stage]);": _EXPECT,
    "v3 swap: ptx::mbarrier_arrive_expect_tx(shared.full[stage], shared.stage_bytes); <-> "
    "ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, row, shared.full[stage]);": _EXPECT,
    "v3 swap: ptx::mbarrier_init(shared.full[stage], 1); <-> "
    "ptx::mbarrier_init(shared.empty[stage], warp_group_threads);": _INIT,
    "pipeline swap: ptx::mbarrier_init(barriers.full[stage], arrivals.producer_arrivals); <-> "
    "ptx::mbarrier_init(barriers.empty[stage], arrivals.consumer_arrivals);": _INIT,
    "v2 swap: full_phases.flip(stage); <-> ptx::wgmma_fence(accumulator.registers);": _LOCAL,
    "v3 swap: full_phases.flip(stage); <-> ptx::wgmma_fence(accumulator.registers);": _LOCAL,
    "v3 swap: empty_phases.flip(stage); <-> "
    "ptx::mbarrier_arrive_expect_tx(shared.full[stage], shared.stage_bytes);": _LOCAL,
    "pipeline swap: stage = 0; <-> phase ^= 1;": _LOCAL,
}
