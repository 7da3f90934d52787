import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler, type Tx } from '@daymark/platform'

/** Deleted photos count until they are purged: their objects may still be wanted back. */
@Handles(library.findUnregistered)
export class FindUnregistered implements Handler<typeof library.findUnregistered> {
  constructor(private readonly db: Database) {}

  async handle({ keys }: Input<typeof library.findUnregistered>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    return { unregistered: await unregistered(this.db, keys) }
  }
}

/** What waits to take the place of another file, what was there before, and what waits for its owner's approval count too. */
export async function unregistered(db: Pick<Database | Tx, 'sql'>, keys: string[]): Promise<string[]> {
  const rows = await db.sql<{ key: string }>(
    `SELECT k.key FROM unnest($1::text[]) AS k(key)
     WHERE NOT EXISTS (SELECT 1 FROM photos p WHERE p.object_key = k.key)
       AND NOT EXISTS (SELECT 1 FROM photo_files f WHERE f.object_key = k.key)
       AND NOT EXISTS (SELECT 1 FROM received_files r WHERE r.object_key = k.key AND r.state = 'waiting')`,
    [keys],
  )
  return rows.map(row => row.key)
}
