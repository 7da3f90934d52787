import { errors, type OwnPickList, type PickSettings } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { AccessRow } from '../../links/gallery/gallery-access.ts'
import { visiblePhotoSql } from '../../links/gallery/gallery-photos.ts'
import {
  hasKeySql,
  type NamedVisitor,
  NamedVisitors,
  VISITOR_COLUMNS,
  visitorKeyHash,
} from '../visitors/named-visitors.ts'

type LinkWithPicks = AccessRow & { picks: PickSettings }
/** The pick list of a visitor. Every visitor who entered a name has one. */
type PickList = NamedVisitor
type VisitorCredentials = { token: string; grant?: string | undefined }

/** Checks whether a visitor may use the pick list of a link. Throws PICKS_OFF if the link does not allow picks. */
@Injectable()
export class PickAccess {
  constructor(private readonly visitors: NamedVisitors) {}

  async authorize(credentials: VisitorCredentials): Promise<LinkWithPicks> {
    const link = await this.visitors.authorize(credentials)
    if (!link.picks) throw errors.PICKS_OFF()
    return { ...link, picks: link.picks }
  }
}

/**
 * Finds a pick list and locks it until the transaction ends, so that changes of several devices are applied one after another and no change
 * is applied after the submission. Throws PICK_LIST_NOT_FOUND.
 */
export async function lockPickList(tx: Tx, link: LinkWithPicks, key: string): Promise<PickList> {
  const sql = `SELECT ${VISITOR_COLUMNS} FROM pick_lists v WHERE link_id = $1 AND ${hasKeySql('v', '$2')} FOR NO KEY UPDATE`
  const [list] = await tx.sql<PickList>(sql, [link.id, visitorKeyHash(key)])
  if (!list) throw errors.PICK_LIST_NOT_FOUND()
  return list
}

type SqlClient = Pick<Database, 'sql'>

/** Returns a pick list for its visitor, with the picks that changed after the revision `since`. */
export async function readVisitorList(db: SqlClient, list: PickList, since = 0): Promise<OwnPickList> {
  const { id, sentAt, ...publicFields } = list
  const picks = await db.sql<OwnPickList['picks'][number]>(
    `SELECT photo_id AS "photoId", choice, choice_at AS "choiceAt", note, note_at AS "noteAt"
     FROM picks WHERE list_id = $1 AND revision > $2`,
    // a revision ahead of the list was returned before a restore from a backup, so everything is returned
    [id, since > list.revision ? 0 : since],
  )
  return { ...publicFields, sentAt: sentAt?.toISOString() ?? null, picks }
}

export type PickCounts = { picked: number; rejected: number; notes: number }
export const PICK_COUNTS = `(count(*) FILTER (WHERE k.choice = 'picked'))::int AS picked,
  (count(*) FILTER (WHERE k.choice = 'rejected'))::int AS rejected, (count(*) FILTER (WHERE k.note <> ''))::int AS notes`

/** Counts the picks, rejections and notes of a list, for photos that the gallery shows. */
export async function countPicks(
  db: SqlClient,
  link: Pick<LinkWithPicks, 'albumId' | 'ownerId'>,
  listId: string,
): Promise<PickCounts> {
  const [counts] = await db.sql<PickCounts>(
    `SELECT ${PICK_COUNTS} FROM picks k JOIN album_photos m ON m.album_id = $2 AND m.photo_id = k.photo_id AND m.present
     CROSS JOIN LATERAL (${visiblePhotoSql('k.photo_id', '$3')}) p WHERE k.list_id = $1`,
    [listId, link.albumId, link.ownerId],
  )
  return counts ?? { picked: 0, rejected: 0, notes: 0 }
}
