import { z } from 'zod'
import { successOutput, id, isoTime, role, rpc, text } from '../define.ts'
import { accountPage, accountView, userView } from './accounts.ts'
import { MAIL_TOPICS, MAX_DISPLAY_NAME_LENGTH } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'

/** The session of a successful sign-in. */
export const newSession = z.object({
  token: z.string(),
  sessionId: id,
  expiresAt: isoTime.describe('Absolute limit. The session ends earlier if it is not used.'),
  user: userView,
  device: z
    .string()
    .optional()
    .describe('Value for the browser to store so that it is recognized at the next sign-in.'),
})

/** Account settings of the caller. */
const profileView = z.object({
  displayName: z.string().nullable(),
  username: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable().describe('New address that waits for confirmation by its link.'),
  timeZone: z.string().nullable(),
  browserZone: z.string().nullable().optional().describe('Last time zone sent by the web application.'),
  language: z.string().nullable(),
  mailSetUp: z.boolean(),
})
export type ProfileView = z.infer<typeof profileView>

const sessionView = z.object({
  id,
  device: z.string().describe('Browser and system in plain words.'),
  address: z.string().nullable(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  isCurrent: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>

const mailChoices = z.object({
  isSetUp: z.boolean(),
  topics: z.array(z.object({ topic: z.enum(MAIL_TOPICS), wanted: z.boolean() })),
})
export type MailChoicesView = z.infer<typeof mailChoices>

export const identity = {
  /**
   * Throws LOGIN_FAILED for an unknown user and a wrong password alike; TOO_MANY_REQUESTS after 10 in 15 minutes (rule 30).
   * SECOND_STEP_REQUIRED, with a challenge for passSecondStep, when the password is right and two-step sign-in is on.
   */
  openSession: rpc(
    'identity.sessions.open',
    z.object({
      username: text,
      password: text,
      address: text,
      userAgent: text.max(500).optional(),
      device: text.max(100).optional().describe('Value that the browser stored at an earlier sign-in.'),
    }),
    newSession,
  ),
  /** The user behind a session token; NO_SESSION when unknown, ended or past its idle or absolute limit. */
  checkSession: rpc(
    'identity.sessions.check',
    z.object({
      token: z.string(),
      browserZone: z.string().max(100).optional().describe('Stored time zone. Unknown zones are ignored.'),
    }),
    z.object({ sessionId: id, expiresAt: isoTime, user: userView }),
  ),
  endSession: rpc('identity.sessions.end', z.object({ token: z.string() }), successOutput),
  /** Ends every session of the user and returns a new one. Throws INVALID_INPUT for a wrong current or a weak new password. */
  changePassword: rpc(
    'identity.passwords.change',
    z.object({
      currentPassword: text,
      newPassword: text,
      address: text,
      userAgent: text.max(500).optional(),
    }),
    newSession,
  ),
  /** Throws EMAIL_TAKEN; INVALID_INPUT for a bad address or a weak password. Only for super_admin (the service checks this). */
  createUser: rpc(
    'identity.users.create',
    z.object({
      email: text,
      password: text,
      displayName: text.max(MAX_DISPLAY_NAME_LENGTH).nullable(),
      role,
      tier,
      mustChangePassword: z.boolean(),
    }),
    userView,
  ),
  /** The public display name of a user. Null: none, or no such user. */
  getDisplayName: rpc(
    'identity.users.display-name',
    z.object({ userId: id }),
    z.object({ displayName: z.string().nullable() }),
  ),
  /** Returns the newest first. `total`: number of matches, 0 unless `counted`. Only for super_admin. */
  listUsers: rpc('identity.users.list', accountPage, z.object({ users: z.array(accountView), total: z.number() })),
  /** Sets a temporary password that must be changed at the next sign-in and ends all sessions. Throws USER_NOT_FOUND. Only for super_admin. */
  resetPassword: rpc(
    'identity.users.reset-password',
    z.object({ id: z.string() }),
    z.object({ temporaryPassword: z.string() }),
  ),
  /** Whether email is set up. Without it there are no password reset links. */
  getMailFacts: rpc('identity.mail.facts', z.object({}), z.object({ isSetUp: z.boolean() })),
  /** Sends a reset link if the account exists. The response does not reveal it. Throws MAIL_OFF, TOO_MANY_REQUESTS. */
  requestPasswordReset: rpc(
    'identity.passwords.request-reset',
    z.object({ username: text, address: text }),
    successOutput,
  ),
  /** Sets the password with a single-use link and ends all sessions. Throws MAIL_LINK_GONE; INVALID_INPUT for a weak password. */
  useResetLink: rpc(
    'identity.passwords.use-link',
    z.object({ token: text, newPassword: text, address: text }),
    z.object({ userId: id }),
  ),
  getProfile: rpc('identity.profile.get', z.object({}), profileView),
  /** Omitted fields do not change. Throws INVALID_INPUT for an unknown time zone or language. */
  updateProfile: rpc(
    'identity.profile.update',
    z.object({
      displayName: text.max(MAX_DISPLAY_NAME_LENGTH).nullish(),
      timeZone: text.max(100).nullish(),
      language: text.max(35).nullish(),
    }),
    profileView,
  ),
  /**
   * Changes the address, which is also the username. With email set up, the change takes effect when the link in the new mailbox is
   * opened, and the old address is notified; otherwise at once. Throws EMAIL_TAKEN; INVALID_INPUT for an invalid address or a wrong password.
   */
  changeEmail: rpc(
    'identity.email.change',
    z.object({ email: text, currentPassword: text, address: text }),
    profileView,
  ),
  /** Confirms a new address with its single-use link. Throws MAIL_LINK_GONE, EMAIL_TAKEN. */
  confirmEmail: rpc(
    'identity.email.confirm',
    z.object({ token: text, address: text }),
    z.object({ userId: id, email: z.string() }),
  ),
  /** Active sessions, `current` first, then newest first, and their total number. */
  listSessions: rpc(
    'identity.sessions.list',
    z.object({ current: id }),
    z.object({ sessions: z.array(sessionView), total: z.number() }),
  ),
  /** Throws SESSION_NOT_FOUND. */
  endOwnSession: rpc('identity.sessions.end-own', z.object({ id: z.string() }), successOutput),
  endOtherSessions: rpc('identity.sessions.end-others', z.object({ current: id }), z.object({ ended: z.number() })),
  getMailChoices: rpc('identity.mail.choices', z.object({}), mailChoices),
  setMailChoice: rpc(
    'identity.mail.choose',
    z.object({ topic: z.enum(MAIL_TOPICS), wanted: z.boolean() }),
    mailChoices,
  ),
  /** Turns off a topic with the link of an email, without a session. Throws MAIL_LINK_GONE for a forged link. */
  unsubscribe: rpc('identity.mail.unsubscribe', z.object({ token: text }), z.object({ topic: z.enum(MAIL_TOPICS) })),
  generatePassword: rpc('identity.passwords.generate', z.object({}), z.object({ password: z.string() })),
  /** Returns when identity has applied this version of the plan, or after 2 s without it. */
  awaitPlan: rpc('identity.plans.await', z.object({ userId: id, version: z.number() }), successOutput),
}
