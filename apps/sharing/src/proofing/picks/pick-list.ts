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
/** Every visitor with a name has one pick list. */
type PickList = NamedVisitor
type VisitorProof = { token: string; grant?: string | undefined }

/** Access of visitors to the pick list of a link where picks are on. */
@Injectable()
export class PickAccess {
  constructor(private readonly visitors: NamedVisitors) {}

  async authorize(proof: VisitorProof): Promise<LinkWithPicks> {
    const link = await this.visitors.authorize(proof)
    if (!link.picks) throw errors.PICKS_OFF()
    return { ...link, picks: link.picks }
  }
}

/**
 * Locks the list until the transaction ends, so that changes of several devices are serialized and no change follows
 * the submission.
 */
export async function lockPickList(tx: Tx, link: LinkWithPicks, key: string): Promise<PickList> {
  const sql = `SELECT ${VISITOR_COLUMNS} FROM pick_lists v WHERE link_id = $1 AND ${hasKeySql('v', '$2')} FOR NO KEY UPDATE`
  const [list] = await tx.sql<PickList>(sql, [link.id, visitorKeyHash(key)])
  if (!list) throw errors.PICK_LIST_NOT_FOUND()
  return list
}

type SqlClient = Pick<Database, 'sql'>

/** A pick list for its visitor: the changes since a revision. */
export async function readVisitorList(db: SqlClient, list: PickList, since = 0): Promise<OwnPickList> {
  const { id, sentAt, ...publicFields } = list
  const picks = await db.sql<OwnPickList['picks'][number]>(
    `SELECT photo_id AS "photoId", choice, choice_at AS "choiceAt", note, note_at AS "noteAt"
     FROM picks WHERE list_id = $1 AND revision > $2`,
    // a revision ahead of the list predates a restored backup, so everything is returned
    [id, since > list.revision ? 0 : since],
  )
  return { ...publicFields, sentAt: sentAt?.toISOString() ?? null, picks }
}

export type PickCounts = { picked: number; rejected: number; notes: number }
export const PICK_COUNTS = `(count(*) FILTER (WHERE k.choice = 'picked'))::int AS picked,
  (count(*) FILTER (WHERE k.choice = 'rejected'))::int AS rejected, (count(*) FILTER (WHERE k.note <> ''))::int AS notes`

/** Counts only photos that the gallery shows. */
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
