/**
 * Whether the browser supports passkeys on this page. Browsers do not support them over plain HTTP or at an IP address.
 * sign-in.html contains the same rule.
 */
export const supportsPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/**
 * Returns why passkeys do not work on this page, or null if they do. A passkey works only at the origin for which it
 * was created.
 */
export const passkeyAddressProblem = (origin: string) =>
  origin === window.location.origin ? null : `Passkeys work at ${origin} only. Please open Daymark there.`
