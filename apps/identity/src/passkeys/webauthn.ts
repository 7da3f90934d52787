import type { Input, security } from '@daymark/contracts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '../users/user.entity.ts'
import type { Passkey } from './passkey.entity.ts'

/** The address that a passkey is made for and used at. */
export type Place = { origin: string; rpId: string }
type Made = Input<typeof security.addPasskey>['credential']
type Used = Input<typeof security.openSessionByPasskey>['credential']
type Verified = { counter: number; synced: boolean }

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]
/** Without one of these the browser tells us what device it is, which nobody asked for and whose proof is much code. */
const PLAIN = new Set(['none', 'packed'])
// Most processes never see a passkey, and the library brings along all of X.509.
const library = () => import('@simplewebauthn/server')

const handleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId))

/** For `navigator.credentials.create`: found without a name, and only with the person's finger, face or PIN. */
export async function creationOptions(user: User, known: Passkey[], rpId: string) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Daymark',
    rpID: rpId,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.displayName ?? user.email,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports: transports as never })),
  })
}

/** For `navigator.credentials.get`, whoever it will be. */
export async function requestOptions(rpId: string) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
}

/** What to keep of a new passkey; undefined when it does not answer what was asked, or was not made here. */
export async function verifiedNew(made: Made, asked: string, { origin, rpId }: Place) {
  const { verifyRegistrationResponse } = await library()
  try {
    if (!(await isPlain(made))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: asked,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
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
    return undefined // the library throws for whatever does not fit
  }
}

/** The counter is left to `Passkey.wentBack`, which notes what it finds; undefined for all else that does not fit. */
export async function verifiedUse(
  used: Used,
  passkey: Passkey,
  asked: string,
  { origin, rpId }: Place,
): Promise<Verified | undefined> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} } as never,
      expectedChallenge: asked,
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

/** Not with a chain of certificates, which nobody asked for. */
async function isPlain({ response }: Made): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  return PLAIN.has(object.get('fmt')) && object.get('attStmt').get('x5c') === undefined
}
