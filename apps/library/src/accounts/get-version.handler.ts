import { library, type Actor } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler } from '@daymark/platform'

const FIND = prepared('SELECT version::text FROM accounts WHERE user_id = $1')

/** One row tells of any change of a library (change-library.ts). */
@Handles(library.getVersion)
export class GetVersion implements Handler<typeof library.getVersion> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle(_input: object, { userId }: Actor) {
    const [found] = await this.db.sql<{ version: string }>(FIND, [userId])
    return found ?? { version: '0' }
  }
}
