import { type AlbumHeader, COVER_WIDTH, type ListedLink, MAX_LISTED } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { DEFAULT_HEADER } from '../gallery/gallery-header.ts'

type Cover = Pick<NonNullable<ListedLink['cover']>, 'photoId' | 'filename' | 'width' | 'height' | 'placeholder'>
type Row = {
  id: string
  token: string
  slug: string | null
  hasPassword: boolean
  isActive: boolean
  createdAt: Date
  title: string
  header: AlbumHeader | null
  cover: Cover | null
}
export type Listed = ListedLink & { token: string; createdAt: Date }

/** Among these a cover is looked for, as for the card of a link. */
const FIRST_PHOTOS = 50

/** Photos that a gallery shows; the chosen cover first, then a wide one, then any. */
const COVER = `
  SELECT p.id AS "photoId", p.filename, p.width, p.height, p.placeholder FROM (
    (SELECT photo_id, position FROM placements WHERE album_id = l.album_id AND present ORDER BY position, photo_id LIMIT ${FIRST_PHOTOS})
    UNION SELECT photo_id, position FROM placements
      WHERE album_id = l.album_id AND photo_id = (a.header ->> 'photoId')::uuid AND present
  ) m JOIN photos p ON p.id = m.photo_id AND p.owner_id = l.owner_id AND p.variants IS NOT NULL
  ORDER BY p.id = (a.header ->> 'photoId')::uuid DESC NULLS LAST,
    (p.width >= ${COVER_WIDTH} AND p.width > p.height) IS TRUE DESC, m.position, m.photo_id LIMIT 1`

export const IS_ACTIVE = 'NOT l.revoked AND (l.expires_at IS NULL OR l.expires_at > $2)'
/** What the page shows first; `l` is the link. */
export const PLACE = 'l.studio_place, l.created_at DESC, l.id'

const LISTED = `
  SELECT l.id, l.token, l.slug, l.password_hash IS NOT NULL AS "hasPassword", ${IS_ACTIVE} AS "isActive",
         l.created_at AS "createdAt", a.title, a.header, to_jsonb(cover) AS cover
  FROM links l JOIN albums a ON a.id = l.album_id LEFT JOIN LATERAL (${COVER}) cover ON true
  WHERE l.owner_id = $1 AND l.studio_place IS NOT NULL ORDER BY ${PLACE} LIMIT ${MAX_LISTED}`

/** The links that an owner lists, in the order of her page: one query, of each as much as stands for it. */
export async function listedLinks(db: Database, ownerId: string, now: Date): Promise<Listed[]> {
  const rows = await db.sql<Row>(LISTED, [ownerId, now])
  return rows.map(row => ({
    ...{ id: row.id, title: row.title, token: row.token, address: row.slug ?? row.token, createdAt: row.createdAt },
    state: stateOf(row),
    cover: row.cover && { ...row.cover, ...focusOf(row.header, row.cover) },
  }))
}

function stateOf({ isActive, cover, hasPassword }: Row): ListedLink['state'] {
  if (!isActive) return 'over'
  if (!cover) return 'empty'
  return hasPassword ? 'locked' : 'open'
}

/** A photo that nobody chose is looked at in its middle. */
function focusOf(header: AlbumHeader | null, { photoId }: Cover) {
  const { x, y } = header?.photoId === photoId ? header : DEFAULT_HEADER
  return { x, y }
}
