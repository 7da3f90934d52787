import { z } from 'zod'
import { done, id, isoTime, role, rpc, text } from './define.ts'
import { MAX_DISPLAY_NAME } from './limits.ts'
import { subscriptionStatus, tier } from './plans.ts'

/** A user as identity knows it, with its copy of plan and usage. Never a secret. */
export const userView = z.object({
  id,
  username: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  role,
  tier,
  subscriptionStatus,
  storageUsed: z.number(),
  storageLimit: z.number(),
  mustChangePassword: z.boolean(),
  disabled: z.boolean(),
  lastLogin: isoTime.nullable(),
  createdAt: isoTime,
})
export type UserView = z.infer<typeof userView>

/** A sign-in that succeeded. */
export const opened = z.object({
  token: z.string(),
  sessionId: id,
  expiresAt: isoTime.describe('the absolute limit; the session may end earlier when it is not used'),
  user: userView,
})

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
    }),
    opened,
  ),
  /** The user behind a session token; NO_SESSION when unknown, ended or past its idle or absolute limit. */
  checkSession: rpc(
    'identity.sessions.check',
    z.object({ token: z.string() }),
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
    opened,
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
  listUsers: rpc(
    'identity.users.list',
    z.object({ limit: z.number().int().min(0).max(1000), offset: z.number().int().min(0) }),
    z.object({ users: z.array(userView), total: z.number() }),
  ),
  /** Sets a temporary password that must be changed at the next sign-in and ends all sessions. USER_NOT_FOUND. Only for super_admin. */
  resetPassword: rpc(
    'identity.users.reset-password',
    z.object({ id: z.string() }),
    z.object({ temporaryPassword: z.string() }),
  ),
  generatePassword: rpc('identity.passwords.generate', z.object({}), z.object({ password: z.string() })),
  /** Answers once identity has seen this version of the user's plan (waits up to 2 s), so that a change takes effect at once. */
  awaitPlan: rpc('identity.plans.await', z.object({ userId: id, version: z.number() }), done),
}
