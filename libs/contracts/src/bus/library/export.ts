import { z } from 'zod'
import { capture } from '../../rules/capture/capture.ts'
import { shapeIn } from '../../rules/field-table.ts'
import { photoFields } from '../../rules/photo-fields.ts'
import { id, isoTime, rpc } from '../define.ts'

/** A photo in an export, with the key of its original. */
const exportedPhoto = z.object({
  id,
  number: z.number(),
  name: z.string().describe('Name of the uploaded file.'),
  ...shapeIn(photoFields, 'library'),
  tags: z.array(z.string()),
  albums: z
    .array(z.object({ id, position: z.number() }))
    .describe('Albums that contain the photo, in the order in which it was added to them. Favorites is last.'),
  key: z.string(),
  size: z.number(),
  crc32: z.number(),
  sha256: z.string(),
  mimeType: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  gps: z.object({ latitude: z.number(), longitude: z.number(), altitude: z.number().optional() }).nullable(),
  takenAt: isoTime.nullable(),
  capture: capture.optional(),
  uploadedAt: isoTime,
  earlier: z
    .object({
      name: z.string(),
      key: z.string(),
      size: z.number(),
      crc32: z.number(),
      sha256: z.string(),
      mimeType: z.string().optional(),
    })
    .nullable()
    .optional()
    .describe('The version before the last replacement.'),
})
export type ExportedPhoto = z.infer<typeof exportedPhoto>

export const libraryExport = {
  /** Returns a page of photos in upload order. If `version` is the same in all pages, the library did not change between them. */
  exportPhotos: rpc(
    'library.export.photos',
    z.object({ after: z.number().int() }),
    z.object({ photos: z.array(exportedPhoto), version: z.string(), next: z.number().nullable() }),
  ),
  /** Records in the audit log that the caller exports the library. */
  beginExport: rpc('library.export.begin', z.object({}), z.object({ version: z.string() })),
}
