import { type AppError, errors } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import type { IdentityConfig } from '../config.ts'
import type { SignedInBy } from '../sessions/sessions.ts'
import type { User } from '../users/user.entity.ts'

const DAY_MS = 86_400_000

/** The date on which an account is deleted if the deletion is requested now. */
export const deletionDay = (now: Date, { deleteAfterDays }: IdentityConfig): Date =>
  new Date(+now + deleteAfterDays * DAY_MS)

/** The result of a sign-in to an account that its owner wants to delete: no session, but a challenge to keep the account. */
@Injectable()
export class Leaving {
  constructor(private readonly challenges: Challenges) {}

  requireChoice({ id: userId, passwordHash, deletionDueAt }: User, signedInBy: SignedInBy): AppError {
    const content = { userId, passwordDigest: passwordDigest(passwordHash), by: signedInBy }
    return errors.ACCOUNT_DELETING({
      challenge: this.challenges.issue('keep-account', content),
      deletionDueAt: deletionDueAt?.toISOString() ?? '',
    })
  }
}
