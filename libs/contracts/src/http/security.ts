import { z } from 'zod'
import { newCredential, usedCredential } from '../bus/identity/security.ts'
import { MAX_CODE_LENGTH, MAX_PASSKEY_NAME_LENGTH, MAX_CHALLENGE_LENGTH } from '../rules/limits.ts'
import { requiredTextSchema } from '../rules/visible-text.ts'
import { success } from './accounts.ts'

const current_password = z.string().max(1000)
const code = z.string().max(MAX_CODE_LENGTH)
/** Challenge from the response of the previous step. It can be used once, within a few minutes. */
const challenge = z.string().max(MAX_CHALLENGE_LENGTH)
const name = requiredTextSchema('Give the passkey a name.', MAX_PASSKEY_NAME_LENGTH)

/** Second step of a sign-in after 401 `second_step_required` with its `challenge`. */
export const secondStepBody = z.object({ challenge, code })
export const passkeySignInBody = z.object({ challenge, credential: usedCredential })
/** Options for `navigator.credentials`, and the origin that the page must have. */
export const passkeyOptions = z.object({
  challenge: z.string(),
  origin: z.string(),
  options: z.record(z.string(), z.unknown()),
})
export type PasskeyOptions = z.infer<typeof passkeyOptions>

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  synced: z.boolean(),
  may_be_copied: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>
/** GET /api/settings/security. `passkey_address`: address at which passkeys work. Null: passkeys are not available. */
export const accountSecurity = z.object({
  second_step: z.object({
    enabled: z.boolean(),
    enabled_at: z.string().nullable(),
    recovery_codes_left: z.number(),
  }),
  passkeys: z.array(passkey),
  passkey_address: z.string().nullable(),
})
export type AccountSecurity = z.infer<typeof accountSecurity>

export const passwordBody = z.object({ current_password })
export const passwordAndCodeBody = z.object({ current_password, code })
/** Data for setting up an authenticator app: `uri` for the QR code, `key` for manual entry. */
export const secondStepSetup = z.object({ challenge: z.string(), key: z.string(), uri: z.string() })
export type SecondStepSetup = z.infer<typeof secondStepSetup>
/** Recovery codes. No later response contains them again. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
/** Starts adding a passkey. `code`: required if two-step sign-in is enabled. */
export const passkeyBeginBody = z.object({ current_password, code: code.optional() })
export const passkeyBody = z.object({ challenge, name, credential: newCredential })
export const passkeyNameBody = z.object({ name })

/** DELETE /api/settings/account. `code`: required if two-step sign-in is enabled. */
export const deleteAccountBody = z.object({ current_password, code: code.optional() })
export const scheduledDeletion = success.extend({ deletion_due_at: z.string() })
/** Cancels a deletion with the `challenge` of a sign-in that failed with 403 `account_deleting`. */
export const cancelDeletionBody = z.object({ challenge })

/** Security settings of this installation, for the public Security page. */
export const securityFacts = z.object({
  encryption: z.object({ configured: z.boolean().describe('Whether a key for encryption at rest is configured.') }),
})
export type SecurityFacts = z.infer<typeof securityFacts>

const days = z.number()
/** Retention periods and services of this installation, for the public Privacy page. */
export const privacyFacts = z.object({
  trash_days: days.describe('Days for which deleted items can be restored. 0: they cannot.'),
  deletion_days: days.describe('Days between the deletion request and the deletion of the account.'),
  visit_days: days.describe('Days for which single gallery visit events are retained.'),
  audit_days: days.describe('Days for which the audit log is retained.'),
  activity_days: days.describe('Days for which administrators see uploads and new links.'),
  event_days: days
    .optional()
    .describe(
      'Days for which the message bus retains events, including those of deleted accounts. 0: until they are processed.',
    ),
  mail: z.boolean().describe('Whether this installation sends email.'),
  mail_days: days.optional().describe('Days for which the record of a sent gallery email is retained.'),
  cards: z.boolean().describe('Whether plans are paid through a payment provider.'),
  telemetry: z.boolean().describe('Whether request traces are sent to a collector of the operator.'),
})
export type PrivacyFacts = z.infer<typeof privacyFacts>
