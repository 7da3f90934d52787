import { errors, type Actor, type http, type PickSettings } from '@daymark/contracts'
import { type Database, isId } from '@daymark/platform'

export type OwnLink = {
  id: string
  albumId: string
  ownerId: string
  albumTitle: string
  picks: PickSettings | null
  comments: http.CommentSettings | null
}

/** The caller's own link. Somebody else's does not exist. */
export async function ownLink(db: Pick<Database, 'sql'>, id: string, { userId }: Actor): Promise<OwnLink> {
  const [link] =
    isId(id) && isId(userId)
      ? await db.sql<OwnLink>(
          `SELECT l.id, l.album_id AS "albumId", l.owner_id AS "ownerId", a.title AS "albumTitle", l.picks, l.comments
           FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2`,
          [id, userId],
        )
      : []
  if (!link) throw errors.SHARE_NOT_FOUND()
  return link
}
