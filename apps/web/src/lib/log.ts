/** L-ERR-10: writes a failure to the console. No other module does. */
// oxlint-disable-next-line no-console -- this is what the specification means by logged
export const logFailure = (what: string, reason: unknown) => console.error(what, reason)
