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

/** Settings of a link in a request. Undefined: the setting does not change. */
const settings = {
  ...z.object(serviceShapeIn(linkFields, 'api')).partial().shape,
  password: z.string().nullable().optional(),
}
/** Revision of the watermark in the media service. Sharing waits until it has applied this revision, so that a new image takes effect. */
const watermarkRevision = { watermarkRevision: z.number().int().optional() }

export const sharing = {
  listLinks: rpc('sharing.links.list', z.object({ albumId: z.string().optional() }), z.array(linkView)),
  /** Returns one page of `listLinks`. */
  listLinkPage: rpc(
    'sharing.links.list-page',
    z.object({ albumId: z.string().optional(), ...pageInput }),
    z.object({ links: z.array(linkView), total: z.number() }),
  ),
  /** Throws SHARE_NOT_FOUND. */
  getLink: rpc('sharing.links.get', z.object({ id: z.string() }), linkView),
  /** Returns those of the given albums that have an active link. */
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
  /** Returns the albums of the caller with links, the most recently shared first. Only the first MAX_PREVIEWED_ALBUMS include previews of links. */
  listSharedAlbums: rpc('sharing.albums.list', z.object({}), z.array(sharedAlbumView)),
  /**
   * The gateway has checked that the album exists. `albumVersion`: version of the album in the library. Returns when sharing has applied this
   * version, or after 2 s, so that visitors see the same album as its owner.
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
  /** Creates a link to a fixed set of photos. Throws PHOTO_NOT_FOUND, also for photos that sharing has not received after 2 s. */
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
  /** Creates another link to a selection. Throws ALBUM_NOT_FOUND if the selection does not exist. */
  addSelectionLink: rpc(
    'sharing.selections.add-link',
    z.object({ selectionId: z.string(), ...settings, ...watermarkRevision }),
    linkView,
  ),
  /** Returns photos that are shared without an album. They exist only while a link shares them; otherwise throws ALBUM_NOT_FOUND. */
  getSelection: rpc('sharing.selections.get', z.object({ id: z.string() }), selectionView),
  /** `byMail`: whether email is set up. If so and the change starts a first look, visitors with an email address are notified of its end. */
  updateLink: rpc(
    'sharing.links.update',
    z.object({ id: z.string(), ...settings, ...watermarkRevision, byMail: z.boolean().optional() }),
    linkView,
  ),
  revokeLink: rpc('sharing.links.revoke', z.object({ id: z.string() }), linkView),
  reinstateLink: rpc('sharing.links.reinstate', z.object({ id: z.string() }), linkView),
  deleteLink: rpc('sharing.links.delete', z.object({ id: z.string() }), successOutput),
  /** Returns the numbers of all and of active links of the caller, and, unless `countsOnly`, the ids of albums with an active link. */
  countLinks: rpc('sharing.links.count', z.object({ countsOnly: z.boolean().optional() }), linkCounts),
  /** Returns once the service has applied this version of the plan. Throws SUBSCRIPTION_PENDING after 2 s. */
  awaitPlan: rpc('sharing.plans.await', z.object({ userId: id, version: z.number() }), successOutput),

  /**
   * Finds a link by its current or a previous readable address. `slug`: the current readable address; null if the link is revoked or expired.
   * Throws SHARE_UNAVAILABLE for an unknown name; TOO_MANY_REQUESTS after many unknown names from one network, because names can be guessed.
   */
  resolveName: rpc(
    'sharing.names.resolve',
    z.object({ name: z.string(), address: z.string() }),
    z.object({ linkId: id, token: z.string(), slug: z.string().nullable() }),
  ),
  /**
   * Returns the gallery of a link. Throws SHARE_UNAVAILABLE (404) for an unknown link, SHARE_GONE (410) for a revoked or expired one, and
   * PASSWORD_REQUIRED (401, with the hint).
   */
  getGallery: rpc('sharing.gallery.get', z.object(linkAccess), galleryView),
  /** Returns the preview of a link for other applications. Throws the errors of getGallery, so a link with a password has no preview. */
  getCard: rpc('sharing.gallery.card', z.object({ token: z.string() }), linkCard),
  ...openGalleries,
  /**
   * Finds the file of one photo. The gateway caches the result for at most one second; events of the link remove it from the cache. Throws the
   * errors of getGallery; DOWNLOADS_OFF.
   */
  locatePublic: rpc(
    'sharing.public.locate',
    z.object({
      ...linkAccess,
      size: z.enum(VARIANT_SIZES),
      name: z.string().describe('File name without its extension.'),
      download: z
        .boolean()
        .describe('True: finds the original, or the largest JPEG if few programs open its format (rule 39).'),
    }),
    locatedObject.extend({
      linkId: id,
      ownerId: id,
      watermark: z
        .boolean()
        .describe(
          'True: the gateway sends the watermarked rendition of the media service instead of this file (rule 40).',
        ),
      expiresAt: isoTime.nullable().optional(),
      patches: patches.optional().describe('Bytes that the gateway replaces while it sends the file.'),
    }),
  ),
  ...downloads,
  /** Throws PASSWORD_REQUIRED for a wrong password; TOO_MANY_REQUESTS after too many wrong passwords (rule 37). */
  unlock: rpc(
    'sharing.public.unlock',
    z.object({ token: z.string(), password: z.string(), address: z.string() }),
    z.object({ grant: z.string() }),
  ),
  /** Throws SHARE_NOT_FOUND; PLAN_REQUIRED if the plan does not include analytics (rule 14). */
  getAnalytics: rpc(
    'sharing.analytics.get',
    z.object({ id: z.string(), days: z.number().int().min(1).max(ANALYTICS_DAYS.max), timeZone: z.string() }),
    linkAnalytics.extend({ link: linkView }),
  ),
  /** Records an action of a visitor. Succeeds without recording for an unknown token, a closed link, a robot or the owner of the link. */
  track: rpc(
    'sharing.visits.track',
    z.object({
      token: z.string(),
      eventType: z.enum([...TRACK_EVENTS, 'page_view']),
      photoId: z.string().optional(),
      eventData: z.record(z.string(), z.unknown()).optional(),
      visitorId: z.string(),
      userAgent: z.string().optional(),
      eventId: z.string().optional().describe('Id chosen by the client. Events with the same id are counted once.'),
      key: z.string().optional().describe('Key of the visitor. Absent: the visitor has not entered a name.'),
    }),
    successOutput,
  ),
}
