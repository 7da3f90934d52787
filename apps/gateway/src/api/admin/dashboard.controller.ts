import { operations, routes } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Controller } from '@nestjs/common'
import { presentDashboard, presentDisk } from '../../presenters/admin.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { ADMIN_MS } from './system.controllers.ts'

/** A network file system that hangs is a note, too. */
const DISK_MS = 1000

@Controller()
export class DashboardController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Serves(routes.getDashboard)
  async getDashboard(_: unknown, { actor }: Caller) {
    return presentDashboard(await this.rpc.call(operations.getFigures, {}, actor, ADMIN_MS))
  }

  /** Process and disk are those of this gateway: it is the one that people wait for, and that writes photos. */
  @Serves(routes.getAdminHealth)
  async getHealth(_: unknown, { actor }: Caller) {
    const [health, disk] = await Promise.all([
      optionalWithin(this.rpc.call(operations.getHealth, {}, actor, ADMIN_MS), ADMIN_MS),
      this.disk(),
    ])
    const { heapUsed, heapTotal } = process.memoryUsage()
    return {
      diskUsage: disk.usage,
      database: health?.database ?? 'unknown',
      uptime: Math.floor(process.uptime()),
      storage: { total_used: health?.storageUsed ?? null, total_limit: health?.storageLimit ?? null },
      memory: { heapUsed, heapTotal },
      notes: [...disk.notes, ...(health?.notes ?? ['admin does not answer.'])],
    }
  }

  private async disk() {
    const away = 'The photo store does not respond.'
    const elsewhere = 'Photos are in an object store, which reports no disk usage.'
    if (!this.storage.space) return { usage: presentDisk(undefined), notes: [elsewhere] }
    const space = await optionalWithin(this.storage.space(), DISK_MS)
    return { usage: presentDisk(space), notes: space ? [] : [away] }
  }
}
