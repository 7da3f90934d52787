import { z } from 'zod'
import { done, id, isoTime, rpc } from './define.ts'
import { theme } from './http/albums.ts'
import { orientation } from './http/images.ts'
import { TRACK_EVENTS } from './http/shares.ts'
import { located } from './library.views.ts'
import { DOWNLOAD_SIZES, MAX_IDS_PER_CALL, VARIANT_SIZES } from './limits.ts'
import { patches } from './media.events.ts'

const downloadSize = z.enum(DOWNLOAD_SIZES)

export const linkView = z.object({
  id,
  token: z.string(),
  kind: z.enum(['album', 'selection']).describe('selection: albumId names an album that only sharing knows'),
  albumId: id,
  albumTitle: z.string(),
  revoked: z.boolean(),
  active: z.boolean(),
  expiresAt: isoTime.nullable(),
  allowDownloads: z.boolean(),
  watermark: z.boolean(),
  theme: theme.nullable(),
  themeOverride: theme.nullable(),
  showTitles: z.boolean(),
  downloadSizes: z.array(downloadSize),
  downloadLimit: z.number().nullable().describe('photos that may be downloaded in all'),
  visitorLimit: z.number().nullable().describe('photos that each visitor may download'),
  downloaded: z.number().describe('photos that visitors downloaded while there was a limit'),
  hasPassword: z.boolean(),
  viewCount: z.number(),
  lastViewedAt: isoTime.nullable(),
  createdAt: isoTime,
})
export type LinkView = z.infer<typeof linkView>

