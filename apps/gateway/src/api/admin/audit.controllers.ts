import {
  activity,
  type Actor,
  type Asked,
  type AuditFilter,
  type AuditEntry,
  auditLog,
  errors,
  routes,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { csvHead, csvLine, sendCsv } from '../../http/csv.ts'
import { parseStartDate, paging, parseEndDate } from '../../routing/parameters.ts'
import { presentActivity, presentCheck, presentEntry } from '../../presenters/admin.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

const DEFAULT_PAGE = 100
const MAX_PAGE = 500
const HEAD = [
  ...['seq', 'at', 'action', 'actor_id', 'actor_role', 'actor_name', 'target_kind', 'target_id', 'target_name'],
  ...['address', 'details', 'hash'],
]

/** The audit log: who changed what, when and from where. */
@Controller()
export class AuditController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.listAudit)
  async list({ query }: Asked<typeof routes.listAudit>, { actor }: Caller) {
    const limit = Math.min(Math.max(paging(query, DEFAULT_PAGE).limit, 1), MAX_PAGE)
    const page = { ...auditFilter(query), limit, before: placeOf(query.before) }
    const { entries, nextBefore } = await this.rpc.call(auditLog.list, page, actor)
    return { entries: entries.map(presentEntry), next_before: nextBefore === null ? null : String(nextBefore) }
  }

  @Serves(routes.exportAudit)
  async export(
    { query }: Asked<typeof routes.exportAudit>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const choice = auditFilter(query)
    await sendCsv(request, response, {
      filename: 'audit.csv',
      record: () => this.rpc.call(auditLog.recordExport, choice, actor),
      lines: () => this.lines(choice, actor),
    })
  }

  /** Each call checks a few thousand entries, so that no call times out. */
  @Serves(routes.checkAudit)
  async check(_: unknown, { actor }: Caller) {
    let walk = await this.rpc.call(auditLog.check, {}, actor)
    while (!walk.isComplete) walk = await this.rpc.call(auditLog.check, { progress: walk.progress }, actor)
    return presentCheck(walk.progress, walk.brokenAt)
  }

  /** Pages are loaded while the client reads. */
  private async *lines(choice: AuditFilter, actor: Actor): AsyncGenerator<string> {
    yield csvHead(HEAD)
    for (let before: number | null | undefined; before !== null;) {
      const page = { ...choice, limit: MAX_PAGE, before }
      const { entries, nextBefore } = await this.rpc.call(auditLog.list, page, actor)
      yield entries.map(lineOf).join('')
      before = nextBefore
    }
  }
}

function placeOf(before: string | undefined): number | undefined {
  if (!before) return undefined
  if (!/^\d{1,15}$/.test(before))
    throw errors.INVALID_INPUT({ reason: 'before: Send the next_before of the previous page.' })
  return Number(before)
}

const lineOf = ({ seq, at, action, actor, target, address, details, hash }: AuditEntry): string =>
  csvLine([
    ...[seq, at, action, actor.id, actor.role, actor.name, target?.kind ?? null, target?.id ?? null],
    ...[target?.name ?? null, address, JSON.stringify(details), hash],
  ])

/** An empty field of the form does not filter. */
function auditFilter({
  action,
  actor,
  target,
  search,
  from,
  to,
}: Asked<typeof routes.listAudit>['query']): AuditFilter {
  const span = { from: from && parseStartDate('from', from), to: to && parseEndDate('to', to) }
  return Object.fromEntries(Object.entries({ action, actor, target, search, ...span }).filter(([, value]) => value))
}

@Controller()
export class ActivityController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.listActivity)
  async list({ query }: Asked<typeof routes.listActivity>, { actor }: Caller) {
    const limit = Math.min(Math.max(paging(query, DEFAULT_PAGE).limit, 1), MAX_PAGE)
    const { before, type, user } = query
    const { items } = await this.rpc.call(activity.list, { limit, before, type, user }, actor)
    return items.map(presentActivity)
  }
}
