import { z } from 'zod'
import { done, id, isoTime, rpc } from '../define.ts'
import { processingStatus } from '../../http/images.ts'
import { located, photoView, storedUpload } from './views.ts'
import { VARIANT_SIZES } from '../../rules/limits.ts'

/** What a photo was before another file took its place. */
export const earlierFile = z.object({
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

/** Reserves storage for an upload that has started. With 0 bytes the call only reports how far the upload has come. */
export const uploadReservation = z.object({
  partialKey: z.string().max(200).describe('Key of the partial upload. An earlier reservation for it is replaced.'),
  bytes: z.number().int().min(0),
})

const one = z.object({ id: z.string(), brief: z.boolean().optional() })

/** Files that take the place of others in photos that stay what they are (rules 110 to 113). */
export const libraryFiles = {
  /** Before a body is read: QUOTA_EXCEEDED if `bytes` do not fit; `existing` when the key was used before (the retry of an upload). */
  authorizeUpload: rpc(
    'library.photos.authorize-upload',
    z.object({
      bytes: z.number().int().min(0),
      idempotencyKey: z.string().max(200).optional(),
      reservation: uploadReservation.optional(),
      replaces: z.string().optional().describe('Photo whose file will be replaced. Fails with PHOTO_NOT_FOUND.'),
    }),
    z.object({
      room: z.number().describe('Bytes left.'),
      existing: photoView.nullable(),
      encrypted: z.boolean().optional().describe('Whether the file must be stored encrypted because of the plan.'),
    }),
  ),
  /** Releases reservations of the caller: the uploads are registered, refused or no longer in the store. */
  releaseReservations: rpc(
    'library.photos.release-reservations',
    z.object({ partialKeys: z.array(z.string().max(200)).max(100) }),
    done,
  ),
  /**
   * The file waits beside the photo until it is processed. `created` false: its object is not kept, as an earlier call had the key, or
   * the photo has these very bytes, which `unchanged` says. PHOTO_NOT_FOUND, QUOTA_EXCEEDED.
   */
  registerReplacement: rpc(
    'library.photos.register-replacement',
    storedUpload.omit({ title: true, caption: true, albumId: true }).extend({ photoId: z.string() }),
    z.object({ photo: photoView, created: z.boolean(), unchanged: z.boolean() }),
  ),
  /** EARLIER_NOT_FOUND. */
  getEarlierFile: rpc('library.photos.get-earlier-file', z.object({ id: z.string() }), earlierFile),
  locateEarlierFile: rpc(
    'library.photos.locate-earlier-file',
    z.object({ id: z.string(), size: z.enum([...VARIANT_SIZES, 'original']) }),
    located,
  ),
  /** The earlier version and what is shown change places. EARLIER_NOT_FOUND; CONFLICT while another file is being processed. */
  restoreEarlierFile: rpc('library.photos.restore-earlier-file', one, photoView),
  /** For good. EARLIER_NOT_FOUND. */
  removeEarlierFile: rpc('library.photos.remove-earlier-file', one, photoView),
}
