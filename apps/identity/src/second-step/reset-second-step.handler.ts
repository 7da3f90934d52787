import { errors, requireSuperAdmin, security, type Actor, type Input } from '@daymark/contracts'
import {
  Clock,
  Database,
  FailureLimiter,
  Handles,
  idOr,
  withDatabase,
  type Env,
  type Handler,
  type Tx,
} from '@daymark/platform'
import { codeKey } from '../limiter/login-keys.ts'
import { IdentityLog } from '../log.ts'
import { endSessions } from '../sessions/sessions.ts'
import { User } from '../users/user.entity.ts'
import { findByName, lockUser } from '../users/users.ts'
import { SecondStep } from './second-step.entity.ts'
import { turnOff } from './second-steps.ts'

/** Somebody lost her authenticator and the recovery codes. */
@Handles(security.resetSecondStep)
export class ResetSecondStep implements Handler<typeof security.resetSecondStep> {
  private readonly db: Database
  private readonly limiter: FailureLimiter
  private readonly log: IdentityLog
  constructor(db: Database, limiter: FailureLimiter, log: IdentityLog) {
    this.db = db
    this.limiter = limiter
    this.log = log
  }

  async handle(input: Input<typeof security.resetSecondStep>, actor: Actor) {
    requireSuperAdmin(actor)
    const userId = idOr(errors.USER_NOT_FOUND, input.id)
    await this.db.commit(tx => reset(tx, userId, this.limiter))
    this.log.secondStepChanged(userId, 'reset')
    return { success: true as const }
  }
}

/** For the operator: the only super_admin cannot ask another one. False when there is no such account. */
export function resetSecondStepOf(env: Env, email: string): Promise<boolean> {
  return withDatabase(env, { service: 'identity', entities: [User, SecondStep] }, async db => {
    const user = await findByName(db.em, email.trim())
    if (!user) return false
    await db.commit(tx => reset(tx, user.id, new FailureLimiter(db, new Clock())))
    return true
  })
}

async function reset(tx: Tx, userId: string, limiter: FailureLimiter): Promise<void> {
  if (!(await lockUser(tx, userId))) throw errors.USER_NOT_FOUND()
  await turnOff(tx, userId)
  await endSessions(tx, userId)
  // who lost the authenticator has often just been locked out
  await limiter.forgive(tx, codeKey(userId))
}
