import type { Tx } from '@daymark/platform'

export type AlbumVersion = { albumId: string; ownerId: string; version: number; part?: number; parts?: number }
type Album = { deleted: boolean; reached: number; waits: boolean }

/**
 * Events may come in any order (docs/adr/0014), but a link that is made must not show what was taken out before: so an album's
 * copy has reached a version only when everything up to it has come. Takes the album's row lock, and lets `changes` grow for whatever
 * comes with it; false: the album is deleted.
 */
export async function reach(
  tx: Tx,
  { albumId, ownerId, version, part = 0, parts = 1 }: AlbumVersion,
): Promise<boolean> {
  const isWhole = parts === 1
  const [album] = await tx.sql<Album>(
    `INSERT INTO albums (id, owner_id, reached) VALUES ($1, $2, CASE WHEN $4 AND $3::int = 1 THEN 1 ELSE 0 END)
     ON CONFLICT (id) DO UPDATE
     SET changes = albums.changes + 1, reached = albums.reached + CASE WHEN $4 AND NOT albums.deleted AND albums.reached = $3::int - 1 THEN 1 ELSE 0 END
     RETURNING deleted, reached, EXISTS (SELECT FROM album_parts WHERE album_id = $1) AS waits`,
    [albumId, ownerId, version, isWhole],
  )
  if (!album || album.deleted) return false
  const isEarly = album.reached < version
  if (isEarly)
    await tx.sql(
      'INSERT INTO album_parts (album_id, version, part, parts) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [...[albumId, version, part, parts]],
    )
  if (album.waits || (isEarly && !isWhole)) await goOn(tx, albumId)
  return true
}

/** As far as there is no gap. */
async function goOn(tx: Tx, albumId: string): Promise<void> {
  await tx.sql(
    `UPDATE albums SET reached = coalesce((
       SELECT max(version) FROM (
         SELECT version, version - row_number() OVER (ORDER BY version) AS before FROM album_parts
         WHERE album_id = $1 AND version > albums.reached GROUP BY version HAVING count(*) = max(parts)
       ) AS whole WHERE before = albums.reached), reached)
     WHERE id = $1`,
    [albumId],
  )
  await tx.sql(
    'DELETE FROM album_parts p USING albums a WHERE a.id = $1 AND p.album_id = $1 AND p.version <= a.reached',
    [albumId],
  )
}
