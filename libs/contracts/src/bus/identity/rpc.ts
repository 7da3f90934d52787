import { z } from 'zod'
import { successOutput, id, isoTime, role, rpc, text, superAdminRpc } from '../define.ts'
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
    .describe('Value that the browser stores, so that identity recognizes the browser at the next sign-in.'),
})

/** Account settings of the caller. */
const profileView = z.object({
  displayName: z.string().nullable(),
  username: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable().describe('New email address that the user has not confirmed yet. Null: none.'),
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
   * Signs a user in. Throws LOGIN_FAILED for an unknown user and for a wrong password; TOO_MANY_REQUESTS after 10 failures in 15 minutes
   * (rule 30); SECOND_STEP_REQUIRED, with a challenge for passSecondStep, if the password is right and two-step sign-in is enabled.
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
  /** Returns the user of a session token. Throws NO_SESSION if the session is unknown, was ended, or has expired. */
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
  /** Throws EMAIL_TAKEN; INVALID_INPUT for an invalid email address or a weak password. Only for super_admin. */
  createUser: superAdminRpc(
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
  /** Returns the public display name of a user. Null: the user has none or does not exist. */
  getDisplayName: rpc(
    'identity.users.display-name',
    z.object({ userId: id }),
    z.object({ displayName: z.string().nullable() }),
  ),
  /** Returns users, newest first. `total`: number of matches; 0 if `counted` is false. Only for super_admin. */
  listUsers: superAdminRpc(
    'identity.users.list',
    accountPage,
    z.object({ users: z.array(accountView), total: z.number() }),
  ),
  /** Ends all sessions and sets a temporary password, which the user must change at the next sign-in. Throws USER_NOT_FOUND. Only for super_admin. */
  resetPassword: superAdminRpc(
    'identity.users.reset-password',
    z.object({ id: z.string() }),
    z.object({ temporaryPassword: z.string() }),
  ),
  /** Returns whether email is set up. If not, users cannot request password reset links. */
  getMailFacts: rpc('identity.mail.facts', z.object({}), z.object({ isSetUp: z.boolean() })),
  /**
   * Emails a reset link if the account exists. The response does not reveal whether it exists. Throws TOO_MANY_REQUESTS; MAIL_OFF if email
   * is not set up.
   */
  requestPasswordReset: rpc(
    'identity.passwords.request-reset',
    z.object({ username: text, address: text }),
    successOutput,
  ),
  /** Sets the password with the token of a single-use link and ends all sessions. Throws MAIL_LINK_GONE; INVALID_INPUT for a weak password. */
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
   * Changes the email address, which is also the username. If email is set up, notifies the old address and sends a link to the new one; the
   * change takes effect when the user opens this link. If not, the change takes effect at once. Throws EMAIL_TAKEN; INVALID_INPUT for an
   * invalid address or a wrong password.
   */
  changeEmail: rpc(
    'identity.email.change',
    z.object({ email: text, currentPassword: text, address: text }),
    profileView,
  ),
  /** Confirms a new email address with the token of its single-use link. Throws MAIL_LINK_GONE, EMAIL_TAKEN. */
  confirmEmail: rpc(
    'identity.email.confirm',
    z.object({ token: text, address: text }),
    z.object({ userId: id, email: z.string() }),
  ),
  /** Returns active sessions, first `current` and then the newest first, and their total number. */
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
  /** Turns off an email topic with the token of an unsubscribe link; needs no session. Throws MAIL_LINK_GONE for a forged token. */
  unsubscribe: rpc('identity.mail.unsubscribe', z.object({ token: text }), z.object({ topic: z.enum(MAIL_TOPICS) })),
  generatePassword: superAdminRpc('identity.passwords.generate', z.object({}), z.object({ password: z.string() })),
  /** Returns once the service has applied this version of the plan. Throws SUBSCRIPTION_PENDING after 2 s. */
  awaitPlan: rpc('identity.plans.await', z.object({ userId: id, version: z.number() }), successOutput),
}
