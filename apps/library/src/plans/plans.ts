import { setTimeout as delay } from 'node:timers/promises'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { effectivePlan, type EffectivePlan } from './effective-plan.ts'
import { Plan } from './plan.entity.ts'

const PATIENCE_MS = 2000
const LOOK_EVERY_MS = 25

@Injectable()
export class Plans {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  /** Of a user made a moment ago billing's word may still be on its way: it is waited for. */
  async of(userId: string): Promise<EffectivePlan> {
    return effectivePlan(await this.untilVersion(userId, 0), this.clock.now())
  }

  /** The copy as soon as it has this version; what there is when that takes too long. Never called inside a transaction. */
  async untilVersion(userId: string, version: number): Promise<Plan | null> {
    for (const started = performance.now(); ; await delay(LOOK_EVERY_MS)) {
      const plan = await this.db.em.findOneBy(Plan, { userId })
      if ((plan && plan.version >= version) || performance.now() - started > PATIENCE_MS) return plan
    }
  }
}
