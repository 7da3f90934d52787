import { type Actor as ActorType, type http, library, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Get } from '@nestjs/common'
import type { z } from 'zod'
import { Actor } from '../session/session.guard.ts'

@Controller('api/analytics')
export class AnalyticsController {
  private readonly rpc: RpcClient

  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** S-SUB-13. */
  @Get()
  async get(@Actor() actor: ActorType): Promise<z.infer<typeof http.accountAnalytics>> {
    const [{ lastUpload, photosThisWeek, photosThisMonth, ...totals }, links] = await Promise.all([
      this.rpc.call(library.getAnalytics, {}, actor),
      this.rpc.call(sharing.countLinks, {}, actor),
    ])
    return { ...totals, activeShares: links.active, recentActivity: { lastUpload, photosThisWeek, photosThisMonth } }
  }
}
