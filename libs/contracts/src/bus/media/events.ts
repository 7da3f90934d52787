import { z } from 'zod'
import { capture } from '../../rules/capture/capture.ts'
import { event, id } from '../define.ts'
import { exif } from '../../rules/photo-fields.ts'
import { orientation } from '../../http/library/images.ts'

/** A stored rendition of a photo: an upright sRGB JPEG without metadata. */
export const rendition = z.object({
  key: z.string().describe('Object key.'),
  size: z.number().int().describe('Size in bytes.'),
  width: z.number().int(),
  height: z.number().int(),
  sha256: z.string().describe('SHA-256 in hexadecimal digits. Used as the ETag.'),
  crc32: z.number().int().describe('CRC-32, which ZIP files contain.'),
})
export type Rendition = z.infer<typeof rendition>
/** The stored renditions of a photo, by size. */
export const renditions = z.object({ sm: rendition, md: rendition, lg: rendition })
export type Renditions = z.infer<typeof renditions>

/**
 * Bytes that replace bytes of a file, so that its length stays the same: `[offset, bytes in base64]`, or `[offset, length, byte value]`.
 * Ordered by offset, without overlaps; a few hundred bytes in total.
 */
export const patches = z
  .array(
    z.union([
      z.tuple([z.number().int(), z.string()]),
      z.tuple([z.number().int(), z.number().int(), z.number().int().max(255)]),
    ]),
  )
  .max(150)
export type Patches = z.infer<typeof patches>

/** The file that visitors download (rules 38, 39). Absent: the large variant. */
export const visitorFile = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('full'),
    rendition: rendition.describe('Rendition in full size. It does not count as used storage.'),
  }),
  z.object({
    kind: z.literal('patched'),
    patches: patches.describe(
      'Byte patches that remove the GPS position and serial numbers from the original. Empty: nothing to remove.',
    ),
    crc32: z.number().int().describe('CRC-32 of the patched bytes.'),
  }),
])
export type VisitorFile = z.infer<typeof visitorFile>

export const photoProcessed = event(
  'media.photo.processed.v1',
  z.object({
    photoId: id,
    ownerId: id,
    format: z
      .string()
      .describe('original_format: JPEG, PNG, GIF, WebP, BMP, HEIC, AVIF, TIFF, or the RAW kind such as NEF.'),
    mimeType: z.string(),
    width: z.number().int().describe('Width of the original after rotation.'),
    height: z.number().int(),
    orientation,
    exif,
    takenAt: z
      .string()
      .nullable()
      .describe(
        'ISO 8601. A time without a UTC offset is treated as UTC. capture.time has the time of the camera clock.',
      ),
    capture: capture.optional(),
    creationTool: z.string().nullable(),
    placeholder: z.string().nullable().describe('ThumbHash, base64.'),
    damaged: z.string().nullable().describe('Message if the file is damaged but usable.'),
    variants: renditions,
    visitor: visitorFile.optional(),
    colorProfile: z
      .string()
      .optional()
      .describe('Color profile of the file. Empty: the file has none. Absent: not determined.'),
  }),
)
/** Encrypted copies of all files of a photo exist. The library switches to their keys; the unencrypted files stay until then. */
export const photoEncrypted = event(
  'media.photo.encrypted.v1',
  z.object({ photoId: id, ownerId: id, objectKey: z.string().describe('Object key of the encrypted original.') }),
)
export const photoFailed = event(
  'media.photo.failed.v1',
  z.object({ photoId: id, ownerId: id, reason: z.string().describe('Message for the owner.') }),
)
/** The watermark of an owner changed. Subscribers store the state with the newest `revision`. */
export const watermarkChanged = event(
  'media.watermark.changed.v1',
  z.object({ ownerId: id, revision: z.number().int(), exists: z.boolean() }),
  { priority: 'urgent' },
)
/** Watermarked renditions of these photos are outdated. The media service renders them again before visitors request them. */
export const watermarkOutdated = event(
  'media.watermark.outdated.v1',
  z.object({ ownerId: id, version: z.string(), photoIds: z.array(id).max(100) }),
)
/** The media service computed the hashes of files that visitors download. `sha256` null: the file is missing or damaged. */
export const filesHashed = event(
  'media.files.hashed.v1',
  z.object({
    ownerId: id,
    files: z
      .array(
        z.object({
          photoId: id,
          content: z.string().describe('The `content` of the request.'),
          sha256: z.string().nullable(),
        }),
      )
      .max(20),
  }),
)
