import {
  accounts,
  type AccountView,
  type Actor,
  admin,
  type Asked,
  type http,
  type Input,
  routes,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import { csvHead, csvLine, sendCsv } from '../../http/csv.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

export type AccountFilter = Input<typeof accounts.recordExport>

/** The filter in a query. An empty object selects all accounts. */
export function accountFilter({ search, role, tier, state }: z.infer<typeof http.usersQuery>): AccountFilter {
  const trimmed = search?.trim()
  return {
    ...(trimmed && { search: trimmed }),
    ...(role && { role }),
    ...(tier && { tier }),
    ...(state && { state }),
  }
}

const PAGE_SIZE = 500
const CSV_COLUMNS = [
  ...['id', 'email', 'display_name', 'role', 'state', 'subscription_tier', 'subscription_status', 'storage_used'],
  ...['storage_limit', 'created_at', 'last_login', 'last_seen_at', 'suspended_reason', 'deletion_due_at'],
]

/** Exports accounts as CSV. Each page is loaded when the client has read the previous one. */
@Controller()
export class ExportUsersController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.exportUsers)
  async exportUsers(
    { query }: Asked<typeof routes.exportUsers>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const filter = accountFilter(query)
    await sendCsv(request, response, {
      filename: 'users.csv',
      record: () => this.rpc.call(accounts.recordExport, filter, actor),
      lines: () => this.lines(filter, actor),
    })
  }

  private async *lines(filter: AccountFilter, actor: Actor): AsyncGenerator<string> {
    yield csvHead(CSV_COLUMNS)
    for (let after: string | undefined; ;) {
      const page = { ...filter, limit: PAGE_SIZE, offset: 0, counted: false, ...(after !== undefined && { after }) }
      const { users } = await this.rpc.call(admin.listUsers, page, actor)
      if (users.length) yield users.map(toCsvLine).join('')
      if (users.length < PAGE_SIZE) return
      after = users.at(-1)?.id
    }
  }
}

const toCsvLine = (user: AccountView): string =>
  csvLine([
    ...[user.id, user.email, user.displayName, user.role, user.state, user.tier, user.subscriptionStatus],
    ...[user.storageUsed, user.storageLimit, user.createdAt, user.lastLogin, user.lastSeenAt],
    ...[user.suspendedReason, user.deletionDueAt],
  ])
