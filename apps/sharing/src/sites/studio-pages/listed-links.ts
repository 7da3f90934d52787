import { type AlbumHeader, COVER_RATIO, COVER_WIDTH, isStrip, type ListedLink, MAX_LISTED } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { DEFAULT_HEADER } from '../../links/gallery/gallery-layout.ts'
import { IS_ACTIVE, IS_ON, PAGE_VERSION, PLACE } from './page-version.ts'

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

/** Photos that a gallery shows; the chosen cover first, then a wide one, then any that is no strip, then a strip. */
const COVER = `
  SELECT p.id AS "photoId", p.filename, p.width, p.height, p.placeholder FROM (
    (SELECT photo_id, position FROM placements WHERE album_id = l.album_id AND present ORDER BY position, photo_id LIMIT ${FIRST_PHOTOS})
    UNION SELECT photo_id, position FROM placements
      WHERE album_id = l.album_id AND photo_id = (a.header ->> 'photoId')::uuid AND present
  ) m JOIN photos p ON p.id = m.photo_id AND p.owner_id = l.owner_id AND p.variants IS NOT NULL
  ORDER BY p.id = (a.header ->> 'photoId')::uuid DESC NULLS LAST,
    (p.width >= ${COVER_WIDTH} AND p.width > p.height AND p.width <= ${COVER_RATIO} * p.height) IS TRUE DESC,
    (greatest(p.width, p.height) > ${COVER_RATIO} * least(p.width, p.height)) IS TRUE, m.position, m.photo_id LIMIT 1`

const STANDS = `
  l.id, l.token, l.slug, l.password_hash IS NOT NULL AS "hasPassword", ${IS_ACTIVE} AS "isActive",
  l.created_at AS "createdAt", a.title, a.header, to_jsonb(cover) AS cover`
const LINKS = `links l JOIN albums a ON a.id = l.album_id LEFT JOIN LATERAL (${COVER}) cover ON true`
const IN_ORDER = `ORDER BY ${PLACE} LIMIT ${MAX_LISTED}`
const LISTED = `SELECT ${STANDS} FROM ${LINKS} WHERE l.owner_id = $1 AND l.studio_place IS NOT NULL ${IN_ORDER}`
/** Both as they were at one moment: what is kept under a version is of that version. A page without links is one row. */
const SHOWN = `
  WITH page AS MATERIALIZED (SELECT ${PAGE_VERSION} AS version FROM studio_pages p WHERE p.owner_id = $1 AND ${IS_ON})
  SELECT page.version, ${STANDS} FROM page
  LEFT JOIN (${LINKS}) ON l.owner_id = $1 AND l.studio_place IS NOT NULL ${IN_ORDER}`

/** The links that an owner lists, in the order of her page: one query, of each as much as stands for it. */
export async function listedLinks(db: Database, ownerId: string, now: Date): Promise<Listed[]> {
  return (await db.sql<Row>(LISTED, [ownerId, now])).map(listed)
}

/** The same of a page that is on, with its version; undefined: there is none. */
export async function shownLinks(db: Database, ownerId: string, now: Date) {
  const rows = await db.sql<Row & { version: string }>(SHOWN, [ownerId, now])
  return rows[0] && { version: rows[0].version, links: rows.filter(({ id }) => id !== null).map(listed) }
}

const listed = (row: Row): Listed => ({
  ...{ id: row.id, title: row.title, token: row.token, address: row.slug ?? row.token, createdAt: row.createdAt },
  state: stateOf(row),
  cover: row.cover && isFit(row.header, row.cover) ? { ...row.cover, ...focusOf(row.header, row.cover) } : null,
})

function stateOf({ isActive, cover, hasPassword }: Row): ListedLink['state'] {
  if (!isActive) return 'over'
  if (!cover) return 'empty'
  return hasPassword ? 'locked' : 'open'
}

/** A strip is a cover only where it was chosen; an album of strips has none. */
const isFit = (header: AlbumHeader | null, cover: Cover): boolean =>
  header?.photoId === cover.photoId || !isStrip(cover)

/** A photo that nobody chose is looked at in its middle. */
function focusOf(header: AlbumHeader | null, { photoId }: Cover) {
  const { x, y } = header?.photoId === photoId ? header : DEFAULT_HEADER
  return { x, y }
}
