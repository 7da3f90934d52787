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

/** Which accounts a query names; an empty one names all. */
export function accountFilter({ search, role, tier, state }: z.infer<typeof http.usersQuery>): AccountFilter {
  const trimmed = search?.trim()
  return {
    ...(trimmed && { search: trimmed }),
    ...(role && { role }),
    ...(tier && { tier }),
    ...(state && { state }),
  }
}

const PAGE = 500
const HEAD = [
  ...['id', 'email', 'display_name', 'role', 'state', 'subscription_tier', 'subscription_status', 'storage_used'],
  ...['storage_limit', 'created_at', 'last_login', 'last_seen_at', 'suspended_reason', 'deletion_due_at'],
]

/** Page by page, each asked for when the client has taken the one before. */
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
    const choice = accountFilter(query)
    await sendCsv(request, response, {
      filename: 'users.csv',
      note: () => this.rpc.call(accounts.recordExport, choice, actor),
      lines: () => this.lines(choice, actor),
    })
  }

  private async *lines(choice: AccountFilter, actor: Actor): AsyncGenerator<string> {
    yield csvHead(HEAD)
    for (let after: string | undefined; ;) {
      const page = { ...choice, limit: PAGE, offset: 0, counted: false, ...(after !== undefined && { after }) }
      const { users } = await this.rpc.call(admin.listUsers, page, actor)
      if (users.length) yield users.map(lineOf).join('')
      if (users.length < PAGE) return
      after = users.at(-1)?.id
    }
  }
}

const lineOf = (user: AccountView): string =>
  csvLine([
    ...[user.id, user.email, user.displayName, user.role, user.state, user.tier, user.subscriptionStatus],
    ...[user.storageUsed, user.storageLimit, user.createdAt, user.lastLogin, user.lastSeenAt],
    ...[user.suspendedReason, user.deletionDueAt],
  ])
