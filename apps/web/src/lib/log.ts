/** Failures that the specification wants logged only (L-ERR-10). The one place that writes to the console. */
// oxlint-disable-next-line no-console -- this is what the specification means by logged
export const logFailure = (what: string, reason: unknown) => console.error(what, reason)
