import { activity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Named = { id: string; name: string }

@Handles(activity.nameUsers)
export class NameUsers implements Handler<typeof activity.nameUsers> {
  constructor(private readonly db: Database) {}

  async handle({ ids }: Input<typeof activity.nameUsers>, actor: Actor) {
    requireSuperAdmin(actor)
    const names = `SELECT id, coalesce(nullif(display_name, ''), email) AS name FROM users WHERE id = ANY($1::uuid[])`
    return { users: await this.db.sql<Named>(names, [ids]) }
  }
}
