import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../../define.ts'
import { MAX_PASSWORD_LENGTH, UPLOAD_LINK_LIMITS } from '../../../rules/limits.ts'
import { linkAccess } from '../open.ts'

/** Limits of an upload link, in addition to the storage of its owner. */
export const uploadLimits = z.object({
  photos: z.number().int().min(1).max(UPLOAD_LINK_LIMITS.max),
  photosPerGuest: z.number().int().min(1).max(UPLOAD_LINK_LIMITS.maxPerGuest),
  bytes: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe("Limit for all photos together. Null: only the owner's plan limits it."),
})
export type UploadLimits = z.infer<typeof uploadLimits>

/** An upload link as its owner sees it. */
const uploadLinkView = z.object({
  id,
  token: z.string(),
  albumId: id,
  title: z.string(),
  greeting: z.string(),
  approve: z
    .boolean()
    .describe('True: photos wait for the approval of the owner. False: photos are added to the album at once.'),
  sectionId: id
    .nullable()
    .describe('ID of the section to which photos are added. Null: photos are added at the end of the album.'),
  limits: uploadLimits,
  hasPassword: z.boolean(),
  expiresAt: isoTime.nullable(),
  revoked: z.boolean(),
  active: z.boolean(),
  guests: z.number().int().describe('Number of guests who entered their name.'),
  createdAt: isoTime,
})
export type UploadLinkView = z.infer<typeof uploadLinkView>

const uploadLinkSettings = {
  title: text.min(1).max(UPLOAD_LINK_LIMITS.title).optional(),
  greeting: text.max(UPLOAD_LINK_LIMITS.greeting).optional(),
  approve: z.boolean().optional(),
  sectionId: z.string().nullable().optional().describe('An unknown section is rejected with SECTION_NOT_FOUND.'),
  limits: uploadLimits.partial().optional(),
  password: z.string().max(MAX_PASSWORD_LENGTH).nullable().optional(),
  expiresAt: isoTime.nullable().optional(),
}
const uploadGuest = z.object({ id, name: z.string() })

/**
 * Upload links (rules 148 to 155). Calls of guests throw SHARE_UNAVAILABLE for an unknown link, SHARE_GONE for a closed or expired one, and
 * PASSWORD_REQUIRED. Calls of the owner throw UPLOAD_LINK_NOT_FOUND.
 */
export const uploadLinks = {
  listUploadLinks: rpc(
    'sharing.upload-links.list',
    z.object({ albumId: z.string() }),
    z.object({ links: z.array(uploadLinkView).max(UPLOAD_LINK_LIMITS.perAlbum) }),
  ),
  getUploadLink: rpc('sharing.upload-links.get', z.object({ id: z.string() }), uploadLinkView),
  /**
   * The gateway has checked that the album exists. `albumVersion`: version of the album in the library. Throws UPLOAD_LINKS_FULL if the
   * maximum number of links is reached.
   */
  createUploadLink: rpc(
    'sharing.upload-links.create',
    z.object({
      albumId: id,
      albumVersion: z.number().int(),
      ...uploadLinkSettings,
      title: text.min(1).max(UPLOAD_LINK_LIMITS.title),
    }),
    uploadLinkView,
  ),
  updateUploadLink: rpc(
    'sharing.upload-links.update',
    z.object({ id: z.string(), ...uploadLinkSettings }),
    uploadLinkView,
  ),
  /** Closes or reopens the link. Received files stay. */
  closeUploadLink: rpc(
    'sharing.upload-links.close',
    z.object({ id: z.string(), revoked: z.boolean() }),
    uploadLinkView,
  ),
  /** Deletes the link permanently. Received files stay. */
  deleteUploadLink: rpc('sharing.upload-links.delete', z.object({ id: z.string() }), successOutput),

  /** Checks access and returns the guest and the limits. The gateway calls it before every file. */
  openUploadLink: rpc(
    'sharing.upload-links.open',
    z.object({ ...linkAccess, key: z.string().optional().describe('Key that identifies the guest.') }),
    z.object({
      linkId: id,
      ownerId: id,
      albumId: id,
      title: z.string(),
      greeting: z.string(),
      approve: z.boolean(),
      sectionId: id.nullable(),
      limits: uploadLimits,
      expiresAt: isoTime.nullable(),
      guest: uploadGuest.nullable().describe('Null: the guest has not entered a name yet.'),
    }),
  ),
  /** Throws PASSWORD_REQUIRED for a wrong password; TOO_MANY_REQUESTS after as many failures as `sharing.public.unlock`. */
  unlockUploadLink: rpc(
    'sharing.upload-links.unlock',
    z.object({ token: z.string(), password: z.string(), address: z.string() }),
    z.object({ grant: z.string() }),
  ),
  /** Registers a guest and returns the key of the guest. Throws UPLOAD_GUESTS_FULL, TOO_MANY_REQUESTS. */
  nameUploadGuest: rpc(
    'sharing.upload-links.name-guest',
    z.object({ ...linkAccess, name: text.min(1).max(UPLOAD_LINK_LIMITS.name), address: z.string() }),
    z.object({ guest: uploadGuest, key: z.string() }),
  ),
}
