import { activity, type Asked, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { paging } from '../../helpers/paging.ts'
import { presentActivity } from '../../presenters/admin.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

const PAGE = 100
const MOST = 500

@Controller()
export class ActivityController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.listActivity)
  async list({ query }: Asked<typeof routes.listActivity>, { actor }: Caller) {
    const limit = Math.min(Math.max(paging(query, PAGE).limit, 1), MOST)
    const { before, type, user } = query
    const { items } = await this.rpc.call(activity.list, { limit, before, type, user }, actor)
    return items.map(presentActivity)
  }
}
