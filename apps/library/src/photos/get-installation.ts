import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler, installationId, type Query } from '@daymark/platform'

@Handles(library.getInstallation)
export class GetInstallation implements Handler<typeof library.getInstallation> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle(_: Input<typeof library.getInstallation>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const query: Query = (sql, params) => this.db.query(sql, params)
    const [id, isEmpty] = await Promise.all([installationId(query), holdsNoPhotos(query)])
    return { id, isEmpty }
  }
}

/** Deleted photos within their grace period are photos. */
export async function holdsNoPhotos(query: Query): Promise<boolean> {
  const [row] = await query<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM photos) AS found')
  return !row?.found
}
