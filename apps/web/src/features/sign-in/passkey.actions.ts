import * as routes from '@daymark/contracts/routes'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { type PendingDeletion, pendingDeletionOf } from './sign-in.api.ts'
import { passkeyAddressProblem } from '../../lib/passkeys.ts'

/** The maximum number of attempts by autofill. After a rejected passkey, passkeys are offered again. */
const MAX_OFFERS = 3
const CANCELED_TEXT = 'No passkey was used. Try again, or sign in with your password.'

/** Thrown if passkeys do not work at the address of this page. The user sees its message. */
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
 * The result of a sign-in by passkey. `not-used`: the user used the button instead of autofill or left the page, or
 * passkeys do not work on this page.
 */
type PasskeyResult =
  | { kind: 'signed-in' | 'not-used' }
  | { kind: 'pending-deletion'; pendingDeletion: PendingDeletion }
  | { kind: 'failed'; message: string }

/** Signs in with a passkey, for which the browser asks. */
export async function signInByPasskey(): Promise<PasskeyResult> {
  try {
    await authenticate(false)
    return { kind: 'signed-in' }
  } catch (reason) {
    if (reason instanceof AddressError) return { kind: 'failed', message: reason.message }
    const pendingDeletion = pendingDeletionOf(reason)
    if (pendingDeletion) return { kind: 'pending-deletion', pendingDeletion }
    // Without a response of the server, the user canceled or the authenticator failed.
    return {
      kind: 'failed',
      message: reason instanceof ApiError ? messageOf(reason, 'Login failed') : CANCELED_TEXT,
    }
  }
}

/**
 * Offers passkeys in autofill until one was used. `onRejection` receives the message if the server rejects a passkey.
 */
export async function offerPasskeys(onRejection: (message: string) => void): Promise<PasskeyResult> {
  if (!(await browserSupportsWebAuthnAutofill())) return { kind: 'not-used' }
  for (let offer = 0; offer < MAX_OFFERS; offer++)
    try {
      await authenticate(true)
      return { kind: 'signed-in' }
    } catch (reason) {
      const pendingDeletion = pendingDeletionOf(reason)
      if (pendingDeletion) return { kind: 'pending-deletion', pendingDeletion }
      if (!(reason instanceof ApiError) || reason.status !== 401) break
      onRejection(messageOf(reason, 'Login failed'))
    }
  return { kind: 'not-used' }
}

export const stopOffering = () => WebAuthnAbortService.cancelCeremony()
