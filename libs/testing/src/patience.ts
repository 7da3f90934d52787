/** How much slower this machine is than the one that limits of time were written on; measured when the run began. */
const slowness = Number(process.env['DAYMARK_TEST_SLOWNESS'] ?? 1)

/** A limit of time as this machine needs it. Jest's own limits are stretched already (tools/patient-environment.mjs). */
export const patience = (ms: number): number => ms * slowness
