import type { Tx } from '@daymark/platform'

export type AlbumVersion = { albumId: string; ownerId: string; version: number; part?: number; parts?: number }
type Album = { discardedVersion: number; appliedVersion: number; waits: boolean }

/**
 * Events may come in any order (docs/adr/0014), but a link that is made must not show what was taken out before: so an album's
 * copy has applied a version only when everything up to it has come. Takes the album's row lock, and lets `content_version` grow for whatever
 * comes with it; false: this is of a time before the album was last deleted.
 */
export async function reach(
  tx: Tx,
  { albumId, ownerId, version, part = 0, parts = 1 }: AlbumVersion,
): Promise<boolean> {
  const isWhole = parts === 1
  const [album] = await tx.sql<Album>(
    `INSERT INTO albums (id, owner_id, applied_version) VALUES ($1, $2, CASE WHEN $4 AND $3::int = 1 THEN 1 ELSE 0 END)
     ON CONFLICT (id) DO UPDATE
     SET content_version = albums.content_version + 1, applied_version = albums.applied_version + CASE WHEN $4 AND albums.applied_version = $3::int - 1 THEN 1 ELSE 0 END
     RETURNING discarded_version AS "discardedVersion", applied_version AS "appliedVersion", EXISTS (SELECT FROM album_event_parts WHERE album_id = $1) AS waits`,
    [albumId, ownerId, version, isWhole],
  )
  if (!album || version <= album.discardedVersion) return false
  const isEarly = album.appliedVersion < version
  if (isEarly)
    await tx.sql(
      'INSERT INTO album_event_parts (album_id, version, part, parts) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [...[albumId, version, part, parts]],
    )
  if (album.waits || (isEarly && !isWhole)) await goOn(tx, albumId)
  return true
}

/** As far as there is no gap. */
async function goOn(tx: Tx, albumId: string): Promise<void> {
  await tx.sql(
    `UPDATE albums SET applied_version = coalesce((
       SELECT max(version) FROM (
         SELECT version, version - row_number() OVER (ORDER BY version) AS before FROM album_event_parts
         WHERE album_id = $1 AND version > albums.applied_version GROUP BY version HAVING count(*) = max(parts)
       ) AS whole WHERE before = albums.applied_version), applied_version)
     WHERE id = $1`,
    [albumId],
  )
  await tx.sql(
    'DELETE FROM album_event_parts p USING albums a WHERE a.id = $1 AND p.album_id = $1 AND p.version <= a.applied_version',
    [albumId],
  )
}

/** No version of an album is newer: it never comes back. */
export const FOR_EVER = 2 ** 31 - 1

const PLACES_GONE = 'DELETE FROM album_photos WHERE album_id = $1 AND version <= $2'
/** Of an album that may come back is kept since when it showed what: that is no news then. */
const PLACES_EMPTY =
  'UPDATE album_photos SET present = false, position = null WHERE album_id = $1 AND version <= $2 AND present'

/** What was told of a newer version has come before this, and stays. */
const unlessNewer = (assignment: string): string => {
  const [column, value] = assignment.split(' = ')
  return `${column} = CASE WHEN albums.version > $3 THEN albums.${column} ELSE ${value} END`
}

/**
 * What is known of an album up to a version is void: it was deleted with it, or came back with the one after it. False: that was
 * heard before. What comes later is of the album as it was, and does nothing.
 */
export async function startAnew(tx: Tx, albumId: string, ownerId: string, since: number): Promise<boolean> {
  const started = await tx.sql(
    `INSERT INTO albums (id, owner_id, applied_version, discarded_version, deleted) VALUES ($1, $2, $3, $3, true)
     ON CONFLICT (id) DO UPDATE
     SET deleted = true, discarded_version = $3, applied_version = greatest(albums.applied_version, $3), content_version = albums.content_version + 1,
       ${['version = 0', "title = ''", "description = ''", "theme = 'auto'", 'header = null', "sections = '[]'"].map(unlessNewer).join(', ')}
     WHERE albums.discarded_version < $3 RETURNING id`,
    [albumId, ownerId, since],
  )
  if (!started.length) return false
  await tx.sql(since === FOR_EVER ? PLACES_GONE : PLACES_EMPTY, [albumId, since])
  await tx.sql('DELETE FROM album_event_parts WHERE album_id = $1 AND version <= $2', [albumId, since])
  await goOn(tx, albumId)
  return true
}
