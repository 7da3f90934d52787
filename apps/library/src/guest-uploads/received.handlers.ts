import {
  type Actor,
  downloadName,
  errors,
  type Input,
  library,
  type LocatedObject,
  type Renditions,
  UPLOAD_LINK_LIMITS,
  type VariantSize,
} from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, Plans, RpcHandlers } from '@daymark/platform'
import { Not } from 'typeorm'
import { Account } from '../accounts/account.entity.ts'
import { Libraries } from '../accounts/change-library.ts'
import { findAlbum } from '../albums/read-albums.ts'
import { reserveUpload } from '../uploads/announced-uploads.ts'
import { acceptAsPhotos } from './accept-as-photos.ts'
import { emitReceivedChanged, readGuestFiles, readGuestFile } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'
import { computeRemainingQuota } from './guest-limits.ts'
import { saveDecision, deleteStoredFiles, GuestFileReview } from './review-received.ts'

type ReceivedVariants = Pick<ReceivedFile, 'id' | 'originalFilename' | 'variants'>

/** Returns where a variant of a guest file is stored. Throws RECEIVED_NOT_FOUND if the file is missing or has no variant of this size. */
function locateVariant(file: ReceivedVariants | null | undefined, size: VariantSize): LocatedObject {
  const variant = file?.variants?.[size]
  if (!file || !variant) throw errors.RECEIVED_NOT_FOUND()
  return {
    photoId: file.id,
    key: variant.key,
    size: variant.size,
    sha256: variant.sha256,
    mimeType: 'image/jpeg',
    downloadName: downloadName(file.originalFilename, 'image/jpeg'),
  }
}

type LinkCounts = { linkId: string; photos: number; bytes: number; waiting: number }
const COUNT_RECEIVED_BY_LINK = `
  SELECT link_id AS "linkId", (count(*) FILTER (WHERE state <> 'withdrawn'))::int AS photos,
    coalesce(sum(size) FILTER (WHERE state IN ('waiting', 'added')), 0)::float8 AS bytes,
    (count(*) FILTER (WHERE state = 'waiting'))::int AS waiting
  FROM guest_uploads WHERE owner_id = $1 AND link_id = ANY ($2::uuid[]) GROUP BY link_id`

type Guest = { id: string; linkId: string; name: string; waiting: number; last: string }
const SELECT_GUESTS = `
  SELECT guest_id AS id, link_id AS "linkId", guest_name AS name, count(*)::int AS waiting, max(id::text) AS last
  FROM guest_uploads
  WHERE owner_id = $1 AND album_id = $2 AND state = 'waiting'
  GROUP BY guest_id, link_id, guest_name ORDER BY min(created_at), guest_id`
const SELECT_PENDING_PAGE = `
  r.owner_id = $1 AND r.album_id = $2 AND r.state = 'waiting' AND r.guest_id = ANY ($3::uuid[])
  ORDER BY array_position($3::uuid[], r.guest_id), r.created_at, r.id LIMIT $4 OFFSET $5`

const IS_SENT_BY_GUEST = `r.owner_id = $1 AND r.link_id = $2 AND r.guest_id = $3 AND r.state <> 'withdrawn'
  ORDER BY r.created_at DESC, r.id DESC LIMIT ${UPLOAD_LINK_LIMITS.maxPerGuest}`

type SentRow = { id: string; originalFilename: string; variants: Renditions | null }
/** Selects a file for the guest who sent it. An accepted file has variants only while its photo is not deleted and still has this file. */
const SELECT_SENT_FILE = `
  SELECT r.id, r.original_filename AS "originalFilename",
    CASE WHEN r.state = 'waiting' THEN r.variants ELSE p.variants END AS variants
  FROM guest_uploads r
  LEFT JOIN photos p ON p.id = r.id AND r.state = 'added' AND p.deleted_at IS NULL AND p.file_id IS NULL
  WHERE r.id = $1 AND r.owner_id = $2 AND r.link_id = $3 AND r.guest_id = $4`

