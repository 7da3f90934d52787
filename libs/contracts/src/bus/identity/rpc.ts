import { z } from 'zod'
import { done, id, isoTime, role, rpc, text } from '../define.ts'
import { accountPage, accountView } from './accounts.ts'
import { userView } from './views.ts'
import { MAIL_TOPICS, MAX_DISPLAY_NAME } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'

/** A sign-in that succeeded. */
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

/** What a person sees and changes of the own account. */
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
   * LOGIN_FAILED for an unknown user and a wrong password alike; TOO_MANY_REQUESTS after 10 in 15 minutes (rule 30).
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
  endSession: rpc('identity.sessions.end', z.object({ token: z.string() }), done),
  /** Ends every session of the user and answers a new one (rotation). INVALID_INPUT for a wrong current or a weak new password. */
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
  /** EMAIL_TAKEN; INVALID_INPUT for a bad address or a weak password. Only for super_admin (checked). */
  createUser: rpc(
    'identity.users.create',
    z.object({
      email: text,
      password: text,
      displayName: text.max(MAX_DISPLAY_NAME).nullable(),
      role,
      tier,
      mustChangePassword: z.boolean(),
    }),
    userView,
  ),
  /** What strangers may know of a user: the display name, null when there is none or no such user. */
  getDisplayName: rpc(
    'identity.users.display-name',
    z.object({ userId: id }),
    z.object({ displayName: z.string().nullable() }),
  ),
  /** The newest first; `total` of all that fit, 0 unless `counted`. Only for super_admin. */
  listUsers: rpc('identity.users.list', accountPage, z.object({ users: z.array(accountView), total: z.number() })),
  /** Sets a temporary password that must be changed at the next sign-in and ends all sessions. USER_NOT_FOUND. Only for super_admin. */
  resetPassword: rpc(
    'identity.users.reset-password',
    z.object({ id: z.string() }),
    z.object({ temporaryPassword: z.string() }),
  ),
  /** Whether mail can be sent: without it there is no link for a forgotten password. */
  getMailFacts: rpc('identity.mail.facts', z.object({}), z.object({ isSetUp: z.boolean() })),
  /** Sends a link to the account of this name, if there is one; the answer does not tell. MAIL_OFF, TOO_MANY_REQUESTS. */
  requestPasswordReset: rpc('identity.passwords.request-reset', z.object({ username: text, address: text }), done),
  /** Sets the password by the link of a mail, once, and ends all sessions. MAIL_LINK_GONE; INVALID_INPUT for a weak password. */
  useResetLink: rpc(
    'identity.passwords.use-link',
    z.object({ token: text, newPassword: text, address: text }),
    z.object({ userId: id }),
  ),
  getProfile: rpc('identity.profile.get', z.object({}), profileView),
  /** What is not named stays. INVALID_INPUT for an unknown time zone or language. */
  updateProfile: rpc(
    'identity.profile.update',
    z.object({
      displayName: text.max(MAX_DISPLAY_NAME).nullish(),
      timeZone: text.max(100).nullish(),
      language: text.max(35).nullish(),
    }),
    profileView,
  ),
  /**
   * The new address, which is the username too. With mail it counts once the link sent there was opened, and the old address is notified;
   * without mail at once. EMAIL_TAKEN; INVALID_INPUT for a bad address or a wrong current password.
   */
  changeEmail: rpc(
    'identity.email.change',
    z.object({ email: text, currentPassword: text, address: text }),
    profileView,
  ),
  /** The link that was sent to a new address, once. MAIL_LINK_GONE, EMAIL_TAKEN. */
  confirmEmail: rpc(
    'identity.email.confirm',
    z.object({ token: text, address: text }),
    z.object({ userId: id, email: z.string() }),
  ),
  /** The newest that are alive, `current` first; how many there are beside them. */
  listSessions: rpc(
    'identity.sessions.list',
    z.object({ current: id }),
    z.object({ sessions: z.array(sessionView), total: z.number() }),
  ),
  /** One of the own. SESSION_NOT_FOUND. */
  endOwnSession: rpc('identity.sessions.end-own', z.object({ id: z.string() }), done),
  endOtherSessions: rpc('identity.sessions.end-others', z.object({ current: id }), z.object({ ended: z.number() })),
  getMailChoices: rpc('identity.mail.choices', z.object({}), mailChoices),
  setMailChoice: rpc(
    'identity.mail.choose',
    z.object({ topic: z.enum(MAIL_TOPICS), wanted: z.boolean() }),
    mailChoices,
  ),
  /** By the link of a mail, without a session: mails of its topic no longer come. MAIL_LINK_GONE for one that was not made here. */
  unsubscribe: rpc('identity.mail.unsubscribe', z.object({ token: text }), z.object({ topic: z.enum(MAIL_TOPICS) })),
  generatePassword: rpc('identity.passwords.generate', z.object({}), z.object({ password: z.string() })),
  /** Answers once identity has seen this version of the user's plan (waits up to 2 s), so that a change takes effect at once. */
  awaitPlan: rpc('identity.plans.await', z.object({ userId: id, version: z.number() }), done),
}
