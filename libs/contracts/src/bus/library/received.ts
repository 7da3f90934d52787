import { z } from 'zod'
import { successOutput, id, isoTime, rpc } from '../define.ts'
import { processingStatus } from '../../http/library/images.ts'
import { uploadReservation } from './files.ts'
import { locatedObject, storedUpload } from './views.ts'
import { UPLOAD_LINK_LIMITS, VARIANT_SIZES } from '../../rules/limits.ts'
import { uploadLimits } from '../sharing/proofing/uploads.ts'

/** A file received through an upload link. If its state is `added`, it is the photo with the same id. */
const receivedFile = z.object({
  id,
  linkId: id,
  guestId: id,
  guestName: z.string(),
  originalFilename: z.string(),
  size: z.number(),
  sha256: z.string(),
  state: z.enum(['waiting', 'added', 'declined']),
  status: processingStatus,
  error: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  hasPicture: z.boolean().describe('Whether a preview exists.'),
  receivedAt: isoTime,
})
export type ReceivedFile = z.infer<typeof receivedFile>

/** Identifies the guest. The actor is the owner of the link, because guests have no account. */
const guestRef = { linkId: id, guestId: id }
const receivedSelection = {
  albumId: z.string(),
  ids: z
    .array(z.string())
    .max(UPLOAD_LINK_LIMITS.perCall)
    .optional()
    .describe('Pending files to select. Absent: all pending files of the album.'),
  guestId: z.string().optional().describe('Selects only files from this guest.'),
  until: id
    .optional()
    .describe('Selects only files up to this one, because the owner has not seen the files that arrived later.'),
}

const remainingCount = z
  .number()
  .int()
  .describe(
    'Number of selected files that were not processed because of the limit per call. If it is not 0, call again.',
  )

/** Files from guests (rules 148 to 155). They become photos of the library when the owner approves them. */
export const libraryReceived = {
  /**
   * Called before the gateway reads the body. Throws UPLOAD_LINK_FULL, TOO_MANY_REQUESTS.
   * `existing`: the file of an earlier upload with the same idempotency key.
   */
  authorizeReceived: rpc(
    'library.received.authorize',
    z.object({
      ...guestRef,
      albumId: id,
      limits: uploadLimits,
      bytes: z.number().int().min(0),
      idempotencyKey: z.string().max(200).optional(),
      reservation: uploadReservation.optional(),
    }),
    z.object({ remainingBytes: z.number(), existing: receivedFile.nullable(), encrypted: z.boolean() }),
  ),
  /** `created` false: the guest sent the same bytes before. The earlier file is returned, and the caller must delete the stored object. */
  registerReceived: rpc(
    'library.received.register',
    storedUpload.omit({ title: true, caption: true, albumId: true }).extend({
      ...guestRef,
      guestName: z.string(),
      albumId: id,
      sectionId: id.nullable(),
      approve: z.boolean(),
      limits: uploadLimits,
    }),
    z.object({ file: receivedFile, created: z.boolean() }),
  ),
  /** Returns the files of one guest, newest first, without withdrawn files. */
  listSent: rpc(
    'library.received.list-sent',
    z.object(guestRef),
    z.object({ files: z.array(receivedFile).max(UPLOAD_LINK_LIMITS.maxPerGuest) }),
  ),
  /** Withdraws a pending file. Throws RECEIVED_NOT_FOUND; CONFLICT if the owner has already accepted or declined the file. */
  withdraw: rpc('library.received.withdraw', z.object({ ...guestRef, id: z.string() }), successOutput),
  locateSent: rpc('library.received.locate-sent', z.object({ ...guestRef, id: z.string() }), locatedObject),

  /** Returns a page of pending files of an album, grouped by guest, and the number of pending files per guest. Throws ALBUM_NOT_FOUND. */
  listReceived: rpc(
    'library.received.list',
    z.object({
      albumId: z.string(),
      guestId: z.string().optional(),
      limit: z.number().int().max(UPLOAD_LINK_LIMITS.page),
      offset: z.number().int().min(0),
    }),
    z.object({
      guests: z
        .array(z.object({ id, linkId: id, name: z.string(), waiting: z.number().int() }))
        .max(UPLOAD_LINK_LIMITS.page),
      files: z.array(receivedFile).max(UPLOAD_LINK_LIMITS.page),
      total: z.number().int(),
      last: id.nullable().describe('Id of the newest pending file.'),
    }),
  ),
  /** Returns the numbers of photos and bytes received through each link, which count towards the limits of the link. */
  countReceived: rpc(
    'library.received.count',
    z.object({ linkIds: z.array(id).max(UPLOAD_LINK_LIMITS.perAlbum) }),
    z.object({
      links: z.array(z.object({ linkId: id, photos: z.number().int(), bytes: z.number(), waiting: z.number().int() })),
    }),
  ),
  /** Adds pending files to the album. Files that are no longer pending are skipped. Throws ALBUM_NOT_FOUND. */
  acceptReceived: rpc(
    'library.received.accept',
    z.object(receivedSelection),
    z.object({ accepted: z.number().int(), left: remainingCount }),
  ),
  /** Deletes pending files permanently. */
  refuseReceived: rpc(
    'library.received.refuse',
    z.object(receivedSelection),
    z.object({ refused: z.number().int(), left: remainingCount }),
  ),
  /** Returns where a variant of the file is stored. Throws RECEIVED_NOT_FOUND. */
  locateReceived: rpc(
    'library.received.locate',
    z.object({ id: z.string(), size: z.enum(VARIANT_SIZES) }),
    locatedObject,
  ),
}
