import type { Tx } from '@daymark/platform'

type AlbumVersion = { albumId: string; ownerId: string; version: number; part?: number; parts?: number }
type VersionState = { discardedVersion: number; appliedVersion: number; hasBufferedVersions: boolean }

/**
 * Records that an event of an album has arrived. Events may arrive in any order (docs/adr/0014), but a new link must not show a photo that
 * was removed before, so `applied_version` is the last version before the first missing version.
 *
 * Locks the row of the album and increments `content_version`. Returns false if the event is older than the last deletion of the album and
 * must be ignored.
 */
export async function advanceAppliedVersion(
  tx: Tx,
  { albumId, ownerId, version, part = 0, parts = 1 }: AlbumVersion,
): Promise<boolean> {
  const isSinglePart = parts === 1
  const [album] = await tx.sql<VersionState>(
    `INSERT INTO albums (id, owner_id, applied_version) VALUES ($1, $2, CASE WHEN $4 AND $3::int = 1 THEN 1 ELSE 0 END)
     ON CONFLICT (id) DO UPDATE
     SET content_version = albums.content_version + 1, applied_version = albums.applied_version + CASE WHEN $4 AND albums.applied_version = $3::int - 1 THEN 1 ELSE 0 END
     RETURNING discarded_version AS "discardedVersion", applied_version AS "appliedVersion", EXISTS (SELECT FROM album_event_parts WHERE album_id = $1) AS "hasBufferedVersions"`,
    [albumId, ownerId, version, isSinglePart],
  )
  if (!album || version <= album.discardedVersion) return false
  const isAhead = album.appliedVersion < version
  if (isAhead)
    await tx.sql(
      'INSERT INTO album_event_parts (album_id, version, part, parts) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [albumId, version, part, parts],
    )
  if (album.hasBufferedVersions || (isAhead && !isSinglePart)) await applyBufferedVersions(tx, albumId)
  return true
}

/**
 * Advances `applied_version` over the buffered versions up to the first missing version, and deletes the applied versions from the buffer.
 */
async function applyBufferedVersions(tx: Tx, albumId: string): Promise<void> {
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

/** The version of a permanent deletion, which is higher than any other version of an album. */
export const MAX_VERSION = 2 ** 31 - 1

const DELETE_ALBUM_PHOTOS = 'DELETE FROM album_photos WHERE album_id = $1 AND version <= $2'
/**
 * Hides the photos of a deleted album that can still be restored. Keeps the rows with the version at which each photo became visible, so
 * that a restored album does not show its photos as new.
 */
const HIDE_ALBUM_PHOTOS =
  'UPDATE album_photos SET present = false, position = null WHERE album_id = $1 AND version <= $2 AND present'

/** SQL that assigns a value unless the album already has a version newer than `$3`. */
const keepIfNewerSql = (assignment: string): string => {
  const [column, value] = assignment.split(' = ')
  return `${column} = CASE WHEN albums.version > $3 THEN albums.${column} ELSE ${value} END`
}

/**
 * Discards the state of an album up to a version: the version that deleted the album, or the version before its restoration. Events of
 * these versions that arrive later are ignored. Returns false if the version was already discarded.
 */
export async function resetAlbum(tx: Tx, albumId: string, ownerId: string, version: number): Promise<boolean> {
  const applied = await tx.sql(
    `INSERT INTO albums (id, owner_id, applied_version, discarded_version, deleted) VALUES ($1, $2, $3, $3, true)
     ON CONFLICT (id) DO UPDATE
     SET deleted = true, discarded_version = $3, applied_version = greatest(albums.applied_version, $3), content_version = albums.content_version + 1,
       ${['version = 0', "title = ''", "description = ''", "theme = 'auto'", 'header = null', "sections = '[]'"].map(keepIfNewerSql).join(', ')}
     WHERE albums.discarded_version < $3 RETURNING id`,
    [albumId, ownerId, version],
  )
  if (!applied.length) return false
  await tx.sql(version === MAX_VERSION ? DELETE_ALBUM_PHOTOS : HIDE_ALBUM_PHOTOS, [albumId, version])
  await tx.sql('DELETE FROM album_event_parts WHERE album_id = $1 AND version <= $2', [albumId, version])
  await applyBufferedVersions(tx, albumId)
  return true
}
