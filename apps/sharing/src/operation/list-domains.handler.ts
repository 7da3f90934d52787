import { type Actor, type Input, MOST_OUTGOING, outgoing, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Row = { host: string; ownerId: string; state: string; problem: string | null; checkedAt: Date | null }
const LIST = `
  SELECT host, owner_id AS "ownerId", state, problem, checked_at AS "checkedAt" FROM domains
  ORDER BY (problem IS NULL), claimed_at DESC LIMIT ${MOST_OUTGOING}`

@Handles(outgoing.domains)
export class ListDomains implements Handler<typeof outgoing.domains> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof outgoing.domains>, actor: Actor) {
    if (actor.role !== 'system') requireSuperAdmin(actor)
    const rows = await this.db.sql<Row>(LIST)
    return { domains: rows.map(row => ({ ...row, checkedAt: row.checkedAt?.toISOString() ?? null })) }
  }
}
