import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AccountView, accounts, type Actor, admin, type Asked, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Res } from '@nestjs/common'
import type { Response } from 'express'
import { csvLine } from '../../helpers/csv.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { accountChoice, type AccountChoice } from './account-choice.ts'

const PAGE = 500
const HEAD = [
  ...['id', 'email', 'display_name', 'role', 'state', 'subscription_tier', 'subscription_status', 'storage_used'],
  ...['storage_limit', 'created_at', 'last_login', 'last_seen_at', 'suspended_reason', 'deletion_due_at'],
]

/** Page by page, each asked for when the client has taken the one before. */
@Controller()
export class ExportUsersController {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  @Serves(routes.exportUsers)
  async exportUsers(
    { query }: Asked<typeof routes.exportUsers>,
    { actor }: Caller,
    @Res() response: Response,
  ): Promise<void> {
    const choice = accountChoice(query)
    // in the audit log before anything leaves
    await this.rpc.call(accounts.noteExport, choice, actor)
    response.setHeader('Content-Type', 'text/csv; charset=utf-8')
    response.setHeader('Content-Disposition', 'attachment; filename="users.csv"')
    response.setHeader('Cache-Control', 'no-store')
    await pipeline(Readable.from(this.lines(choice, actor)), response)
  }

  private async *lines(choice: AccountChoice, actor: Actor): AsyncGenerator<string> {
    yield csvLine(HEAD)
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
