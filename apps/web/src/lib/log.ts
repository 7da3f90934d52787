/** L-ERR-10: writes a failure to the browser's console. All other modules use this function. */
// oxlint-disable-next-line no-console -- the specification requires failures in the console
export const logFailure = (message: string, reason: unknown) => console.error(message, reason)
