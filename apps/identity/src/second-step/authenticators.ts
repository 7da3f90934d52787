import { Clock, Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { IdentityLog } from '../log.ts'
import { stepOf } from './authenticator.ts'
import type { SecondStep } from './second-step.entity.ts'

const PURPOSE = 'authenticator key'

/** Seals the keys of authenticator apps and verifies their codes. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: IdentityLog,
  ) {}

  /** The new row, in which the code that proved the key counts as used. */
  rowOf(userId: string, key: string, step: number) {
    const sealedKey = this.sealer.seal(PURPOSE, userId, Buffer.from(key))
    return { userId, sealedKey, usedSteps: [String(step)], createdAt: this.clock.now() }
  }
  step(key: string, code: string): number | undefined {
    return stepOf(key, code, this.clock.now())
  }
  /** Undefined for every code if DAYMARK_SECRET has changed; recovery codes still work. */
  stepOf({ userId, sealedKey }: SecondStep, code: string): number | undefined {
    const key = this.sealer.open(PURPOSE, userId, sealedKey)
    if (key) return this.step(key.toString(), code)
    this.log.keyUnreadable(userId)
    return undefined
  }
}
