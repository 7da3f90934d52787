import { z } from 'zod'
import { capture } from '../../rules/capture/capture.ts'
import { event, id } from '../define.ts'
import { exif } from '../../rules/photo-fields.ts'
import { orientation } from '../../http/library/images.ts'

/** One stored rendition: JPEG, upright, sRGB, without metadata. */
export const rendition = z.object({
  key: z.string().describe('Object key.'),
  size: z.number().int().describe('Size in bytes.'),
  width: z.number().int(),
  height: z.number().int(),
  sha256: z.string().describe('Hex. Used as the ETag.'),
  crc32: z.number().int().describe('For ZIP files.'),
})
export type Rendition = z.infer<typeof rendition>
export const renditions = z.object({ sm: rendition, md: rendition, lg: rendition })
export type Renditions = z.infer<typeof renditions>

/**
 * Changes to an object that keep its length: bytes in base64, or a run of one byte value, at an offset. Ordered by offset, not
 * overlapping, a few hundred bytes in total.
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
  z.object({ kind: z.literal('full'), rendition: rendition.describe('Full size. Does not count as used storage.') }),
  z.object({
    kind: z.literal('patched'),
    patches: patches.describe(
      'Byte patches that remove position and serial numbers from the original. Absent: nothing to remove.',
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
      .describe('ISO 8601 in UTC. A camera time without a zone counts as UTC; capture.time has the camera clock.'),
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
/** All objects of a photo are encrypted. Subscribers switch to the new keys; plain objects stay until the library has switched. */
export const photoEncrypted = event(
  'media.photo.encrypted.v1',
  z.object({ photoId: id, ownerId: id, objectKey: z.string().describe('Checksum of the encrypted original.') }),
)
export const photoFailed = event(
  'media.photo.failed.v1',
  z.object({ photoId: id, ownerId: id, reason: z.string().describe('Message for the owner.') }),
)
/** The watermark of an owner changed. Subscribers keep the newest `revision`. */
export const watermarkChanged = event(
  'media.watermark.changed.v1',
  z.object({ ownerId: id, revision: z.number().int(), exists: z.boolean() }),
  { priority: 'urgent' },
)
/** Watermarked renditions of these photos are outdated and are rendered before visitors request them. */
export const watermarkOutdated = event(
  'media.watermark.outdated.v1',
  z.object({ ownerId: id, version: z.string(), photoIds: z.array(id).max(100) }),
)
/** Hashes of files for visitors. Null: the file is missing or damaged. */
export const filesHashed = event(
  'media.files.hashed.v1',
  z.object({
    ownerId: id,
    files: z
      .array(
        z.object({
          photoId: id,
          content: z.string().describe('Content key of the request.'),
          sha256: z.string().nullable(),
        }),
      )
      .max(20),
  }),
)