/** Photos that an owner shared without an album. */
export const selectionView = z.object({
  id,
  title: z.string(),
  photos: z.array(
    z.object({
      id,
      filename: z.string(),
      title: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type SelectionView = z.infer<typeof selectionView>

/** What a visitor of a link may see (rule 38), and whose it is, which stays inside. */
export const galleryView = z.object({
  linkId: id,
  ownerId: id,
  album: z.object({ title: z.string(), description: z.string(), theme }),
  link: z.object({
    token: z.string(),
    allowDownloads: z.boolean(),
    watermark: z.boolean(),
    theme: theme.nullable(),
    themeOverride: theme.nullable(),
    showTitles: z.boolean(),
    downloadSizes: z.array(downloadSize),
    hasDownloadLimit: z.boolean(),
    expiresAt: isoTime.nullable(),
  }),
  photos: z.array(
    z.object({
      id,
      filename: z.string(),
      title: z.string().optional().describe('absent when the link hides titles'),
      caption: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      orientation: orientation.nullable(),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type GalleryView = z.infer<typeof galleryView>

const settings = {
  expiresAt: isoTime.nullable().optional(),
  allowDownloads: z.boolean().optional(),
  watermark: z.boolean().optional(),
  theme: theme.nullable().optional(),
  themeOverride: theme.nullable().optional(),
  showTitles: z.boolean().optional(),
  downloadSizes: z.array(downloadSize).min(1).optional(),
  downloadLimit: z.number().int().min(1).nullable().optional(),
  visitorLimit: z.number().int().min(1).nullable().optional(),
  password: z.string().nullable().optional(),
}
/** A bit for each of 40,000 photos, in base64, and what they are counted in. */
export const MAX_SELECTION = 7000
const byToken = {
  token: z.string(),
  grant: z.string().optional().describe('proof that this visitor gave the password'),
}

export const sharing = {
  listLinks: rpc('sharing.links.list', z.object({ albumId: z.string().optional() }), z.array(linkView)),
  /**
   * The gateway has checked with library that the album is the caller's; `albumVersion` is what library answered.
   * Answers when sharing's own copy has reached that version (waits up to 2 s), so that a visitor sees what the owner saw.
   */
  createLink: rpc(
    'sharing.links.create',
    z.object({ albumId: id, albumTitle: z.string(), albumVersion: z.number().int(), ...settings }),
    linkView,
  ),
  /**
   * A link to some of the caller's photos, which stay as they are now; a photo that is deleted leaves. PHOTO_NOT_FOUND when one of
   * them is not the caller's, as far as sharing has heard within 2 s.
   */
  createSelection: rpc(
    'sharing.selections.create',
    z.object({ photoIds: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL), title: z.string().optional(), ...settings }),
    linkView,
  ),
  /** One more link to a selection of the caller's. ALBUM_NOT_FOUND. */
  addSelectionLink: rpc('sharing.selections.add-link', z.object({ selectionId: z.string(), ...settings }), linkView),
  /** The caller's own, for as long as it has a link. ALBUM_NOT_FOUND. */
  getSelection: rpc('sharing.selections.get', z.object({ id: z.string() }), selectionView),
  updateLink: rpc('sharing.links.update', z.object({ id: z.string(), ...settings }), linkView),
  revokeLink: rpc('sharing.links.revoke', z.object({ id: z.string() }), linkView),
  reinstateLink: rpc('sharing.links.reinstate', z.object({ id: z.string() }), linkView),
  deleteLink: rpc('sharing.links.delete', z.object({ id: z.string() }), done),
  /** Links of the caller: all, active, and the albums with at least one active link. */
  countLinks: rpc(
    'sharing.links.count',
    z.object({}),
    z.object({ total: z.number(), active: z.number(), sharedAlbumIds: z.array(id) }),
  ),

  /** SHARE_UNAVAILABLE (404) unknown, SHARE_GONE (410) revoked or expired, PASSWORD_REQUIRED (401). */
  getGallery: rpc('sharing.gallery.get', z.object(byToken), galleryView),
  /** What the gateway may cache for at most a second; `linkId` lets an event drop it. Errors as getGallery; DOWNLOADS_OFF. */
  locatePublic: rpc(
    'sharing.public.locate',
    z.object({
      ...byToken,
      size: z.enum(VARIANT_SIZES),
      name: z.string().describe('stem of the filename'),
      download: z.boolean().describe('the original, or the largest JPEG of what few can open (rule 39)'),
    }),
    located.extend({
      linkId: id,
      expiresAt: isoTime.nullable().optional(),
      patches: patches.optional().describe('to be applied on the way; the size stays'),
    }),
  ),
  /**
   * What a visitor downloads, in album order, named as it was uploaded: all photos, or those that are named. Of a size that media
   * makes there is no key yet: media is asked for it. Errors as getGallery; DOWNLOADS_OFF, SIZE_NOT_OFFERED;
   * PHOTO_NOT_FOUND when one of the named is not there, CONFLICT when the gallery is not the one that `selection` was made of.
   */
  listArchive: rpc(
    'sharing.public.archive',
    z.object({
      ...byToken,
      size: downloadSize.optional().describe('default: the largest that the link offers'),
      photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL).optional(),
      selection: z.string().max(MAX_SELECTION).optional().describe('the same as an address can carry it'),
      name: z.string().optional().describe('one photo, by the stem of its filename'),
    }),
    z.object({
      linkId: id,
      ownerId: id,
      size: downloadSize,
      hasLimit: z.boolean().describe('claimDownloads has to allow it'),
      selection: z.string().optional().describe('of the photos that were named'),
      expiresAt: isoTime.nullable().optional(),
      title: z.string(),
      files: z.array(
        z.object({
          photoId: id.optional(),
          key: z.string(),
          name: z.string(),
          size: z.number(),
          sha256: z.string().optional(),
          mimeType: z.string().optional(),
          crc32: z.number(),
          modified: isoTime.nullable(),
          patches: patches.optional(),
        }),
      ),
    }),
  ),
  /**
   * Counts photos that a visitor downloads, each once per visitor, however often and in whichever size. All or none: DOWNLOAD_LIMIT
   * when they are more than the link or the visitor has left. `onlyLook` counts nothing. Errors as getGallery; DOWNLOADS_OFF.
   */
  claimDownloads: rpc(
    'sharing.public.claim-downloads',
    z.object({
      ...byToken,
      visitorId: z.string(),
      photoIds: z.array(id).max(MAX_IDS_PER_CALL).optional().describe('default: all of the gallery'),
      onlyLook: z.boolean().optional(),
    }),
    z.object({
      sizes: z.array(downloadSize),
      visitorLimit: z.number().nullable(),
      left: z.number().nullable().describe('photos that this visitor may still download; null: as many as there are'),
    }),
  ),
  /** PASSWORD_REQUIRED when wrong; TOO_MANY_REQUESTS after 10 wrong ones per link and address in 15 minutes. */
  unlock: rpc(
    'sharing.public.unlock',
    z.object({ token: z.string(), password: z.string(), address: z.string() }),
    z.object({ grant: z.string() }),
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
    }),
    done,
  ),
}
