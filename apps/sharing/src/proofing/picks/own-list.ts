import type { OwnPickList } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { visiblePhoto } from '../../links/gallery/gallery-photos.ts'
import type { PickLink, PickList } from './pick-access.ts'

type Sql = Pick<Database, 'sql'>

/** A list as its visitor gets it: what changed after the revision that she knows. */
export async function ownList(db: Sql, list: PickList, since = 0): Promise<OwnPickList> {
  const { id, sentAt, ...told } = list
  const picks = await db.sql<OwnPickList['picks'][number]>(
    `SELECT photo_id AS "photoId", choice, choice_at AS "choiceAt", note, note_at AS "noteAt"
     FROM picks WHERE list_id = $1 AND revision > $2`,
    // one that is ahead of us knows another history: it gets everything
    [id, since > list.revision ? 0 : since],
  )
  return { ...told, sentAt: sentAt?.toISOString() ?? null, picks }
}

export type Counts = { picked: number; rejected: number; notes: number }
export const COUNTS = `(count(*) FILTER (WHERE k.choice = 'picked'))::int AS picked,
  (count(*) FILTER (WHERE k.choice = 'rejected'))::int AS rejected, (count(*) FILTER (WHERE k.note <> ''))::int AS notes`

/** Of photos that the gallery shows: the others do not count. */
export async function countsOf(db: Sql, link: Pick<PickLink, 'albumId' | 'ownerId'>, listId: string): Promise<Counts> {
  const [counts] = await db.sql<Counts>(
    `SELECT ${COUNTS} FROM picks k JOIN placements m ON m.album_id = $2 AND m.photo_id = k.photo_id AND m.present
     CROSS JOIN LATERAL (${visiblePhoto('k.photo_id', '$3')}) p WHERE k.list_id = $1`,
    [listId, link.albumId, link.ownerId],
  )
  return counts ?? { picked: 0, rejected: 0, notes: 0 }
}
