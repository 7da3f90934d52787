/** Failures that the specification only logs (L-ERR-10). The only place that writes to the console. */
// oxlint-disable-next-line no-console -- this is what the specification means by logged
export const logFailure = (what: string, reason: unknown) => console.error(what, reason)
