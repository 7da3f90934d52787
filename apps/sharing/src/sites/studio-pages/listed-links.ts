import {
  type AlbumHeader,
  MAX_COVER_RATIO,
  MIN_COVER_WIDTH,
  hasExtremeAspectRatio,
  type ListedLink,
  MAX_LISTED_GALLERIES,
} from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { isOwnerSuspendedSql } from '../../links/gallery/gallery-access.ts'
import { DEFAULT_HEADER } from '../../links/gallery/gallery-layout.ts'
import { GALLERY_VERSION_SQL } from '../../links/read-model/gallery-version.ts'

/** SQL condition: link `l` is active at the time `$2`. */
const IS_ACTIVE = 'NOT l.revoked AND (l.expires_at IS NULL OR l.expires_at > $2)'
/** SQL for the order of the links on a studio page. */
export const PAGE_ORDER_SQL = 'l.studio_position, l.created_at DESC, l.id'
/** SQL condition: page `p` shows link `l`. Does not exclude links with an empty gallery. */
export const IS_LINK_SHOWN_SQL = `l.owner_id = p.owner_id AND l.studio_position IS NOT NULL AND ${IS_ACTIVE}`
export const IS_PAGE_ENABLED_SQL = `p.enabled AND NOT ${isOwnerSuspendedSql('p.owner_id')}`
/** SQL for a value that changes with the content of page `p`, for example when a link expires. */
export const PAGE_VERSION_SQL = `md5(p.revision || ':' || (
  SELECT coalesce(string_agg(l.id || ' ' || ${GALLERY_VERSION_SQL}, ',' ORDER BY ${PAGE_ORDER_SQL}), '')
  FROM links l JOIN albums a ON a.id = l.album_id WHERE ${IS_LINK_SHOWN_SQL}))`

type CoverPhoto = Pick<NonNullable<ListedLink['cover']>, 'photoId' | 'filename' | 'width' | 'height' | 'placeholder'>
type ListedLinkRow = {
  id: string
  token: string
  slug: string | null
  hasPassword: boolean
  isActive: boolean
  createdAt: Date
  title: string
  header: AlbumHeader | null
  cover: CoverPhoto | null
}
export type ListedLinkDetails = ListedLink & { token: string; createdAt: Date }

/** The cover is selected among this number of photos from the start of the album, as in the preview of a link. */
const COVER_CANDIDATES = 50

/**
 * SQL that selects the cover of a gallery: the chosen photo, otherwise a wide photo, otherwise any other photo except strips, otherwise a
 * strip.
 */
const SELECT_COVER = `
  SELECT p.id AS "photoId", p.filename, p.width, p.height, p.placeholder FROM (
    (SELECT photo_id, position FROM album_photos WHERE album_id = l.album_id AND present ORDER BY position, photo_id LIMIT ${COVER_CANDIDATES})
    UNION SELECT photo_id, position FROM album_photos
      WHERE album_id = l.album_id AND photo_id = (a.header ->> 'photoId')::uuid AND present
  ) m JOIN photos p ON p.id = m.photo_id AND p.owner_id = l.owner_id AND p.variants IS NOT NULL
  ORDER BY p.id = (a.header ->> 'photoId')::uuid DESC NULLS LAST,
    (p.width >= ${MIN_COVER_WIDTH} AND p.width > p.height AND p.width <= ${MAX_COVER_RATIO} * p.height) IS TRUE DESC,
    (greatest(p.width, p.height) > ${MAX_COVER_RATIO} * least(p.width, p.height)) IS TRUE, m.position, m.photo_id LIMIT 1`

const LISTED_LINK_COLUMNS = `
  l.id, l.token, l.slug, l.password_hash IS NOT NULL AS "hasPassword", ${IS_ACTIVE} AS "isActive",
  l.created_at AS "createdAt", a.title, a.header, to_jsonb(cover) AS cover`
const LINKS_WITH_COVER = `links l JOIN albums a ON a.id = l.album_id LEFT JOIN LATERAL (${SELECT_COVER}) cover ON true`
const ORDER_AND_LIMIT = `ORDER BY ${PAGE_ORDER_SQL} LIMIT ${MAX_LISTED_GALLERIES}`
const SELECT_LISTED_LINKS = `SELECT ${LISTED_LINK_COLUMNS} FROM ${LINKS_WITH_COVER} WHERE l.owner_id = $1 AND l.studio_position IS NOT NULL ${ORDER_AND_LIMIT}`
/**
 * Selects the version of a page together with its links in one query, because the response is cached by the version. A page without links
 * is one row.
 */
const SELECT_SHOWN_LINKS = `
  WITH page AS MATERIALIZED (SELECT ${PAGE_VERSION_SQL} AS version FROM studio_pages p WHERE p.owner_id = $1 AND ${IS_PAGE_ENABLED_SQL})
  SELECT page.version, ${LISTED_LINK_COLUMNS} FROM page
  LEFT JOIN (${LINKS_WITH_COVER}) ON l.owner_id = $1 AND l.studio_position IS NOT NULL ${ORDER_AND_LIMIT}`

/** Returns the links that an owner has listed, in the order of the page, with the fields that the page shows. Needs one query. */
export async function findListedLinks(db: Database, ownerId: string, now: Date): Promise<ListedLinkDetails[]> {
  return (await db.sql<ListedLinkRow>(SELECT_LISTED_LINKS, [ownerId, now])).map(toListedLink)
}

/** Returns the version and the links of an owner's enabled page. Undefined if the owner has no enabled page. */
export async function findShownLinks(db: Database, ownerId: string, now: Date) {
  const rows = await db.sql<ListedLinkRow & { version: string }>(SELECT_SHOWN_LINKS, [ownerId, now])
  return rows[0] && { version: rows[0].version, links: rows.filter(({ id }) => id !== null).map(toListedLink) }
}

const toListedLink = (row: ListedLinkRow): ListedLinkDetails => ({
  id: row.id,
  title: row.title,
  token: row.token,
  address: row.slug ?? row.token,
  createdAt: row.createdAt,
  state: linkState(row),
  cover:
    row.cover && isAllowedCover(row.header, row.cover) ? { ...row.cover, ...focalPoint(row.header, row.cover) } : null,
})

function linkState({ isActive, cover, hasPassword }: ListedLinkRow): ListedLink['state'] {
  if (!isActive) return 'over'
  if (!cover) return 'empty'
  return hasPassword ? 'locked' : 'open'
}

/** Returns true if a photo may be the cover. A strip may be the cover only if the owner chose it. */
const isAllowedCover = (header: AlbumHeader | null, cover: CoverPhoto): boolean =>
  header?.photoId === cover.photoId || !hasExtremeAspectRatio(cover)

/** Returns the focal point of the cover: the center unless the owner chose the cover. */
function focalPoint(header: AlbumHeader | null, { photoId }: CoverPhoto) {
  const { x, y } = header?.photoId === photoId ? header : DEFAULT_HEADER
  return { x, y }
}
