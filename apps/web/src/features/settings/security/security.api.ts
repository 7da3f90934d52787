import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import { cachedQuery } from '../../../domain/cache/use-cached.ts'
import { call, messageOf } from '../../../lib/api.ts'
import type { Outcome } from '../../../lib/outcome.ts'
import { passkeyAddressProblem } from '../../../lib/passkeys.ts'

/** Reads the state of two-step sign-in and the passkeys of the user. */
export const accountSecurityQuery = () => cachedQuery('userProfile', routes.getSecurity)

/** The password, and a code if two-step sign-in is on. */
export type Proof = { password: string; code: string }

/** An error whose message is shown to the user. */
class UserMessageError extends Error {}

export async function toOutcome<T>(request: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await request() }
  } catch (reason) {
    return { failure: reason instanceof UserMessageError ? reason.message : messageOf(reason) }
  }
}

/** Runs a change of the security settings and refetches them. */
const changeSecurity = <T>(request: () => Promise<T>): Promise<Outcome<T>> =>
  toOutcome(async () => {
    const response = await request()
    await invalidateTypes(['userProfile'])
    return response
  })

export const beginSecondStep = ({ password }: Proof) =>
  toOutcome(() => call(routes.beginSecondStep, { body: { current_password: password } }))

export const confirmSecondStep = (challenge: string, code: string) =>
  changeSecurity(async () => (await call(routes.confirmSecondStep, { body: { challenge, code } })).recovery_codes)

export const endSecondStep = ({ password, code }: Proof) =>
  changeSecurity(() => call(routes.endSecondStep, { body: { current_password: password, code } }))

export const renewRecoveryCodes = ({ password, code }: Proof) =>
  changeSecurity(async () => {
    const response = await call(routes.renewRecoveryCodes, { body: { current_password: password, code } })
    return response.recovery_codes
  })

/** Creates a passkey in the browser, with options from the server, and registers it. */
export const addPasskey = ({ password, code }: Proof, name: string) =>
  changeSecurity(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const body = { current_password: password, ...(code && { code }) }
    const { challenge, origin, options } = await call(routes.beginPasskey, { body })
    const addressProblem = passkeyAddressProblem(origin)
    if (addressProblem) throw new UserMessageError(addressProblem)
    const credential = await startRegistration({ optionsJSON: options as never }).catch((reason: unknown) => {
      throw new UserMessageError(describePasskeyError(reason))
    })
    return call(routes.addPasskey, { body: { challenge, name, credential } })
  })

const describePasskeyError = (reason: unknown) =>
  reason instanceof Error && reason.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : 'The passkey could not be created. Please try again.'

export const renamePasskey = ({ id }: http.Passkey, name: string) =>
  changeSecurity(() => call(routes.renamePasskey, { params: { id }, body: { name } }))

export const removePasskey = ({ id }: http.Passkey, { password }: Proof) =>
  changeSecurity(() => call(routes.removePasskey, { params: { id }, body: { current_password: password } }))

const DEVICE_NAMES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows PC'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux PC'],
]

/** Returns the default name of a passkey. */
export const guessDeviceName = (userAgent: string) =>
  DEVICE_NAMES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'This device'
