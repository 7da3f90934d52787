import { type ArchivedObject, errors, libraryRestores, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ALBUMS } from './found-again.ts'
import { EARLIER, EARLIER_ID, EARLIER_KEY, IS_MISSING, NEW_KEY } from './missing-photos.ts'

const WANTED = `
  SELECT id, key, sha256, size FROM (
    SELECT s.old_id AS id, ${NEW_KEY} AS key, s.row ->> 'sha256' AS sha256, (s.row ->> 'size')::float8 AS size
    FROM restored_rows s WHERE s.restore_id = $1 AND s.of_table = 'photos' AND ${IS_MISSING}
    UNION ALL SELECT ${EARLIER_ID}, ${EARLIER_KEY}, e.row ->> 'sha256', (e.row ->> 'size')::float8
    FROM restored_rows s JOIN ${EARLIER} WHERE s.restore_id = $1 AND s.of_table = 'photos' AND ${IS_MISSING}) AS wanted
  WHERE $3::uuid IS NULL OR id > $3 ORDER BY id LIMIT $4`
const COUNT = `
  SELECT count(*)::int AS photos FROM restored_rows s WHERE s.restore_id = $1 AND s.of_table = 'photos' AND ${IS_MISSING}`

@Handles(libraryRestores.wanted)
export class ListWanted implements Handler<typeof libraryRestores.wanted> {
  constructor(private readonly db: Database) {}

  async handle({ restoreId, userId, after, limit }: Input<typeof libraryRestores.wanted>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const found = await this.db.sql<ArchivedObject & { id: string }>(WANTED, [restoreId, userId, after, limit])
    const [count] = after === null ? await this.db.sql<{ photos: number }>(COUNT, [restoreId, userId]) : []
    return {
      photos: count?.photos ?? 0,
      objects: found.map(({ id: _, ...object }) => object),
      after: found.length === limit ? (found.at(-1)?.id ?? null) : null,
    }
  }
}

const RESTORED_ALBUMS = `
  WITH ${ALBUMS}
  SELECT old AS "from", now AS "to" FROM found_albums
  WHERE came AND ($3::uuid IS NULL OR old > $3) ORDER BY old LIMIT $4`

/** Also those that an interrupted attempt of the same restore brought. */
@Handles(libraryRestores.albums)
export class ListRestoredAlbums implements Handler<typeof libraryRestores.albums> {
  constructor(private readonly db: Database) {}

  async handle({ restoreId, userId, after, limit }: Input<typeof libraryRestores.albums>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    return {
      albums: await this.db.sql<{ from: string; to: string }>(RESTORED_ALBUMS, [restoreId, userId, after, limit]),
    }
  }
}
