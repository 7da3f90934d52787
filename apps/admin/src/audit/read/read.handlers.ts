import {
  act,
  type Actor,
  adminAudited,
  type AuditEntry,
  auditLog,
  facts,
  type Input,
  requireSuperAdmin,
} from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { AdminConfig } from '../../config.ts'
import { NO_PROGRESS, walkOn } from '../chain/check-chain.ts'
import { COLUMNS, type EntryRow } from '../chain/entry.ts'
import { conditionsOf } from './audit-query.ts'

@Handles(auditLog.check)
export class CheckAudit implements Handler<typeof auditLog.check> {
  constructor(private readonly db: Database) {}

  async handle({ progress = NO_PROGRESS }: Input<typeof auditLog.check>, actor: Actor) {
    requireSuperAdmin(actor)
    return walkOn(this.db, progress)
  }
}

@Handles(facts.admin)
export class GetFacts implements Handler<typeof facts.admin> {
  constructor(private readonly config: AdminConfig) {}

  async handle() {
    const { auditDays, activityDays } = this.config
    return { auditDays, activityDays }
  }
}

const ENTRY = `${COLUMNS.join()}, hash`
const LATELY = '2000'
const newest = (what: string, from: string, where: string[], most: string): string =>
  `SELECT ${what} FROM ${from} ${where.length ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY at DESC, seq DESC LIMIT ${most}`

type Place = { at: Date; seq: string }

@Handles(auditLog.list)
export class ListAudit implements Handler<typeof auditLog.list> {
  constructor(private readonly db: Database) {}

  async handle({ limit, before, ...choice }: Input<typeof auditLog.list>, actor: Actor) {
    requireSuperAdmin(actor)
    const { conditions, words, params } = conditionsOf(choice)
    if (before !== undefined) {
      const [place] = await this.db.sql<Place>('SELECT at, seq FROM audit WHERE seq = $1', [before])
      if (!place) return { entries: [], nextBefore: null }
      conditions.push(`(at, seq) < ($${params.push(place.at)}, $${params.push(place.seq)})`)
    }
    const most = `$${params.push(limit + 1)}`
    const read = (from: string, where: string[]) => this.db.sql<EntryRow>(newest(ENTRY, from, where, most), params)
    // what is in every entry is soon found in these, and the index would be read as a whole for it
    const lately = words.length ? await read(`(${newest('*', 'audit', conditions, LATELY)}) lately`, words) : []
    const rows = lately.length > limit ? lately : await read('audit', [...conditions, ...words])
    const entries = rows.slice(0, limit).map(viewOf)
    return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?.seq ?? null) : null }
  }
}

function viewOf(row: EntryRow): AuditEntry {
  const { seq, at, action, address, details, hash } = row
  const { target_kind: kind, target_id: id, target_name: name } = row
  return {
    ...{ seq: Number(seq), at: at.toISOString(), action, address, details, hash },
    actor: { id: row.actor_id, role: row.actor_role, name: row.actor_name },
    target: kind !== null && id !== null ? { kind, id, name } : null,
  }
}

@Handles(auditLog.recordExport)
export class RecordExport implements Handler<typeof auditLog.recordExport> {
  constructor(private readonly db: Database) {}

  async handle(choice: Input<typeof auditLog.recordExport>, actor: Actor) {
    requireSuperAdmin(actor)
    const named = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined))
    await this.db.commit(async tx => tx.emit(adminAudited, ...act(actor, 'audit.exported', null, named)))
    return { success: true as const }
  }
}
