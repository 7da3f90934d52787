import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler, installationId } from '@daymark/platform'

@Handles(library.getInstallation)
export class GetInstallation implements Handler<typeof library.getInstallation> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof library.getInstallation>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const [id, isEmpty] = await Promise.all([installationId(this.db), holdsNoPhotos(this.db)])
    return { id, isEmpty }
  }
}

/** Deleted photos within their grace period are photos. */
export async function holdsNoPhotos(db: Database): Promise<boolean> {
  const [row] = await db.sql<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM photos) AS found')
  return !row?.found
}
