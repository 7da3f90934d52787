import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { newSession } from './rpc.ts'
import { MAX_CODE, MAX_PASSKEY_NAME, MAX_SEALED } from '../../rules/limits.ts'

/** From where, for the limiter: failures count per account and address. */
const address = text
/** The browser that gets a session. */
const client = { address, userAgent: text.max(500).optional(), device: text.max(100).optional() }
/** What a person proves herself with once more before something that matters; the code where two-step sign-in is on. */
const proof = { currentPassword: text, address }
const code = text.max(MAX_CODE).describe('Authenticator code or recovery code.')
const challenge = text.max(MAX_SEALED).describe('Challenge of an earlier step. Valid for minutes, and only once.')
/** Where a passkey works, as the gateway knows it: nothing of it comes from a body. */
const place = { origin: z.string(), rpId: z.string() }

/** What browsers make of a credential. All of it is base64url; what it means is found out by the library. */
const credential = {
  id: text.max(1400),
  rawId: text.max(1400),
  type: text.max(20),
  authenticatorAttachment: text.max(40).optional(),
}
const part = text.max(8000)
/** The answer of `navigator.credentials.create`, as JSON. */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: text.max(64_000),
    transports: z.array(text.max(20)).max(10).optional(),
  }),
})
/** The answer of `navigator.credentials.get`, as JSON. */
export const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: text.max(200).optional(),
  }),
})
/** What `navigator.credentials` is called with; made by the library and given on as it is. */
const options = z.record(z.string(), z.unknown())

export const passkeyView = z.object({
  id,
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  synced: z.boolean().describe('Whether the passkey is stored by a password manager or cloud on several devices.'),
  mayBeCopied: z.boolean().describe('Whether the signature counter decreased, which indicates a copied passkey.'),
})
export type PasskeyView = z.infer<typeof passkeyView>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).describe('Shown once. Only digests are stored.') })

/** Two-step sign-in and passkeys; a part of identity. Everything is about the caller's own account unless it says otherwise. */
export const security = {
  getSecurity: rpc(
    'identity.security.get',
    z.object({}),
    z.object({
      secondStepSince: isoTime.nullable().describe('Null: two-step sign-in is off.'),
      recoveryCodesLeft: z.number(),
      passkeys: z.array(passkeyView),
    }),
  ),
  /** A key for an authenticator app; nothing is on before `confirmSecondStep`. INVALID_INPUT for a wrong password, CONFLICT when it is on. */
  beginSecondStep: rpc(
    'identity.second-step.begin',
    z.object(proof),
    z.object({
      challenge: z.string(),
      key: z.string().describe('Secret key in base32.'),
      uri: z.string().describe('otpauth:// address.'),
    }),
  ),
  /** On from here; all other sessions end. INVALID_INPUT for a wrong code, CHALLENGE_EXPIRED. */
  confirmSecondStep: rpc('identity.second-step.confirm', z.object({ challenge, code, sessionId: id }), recoveryCodes),
  /** Off again. INVALID_INPUT for a wrong password or code. */
  endSecondStep: rpc('identity.second-step.end', z.object({ ...proof, code }), done),
  /** New ones in the place of all there were. INVALID_INPUT for a wrong password or code. */
  renewRecoveryCodes: rpc('identity.second-step.renew-codes', z.object({ ...proof, code }), recoveryCodes),
  /** Somebody lost her authenticator and the codes: off, and all sessions end. USER_NOT_FOUND. Only for super_admin (checked). */
  resetSecondStep: rpc('identity.second-step.reset', z.object({ id: z.string() }), done),
  /** The other half of a sign-in that SECOND_STEP_REQUIRED began. CODE_WRONG, CHALLENGE_EXPIRED, TOO_MANY_REQUESTS. */
  passSecondStep: rpc('identity.sessions.pass-second-step', z.object({ challenge, code, ...client }), newSession),

  /** For `navigator.credentials.create`. INVALID_INPUT for a wrong password, CONFLICT beyond the largest number of passkeys. */
  beginPasskey: rpc(
    'identity.passkeys.begin',
    z.object({ ...proof, code: code.optional(), ...place }),
    z.object({ challenge: z.string(), options }),
  ),
  /** INVALID_INPUT for what is no passkey of this place, CHALLENGE_EXPIRED. */
  addPasskey: rpc(
    'identity.passkeys.add',
    z.object({ challenge, name: text.max(MAX_PASSKEY_NAME), credential: newCredential, ...place }),
    passkeyView,
  ),
  renamePasskey: rpc(
    'identity.passkeys.rename',
    z.object({ id: z.string(), name: text.max(MAX_PASSKEY_NAME) }),
    passkeyView,
  ),
  /** All other sessions end. INVALID_INPUT for a wrong password. */
  removePasskey: rpc('identity.passkeys.remove', z.object({ ...proof, id: z.string(), sessionId: id }), done),
  /** For `navigator.credentials.get`; of nobody in particular. */
  beginPasskeySignIn: rpc(
    'identity.passkeys.begin-sign-in',
    z.object(place),
    z.object({ challenge: z.string(), options }),
  ),
  /** PASSKEY_REFUSED, CHALLENGE_EXPIRED. */
  openSessionByPasskey: rpc(
    'identity.sessions.open-by-passkey',
    z.object({ challenge, credential: usedCredential, ...place, ...client }),
    newSession,
  ),
}
