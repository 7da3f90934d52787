import { anonymous, type Asked, backups, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentBackupFacts, presentBackups } from '../../presenters/backups.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Strangers may ask as often as they like. */
const KEPT_MS = 10_000

/** Copies of the caller's account, and what is promised of them. */
@Controller()
export class BackupsController {
  private readonly rpc: RpcClient
  private facts?: { until: number; answer: ReturnType<BackupsController['ask']> }
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  @Serves(routes.getBackups)
  async get(_: unknown, { actor }: Caller) {
    return presentBackups(await this.rpc.call(backups.get, {}, actor))
  }

  @Serves(routes.restoreBackup)
  async restore({ body }: Asked<typeof routes.restoreBackup>, { actor }: Caller) {
    return presentBackups(await this.rpc.call(backups.restore, { backupId: body.backup_id }, actor))
  }

  @Serves(routes.getBackupFacts)
  getFacts() {
    const now = performance.now()
    if (!this.facts || this.facts.until < now) {
      const facts = { until: now + KEPT_MS, answer: this.ask() }
      facts.answer.catch(() => (facts.until = 0))
      this.facts = facts
    }
    return this.facts.answer
  }

  private async ask() {
    return presentBackupFacts(await this.rpc.call(backups.facts, {}, anonymous))
  }
}
