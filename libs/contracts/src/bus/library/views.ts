import { z } from 'zod'
import { capture } from '../../rules/capture/capture.ts'
import { id, isoTime } from '../define.ts'
import { shapeIn } from '../../rules/field-table.ts'
import { exif, photoFilterShape, photoFields } from '../../rules/photo-fields.ts'
import { focus, headerLayout, theme } from '../../http/library/albums.ts'
import { imageTag, orientation, processingStatus } from '../../http/library/images.ts'
import { albumClocks } from './captures.ts'

/** A photo. The presenters of the gateway convert it for the public APIs. */
export const photoView = z.object({
  id,
  filename: z.string(),
  originalFilename: z.string(),
  ...shapeIn(photoFields, 'library'),
  tags: z.array(imageTag),
  exif,
  originalFormat: z.string(),
  fileExtension: z.string(),
  creationTool: z.string().nullable(),
  mimeType: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  orientation: orientation.nullable(),
  placeholder: z.string().nullable(),
  status: processingStatus,
  error: z.string().nullable(),
  albumIds: z
    .array(id)
    .optional()
    .describe(
      'Albums that contain the photo, in the order in which it was added to them. Favorites is last. Present only if requested.',
    ),
  camera: z.string().nullable().optional().describe('Make and model of the camera. Present only if requested.'),
  sectionId: id
    .nullable()
    .optional()
    .describe(
      'ID of the section. Present only for photos of an album with sections. Null: the photo is in no section.',
    ),
  takenAt: isoTime
    .nullable()
    .describe(
      'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
    ),
  capture: capture.optional(),
  createdAt: isoTime,
  updatedAt: isoTime,
  sentBy: z.string().optional().describe('Name that the guest entered. Present only for photos sent by a guest.'),
  replacement: z
    .object({
      status: z.enum(['done', 'processing', 'failed']),
      error: z.string().nullable(),
      replacedAt: isoTime.nullable(),
      hasEarlier: z.boolean(),
    })
    .optional()
    .describe('State of the last replacement of the file. Absent: the file was never replaced.'),
})
export type PhotoView = z.infer<typeof photoView>

export const photoFilter = z.object({
  ...photoFilterShape,
  tagId: z.string().optional(),
  tag: z.string().optional().describe('Label of a tag, upper or lower case. Returns only images with this tag.'),
  title: z
    .string()
    .optional()
    .describe('Words that must all occur in the title, or in the file name of an untitled photo.'),
  albumId: z.string().optional(),
  q: z.string().optional(),
  format: z.string().optional(),
  orientation: orientation.optional(),
  untagged: z.boolean().optional(),
  dateFrom: isoTime.optional(),
  dateTo: isoTime.optional(),
  camera: z.string().optional(),
  lens: z.string().optional(),
})
export const pageInput = { limit: z.number().int().min(0).max(1000), offset: z.number().int().min(0) }
/** Returns the schema of one page of a list. `name`: field that contains the items. */
export const definePage = <T extends z.ZodType>(name: string, item: T) =>
  z.object({ [name]: z.array(item), total: z.number(), ...pageInput }) as z.ZodObject<
    { photos: z.ZodArray<T>; total: z.ZodNumber } & typeof pageInput
  >

/** Header of a gallery. `photoId`: the cover that the owner chose. `x` and `y`: focal point of the cover. */
export const albumHeader = z.object({ layout: headerLayout, photoId: id.nullable(), x: focus, y: focus })
export type AlbumHeader = z.infer<typeof albumHeader>

/** A section of an album. Its `position` is compared with the positions of photos: the photos after it belong to the section. */
export const albumSection = z.object({ id, name: z.string(), position: z.number() })
export type AlbumSection = z.infer<typeof albumSection>

export const albumView = z.object({
  id,
  title: z.string(),
  description: z.string(),
  theme,
  isFavorites: z.boolean(),
  photoCount: z.number(),
  cover: z
    .object({
      photoId: id,
      filename: z.string(),
      placeholder: z.string().nullable(),
      isReady: z.boolean().optional().describe('Whether a preview exists.'),
    })
    .nullable(),
  header: albumHeader,
  sections: z.array(albumSection.extend({ photoCount: z.number().int() })).optional(),
  captureOrder: albumClocks.nullable().optional().describe('Null: the album was never sorted by capture time.'),
  waiting: z
    .number()
    .int()
    .optional()
    .describe('Number of guest files that wait for approval. Absent in lists of albums.'),
  version: z.number().int().describe('Increases with every change of the album or its order.'),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type AlbumView = z.infer<typeof albumView>
export const tagView = z.object({ id, label: z.string(), usageCount: z.number() })
export type TagView = z.infer<typeof tagView>

/** A photo in the manifest of an album. Clients compare downloaded files with it. */
export const manifestPhoto = z.object({
  id,
  filename: z.string(),
  originalFilename: z.string(),
  size: z.number(),
  sha256: z.string(),
  takenAt: isoTime
    .nullable()
    .describe(
      'Capture time: the local time of the camera clock. It ends in `Z` but is not converted to UTC. Null: the file contains no capture time.',
    ),
  status: processingStatus,
  sectionId: id.nullable().optional(),
})
export type ManifestPhoto = z.infer<typeof manifestPhoto>

/** Id under which the media service stores the file. Absent: the id of the photo. */
const fileId = id.nullable().optional()
/** A stored object that the gateway may send to the caller, because access has been checked. */
export const locatedObject = z.object({
  photoId: id,
  fileId,
  key: z.string(),
  size: z.number(),
  sha256: z.string(),
  mimeType: z.string(),
  downloadName: z.string(),
})
export type LocatedObject = z.infer<typeof locatedObject>

const variantLocation = z.object({ key: z.string(), size: z.number(), sha256: z.string() })
/** Locations of the variants of one photo. Access has been checked. */
export const variantFiles = z.object({
  photoId: id,
  fileId,
  name: z.string().describe('File name without its extension.'),
  downloadName: z.string(),
  sm: variantLocation,
  md: variantLocation,
  lg: variantLocation,
})
export type VariantFiles = z.infer<typeof variantFiles>

/** A file that the gateway received and stored. */
export const storedUpload = z.object({
  originalFilename: z.string(),
  extension: z.string().describe('Lower case, without the dot.'),
  objectKey: z.string().describe('Key under originals/ of the stored object.'),
  size: z.number().int(),
  sha256: z.string(),
  crc32: z.number().int(),
  mimeType: z.string(),
  format: z.string().describe('Detected format: JPEG, PNG, HEIC, RAW and so on. The media service refines it.'),
  idempotencyKey: z.string().max(200).optional(),
  partialKey: z.string().max(200).optional().describe('Key of the reservation that this call completes.'),
  title: z.string().optional(),
  caption: z.string().optional(),
  albumId: z.string().optional(),
})
