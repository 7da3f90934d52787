import { z } from 'zod'
import { backups as backupCalls } from '../bus/admin/backups.ts'
import { MAIL_TOPICS, MAX_DISPLAY_NAME_LENGTH } from '../rules/limits.ts'
import { snakeCased } from './snake-case.ts'

/** GET /api/auth/options: features of the sign-in screen. */
export const signInOptions = z.object({
  password_reset: z.boolean().describe('Whether a password reset link can be sent by email.'),
})
export const forgotPasswordBody = z.object({ username: z.string().max(320) })
const linkToken = z.string().max(200)
export const resetPasswordBody = z.object({
  token: linkToken,
  new_password: z.string().min(10, 'A password needs at least 10 characters.').max(200),
})
export const confirmEmailBody = z.object({ token: linkToken })
export const unsubscribeQuery = z.object({ token: linkToken })

export const profile = z.object({
  display_name: z.string().nullable(),
  username: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
  time_zone: z.string().nullable(),
  language: z.string().nullable(),
  mail_set_up: z.boolean(),
})
export type Profile = z.infer<typeof profile>
/** Omitted fields do not change. */
export const profilePatch = z.object({
  display_name: z.string().max(MAX_DISPLAY_NAME_LENGTH).nullish(),
  time_zone: z.string().max(100).nullish(),
  language: z.string().max(35).nullish(),
})
export const emailBody = z.object({ email: z.string().max(320), current_password: z.string().max(1000) })

export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type Session = z.infer<typeof session>
export const sessions = z.object({ sessions: z.array(session), total: z.number() })
export const endedSessions = z.object({ success: z.literal(true), message: z.string(), ended: z.number() })

export const mailChoices = z.object({
  mail_set_up: z.boolean(),
  topics: z.array(z.object({ topic: z.enum(MAIL_TOPICS), wanted: z.boolean() })),
})
export type MailChoices = z.infer<typeof mailChoices>
export const mailChoiceBody = z.object({ topic: z.enum(MAIL_TOPICS), wanted: z.boolean() })

/** Support contact for the signed-in user (rule 72). */
export const support = z.object({
  address: z.string(),
  subject: z.string(),
  account: z.string().describe('Account number.'),
  is_priority: z.boolean(),
})
export type Support = z.infer<typeof support>

/** `plan` null: the plan includes no backups. `configured` false: the installation has no backup store. */
export const backups = snakeCased(backupCalls.get.output)
export type Backups = z.infer<typeof backups>
export type Backup = Backups['backups'][number]
export const restoreBody = z.object({ backup_id: z.string().max(40) })

/** Backup settings of this installation, for the public Security page. */
export const backupFacts = snakeCased(backupCalls.getFacts.output)
export type BackupFacts = z.infer<typeof backupFacts>
