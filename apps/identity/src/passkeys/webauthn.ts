import type { Input, security } from '@daymark/contracts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '../users/user.entity.ts'
import type { Passkey } from './passkey.entity.ts'

/** The origin and host for which a passkey is created and used. */
export type RelyingParty = { origin: string; rpId: string }
type RegistrationResponse = Input<typeof security.addPasskey>['credential']
type AssertionResponse = Input<typeof security.openSessionByPasskey>['credential']
type VerifiedAssertion = { counter: number; synced: boolean }

/** EdDSA, ES256, RS256: every authenticator supports one of them. */
const ALGORITHM_IDS = [-8, -7, -257]
/** Other attestation formats identify the device. Daymark does not request them, and their verification needs much code. */
const CERTIFICATE_FREE_FORMATS = new Set(['none', 'packed'])
// loaded on first use, because the library includes all of X.509
const loadLibrary = () => import('@simplewebauthn/server')

const encodeUserHandle = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId))

/** Options of `navigator.credentials.create`: a discoverable credential with user verification. */
export async function creationOptions(user: User, existing: Passkey[], rpId: string) {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: 'Daymark',
    rpID: rpId,
    userID: encodeUserHandle(user.id),
    userName: user.email,
    userDisplayName: user.displayName ?? user.email,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHM_IDS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports: transports as never })),
  })
}

/** Options of `navigator.credentials.get` for any user. */
export async function requestOptions(rpId: string) {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
}

/** The verified new passkey; undefined if challenge or origin do not match. */
export async function verifyRegistration(
  response: RegistrationResponse,
  challenge: string,
  { origin, rpId }: RelyingParty,
) {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    if (!(await hasNoCertificates(response))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHM_IDS,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      synced: credentialBackedUp,
    }
  } catch {
    return undefined // the library throws for every invalid response
  }
}

/** Returns undefined for an invalid assertion. `Passkey.isCounterTooLow` checks the counter. */
export async function verifyAssertion(
  used: AssertionResponse,
  passkey: Passkey,
  challenge: string,
  { origin, rpId }: RelyingParty,
): Promise<VerifiedAssertion | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}

/** Returns true if the response has no chain of certificates. */
async function hasNoCertificates({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  return CERTIFICATE_FREE_FORMATS.has(object.get('fmt')) && object.get('attStmt').get('x5c') === undefined
}
