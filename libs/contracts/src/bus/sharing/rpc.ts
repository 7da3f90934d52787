import { z } from 'zod'
import { linkAnalytics } from './analytics.ts'
import { done, id, isoTime, rpc } from '../define.ts'
import { theme } from '../../http/albums.ts'
import { TRACK_EVENTS } from '../../http/shares.ts'
import { located } from '../library/views.ts'
import { ANALYTICS_DAYS, MAX_IDS_PER_CALL, VARIANT_SIZES } from '../../rules/limits.ts'
import { patches } from '../media/events.ts'
import { downloads, downloadSize } from './downloads.ts'
import { byToken, openGalleries } from './open.ts'
import { commentSettings } from '../../http/comments.ts'
import { firstLookSettings } from '../../http/first-look.ts'
import { comments } from './comments.ts'
import { firstLooks } from './first-look.ts'
import { galleryMails } from './mails.ts'
import { news } from './news.ts'
import { picks, pickSettings } from './picks.ts'
import { uploadLinks } from './uploads.ts'
import { linkTrash } from './trash.ts'
import { linkPages } from './pages.ts'
import { galleryView, linkCard, linkCounts, linkView, selectionView, sharedAlbumView } from './views.ts'

const settings = {
  expiresAt: isoTime.nullable().optional(),
  allowDownloads: z.boolean().optional(),
  watermark: z.boolean().optional(),
  theme: theme.nullable().optional(),
  themeOverride: theme.nullable().optional(),
  showTitles: z.boolean().optional(),
  showName: z.boolean().optional(),
  allowIndexing: z.boolean().optional(),
  downloadSizes: z.array(downloadSize).min(1).optional(),
  downloadLimit: z.number().int().min(1).nullable().optional(),
  visitorLimit: z.number().int().min(1).nullable().optional(),
  password: z.string().nullable().optional(),
  passwordHint: z.string().nullable().optional(),
  slug: z.string().nullable().optional(),
  picks: pickSettings.nullable().optional(),
  comments: commentSettings.nullable().optional(),
  firstLook: firstLookSettings.nullable().optional(),
  listed: z.boolean().optional().describe('Whether the studio page of the owner lists this link.'),
}
/** Which of it presets keep: presets/preset-settings.ts. */
export { settings as linkSettings }
/** What media answered of the owner's watermark: sharing's copy is waited for, so that an image uploaded before counts. */
const watermarkRevision = { watermarkRevision: z.number().int().optional() }

export const sharing = {
  listLinks: rpc('sharing.links.list', z.object({ albumId: z.string().optional() }), z.array(linkView)),
  ...linkPages,
  ...linkTrash,
  ...picks,
  ...news,
  ...comments,
  ...firstLooks,
  ...galleryMails,
  ...uploadLinks,
  /** The caller's albums that have links, the one that was shared last first; previews of the first MAX_PREVIEWED_ALBUMS only. */
  listSharedAlbums: rpc('sharing.albums.list', z.object({}), z.array(sharedAlbumView)),
  /**
   * The gateway has checked with library that the album is the caller's; `albumVersion` is what library answered.
   * Answers when sharing's own copy has reached that version (waits up to 2 s), so that a visitor sees what the owner saw.
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
  /** A link to some of the caller's photos, which stay these. PHOTO_NOT_FOUND: not the caller's, as far as is known within 2 s. */
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
  /** One more link to a selection of the caller's. ALBUM_NOT_FOUND. */
  addSelectionLink: rpc(
    'sharing.selections.add-link',
    z.object({ selectionId: z.string(), ...settings, ...watermarkRevision }),
    linkView,
  ),
  /** The caller's own, for as long as it has a link. ALBUM_NOT_FOUND. */
  getSelection: rpc('sharing.selections.get', z.object({ id: z.string() }), selectionView),
  /** `byMail`: as with sharing.picks.begin, of those who left an address before. */
  updateLink: rpc(
    'sharing.links.update',
    z.object({ id: z.string(), ...settings, ...watermarkRevision, byMail: z.boolean().optional() }),
    linkView,
  ),
  revokeLink: rpc('sharing.links.revoke', z.object({ id: z.string() }), linkView),
  reinstateLink: rpc('sharing.links.reinstate', z.object({ id: z.string() }), linkView),
  deleteLink: rpc('sharing.links.delete', z.object({ id: z.string() }), done),
  /** Links of the caller: all, active, and, unless only counts are wanted, the albums with at least one active link. */
  countLinks: rpc('sharing.links.count', z.object({ countsOnly: z.boolean().optional() }), linkCounts),
  /** Answers once sharing has seen this version of the user's plan; SUBSCRIPTION_PENDING when that takes more than 2 s. */
  awaitPlan: rpc('sharing.plans.await', z.object({ userId: id, version: z.number() }), done),

  /**
   * The link behind a readable address, also behind one that it had before; `slug` is the one it has now, unless it is dead.
   * SHARE_UNAVAILABLE; TOO_MANY_REQUESTS after many unknown ones per network, since names can be guessed.
   */
  resolveName: rpc(
    'sharing.names.resolve',
    z.object({ name: z.string(), address: z.string() }),
    z.object({ linkId: id, token: z.string(), slug: z.string().nullable() }),
  ),
  /** SHARE_UNAVAILABLE (404) unknown, SHARE_GONE (410) revoked or expired, PASSWORD_REQUIRED (401, with the hint). */
  getGallery: rpc('sharing.gallery.get', z.object(byToken), galleryView),
  /** What a link shows of itself where it is pasted. Errors as getGallery: a link with a password tells nothing, whoever asks. */
  getCard: rpc('sharing.gallery.card', z.object({ token: z.string() }), linkCard),
  ...openGalleries,
  /** What the gateway may cache for at most a second; `linkId` lets an event drop it. Errors as getGallery; DOWNLOADS_OFF. */
  locatePublic: rpc(
    'sharing.public.locate',
    z.object({
      ...byToken,
      size: z.enum(VARIANT_SIZES),
      name: z.string().describe('Stem of the filename.'),
      download: z.boolean().describe('The original, or the largest JPEG for formats that few programs open (rule 39).'),
    }),
    located.extend({
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
  /** PASSWORD_REQUIRED when wrong; TOO_MANY_REQUESTS after 10 wrong ones per link and address in 15 minutes, or 100 per link in all. */
  unlock: rpc(
    'sharing.public.unlock',
    z.object({ token: z.string(), password: z.string(), address: z.string() }),
    z.object({ grant: z.string() }),
  ),
  /** SHARE_NOT_FOUND; PLAN_REQUIRED below professional (rule 14). */
  getAnalytics: rpc(
    'sharing.analytics.get',
    z.object({ id: z.string(), days: z.number().int().min(1).max(ANALYTICS_DAYS.most), timeZone: z.string() }),
    linkAnalytics.extend({ link: linkView }),
  ),
  /** Never fails for a visitor's sake: an unknown token is ignored. */
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
    done,
  ),
}
