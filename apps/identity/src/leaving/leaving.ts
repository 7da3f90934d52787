import { type AppError, errors } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import type { User } from '../users/user.entity.ts'
import type { SignedInBy } from '../sessions/sessions.ts'

/** What somebody who asked for her account to be deleted gets for all she proved at the sign-in: no session, but the way back. */
@Injectable()
export class Leaving {
  constructor(private readonly challenges: Challenges) {}

  asked({ id: userId, passwordHash, deletionDueAt }: User, by: SignedInBy): AppError {
    const content = { userId, passwordDigest: passwordDigest(passwordHash), by }
    return errors.ACCOUNT_DELETING({
      challenge: this.challenges.issue('keep-account', content),
      deletionDueAt: deletionDueAt?.toISOString() ?? '',
    })
  }
}
