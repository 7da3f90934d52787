import { type Actor, errors } from '@daymark/contracts'
import { type Database, isId, type Tx } from '@daymark/platform'

type SelectionRow = { id: string; ownerId: string; title: string }

/** Finds a selection of the caller. Throws ALBUM_NOT_FOUND if it does not exist: a selection exists only while it has a link. */
export async function findOwnSelection(db: Database, id: string, actor: Actor): Promise<SelectionRow> {
  const [row] =
    isId(id) && isId(actor.userId)
      ? await db.sql<SelectionRow>(
          `SELECT id, owner_id AS "ownerId", title FROM albums a WHERE id = $1 AND owner_id = $2
           AND EXISTS (SELECT FROM links WHERE album_id = a.id AND kind = 'selection')`,
          [id, actor.userId],
        )
      : []
  if (!row) throw errors.ALBUM_NOT_FOUND()
  return row
}

/**
 * Deletes a selection if it has no links, not even in the trash. The lock on its row makes a concurrent creation of a link wait or fail.
 */
export async function deleteUnlinkedSelection(tx: Tx, id: string): Promise<void> {
  await tx.sql('SELECT id FROM albums WHERE id = $1 FOR UPDATE', [id])
  const isUnlinked = `NOT EXISTS (SELECT FROM links WHERE album_id = $1)
    AND NOT EXISTS (SELECT FROM trashed_links WHERE album_id = $1)`
  await tx.sql(`DELETE FROM album_photos WHERE album_id = $1 AND ${isUnlinked}`, [id])
  await tx.sql(`DELETE FROM albums WHERE id = $1 AND ${isUnlinked}`, [id])
}
