import { errors, security, system, type Actor, type Input } from '@daymark/contracts'
import {
  Clock,
  Database,
  type Env,
  FailureLimiter,
  Handles,
  JobQueue,
  loadConfig,
  Logger,
  parseIdOrThrow,
  PlatformConfig,
  RpcHandlers,
  type Tx,
  withDatabase,
} from '@daymark/platform'
import { codeFailureKey } from '../passwords/password-verifier.ts'
import { MailConfig } from '../mail/mail-settings.ts'
import { Mails } from '../mail/mails.ts'
import { Smtp } from '../mail/smtp.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findByUsername, lockUser, auditTargetOf } from '../users/users.ts'
import { User } from '../users/user.entity.ts'
import { SecondStep } from './second-step.entity.ts'
import { turnOffSecondStep } from './second-steps.ts'

@RpcHandlers()
export class ResetSecondStep {
  constructor(
    private readonly db: Database,
    private readonly limiter: FailureLimiter,
    private readonly mails: Mails,
    private readonly log: Logger,
  ) {}

  /** Turns off two-step sign-in for a user who lost the authenticator and the recovery codes. */
  @Handles(security.resetSecondStep)
  async resetSecondStep(input: Input<typeof security.resetSecondStep>, actor: Actor) {
    const userId = parseIdOrThrow(errors.USER_NOT_FOUND, input.id)
    await this.db.commit(tx => resetAndNotify(tx, userId, { mails: this.mails, limiter: this.limiter, actor }))
    this.log.info({ event: 'identity.second-step-changed', userId, change: 'reset' })
    return { success: true as const }
  }
}

/**
 * Turns off two-step sign-in from the command line, because no other administrator can reset it for the only super_admin. Returns false if
 * no user has this email.
 */
export function resetSecondStepOf(env: Env, email: string): Promise<boolean> {
  return withDatabase(env, { service: 'identity', entities: [User, SecondStep] }, async db => {
    const user = await findByUsername(db.em, email.trim())
    if (!user) return false
    const clock = new Clock()
    // queues a mail, which a running service sends
    const smtp = new Smtp(loadConfig(MailConfig, env), loadConfig(PlatformConfig, env))
    const mails = new Mails(smtp, clock, new JobQueue(db, clock))
    await db.commit(tx => resetAndNotify(tx, user.id, { mails, limiter: new FailureLimiter(db, clock), actor: system }))
    return true
  })
}

type ResetContext = { mails: Mails; limiter: FailureLimiter; actor: Actor }

async function resetAndNotify(tx: Tx, userId: string, { mails, limiter, actor }: ResetContext): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user) throw errors.USER_NOT_FOUND()
  await turnOffSecondStep(tx, userId)
  await endSessions(tx, userId)
  // users who lost their authenticator are often locked out
  await limiter.resetFailures(tx, codeFailureKey(userId))
  tx.audit(actor, 'second-step.reset', auditTargetOf(user))
  mails.queueSecurityChange(tx, user, { change: 'second_step_reset' })
}
