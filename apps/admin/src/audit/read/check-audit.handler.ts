import { type Actor, auditLog, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { NOTHING_WALKED, walkOn } from '../chain/check-chain.ts'

@Handles(auditLog.check)
export class CheckAudit implements Handler<typeof auditLog.check> {
  constructor(private readonly db: Database) {}

  async handle({ walked = NOTHING_WALKED }: Input<typeof auditLog.check>, actor: Actor) {
    requireSuperAdmin(actor)
    return walkOn(this.db, walked)
  }
}
