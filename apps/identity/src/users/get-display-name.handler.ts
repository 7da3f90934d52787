import { identity, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(identity.getDisplayName)
export class GetDisplayName implements Handler<typeof identity.getDisplayName> {
  constructor(private readonly db: Database) {}

  async handle({ userId }: Input<typeof identity.getDisplayName>) {
    const [user] = await this.db.sql<{ displayName: string | null }>(
      'SELECT display_name AS "displayName" FROM users WHERE id = $1',
      [userId],
    )
    return { displayName: user?.displayName ?? null }
  }
}
