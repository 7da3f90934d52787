import {
  auditArgs,
  errors,
  identityAudited,
  requireSuperAdmin,
  security,
  system,
  type Actor,
  type Input,
} from '@daymark/contracts'
import {
  Clock,
  Database,
  FailureLimiter,
  Handles,
  idOr,
  loadConfig,
  PlatformConfig,
  withDatabase,
  type Env,
  type Handler,
  type Tx,
} from '@daymark/platform'
import { codeKey } from '../passwords/login-limits.ts'
import { IdentityLog } from '../log.ts'
import { MailConfig } from '../mail/mail-settings.ts'
import { Mails } from '../mail/mails.ts'
import { Smtp } from '../mail/smtp.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findByName, lockUser, userTarget } from '../users/users.ts'
import { User } from '../users/user.entity.ts'
import { SecondStep } from './second-step.entity.ts'
import { turnOff } from './second-steps.ts'

/** For a user who lost their authenticator and recovery codes. */
@Handles(security.resetSecondStep)
export class ResetSecondStep implements Handler<typeof security.resetSecondStep> {
  constructor(
    private readonly db: Database,
    private readonly limiter: FailureLimiter,
    private readonly mails: Mails,
    private readonly log: IdentityLog,
  ) {}

  async handle(input: Input<typeof security.resetSecondStep>, actor: Actor) {
    requireSuperAdmin(actor)
    const userId = idOr(errors.USER_NOT_FOUND, input.id)
    await this.db.commit(tx => reset(tx, userId, { mails: this.mails, limiter: this.limiter, by: actor }))
    this.log.secondStepChanged(userId, 'reset')
    return { success: true as const }
  }
}

/** For operators, because a single super_admin has no other administrator. False if there is no such account. */
export function resetSecondStepOf(env: Env, email: string): Promise<boolean> {
  return withDatabase(env, { service: 'identity', entities: [User, SecondStep] }, async db => {
    const user = await findByName(db.em, email.trim())
    if (!user) return false
    const clock = new Clock()
    // a running service sends the mail
    const mails = new Mails(new Smtp(loadConfig(MailConfig, env), loadConfig(PlatformConfig, env)), clock)
    await db.commit(tx => reset(tx, user.id, { mails, limiter: new FailureLimiter(db, clock), by: system }))
    return true
  })
}

type Parts = { mails: Mails; limiter: FailureLimiter; by: Actor }

async function reset(tx: Tx, userId: string, { mails, limiter, by }: Parts): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user) throw errors.USER_NOT_FOUND()
  await turnOff(tx, userId)
  await endSessions(tx, userId)
  // users who lost their authenticator are often locked out
  await limiter.resetFailures(tx, codeKey(userId))
  tx.emit(identityAudited, ...auditArgs(by, 'second-step.reset', userTarget(user)))
  mails.postSecurityChange(tx, user, { change: 'second_step_reset' })
}
