import { z } from 'zod'
import { event, id } from '../define.ts'
import { theme } from '../../http/library/albums.ts'
import { orientation, processingStatus } from '../../http/library/images.ts'
import { albumHeader, albumSection } from './views.ts'
import { MAX_SECTIONS } from '../../rules/limits.ts'
import { shapeIn } from '../../rules/field-table.ts'
import { photoFields } from '../../rules/photo-fields.ts'
import { renditions, visitorFile } from '../media/events.ts'

export const photoUploaded = event(
  'library.photo.uploaded.v1',
  z.object({
    photoId: id.describe('Id of the file. Equals the id of the photo unless `fileOf` is set.'),
    ownerId: id,
    fileOf: id.optional().describe('Id of the photo to which the file belongs, or whose file it will replace.'),
    approvalAlbumId: id
      .optional()
      .describe('Album whose owner must approve the file. Until then, the file is not a photo of the library.'),
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
  ...shapeIn(photoFields, 'event'),
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
  takenAt: z
    .string()
    .nullable()
    .describe(
      'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
    ),
  fileId: id.optional().describe('Id under which the media service stores the file. Absent: the id of the photo.'),
  replacedAt: z
    .string()
    .nullable()
    .optional()
    .describe('Time at which the file was last replaced or an earlier version restored. Null: never.'),
  processed: z.boolean().optional().describe('True: processing ended with this change; `status` has the result.'),
  replaced: z.boolean().optional().describe('True: this change replaced the file.'),
})
/** A photo changed: uploaded, processed, failed or edited. The event has its complete state; subscribers store the newest `version`. */
export const photoUpdated = event('library.photo.updated.v1', photoState)
/** A photo was restored from the trash. Subscribers that deleted the photo store it again if `version` is newer than the deletion. */
export const photoRestored = event('library.photo.restored.v1', photoState, { priority: 'urgent' })
/** A photo was deleted and must no longer be visible anywhere. Its files are deleted later, after `photoPurged`. */
export const photoDeleted = event(
  'library.photo.deleted.v1',
  z.object({
    photoId: id,
    ownerId: id,
    filename: z.string(),
    version: z.number().int().optional().describe('Version of the photo, for ordering events.'),
  }),
  { priority: 'urgent' },
)
/** The library now references only the encrypted files of a photo, so the media service can delete the unencrypted files. */
export const photoRelocated = event(
  'library.photo.relocated.v1',
  z.object({ photoId: id, ownerId: id, objectKey: z.string() }),
)
/** A file is no longer needed. The media service then deletes the original and the variants. `photoId`: id of the file, as in `photoUploaded`. */
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
  header: albumHeader.optional().describe('Absent: the default header.'),
  sections: z.array(albumSection).max(MAX_SECTIONS).optional().describe('Absent: unchanged.'),
})
export const albumCreated = event('library.album.created.v1', albumState, { priority: 'urgent' })
export const albumUpdated = event('library.album.updated.v1', albumState, { priority: 'urgent' })
/** An album was restored from the trash. Later `albumArranged` events contain its photos. */
export const albumRestored = event('library.album.restored.v1', albumState, { priority: 'urgent' })
/**
 * Photos of an album were added, moved or removed. `placed` has the new positions. Subscribers store the newest version for each photo. An
 * event has at most 1,000 entries, so a change of more photos is published as several events.
 */
export const albumArranged = event(
  'library.album.arranged.v1',
  z.object({
    albumId: id,
    ownerId: id,
    version: z.number().int(),
    placed: z.array(z.object({ photoId: id, position: z.number() })).max(1000),
    removed: z.array(id).max(1000),
    part: z.number().int().optional().describe('Index of this event within its version, starting at 0.'),
    parts: z.number().int().optional().describe('Number of events of this version. Absent: one.'),
    title: z.string().optional().describe('Title of the album, in the last event of a version.'),
    description: z.string().optional(),
  }),
  { priority: 'urgent' },
)
export const albumDeleted = event(
  'library.album.deleted.v1',
  z.object({
    albumId: id,
    ownerId: id,
    version: z.number().int().optional().describe('Version of the album. Absent: the album cannot be restored.'),
  }),
  { priority: 'urgent' },
)
/** An album was deleted permanently. Subscribers then delete the data that a restore would have needed. */
export const albumPurged = event('library.album.purged.v1', z.object({ albumId: id, ownerId: id }))
/** Favorites of a library changed. Published once per call. */
export const likesChanged = event('library.likes.changed.v1', z.object({ ownerId: id }))
/** Tags of a library changed. Published once per call. */
export const tagsChanged = event('library.tags.changed.v1', z.object({ ownerId: id }))
export const usageChanged = event(
  'library.usage.changed.v1',
  z.object({ ownerId: id, version: z.number().int(), bytes: z.number(), photos: z.number(), albums: z.number() }),
)
/** The guest files that wait for approval in an album changed: sent, withdrawn, processed, accepted or declined. */
export const receivedChanged = event('library.received.changed.v1', z.object({ ownerId: id, albumId: id }))
/** A guest sent a file through an upload link. `waiting` true: the file needs approval. False: it is already the photo with this id. */
export const uploadReceived = event(
  'library.upload.received.v1',
  z.object({
    receivedId: id,
    ownerId: id,
    albumId: id,
    linkId: id,
    guestId: id,
    guestName: z.string().describe('Name that the guest entered.'),
    originalFilename: z.string(),
    size: z.number(),
    mimeType: z.string(),
    waiting: z.boolean(),
    receivedAt: z.string(),
  }),
)
