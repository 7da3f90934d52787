/** Whether the browser supports passkeys on this page. No browser does over plain HTTP or at an IP address. sign-in.html has the same rule. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Returns null if passkeys work on this page, or a message. A passkey is bound to one origin. */
export const passkeyAddressProblem = (origin: string) =>
  origin === window.location.origin ? null : `Passkeys work at ${origin} only. Please open Daymark there.`
