import { library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

@Controller()
export class AnalyticsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.getAnalytics)
  async get(_: unknown, { actor }: Caller) {
    const [{ lastUpload, photosThisWeek, photosThisMonth, ...totals }, links] = await Promise.all([
      this.rpc.call(library.getAnalytics, {}, actor),
      this.rpc.call(sharing.countLinks, {}, actor),
    ])
    return { ...totals, activeShares: links.active, recentActivity: { lastUpload, photosThisWeek, photosThisMonth } }
  }
}
