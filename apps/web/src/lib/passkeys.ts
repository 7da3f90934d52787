/** Whether the browser supports passkeys here: neither over plain HTTP nor at an IP address. sign-in.html has the same rule. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Why a passkey cannot be created or used on this page, as the browser binds it to one address; null if it can. */
export const wrongAddress = (origin: string) =>
  origin === window.location.origin ? null : `Passkeys work at ${origin} only. Please open Daymark there.`
