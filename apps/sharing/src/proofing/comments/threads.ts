import { errors, type http, type OwnedThread, type ThreadView } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { AccessRow } from '../../links/gallery/gallery-access.ts'
import { visiblePhotoSql } from '../../links/gallery/gallery-photos.ts'
import type { Link } from '../../links/link.entity.ts'
import { type NamedVisitor, NamedVisitors } from '../visitors/named-visitors.ts'

export type LinkWithComments = AccessRow & { comments: http.CommentSettings }
type VisitorCredentials = { token: string; grant?: string | undefined; key?: string | undefined }

/** A visitor who reads threads: their own threads and, if `shared` is true, the threads of other visitors. */
type CommentViewer = { linkId: string; albumId: string; ownerId: string; visitorId: string | null; shared: boolean }
export const toCommentViewer = (
  { id, albumId, ownerId, comments }: LinkWithComments,
  visitor: NamedVisitor | undefined,
): CommentViewer => ({
  linkId: id,
  albumId,
  ownerId,
  visitorId: visitor?.id ?? null,
  shared: comments.shared,
})

/** Checks whether a visitor may read and write comments of a link. Throws COMMENTS_OFF if the link does not allow comments. */
@Injectable()
export class CommentAccess {
  constructor(private readonly visitors: NamedVisitors) {}

  async authorize({
    key,
    ...credentials
  }: VisitorCredentials): Promise<{ link: LinkWithComments; visitor: NamedVisitor | undefined }> {
    const link = await this.visitors.authorize(credentials)
    if (!link.comments) throw errors.COMMENTS_OFF()
    return { link: { ...link, comments: link.comments }, visitor: await this.visitors.find(link, key) }
  }

  /** Returns the visitor, who must have entered a name. Throws COMMENT_NOT_FOUND otherwise. */
  async authorizeVisitor(credentials: VisitorCredentials): Promise<{ link: LinkWithComments; visitor: NamedVisitor }> {
    const { link, visitor } = await this.authorize(credentials)
    if (!visitor) throw errors.COMMENT_NOT_FOUND()
    return { link, visitor }
  }
}

type SqlClient = Pick<Database, 'sql'>
type CommentRow = {
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

export const THREAD_COLUMNS = `t.id, t.photo_id AS "photoId", t.visitor_id AS "visitorId", t.x, t.y,
  t.resolved_at AS "resolvedAt", t.created_at AS "createdAt"`
/** SQL that restricts threads to photos that the gallery shows now. `album` and `owner` are the album and the owner of the link. */
export const joinGalleryPhotosSql = (album: string, owner: string): string =>
  `JOIN album_photos m ON m.album_id = ${album} AND m.photo_id = t.photo_id AND m.present
   CROSS JOIN LATERAL (${visiblePhotoSql('t.photo_id', owner)}) p`
/** SQL condition: the viewer may see thread `t`. Uses parameters `$4` and `$5` of `viewerParameters`. */
export const IS_VISIBLE_TO_VIEWER_SQL = '($4::boolean OR t.visitor_id = $5::uuid)'
export const viewerParameters = (viewer: CommentViewer) => [
  viewer.linkId,
  viewer.albumId,
  viewer.ownerId,
  viewer.shared,
  viewer.visitorId,
]

const LIST_PHOTO_THREADS = `
  SELECT ${THREAD_COLUMNS} FROM comment_threads t ${joinGalleryPhotosSql('$2', '$3')}
  WHERE t.link_id = $1 AND ${IS_VISIBLE_TO_VIEWER_SQL} AND t.photo_id = $6::uuid ORDER BY t.created_at, t.id`
const LIST_COMMENTS = `
  SELECT c.id, c.thread_id AS "threadId", c.visitor_id AS "visitorId", v.name, c.text, c.created_at AS "createdAt"
  FROM comments c LEFT JOIN pick_lists v ON v.id = c.visitor_id
  WHERE c.thread_id = ANY ($1::uuid[]) ORDER BY c.created_at, c.id`

/** Returns the threads of a photo that the viewer may see, oldest first. Needs two queries for any number of threads. */
export async function findPhotoThreads(
  db: SqlClient,
  viewer: CommentViewer,
  photoId: string | null,
): Promise<ThreadView[]> {
  const threads = await db.sql<ThreadRow>(LIST_PHOTO_THREADS, [...viewerParameters(viewer), photoId])
  const commentsByThread = await findComments(db, threads)
  return threads.map(thread => {
    const comments = commentsByThread.get(thread.id) ?? []
    return {
      ...toThreadView(thread),
      mine: thread.visitorId === viewer.visitorId,
      comments: comments.map((comment, index) => ({
        ...toCommentView(comment),
        removable:
          comment.visitorId !== null && comment.visitorId === viewer.visitorId && index === comments.length - 1,
      })),
    }
  })
}

export async function findComments(
  db: SqlClient,
  threads: readonly { id: string }[],
): Promise<Map<string, CommentRow[]>> {
  if (threads.length === 0) return new Map()
  const comments = await db.sql<CommentRow>(LIST_COMMENTS, [threads.map(({ id }) => id)])
  return Map.groupBy(comments, ({ threadId }) => threadId)
}

export const toCommentView = ({
  id,
  visitorId,
  name,
  text,
  createdAt,
}: CommentRow): OwnedThread['comments'][number] => ({
  id,
  by: visitorId === null ? 'owner' : 'visitor',
  name: visitorId === null ? null : (name ?? ''),
  text,
  createdAt: createdAt.toISOString(),
})

export const toThreadView = ({ id, photoId, x, y, resolvedAt, createdAt }: ThreadRow) => ({
  id,
  photoId,
  point: x === null || y === null ? null : { x, y },
  resolvedAt: resolvedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

const COUNT_OPEN_THREADS = `
  SELECT t.link_id AS id, count(*)::int AS open
  FROM comment_threads t JOIN links l ON l.id = t.link_id ${joinGalleryPhotosSql('l.album_id', 'l.owner_id')}
  WHERE t.link_id = ANY ($1::uuid[]) AND t.resolved_at IS NULL GROUP BY t.link_id`

/** Counts the open threads of links by link id. Runs no query if none of the links allows comments. */
export async function countOpenThreads(
  db: Pick<Database, 'sql'>,
  links: readonly Link[],
): Promise<Map<string, number>> {
  const ids = links.flatMap(({ id, comments }) => (comments ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db.sql<{ id: string; open: number }>(COUNT_OPEN_THREADS, [ids])
  return new Map(rows.map(({ id, open }) => [id, open]))
}
