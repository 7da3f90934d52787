import { z } from 'zod'
import { event, id } from './define.ts'
import { theme } from './http/albums.ts'
import { orientation, processingStatus } from './http/images.ts'
import { albumHeader, albumSection } from './library.views.ts'
import { MAX_SECTIONS } from './limits.ts'
import { renditions, visitorFile } from './media.events.ts'

export const photoUploaded = event(
  'library.photo.uploaded.v1',
  z.object({
    photoId: id.describe('of the file, which is that of its photo unless `fileOf` says another'),
    ownerId: id,
    fileOf: id.optional().describe('the photo whose file it is, or is to be'),
    waitsFor: id.optional().describe('an album whose owner has to approve it: it is no photo yet'),
    objectKey: z.string(),
    originalFilename: z.string(),
    extension: z.string(),
    size: z.number().int(),
    sha256: z.string(),
  }),
)
const photoState = z.object({
  photoId: id,
  ownerId: id,
  version: z.number().int(),
  filename: z.string(),
  originalFilename: z.string(),
  title: z.string(),
  caption: z.string(),
  status: processingStatus,
  width: z.number().nullable(),
  height: z.number().nullable(),
  orientation: orientation.nullable(),
  placeholder: z.string().nullable(),
  original: z.object({
    key: z.string(),
    size: z.number(),
    sha256: z.string(),
    crc32: z.number(),
    mimeType: z.string(),
    format: z.string(),
  }),
  variants: renditions.nullable(),
  visitor: visitorFile.optional(),
  takenAt: z.string().nullable().describe("the camera's clock, written as UTC whatever its offset"),
  fileId: id.optional().describe('what media knows its file by; none said: the id of the photo'),
  replacedAt: z
    .string()
    .nullable()
    .optional()
    .describe('when another file last took its place, an earlier one too; null: never'),
  processed: z.boolean().optional().describe('true: processing ended with this change, as `status` says'),
  replaced: z.boolean().optional().describe('true: another file took the place of its own with this change'),
})
/** The whole state that others may keep: sent when a photo appears, becomes ready, fails or is edited. Keep the newest `version`. */
export const photoUpdated = event('library.photo.updated.v1', photoState)
/** Back from the trash, with all that others may keep: whoever forgot it has it again, if `version` is newer than the deletion's. */
export const photoRestored = event('library.photo.restored.v1', photoState, { lane: 'urgent' })
/** Gone from every view at once; its objects follow with `purged`. */
export const photoDeleted = event(
  'library.photo.deleted.v1',
  z.object({
    photoId: id,
    ownerId: id,
    filename: z.string(),
    version: z.number().int().optional().describe('of the photo; what is older is history, what is newer came after'),
  }),
  { lane: 'urgent' },
)
/** Library knows the encrypted objects of a photo, and refers to no plain one any more. */
export const photoRelocated = event(
  'library.photo.relocated.v1',
  z.object({ photoId: id, ownerId: id, objectKey: z.string() }),
)
/** Nobody wants this file any more: remove original and variants. `photoId` is that of the file, as in `uploaded`. */
export const photoPurged = event(
  'library.photo.purged.v1',
  z.object({ photoId: id, ownerId: id, objectKey: z.string() }),
)

const albumState = z.object({
  albumId: id,
  ownerId: id,
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  theme,
  isFavorites: z.boolean(),
  header: albumHeader.optional().describe('none said: as it is by default'),
  sections: z.array(albumSection).max(MAX_SECTIONS).optional().describe('none said: as they were'),
})
export const albumCreated = event('library.album.created.v1', albumState, { lane: 'urgent' })
export const albumUpdated = event('library.album.updated.v1', albumState, { lane: 'urgent' })
/** Back from the trash, without photos: those it has are told as arranged, with the versions that follow this one. */
export const albumRestored = event('library.album.restored.v1', albumState, { lane: 'urgent' })
/**
 * The state of some memberships of an album: where these photos now stand, which left. Not a delta: each pair carries its whole
 * state and the album's version, so a listener keeps the newest per photo. At most 1,000 pairs an event; a reorder sends several.
 */
export const albumArranged = event(
  'library.album.arranged.v1',
  z.object({
    albumId: id,
    ownerId: id,
    version: z.number().int(),
    placed: z.array(z.object({ photoId: id, position: z.number() })).max(1000),
    removed: z.array(id).max(1000),
    complete: z.boolean().optional().describe('false: more events of this version follow'),
    part: z.number().int().optional().describe('which of the events of this version it is, from 0'),
    parts: z.number().int().optional().describe('how many events this version has; none said: one'),
    title: z.string().optional().describe('of the album, with the last event of a version'),
    description: z.string().optional(),
  }),
  { lane: 'urgent' },
)
export const albumDeleted = event(
  'library.album.deleted.v1',
  z.object({
    albumId: id,
    ownerId: id,
    version: z.number().int().optional().describe('of the album; none said: it never comes back'),
  }),
  { lane: 'urgent' },
)
/** Out of the trash for good: what others kept for its return goes. */
export const albumPurged = event('library.album.purged.v1', z.object({ albumId: id, ownerId: id }))
/** Published once for everything that one call changed: which photos of the library are liked, which tags there are or who has them. */
export const likesChanged = event('library.likes.changed.v1', z.object({ ownerId: id }))
export const tagsChanged = event('library.tags.changed.v1', z.object({ ownerId: id }))
export const usageChanged = event(
  'library.usage.changed.v1',
  z.object({ ownerId: id, version: z.number().int(), bytes: z.number(), photos: z.number(), albums: z.number() }),
)
/** What waits for an album is other: a guest sent something or took it back, it was processed, or its owner decided. */
export const receivedChanged = event('library.received.changed.v1', z.object({ ownerId: id, albumId: id }))
/** A guest sent a file through an upload link. `waiting`: it is no photo before its owner approves it; else it is the photo of this id. */
export const uploadReceived = event(
  'library.upload.received.v1',
  z.object({
    receivedId: id,
    ownerId: id,
    albumId: id,
    linkId: id,
    guestId: id,
    guestName: z.string().describe('which the guest gave herself'),
    originalFilename: z.string(),
    size: z.number(),
    mimeType: z.string(),
    waiting: z.boolean(),
    receivedAt: z.string(),
  }),
)
