import { GALLERY_VERSION } from '../../links/read-model/gallery-version.ts'
import { ownerIsSuspended } from '../../links/gallery/gallery-access.ts'

/** `l` is the link, `$2` the time. */
export const IS_ACTIVE = 'NOT l.revoked AND (l.expires_at IS NULL OR l.expires_at > $2)'
/** What the page shows first. */
export const PLACE = 'l.studio_place, l.created_at DESC, l.id'
/** Of the page `p`: what it shows unless there is nothing to see. */
export const IS_SHOWN = `l.owner_id = p.owner_id AND l.studio_place IS NOT NULL AND ${IS_ACTIVE}`
export const IS_ON = `p.enabled AND NOT ${ownerIsSuspended('p.owner_id')}`
/** Another one whenever the page `p` shows something else. A link that ends by the clock alone changes it as well. */
export const PAGE_VERSION = `md5(p.revision || ':' || (
  SELECT coalesce(string_agg(l.id || ' ' || ${GALLERY_VERSION}, ',' ORDER BY ${PLACE}), '')
  FROM links l JOIN albums a ON a.id = l.album_id WHERE ${IS_SHOWN}))`
