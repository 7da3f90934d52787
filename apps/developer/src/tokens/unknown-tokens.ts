import { errors, UNKNOWN_TOKENS } from '@daymark/contracts'
import { FailureLimiter, failureKey, networkOf } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/** Nobody guesses a token. Who tries is told to wait, and costs no more than a look; a right one from the same network passes. */
@Injectable()
export class UnknownTokens {
  private readonly limiter: FailureLimiter
  constructor(limiter: FailureLimiter) {
    this.limiter = limiter
  }

  /** What to throw. */
  async refusal(address: string): Promise<Error> {
    const tries = [{ key: failureKey('token', networkOf(address)), attempts: UNKNOWN_TOKENS }]
    await this.limiter.assertFree(tries)
    return this.limiter.failed(tries, errors.TOKEN_REQUIRED())
  }
}