@RpcHandlers()
export class ReceivedFileHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly clock: Clock,
    private readonly review: GuestFileReview,
    private readonly plans: Plans,
  ) {}

  /** Accepts pending guest files and adds them to the album as photos, in one transaction per batch. */
  @Handles(library.acceptReceived)
  async acceptReceived(input: Input<typeof library.acceptReceived>, { userId }: Actor) {
    const { decidedCount: accepted, remainingCount: left } = await this.review.decide(
      input,
      userId,
      async (lockedLibrary, album, files) => {
        lockedLibrary.account.subtractFileSizes(files)
        await acceptAsPhotos(lockedLibrary, album, files)
        await saveDecision(
          lockedLibrary,
          files.map(({ id }) => id),
          'added',
        )
      },
    )
    return { accepted, left }
  }

  /**
   * Checks whether a guest may upload, before the gateway reads the request body. The error is the same for a full account and a full link,
   * because guests must not see how much storage the owner uses.
   */
  @Handles(library.authorizeReceived)
  async authorizeReceived(input: Input<typeof library.authorizeReceived>, { userId }: Actor) {
    const { bytes, idempotencyKey, linkId, guestId, reservation } = input
    const plan = await this.plans.entitlementOf(userId)
    const isEncrypted = plan.features.includes('encryption_at_rest')
    const now = this.clock.now()
    const reservationRequest = { ownerId: userId, reservation, guest: { linkId, guestId }, now }
    return reserveUpload(this.db, reservationRequest, async (db, otherUploads) => {
      const sentFile = idempotencyKey ? await db.em.findOneBy(ReceivedFile, { guestId, idempotencyKey }) : null
      if (sentFile)
        return { remainingBytes: 0, existing: await readGuestFile(this.db, sentFile.id), encrypted: isEncrypted }
      const remaining = await computeRemainingQuota(db, { ...input, now }, otherUploads)
      const account = await db.em.findOneBy(Account, { userId })
      const remainingBytes = Math.max(
        0,
        Math.min(plan.storageLimit - (account?.usedBytes ?? 0) - otherUploads.bytes, remaining.bytes),
      )
      if (remainingBytes === 0 || bytes > remainingBytes) throw errors.UPLOAD_LINK_FULL({ of: 'link' })
      return { remainingBytes, existing: null, encrypted: isEncrypted }
    })
  }

  @Handles(library.countReceived)
  async countReceived({ linkIds }: Input<typeof library.countReceived>, { userId }: Actor) {
    return { links: await this.db.sql<LinkCounts>(COUNT_RECEIVED_BY_LINK, [userId, linkIds]) }
  }

  @Handles(library.listReceived)
  async listReceived({ albumId, guestId, limit, offset }: Input<typeof library.listReceived>, { userId }: Actor) {
    const album = await findAlbum(this.db.em, albumId, userId)
    const guests = await this.db.sql<Guest>(SELECT_GUESTS, [userId, album.id])
    const selectedGuests = guestId === undefined ? guests : guests.filter(({ id }) => id === guestId)
    const { guestIds, filesBefore } = selectGuestsOnPage(selectedGuests, offset, limit)
    const parameters = [userId, album.id, guestIds, limit, offset - filesBefore]
    const files = await readGuestFiles(this.db, SELECT_PENDING_PAGE, parameters)
    return {
      guests: guests.filter(({ id }) => guestIds.includes(id)).map(({ last: _, ...guest }) => guest),
      files,
      total: selectedGuests.reduce((sum, { waiting }) => sum + waiting, 0),
      last:
        guests
          .map(({ last }) => last)
          .toSorted()
          .at(-1) ?? null,
    }
  }

  /** Lists the files that this guest sent through the link, without withdrawn files. */
  @Handles(library.listSent)
  async listSent({ linkId, guestId }: Input<typeof library.listSent>, { userId }: Actor) {
    return { files: await readGuestFiles(this.db, IS_SENT_BY_GUEST, [userId, linkId, guestId]) }
  }

  /**
   * Returns where a variant of a pending guest file is stored, for the owner. `locatePhoto` does the same for accepted files, which are
   * photos.
   */
  @Handles(library.locateReceived)
  async locateReceived({ id: rawId, size }: Input<typeof library.locateReceived>, { userId: ownerId }: Actor) {
    const id = parseIdOrThrow(errors.RECEIVED_NOT_FOUND, rawId)
    return locateVariant(await this.db.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' }), size)
  }

  @Handles(library.refuseReceived)
  async refuseReceived(input: Input<typeof library.refuseReceived>, actor: Actor) {
    const { decidedCount: refused, remainingCount: left } = await this.review.decide(
      input,
      actor.userId,
      async (lockedLibrary, album, files) => {
        deleteStoredFiles(lockedLibrary, files)
        await saveDecision(
          lockedLibrary,
          files.map(({ id }) => id),
          'declined',
        )
        const target = { kind: 'album', id: album.id, name: album.title }
        lockedLibrary.tx.audit(actor, 'received.declined', target, { count: files.length })
      },
    )
    return { refused, left }
  }

  /** Withdraws a file for the guest who sent it. Throws CONFLICT if the owner has already accepted or declined the file. */
  @Handles(library.withdraw)
  async withdrawFile({ id, linkId, guestId }: Input<typeof library.withdraw>, { userId: ownerId }: Actor) {
    return this.libraries.change(ownerId, async (lockedLibrary, tx) => {
      const sentByGuest = {
        id: parseIdOrThrow(errors.RECEIVED_NOT_FOUND, id),
        ownerId,
        linkId,
        guestId,
        state: Not<'withdrawn'>('withdrawn'),
      }
      const file = await tx.em.findOneBy(ReceivedFile, sentByGuest)
      if (!file) throw errors.RECEIVED_NOT_FOUND()
      if (file.state !== 'waiting')
        throw errors.CONFLICT({
          reason: 'The photo was already reviewed. Please contact the person who sent you this link.',
        })
      deleteStoredFiles(lockedLibrary, [file])
      await saveDecision(lockedLibrary, [file.id], 'withdrawn')
      emitReceivedChanged(lockedLibrary, file.albumId)
      return { success: true as const }
    })
  }

  @Handles(library.locateSent)
  async locateSent({ id, linkId, guestId }: Input<typeof library.locateSent>, { userId }: Actor) {
    const parameters = [parseIdOrThrow(errors.RECEIVED_NOT_FOUND, id), userId, linkId, guestId]
    const [file] = await this.db.sql<SentRow>(SELECT_SENT_FILE, parameters)
    return locateVariant(file, 'sm')
  }
}

/**
 * Returns the ids of the guests whose files are on a page, and the number of files of the guests before them. `guests` are ordered by their
 * first file.
 */
function selectGuestsOnPage(
  guests: Guest[],
  offset: number,
  limit: number,
): { guestIds: string[]; filesBefore: number } {
  const guestIds: string[] = []
  let [filesBefore, firstFileIndex] = [0, 0]
  for (const { id, waiting } of guests) {
    if (firstFileIndex + waiting <= offset) filesBefore = firstFileIndex + waiting
    else if (firstFileIndex < offset + limit) guestIds.push(id)
    firstFileIndex += waiting
  }
  return { guestIds, filesBefore }
}
