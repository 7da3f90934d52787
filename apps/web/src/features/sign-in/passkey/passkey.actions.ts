import * as routes from '@daymark/contracts/routes'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError, call } from '../../../lib/api.ts'
import { type Leaving, leavingOf } from '../keep/leaving.actions.ts'
import { wrongAddress } from '../../../lib/webauthn/passkeys.ts'

/** Offered again so often where the server refused what was chosen. */
const OFFERS = 3
const CANCELLED = 'No passkey was used. Try again, or sign in with your password.'

/** A sentence that says why a person is not signed in. */
class Refusal extends Error {}

async function authenticate(useBrowserAutofill: boolean) {
  const { challenge, origin, options } = await call(routes.beginPasskeySignIn)
  const elsewhere = wrongAddress(origin)
  if (elsewhere) throw new Refusal(elsewhere)
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill })
  await call(routes.signInByPasskey, { body: { challenge, credential } })
}

/** The browser asks which one. Answers null when the person is signed in, else why not, or that the account waits for its deletion. */
export async function signInByPasskey(): Promise<string | Leaving | null> {
  try {
    await authenticate(false)
    return null
  } catch (reason) {
    if (reason instanceof Refusal) return reason.message
    // What the authenticator or its person says is no more than that it was not done.
    const leaving = leavingOf(reason)
    if (leaving) return leaving
    return reason instanceof ApiError ? (reason.sentence ?? 'Login failed') : CANCELLED
  }
}

/** Passkeys among what the browser fills in. Answers once one was taken, or what its account waits for; `onRefusal` hears of one that was not. */
export async function offerPasskeys(onRefusal: (sentence: string) => void): Promise<boolean | Leaving> {
  if (!(await browserSupportsWebAuthnAutofill())) return false
  for (let offer = 0; offer < OFFERS; offer++)
    try {
      await authenticate(true)
      return true
    } catch (reason) {
      const leaving = leavingOf(reason)
      if (leaving) return leaving
      // Also when the button took over, the page was left, or passkeys do not work here at all.
      if (!(reason instanceof ApiError) || reason.status !== 401) return false
      onRefusal(reason.sentence ?? 'Login failed')
    }
  return false
}

export const stopOffering = () => WebAuthnAbortService.cancelCeremony()
