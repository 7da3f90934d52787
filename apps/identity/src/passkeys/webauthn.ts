import type { Input, security } from '@daymark/contracts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '../users/user.entity.ts'
import type { Passkey } from './passkey.entity.ts'

/** The origin of the page and the host (`rpId`) for which a passkey is created and used. */
type RelyingParty = { origin: string; rpId: string }
type RegistrationResponse = Input<typeof security.addPasskey>['credential']
type AssertionResponse = Input<typeof security.openSessionByPasskey>['credential']
type VerifiedAssertion = { counter: number; synced: boolean }

/** COSE ids of the signature algorithms EdDSA, ES256 and RS256. Every authenticator supports at least one of them. */
const ALGORITHM_IDS = [-8, -7, -257]
/** Attestation formats that can be verified without certificates. The other formats identify the device, which Daymark does not request. */
const CERTIFICATE_FREE_FORMATS = new Set(['none', 'packed'])
// loaded on first use and not at the start, because the library includes a large X.509 implementation
const loadWebAuthnLibrary = () => import('@simplewebauthn/server')

const encodeUserHandle = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId))

/** Returns the options of `navigator.credentials.create`: the passkey must be discoverable, and the authenticator must verify the user. */
export async function createRegistrationOptions(user: User, existing: Passkey[], rpId: string) {
  const { generateRegistrationOptions } = await loadWebAuthnLibrary()
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

/** Returns the options of `navigator.credentials.get`. Any user can sign in, because the options name no passkeys. */
export async function createSignInOptions(rpId: string) {
  const { generateAuthenticationOptions } = await loadWebAuthnLibrary()
  return generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
}

/** Returns the new passkey, or undefined if the response of the authenticator is invalid, such as for another challenge or origin. */
export async function verifyRegistration(
  response: RegistrationResponse,
  challenge: string,
  { origin, rpId }: RelyingParty,
) {
  const { verifyRegistrationResponse } = await loadWebAuthnLibrary()
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
    return undefined // the library throws an error for every invalid response
  }
}

/**
 * Returns the reported counter and whether the passkey is synced, or undefined for an invalid response. Does not compare it with the stored
 * counter; `Passkey.isCounterTooLow` does.
 */
export async function verifyAssertion(
  response: AssertionResponse,
  passkey: Passkey,
  challenge: string,
  { origin, rpId }: RelyingParty,
): Promise<VerifiedAssertion | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthnLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
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

/** Returns true if the attestation can be verified without certificates. */
async function hasNoCertificates({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  return CERTIFICATE_FREE_FORMATS.has(object.get('fmt')) && object.get('attStmt').get('x5c') === undefined
}
