import { z } from 'zod'
import { linkAnalytics } from './analytics.ts'
import { successOutput, id, isoTime, rpc } from '../define.ts'
import { TRACK_EVENTS } from '../../http/shares.ts'
import { locatedObject, pageInput } from '../library/views.ts'
import { serviceShapeIn } from '../../rules/field-table.ts'
import { linkFields } from '../../rules/link-fields.ts'
import { ANALYTICS_DAYS, MAX_IDS_PER_CALL, VARIANT_SIZES } from '../../rules/limits.ts'
import { patches } from '../media/events.ts'
import { downloads } from './downloads.ts'
import { linkAccess, openGalleries } from './open.ts'
import { comments } from './proofing/comments.ts'
import { firstLooks } from './proofing/first-look.ts'
import { galleryMails } from './mails.ts'
import { news } from './proofing/news.ts'
import { picks } from './proofing/picks.ts'
import { uploadLinks } from './proofing/uploads.ts'
import { linkTrash } from './trash.ts'
import { galleryView, linkCard, linkCounts, linkView, selectionView, sharedAlbumView } from './views.ts'

/** Settings of a link in a request. Undefined: unchanged. Empty or null: none. */
const settings = {
  ...z.object(serviceShapeIn(linkFields, 'api')).partial().shape,
  password: z.string().nullable().optional(),
}
/** Revision of the watermark that the media service returned. Sharing waits for it, so that a new image takes effect. */
const watermarkRevision = { watermarkRevision: z.number().int().optional() }

