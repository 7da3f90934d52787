import { type Actor, type Input, requireSuperAdmin, work } from '@daymark/contracts'
import { Database, Handles, type Handler, isId } from '@daymark/platform'

@Handles(work.names)
export class ListNames implements Handler<typeof work.names> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ ids }: Input<typeof work.names>, actor: Actor) {
    requireSuperAdmin(actor)
    const rows = await this.db.sql<{ id: string; name: string }>(
      `SELECT id, coalesce(nullif(display_name, ''), email) AS name FROM users WHERE id = ANY($1::uuid[])`,
      [ids.filter(isId)],
    )
    return { names: Object.fromEntries(rows.map(({ id, name }) => [id, name])) }
  }
}
