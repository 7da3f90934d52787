import { type Actor, type AuditEntry, auditLog, retentionFacts, type Input } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { AdminConfig } from '../config.ts'
import { CHAIN_START, verifyNextEntries } from './verify-chain.ts'
import { AUDIT_COLUMNS, type StoredAuditRow } from './audit-log.ts'
import { buildConditions } from './audit-query.ts'

const SELECTED_COLUMNS = `${AUDIT_COLUMNS.join()}, hash`
const RECENT_ROW_LIMIT = '2000'

type Cursor = { at: Date; seq: string }

@RpcHandlers()
export class AuditHandlers {
  constructor(
    private readonly db: Database,
    private readonly config: AdminConfig,
  ) {}

  @Handles(auditLog.check)
  async checkAudit({ progress = CHAIN_START }: Input<typeof auditLog.check>) {
    return verifyNextEntries(this.db, progress)
  }

  @Handles(retentionFacts.admin)
  async getRetentionPeriods() {
    const { auditDays, activityDays } = this.config
    return { auditDays, activityDays }
  }

  @Handles(auditLog.list)
  async listAudit({ limit, before, ...filter }: Input<typeof auditLog.list>) {
    const { conditions, words, params } = buildConditions(filter)
    if (before !== undefined) {
      const [cursor] = await this.db.sql<Cursor>('SELECT at, seq FROM audit WHERE seq = $1', [before])
      if (!cursor) return { entries: [], nextBefore: null }
      conditions.push(`(at, seq) < ($${params.push(cursor.at)}, $${params.push(cursor.seq)})`)
    }
    const rowLimit = `$${params.push(limit + 1)}`
    const readRows = (from: string, where: string[]) =>
      this.db.sql<StoredAuditRow>(selectNewest(SELECTED_COLUMNS, from, where, rowLimit), params)
    // The newest entries are searched first, without the index, because the index would return all entries with a frequent word.
    const recent = words.length
      ? await readRows(`(${selectNewest('*', 'audit', conditions, RECENT_ROW_LIMIT)}) recent`, words)
      : []
    const rows = recent.length > limit ? recent : await readRows('audit', [...conditions, ...words])
    const entries = rows.slice(0, limit).map(toAuditEntry)
    return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?.seq ?? null) : null }
  }

  @Handles(auditLog.recordExport)
  async recordExport(filter: Input<typeof auditLog.recordExport>, actor: Actor) {
    const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
    await this.db.commit(async tx => tx.audit(actor, 'audit.exported', null, filters))
    return { success: true as const }
  }
}

const selectNewest = (columns: string, from: string, where: string[], limit: string): string =>
  `SELECT ${columns} FROM ${from} ${where.length ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY at DESC, seq DESC LIMIT ${limit}`

function toAuditEntry(row: StoredAuditRow): AuditEntry {
  const { seq, at, action, address, details, hash } = row
  const { target_kind: kind, target_id: id, target_name: name } = row
  return {
    seq: Number(seq),
    at: at.toISOString(),
    action,
    address,
    details,
    hash,
    actor: { id: row.actor_id, role: row.actor_role, name: row.actor_name },
    target: kind !== null && id !== null ? { kind, id, name } : null,
  }
}
