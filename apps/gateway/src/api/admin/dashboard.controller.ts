import { operations, routes } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Controller } from '@nestjs/common'
import { presentDashboard, presentDisk } from '../../presenters/admin.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { ADMIN_TIMEOUT_MS } from './system.controllers.ts'

/** Timeout for reading the disk usage, because a network file system may not respond. */
const DISK_TIMEOUT_MS = 1000

@Controller()
export class DashboardController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Serves(routes.getDashboard)
  async getDashboard(_: unknown, { actor }: Caller) {
    return presentDashboard(await this.rpc.call(operations.getFigures, {}, actor, ADMIN_TIMEOUT_MS))
  }

  /** Reports process and disk of this gateway, because the gateway handles requests and stores photos. */
  @Serves(routes.getAdminHealth)
  async getHealth(_: unknown, { actor }: Caller) {
    const [health, disk] = await Promise.all([
      optionalWithin(this.rpc.call(operations.getHealth, {}, actor, ADMIN_TIMEOUT_MS), ADMIN_TIMEOUT_MS),
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
    const unavailableNote = 'The photo store does not respond.'
    const objectStoreNote = 'Photos are in an object store, which reports no disk usage.'
    if (!this.storage.space) return { usage: presentDisk(undefined), notes: [objectStoreNote] }
    const space = await optionalWithin(this.storage.space(), DISK_TIMEOUT_MS)
    return { usage: presentDisk(space), notes: space ? [] : [unavailableNote] }
  }
}
