import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text, superAdminRpc } from '../define.ts'
import { newSession } from './rpc.ts'
import { MAX_CODE_LENGTH, MAX_PASSKEY_NAME_LENGTH, MAX_CHALLENGE_LENGTH } from '../../rules/limits.ts'

/** IP address of the caller. The rate limiter counts failures per account and address. */
const ipAddress = text
/** Describes the browser that receives the session. */
const browserFields = { address: ipAddress, userAgent: text.max(500).optional(), device: text.max(100).optional() }
/** The password, which the user must enter again for sensitive changes. */
const passwordProof = { currentPassword: text, address: ipAddress }
const authenticatorCode = text.max(MAX_CODE_LENGTH).describe('Authenticator code or recovery code.')
const sealedChallenge = text
  .max(MAX_CHALLENGE_LENGTH)
  .describe('Challenge from the response of the previous step. It can be used once, within a few minutes.')
/** WebAuthn relying party. The gateway determines it; it is never read from a request body. */
const relyingParty = { origin: z.string(), rpId: z.string() }

/** A WebAuthn credential. All fields are base64url and are validated by the WebAuthn library. */
const credentialFields = {
  id: text.max(1400),
  rawId: text.max(1400),
  type: text.max(20),
  authenticatorAttachment: text.max(40).optional(),
}
const base64urlText = text.max(8000)
/** Result of `navigator.credentials.create` as JSON. */
export const newCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64urlText,
    attestationObject: text.max(64_000),
    transports: z.array(text.max(20)).max(10).optional(),
  }),
})
/** Result of `navigator.credentials.get` as JSON. */
export const usedCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64urlText,
    authenticatorData: base64urlText,
    signature: base64urlText,
    userHandle: text.max(200).optional(),
  }),
})
/** Options for `navigator.credentials` from the WebAuthn library. */
const webauthnOptions = z.record(z.string(), z.unknown())

const passkeyView = z.object({
  id,
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  synced: z.boolean().describe('Whether the passkey is stored by a password manager or cloud on several devices.'),
  mayBeCopied: z.boolean().describe('Whether the signature counter decreased, which indicates a copied passkey.'),
})
export type PasskeyView = z.infer<typeof passkeyView>

const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe('No other response contains the codes, because only digests are stored.'),
})

/** Two-step sign-in and passkeys, in the identity service. Unless noted, all calls concern the account of the caller. */
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
  /**
   * Returns a key for an authenticator app. Two-step sign-in is enabled only by `confirmSecondStep`. Throws INVALID_INPUT for a wrong
   * password; CONFLICT if two-step sign-in is already enabled.
   */
  beginSecondStep: rpc(
    'identity.second-step.begin',
    z.object(passwordProof),
    z.object({
      challenge: z.string(),
      key: z.string().describe('Secret key in base32.'),
      uri: z.string().describe('otpauth:// address.'),
    }),
  ),
  /** Enables two-step sign-in and ends all other sessions. Throws INVALID_INPUT for a wrong code, CHALLENGE_EXPIRED. */
  confirmSecondStep: rpc(
    'identity.second-step.confirm',
    z.object({ challenge: sealedChallenge, code: authenticatorCode, sessionId: id }),
    recoveryCodes,
  ),
  /** Disables two-step sign-in. Throws INVALID_INPUT for a wrong password or code. */
  endSecondStep: rpc(
    'identity.second-step.end',
    z.object({ ...passwordProof, code: authenticatorCode }),
    successOutput,
  ),
  /** Replaces all recovery codes. Throws INVALID_INPUT for a wrong password or code. */
  renewRecoveryCodes: rpc(
    'identity.second-step.renew-codes',
    z.object({ ...passwordProof, code: authenticatorCode }),
    recoveryCodes,
  ),
  /**
   * Disables two-step sign-in of another user, who lost the authenticator and the recovery codes, and ends all sessions of this user. Only
   * for super_admin.
   */
  resetSecondStep: superAdminRpc('identity.second-step.reset', z.object({ id: z.string() }), successOutput),
  /** Completes a sign-in after SECOND_STEP_REQUIRED. Throws CODE_WRONG, CHALLENGE_EXPIRED, TOO_MANY_REQUESTS. */
  passSecondStep: rpc(
    'identity.sessions.pass-second-step',
    z.object({ challenge: sealedChallenge, code: authenticatorCode, ...browserFields }),
    newSession,
  ),

  /**
   * Returns options for `navigator.credentials.create`. Throws INVALID_INPUT for a wrong password; CONFLICT if the maximum number of passkeys
   * is reached.
   */
  beginPasskey: rpc(
    'identity.passkeys.begin',
    z.object({ ...passwordProof, code: authenticatorCode.optional(), ...relyingParty }),
    z.object({ challenge: z.string(), options: webauthnOptions }),
  ),
  /** Adds the passkey that the browser created. Throws INVALID_INPUT for an invalid credential; CHALLENGE_EXPIRED. */
  addPasskey: rpc(
    'identity.passkeys.add',
    z.object({
      challenge: sealedChallenge,
      name: text.max(MAX_PASSKEY_NAME_LENGTH),
      credential: newCredential,
      ...relyingParty,
    }),
    passkeyView,
  ),
  renamePasskey: rpc(
    'identity.passkeys.rename',
    z.object({ id: z.string(), name: text.max(MAX_PASSKEY_NAME_LENGTH) }),
    passkeyView,
  ),
  /** Removes the passkey and ends all other sessions. Throws INVALID_INPUT for a wrong password. */
  removePasskey: rpc(
    'identity.passkeys.remove',
    z.object({ ...passwordProof, id: z.string(), sessionId: id }),
    successOutput,
  ),
  /** Returns options for `navigator.credentials.get`. Needs no user: the passkey identifies them. */
  beginPasskeySignIn: rpc(
    'identity.passkeys.begin-sign-in',
    z.object(relyingParty),
    z.object({ challenge: z.string(), options: webauthnOptions }),
  ),
  /** Signs a user in by passkey. Throws PASSKEY_REFUSED, CHALLENGE_EXPIRED. */
  openSessionByPasskey: rpc(
    'identity.sessions.open-by-passkey',
    z.object({ challenge: sealedChallenge, credential: usedCredential, ...relyingParty, ...browserFields }),
    newSession,
  ),
}
