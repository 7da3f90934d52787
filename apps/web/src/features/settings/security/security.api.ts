import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { passkeyAddressProblem } from '../../../lib/passkeys.ts'

/** Two-step sign-in and passkeys of the signed-in user. */
export const accountSecurity = (): CachedQuery<http.AccountSecurity> => ({
  type: 'userProfile',
  key: [routes.getSecurity.path],
  read: signal => call(routes.getSecurity, { signal }),
})

/** The password, and the code if two-step sign-in is on. */
export type Proof = { password: string; code: string }
/** The result, or the message that explains the failure. */
export type Outcome<T> = { done: T } | { refusal: string }

/** A message for the user. */
class Refusal extends Error {}

export async function outcome<T>(request: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await request() }
  } catch (reason) {
    if (reason instanceof Refusal) return { refusal: reason.message }
    const message = reason instanceof ApiError ? reason.serverMessage : null
    return { refusal: message ?? 'Something went wrong. Please try again.' }
  }
}
/** Runs a change and updates the section. */
const change = <T>(request: () => Promise<T>): Promise<Outcome<T>> =>
  outcome(async () => {
    const answer = await request()
    await invalidateTypes(['userProfile'])
    return answer
  })

export const beginSecondStep = ({ password }: Proof) =>
  outcome(() => call(routes.beginSecondStep, { body: { current_password: password } }))

export const confirmSecondStep = (challenge: string, code: string) =>
  change(async () => (await call(routes.confirmSecondStep, { body: { challenge, code } })).recovery_codes)

export const endSecondStep = ({ password, code }: Proof) =>
  change(() => call(routes.endSecondStep, { body: { current_password: password, code } }))

export const renewRecoveryCodes = ({ password, code }: Proof) =>
  change(async () => {
    const answer = await call(routes.renewRecoveryCodes, { body: { current_password: password, code } })
    return answer.recovery_codes
  })

/** Asks the server for options, then the browser, which asks the user. */
export const addPasskey = ({ password, code }: Proof, name: string) =>
  change(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const body = { current_password: password, ...(code && { code }) }
    const { challenge, origin, options } = await call(routes.beginPasskey, { body })
    const elsewhere = passkeyAddressProblem(origin)
    if (elsewhere) throw new Refusal(elsewhere)
    const credential = await startRegistration({ optionsJSON: options as never }).catch((reason: unknown) => {
      throw new Refusal(whyNot(reason))
    })
    return call(routes.addPasskey, { body: { challenge, name, credential } })
  })

const whyNot = (reason: unknown) =>
  reason instanceof Error && reason.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : 'The passkey could not be created. Please try again.'

export const renamePasskey = ({ id }: http.Passkey, name: string) =>
  change(() => call(routes.renamePasskey, { params: { id }, body: { name } }))

export const removePasskey = ({ id }: http.Passkey, { password }: Proof) =>
  change(() => call(routes.removePasskey, { params: { id }, body: { current_password: password } }))

const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows PC'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux PC'],
]

/** A readable default name, which can be changed. */
export const thisDevice = (userAgent: string) => DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? 'This device'
