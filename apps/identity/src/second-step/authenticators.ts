import { Clock, Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { IdentityLog } from '../log.ts'
import { stepOf } from './authenticator.ts'
import type { SecondStep } from './second-step.entity.ts'

const PURPOSE = 'authenticator key'

/** Keys of authenticator apps at rest, and what their codes are worth at this moment. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: IdentityLog,
  ) {}

  /** The row that turns two-step sign-in on, with the code that proved the key taken. */
  kept(userId: string, key: string, step: number) {
    const sealedKey = this.sealer.seal(PURPOSE, userId, Buffer.from(key))
    return { userId, sealedKey, usedSteps: [String(step)], createdAt: this.clock.now() }
  }
  step(key: string, code: string): number | undefined {
    return stepOf(key, code, this.clock.now())
  }
  /** Without the secret it was sealed with no code is right; recovery codes still are. */
  stepOf({ userId, sealedKey }: SecondStep, code: string): number | undefined {
    const key = this.sealer.open(PURPOSE, userId, sealedKey)
    if (key) return this.step(key.toString(), code)
    this.log.keyUnreadable(userId)
    return undefined
  }
}
