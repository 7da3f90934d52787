import { z } from 'zod'
import { done, id, isoTime, rpc } from '../define.ts'
import { processingStatus } from '../../http/images.ts'
import { uploadReservation } from './files.ts'
import { located, storedUpload } from './views.ts'
import { VARIANT_SIZES } from '../../rules/limits.ts'
import { uploadLimits } from '../sharing/uploads.ts'
import { UPLOADS } from '../../rules/uploads/upload-limits.ts'

/** A file that came through an upload link. One that is `added` is the photo of the same id. */
export const receivedFile = z.object({
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

/** Whose file it is; the caller is the owner of the link, for whom the gateway asks once sharing has let the guest in. */
const ofGuest = { linkId: id, guestId: id }
const which = {
  albumId: z.string(),
  ids: z.array(z.string()).max(UPLOADS.perCall).optional().describe('Pending files. Absent: all of them.'),
  guestId: z.string().optional().describe('Restricts the call to one guest.'),
  until: id.optional().describe('Excludes files that arrived after this one, because the owner has not seen them.'),
}

const left = z.number().int().describe('Number of files that exceed the limit of one call. Call again.')

/** What guests send (rules 148 to 155): it waits beside the library, and is nowhere in it until its owner approves it. */
export const libraryReceived = {
  /** Before a body is read. UPLOAD_LINK_FULL, TOO_MANY_REQUESTS; `existing`: the key was used before. */
  authorizeReceived: rpc(
    'library.received.authorize',
    z.object({
      ...ofGuest,
      albumId: id,
      limits: uploadLimits,
      bytes: z.number().int().min(0),
      idempotencyKey: z.string().max(200).optional(),
      reservation: uploadReservation.optional(),
    }),
    z.object({ room: z.number(), existing: receivedFile.nullable(), encrypted: z.boolean() }),
  ),
  /** `created` false: its object is not kept, as this guest sent the same bytes before, which is what is answered. */
  registerReceived: rpc(
    'library.received.register',
    storedUpload.omit({ title: true, caption: true, albumId: true }).extend({
      ...ofGuest,
      guestName: z.string(),
      albumId: id,
      sectionId: id.nullable(),
      approve: z.boolean(),
      limits: uploadLimits,
    }),
    z.object({ file: receivedFile, created: z.boolean() }),
  ),
  /** What one guest sent, the newest first; without what she took back. */
  listSent: rpc(
    'library.received.list-sent',
    z.object(ofGuest),
    z.object({ files: z.array(receivedFile).max(UPLOADS.mostOfGuest) }),
  ),
  /** While it waits. RECEIVED_NOT_FOUND; CONFLICT once it was decided on. */
  withdraw: rpc('library.received.withdraw', z.object({ ...ofGuest, id: z.string() }), done),
  locateSent: rpc('library.received.locate-sent', z.object({ ...ofGuest, id: z.string() }), located),

  /** A page of what waits for an album, guest by guest, and who of them sent how much of it. ALBUM_NOT_FOUND. */
  listReceived: rpc(
    'library.received.list',
    z.object({
      albumId: z.string(),
      guestId: z.string().optional(),
      limit: z.number().int().max(UPLOADS.page),
      offset: z.number().int().min(0),
    }),
    z.object({
      guests: z.array(z.object({ id, linkId: id, name: z.string(), waiting: z.number().int() })).max(UPLOADS.page),
      files: z.array(receivedFile).max(UPLOADS.page),
      total: z.number().int(),
      last: id.nullable().describe('Id of the newest pending file.'),
    }),
  ),
  /** How much came through each link: what counts against its limits. */
  countReceived: rpc(
    'library.received.count',
    z.object({ linkIds: z.array(id).max(UPLOADS.perAlbum) }),
    z.object({
      links: z.array(z.object({ linkId: id, photos: z.number().int(), bytes: z.number(), waiting: z.number().int() })),
    }),
  ),
  /** They are photos of the album from then on. Those that nobody waits for any more are skipped. ALBUM_NOT_FOUND. */
  acceptReceived: rpc('library.received.accept', z.object(which), z.object({ accepted: z.number().int(), left })),
  /** For good. */
  refuseReceived: rpc('library.received.refuse', z.object(which), z.object({ refused: z.number().int(), left })),
  /** RECEIVED_NOT_FOUND. */
  locateReceived: rpc('library.received.locate', z.object({ id: z.string(), size: z.enum(VARIANT_SIZES) }), located),
}
