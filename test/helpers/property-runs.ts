/** How often a property is tried: a few times by default, LODESTOCK_TEST_RUNS times as often in a nightly run. */
export const runs = (usual: number) => ({ numRuns: usual * Number(process.env.LODESTOCK_TEST_RUNS || 1) });
