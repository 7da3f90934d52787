import * as routes from '@daymark/contracts/routes'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError, call } from '../../lib/api.ts'
import { type PendingDeletion, pendingDeletionOf } from './pending-deletion.actions.ts'
import { passkeyAddressProblem } from '../../lib/passkeys.ts'

/** How often passkeys are offered again if the server rejects one. */
const MAX_OFFERS = 3
const CANCELLED_TEXT = 'No passkey was used. Try again, or sign in with your password.'

/** A message that explains why the sign-in failed. */
class AddressError extends Error {}

async function authenticate(useBrowserAutofill: boolean) {
  const { challenge, origin, options } = await call(routes.beginPasskeySignIn)
  const addressProblem = passkeyAddressProblem(origin)
  if (addressProblem) throw new AddressError(addressProblem)
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill })
  await call(routes.signInByPasskey, { body: { challenge, credential } })
}

/**
 * Signs in with a passkey, for which the browser asks. Returns null on success, the message of the failure, or the
 * pending deletion of the account.
 */
export async function signInByPasskey(): Promise<string | PendingDeletion | null> {
  try {
    await authenticate(false)
    return null
  } catch (reason) {
    if (reason instanceof AddressError) return reason.message
    const pendingDeletion = pendingDeletionOf(reason)
    if (pendingDeletion) return pendingDeletion
    // Without a response of the server, the user canceled or the authenticator failed.
    return reason instanceof ApiError ? (reason.serverMessage ?? 'Login failed') : CANCELLED_TEXT
  }
}

/**
 * Offers passkeys in autofill. Resolves to true when one was used, or to the pending deletion of its account; to false
 * if none can be used. `onRefusal` receives the message if the server rejects a passkey.
 */
export async function offerPasskeys(onRefusal: (message: string) => void): Promise<boolean | PendingDeletion> {
  if (!(await browserSupportsWebAuthnAutofill())) return false
  for (let offer = 0; offer < MAX_OFFERS; offer++)
    try {
      await authenticate(true)
      return true
    } catch (reason) {
      const pendingDeletion = pendingDeletionOf(reason)
      if (pendingDeletion) return pendingDeletion
      // Other failures need no message: the button was used instead, the user left the page, or passkeys do not work on
      // this page.
      if (!(reason instanceof ApiError) || reason.status !== 401) return false
      onRefusal(reason.serverMessage ?? 'Login failed')
    }
  return false
}

export const stopOffering = () => WebAuthnAbortService.cancelCeremony()
