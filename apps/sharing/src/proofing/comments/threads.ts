import type { OwnedThread, ThreadView } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { visiblePhoto } from '../../links/gallery/gallery-photos.ts'
import type { Reader } from './comment-access.ts'

type Sql = Pick<Database, 'sql'>
type Said = {
  id: string
  threadId: string
  visitorId: string | null
  name: string | null
  text: string
  createdAt: Date
}
export type ThreadRow = {
  id: string
  photoId: string
  visitorId: string
  x: number | null
  y: number | null
  resolvedAt: Date | null
  createdAt: Date
}

export const THREAD = `t.id, t.photo_id AS "photoId", t.visitor_id AS "visitorId", t.x, t.y,
  t.resolved_at AS "resolvedAt", t.created_at AS "createdAt"`
/** Of a photo that is in the gallery now; `album` and `owner` are those of the link. */
export const inGallery = (album: string, owner: string): string =>
  `JOIN placements m ON m.album_id = ${album} AND m.photo_id = t.photo_id AND m.present
   CROSS JOIN LATERAL (${visiblePhoto('t.photo_id', owner)}) p`
/** `$4` and `$5` of a Reader. */
export const VISIBLE = '($4::boolean OR t.visitor_id = $5::uuid)'
export const visibleTo = (reader: Reader) => [
  ...[reader.linkId, reader.albumId, reader.ownerId, reader.shared, reader.visitorId],
]

const OF_PHOTO = `
  SELECT ${THREAD} FROM comment_threads t ${inGallery('$2', '$3')}
  WHERE t.link_id = $1 AND ${VISIBLE} AND t.photo_id = $6::uuid ORDER BY t.created_at, t.id`
const COMMENTS_OF = `
  SELECT c.id, c.thread_id AS "threadId", c.visitor_id AS "visitorId", v.name, c.text, c.created_at AS "createdAt"
  FROM comments c LEFT JOIN pick_lists v ON v.id = c.visitor_id
  WHERE c.thread_id = ANY ($1::uuid[]) ORDER BY c.created_at, c.id`

/** The threads of one photo that somebody may see, the oldest first: two statements, however many there are. */
export async function threadsOf(db: Sql, reader: Reader, photoId: string | null): Promise<ThreadView[]> {
  const threads = await db.sql<ThreadRow>(OF_PHOTO, [...visibleTo(reader), photoId])
  const said = await commentsOf(db, threads)
  return threads.map(thread => {
    const comments = said.get(thread.id) ?? []
    return {
      ...viewOf(thread),
      mine: thread.visitorId === reader.visitorId,
      comments: comments.map((one, at) => ({
        ...saidView(one),
        removable: one.visitorId !== null && one.visitorId === reader.visitorId && at === comments.length - 1,
      })),
    }
  })
}

export async function commentsOf(db: Sql, threads: readonly { id: string }[]): Promise<Map<string, Said[]>> {
  if (threads.length === 0) return new Map()
  const said = await db.sql<Said>(COMMENTS_OF, [threads.map(({ id }) => id)])
  return Map.groupBy(said, ({ threadId }) => threadId)
}

export const saidView = ({ id, visitorId, name, text, createdAt }: Said): OwnedThread['comments'][number] => ({
  ...{ id, by: visitorId === null ? 'owner' : 'visitor', name: visitorId === null ? null : (name ?? ''), text },
  createdAt: createdAt.toISOString(),
})

export const viewOf = ({ id, photoId, x, y, resolvedAt, createdAt }: ThreadRow) => ({
  ...{ id, photoId, point: x === null || y === null ? null : { x, y } },
  resolvedAt: resolvedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
