/** Whether this browser has passkeys here: not over plain http, nor at an address of numbers. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Why a passkey cannot be made or used on this page, as its browser binds it to one address; null: it can. */
export const wrongAddress = (origin: string) =>
  origin === window.location.origin ? null : `Passkeys work at ${origin} only. Please open Daymark there.`
