import { z } from 'zod'
import { successOutput, id, isoTime, rpc } from '../define.ts'
import { processingStatus } from '../../http/library/images.ts'
import { locatedObject, photoView, storedUpload } from './views.ts'
import { VARIANT_SIZES } from '../../rules/limits.ts'

/** The version of a photo before its last replacement. */
const earlierFile = z.object({
  photoId: id,
  originalFilename: z.string(),
  size: z.number(),
  sha256: z.string(),
  mimeType: z.string(),
  originalFormat: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  status: processingStatus,
  error: z.string().nullable(),
  takenAt: isoTime.nullable(),
  replacedAt: isoTime,
})
export type EarlierFile = z.infer<typeof earlierFile>

/** Reserves storage for an upload that has started. With 0 bytes, the call reserves nothing. */
export const uploadReservation = z.object({
  partialKey: z.string().max(200).describe('Key of the partial upload. Its earlier reservation is replaced.'),
  bytes: z.number().int().min(0),
})

const photoRef = z.object({ id: z.string(), brief: z.boolean().optional() })

/** Uploads, and replacement of the file of a photo (rules 110 to 113). */
export const libraryFiles = {
  /**
   * Called before the gateway reads the body. Throws QUOTA_EXCEEDED.
   * `existing`: the photo of an earlier upload with the same idempotency key.
   */
  authorizeUpload: rpc(
    'library.photos.authorize-upload',
    z.object({
      bytes: z.number().int().min(0),
      idempotencyKey: z.string().max(200).optional(),
      reservation: uploadReservation.optional(),
      replaces: z.string().optional().describe('Photo whose file will be replaced. Fails with PHOTO_NOT_FOUND.'),
    }),
    z.object({
      remainingBytes: z.number().describe('Number of bytes that the account may still store.'),
      existing: photoView.nullable(),
      encrypted: z.boolean().optional().describe('Whether the file must be stored encrypted because of the plan.'),
    }),
  ),
  /** Releases reservations of the caller, after the uploads were registered, refused or removed from the store. */
  releaseReservations: rpc(
    'library.photos.release-reservations',
    z.object({ partialKeys: z.array(z.string().max(200)).max(100) }),
    successOutput,
  ),
  /**
   * Replaces the file of the photo as soon as the new file is processed. `created` false: the caller must delete the stored object, because
   * the idempotency key was used before or the photo already has the same bytes (`unchanged`). Throws PHOTO_NOT_FOUND, QUOTA_EXCEEDED.
   */
  registerReplacement: rpc(
    'library.photos.register-replacement',
    storedUpload.omit({ title: true, caption: true, albumId: true }).extend({ photoId: z.string() }),
    z.object({ photo: photoView, created: z.boolean(), unchanged: z.boolean() }),
  ),
  /** Throws EARLIER_NOT_FOUND. */
  getEarlierFile: rpc('library.photos.get-earlier-file', z.object({ id: z.string() }), earlierFile),
  locateEarlierFile: rpc(
    'library.photos.locate-earlier-file',
    z.object({ id: z.string(), size: z.enum([...VARIANT_SIZES, 'original']) }),
    locatedObject,
  ),
  /** Swaps the current and the earlier version. Throws EARLIER_NOT_FOUND; CONFLICT if another file of the photo is being processed. */
  restoreEarlierFile: rpc('library.photos.restore-earlier-file', photoRef, photoView),
  /** Deletes the earlier version permanently. Throws EARLIER_NOT_FOUND. */
  removeEarlierFile: rpc('library.photos.remove-earlier-file', photoRef, photoView),
}