export const sharing = {
  listLinks: rpc('sharing.links.list', z.object({ albumId: z.string().optional() }), z.array(linkView)),
  /** As listLinks, paged. */
  listLinkPage: rpc(
    'sharing.links.list-page',
    z.object({ albumId: z.string().optional(), ...pageInput }),
    z.object({ links: z.array(linkView), total: z.number() }),
  ),
  /** SHARE_NOT_FOUND. */
  getLink: rpc('sharing.links.get', z.object({ id: z.string() }), linkView),
  /** Returns the albums that have an active link. */
  findShared: rpc(
    'sharing.albums.find-shared',
    z.object({ albumIds: z.array(z.string()).max(1000) }),
    z.object({ albumIds: z.array(id) }),
  ),
  ...linkTrash,
  ...picks,
  ...news,
  ...comments,
  ...firstLooks,
  ...galleryMails,
  ...uploadLinks,
  /** Albums of the caller with links, most recently shared first. Only the first MAX_PREVIEWED_ALBUMS have previews. */
  listSharedAlbums: rpc('sharing.albums.list', z.object({}), z.array(sharedAlbumView)),
  /**
   * The gateway has checked the album; `albumVersion` is its version in the library. Returns once sharing has applied that version (after
   * at most 2 s), so that visitors see the same album as its owner.
   */
  createLink: rpc(
    'sharing.links.create',
    z.object({
      albumId: id,
      albumTitle: z.string(),
      albumVersion: z.number().int(),
      ...settings,
      ...watermarkRevision,
    }),
    linkView,
  ),
  /** Creates a link to a fixed set of photos. PHOTO_NOT_FOUND, also for photos that sharing has not received within 2 s. */
  createSelection: rpc(
    'sharing.selections.create',
    z.object({
      photoIds: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL),
      title: z.string().optional(),
      ...settings,
      ...watermarkRevision,
    }),
    linkView,
  ),
  /** Creates another link to a selection. ALBUM_NOT_FOUND. */
  addSelectionLink: rpc(
    'sharing.selections.add-link',
    z.object({ selectionId: z.string(), ...settings, ...watermarkRevision }),
    linkView,
  ),
  /** Throws ALBUM_NOT_FOUND if the selection has no link: a selection exists only while it has one. */
  getSelection: rpc('sharing.selections.get', z.object({ id: z.string() }), selectionView),
  /** `byMail`: as in sharing.picks.begin. */
  updateLink: rpc(
    'sharing.links.update',
    z.object({ id: z.string(), ...settings, ...watermarkRevision, byMail: z.boolean().optional() }),
    linkView,
  ),
  revokeLink: rpc('sharing.links.revoke', z.object({ id: z.string() }), linkView),
  reinstateLink: rpc('sharing.links.reinstate', z.object({ id: z.string() }), linkView),
  deleteLink: rpc('sharing.links.delete', z.object({ id: z.string() }), successOutput),
  /** Number of all and active links of the caller, and the albums with an active link unless only counts are requested. */
  countLinks: rpc('sharing.links.count', z.object({ countsOnly: z.boolean().optional() }), linkCounts),
  /** Returns once the service has applied this version of the plan. Throws SUBSCRIPTION_PENDING after 2 s. */
  awaitPlan: rpc('sharing.plans.await', z.object({ userId: id, version: z.number() }), successOutput),

  /**
   * Finds a link by its current or a previous readable address. `slug`: the current one, unless the link is revoked or expired.
   * SHARE_UNAVAILABLE; TOO_MANY_REQUESTS after many unknown names from one network, because names can be guessed.
   */
  resolveName: rpc(
    'sharing.names.resolve',
    z.object({ name: z.string(), address: z.string() }),
    z.object({ linkId: id, token: z.string(), slug: z.string().nullable() }),
  ),
  /** SHARE_UNAVAILABLE (404) unknown, SHARE_GONE (410) revoked or expired, PASSWORD_REQUIRED (401, with the hint). */
  getGallery: rpc('sharing.gallery.get', z.object(linkAccess), galleryView),
  /** Preview of a link in other applications. Errors as getGallery, so a link with a password has no preview. */
  getCard: rpc('sharing.gallery.card', z.object({ token: z.string() }), linkCard),
  ...openGalleries,
  /** The gateway caches the result for at most one second; events remove it by `linkId`. Errors as getGallery; DOWNLOADS_OFF. */
  locatePublic: rpc(
    'sharing.public.locate',
    z.object({
      ...linkAccess,
      size: z.enum(VARIANT_SIZES),
      name: z.string().describe('Stem of the filename.'),
      download: z.boolean().describe('The original, or the largest JPEG for formats that few programs open (rule 39).'),
    }),
    locatedObject.extend({
      linkId: id,
      ownerId: id,
      watermark: z
        .boolean()
        .describe('The file is never sent unmarked; the media service has the rendition (rule 40).'),
      expiresAt: isoTime.nullable().optional(),
      patches: patches.optional().describe('Patches applied while sending. The size does not change.'),
    }),
  ),
  ...downloads,
  /** Throws PASSWORD_REQUIRED for a wrong password, TOO_MANY_REQUESTS after too many of them (rule 37). */
  unlock: rpc(
    'sharing.public.unlock',
    z.object({ token: z.string(), password: z.string(), address: z.string() }),
    z.object({ grant: z.string() }),
  ),
  /** SHARE_NOT_FOUND; PLAN_REQUIRED below professional (rule 14). */
  getAnalytics: rpc(
    'sharing.analytics.get',
    z.object({ id: z.string(), days: z.number().int().min(1).max(ANALYTICS_DAYS.max), timeZone: z.string() }),
    linkAnalytics.extend({ link: linkView }),
  ),
  /** Ignores unknown tokens instead of failing. */
  track: rpc(
    'sharing.visits.track',
    z.object({
      token: z.string(),
      eventType: z.enum([...TRACK_EVENTS, 'page_view']),
      photoId: z.string().optional(),
      eventData: z.record(z.string(), z.unknown()).optional(),
      visitorId: z.string(),
      userAgent: z.string().optional(),
      eventId: z.string().optional().describe('An event that is received twice counts once.'),
      key: z.string().optional().describe('Key of a visitor who gave a name.'),
    }),
    successOutput,
  ),
}
