import {
  activity,
  type Actor,
  type RouteInput,
  type AuditFilter,
  type AuditEntry,
  auditLog,
  errors,
  routes,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { type Cell, formatCsvHead, formatCsvLine, sendCsv } from '../../http/csv.ts'
import { parseStartDate, parsePaging, parseEndDate } from '../../routing/parameters.ts'
import { presentActivity, presentAuditCheck, presentAuditEntry } from '../../presenters/admin.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 500
/** Columns of the export: the name, and a function that returns the cell of an entry. */
const AUDIT_CSV_COLUMNS: [name: string, cellOf: (entry: AuditEntry) => Cell][] = [
  ['seq', entry => entry.seq],
  ['at', entry => entry.at],
  ['action', entry => entry.action],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_role', ({ actor }) => actor.role],
  ['actor_name', ({ actor }) => actor.name],
  ['target_kind', ({ target }) => target?.kind ?? null],
  ['target_id', ({ target }) => target?.id ?? null],
  ['target_name', ({ target }) => target?.name ?? null],
  ['address', entry => entry.address],
  ['details', ({ details }) => JSON.stringify(details)],
  ['hash', entry => entry.hash],
]

/** The audit log (who changed what, when and from where) and recent activity. */
@Controller()
export class AuditController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.listAudit)
  async list({ query }: RouteInput<typeof routes.listAudit>, { actor }: Caller) {
    const limit = Math.min(Math.max(parsePaging(query, DEFAULT_PAGE_SIZE).limit, 1), MAX_PAGE_SIZE)
    const page = { ...toAuditFilter(query), limit, before: parseBefore(query.before) }
    const { entries, nextBefore } = await this.rpc.call(auditLog.list, page, actor)
    return { entries: entries.map(presentAuditEntry), next_before: nextBefore === null ? null : String(nextBefore) }
  }

  @Serves(routes.exportAudit)
  async export(
    { query }: RouteInput<typeof routes.exportAudit>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const filter = toAuditFilter(query)
    await sendCsv(request, response, {
      filename: 'audit.csv',
      record: () => this.rpc.call(auditLog.recordExport, filter, actor),
      lines: () => this.generateLines(filter, actor),
    })
  }

  /** Each call to the admin service checks a few thousand entries, so that no call times out. */
  @Serves(routes.checkAudit)
  async check(_: unknown, { actor }: Caller) {
    let result = await this.rpc.call(auditLog.check, {}, actor)
    while (!result.isComplete) result = await this.rpc.call(auditLog.check, { progress: result.progress }, actor)
    return presentAuditCheck(result.progress, result.brokenAt)
  }

  @Serves(routes.listActivity)
  async listActivity({ query }: RouteInput<typeof routes.listActivity>, { actor }: Caller) {
    const limit = Math.min(Math.max(parsePaging(query, DEFAULT_PAGE_SIZE).limit, 1), MAX_PAGE_SIZE)
    const { before, type, user } = query
    const { items } = await this.rpc.call(activity.list, { limit, before, type, user }, actor)
    return items.map(presentActivity)
  }

  /** Loads each page of entries when the client has read the previous one. */
  private async *generateLines(filter: AuditFilter, actor: Actor): AsyncGenerator<string> {
    yield formatCsvHead(AUDIT_CSV_COLUMNS.map(([name]) => name))
    for (let before: number | null | undefined; before !== null;) {
      const page = { ...filter, limit: MAX_PAGE_SIZE, before }
      const { entries, nextBefore } = await this.rpc.call(auditLog.list, page, actor)
      yield entries.map(entryToCsvLine).join('')
      before = nextBefore
    }
  }
}

function parseBefore(before: string | undefined): number | undefined {
  if (!before) return undefined
  if (!/^\d{1,15}$/.test(before))
    throw errors.INVALID_INPUT({ reason: 'before: Send the next_before of the previous page.' })
  return Number(before)
}

const entryToCsvLine = (entry: AuditEntry): string =>
  formatCsvLine(AUDIT_CSV_COLUMNS.map(([, cellOf]) => cellOf(entry)))

/** Omits empty parameters, because the form also sends fields that the user left empty. */
function toAuditFilter({
  action,
  actor,
  target,
  search,
  from,
  to,
}: RouteInput<typeof routes.listAudit>['query']): AuditFilter {
  const dateRange = { from: from && parseStartDate('from', from), to: to && parseEndDate('to', to) }
  return Object.fromEntries(
    Object.entries({ action, actor, target, search, ...dateRange }).filter(([, value]) => value),
  )
}
