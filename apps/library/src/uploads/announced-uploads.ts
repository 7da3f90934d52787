import { type Input, type library, PARTIAL_UPLOAD_LIMITS, HOUR_MS } from '@daymark/contracts'
import { type Database, preparedStatement, type Tx } from '@daymark/platform'
import type { LockedLibrary } from '../accounts/change-library.ts'

/** Storage, and photos of an upload link, that an upload in progress reserves. */
type UploadReservation = NonNullable<Input<typeof library.authorizeUpload>['reservation']>
type Guest = { linkId: string; guestId: string }
/** Sums over the other uploads in progress: of the owner's library, of one upload link, and of one guest of that link. */
export type UploadsInProgress = { bytes: number; linkBytes: number; linkFiles: number; guestFiles: number }

const SELECT_OTHER_UPLOADS = preparedStatement(`
  SELECT coalesce(sum(bytes), 0)::float8 AS bytes,
    coalesce(sum(bytes) FILTER (WHERE link_id = $3), 0)::float8 AS "linkBytes",
    (count(*) FILTER (WHERE link_id = $3))::int AS "linkFiles",
    (count(*) FILTER (WHERE link_id = $3 AND guest_id = $4))::int AS "guestFiles"
  FROM pending_uploads WHERE owner_id = $1 AND upload_name <> $2 AND expires_at > $5`)
const INSERT_PENDING_UPLOAD = `
  INSERT INTO pending_uploads (owner_id, upload_name, link_id, guest_id, bytes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (owner_id, upload_name) DO UPDATE SET link_id = $3, guest_id = $4, bytes = $5, expires_at = $6`

/**
 * Reserves storage for an upload at its start, because its bytes are stored before its file is registered. The reservation ends when the
 * file is registered (`endReservation`); if the upload is abandoned, the reservation expires after some hours.
 *
 * `decide` receives the sums of other uploads and decides on this upload: it throws to reject the upload, and returns `existing` if the
 * file is already registered. Otherwise at most `remainingBytes` bytes are reserved. A lock serializes uploads of one owner that start at
 * the same time.
 */
export async function reserveUpload<T extends { remainingBytes: number; existing: unknown }>(
  db: Database,
  {
    ownerId,
    reservation,
    guest,
    now,
  }: { ownerId: string; reservation: UploadReservation | undefined; guest?: Guest; now: Date },
  decide: (db: Database | Tx, otherUploads: UploadsInProgress) => Promise<T>,
): Promise<T> {
  const keys = [ownerId, reservation?.partialKey ?? '', guest?.linkId ?? null, guest?.guestId ?? null]
  const decideOnUpload = async (db: Database | Tx) => decide(db, await readOtherUploads(db, [...keys, now]))
  if (!reservation || reservation.bytes === 0) return decideOnUpload(db)
  return db.commit(async tx => {
    tx.lock(`beginnings ${ownerId}`)
    const decision = await decideOnUpload(tx)
    tx.send('DELETE FROM pending_uploads WHERE owner_id = $1 AND expires_at <= $2', [ownerId, now])
    const hours = guest ? PARTIAL_UPLOAD_LIMITS.guestHours : PARTIAL_UPLOAD_LIMITS.ownerHours
    const bytes = Math.min(reservation.bytes, decision.remainingBytes)
    if (!decision.existing) tx.send(INSERT_PENDING_UPLOAD, [...keys, bytes, new Date(now.getTime() + hours * HOUR_MS)])
    return decision
  })
}

/** Ends the reservation of an upload, in the transaction that registers its file. Returns the sums of other uploads. */
export async function endReservation(
  { tx, ownerId, now }: LockedLibrary,
  partialKey = '',
  guest?: Guest,
): Promise<UploadsInProgress> {
  if (partialKey) tx.send('DELETE FROM pending_uploads WHERE owner_id = $1 AND upload_name = $2', [ownerId, partialKey])
  return readOtherUploads(tx, [ownerId, partialKey, guest?.linkId ?? null, guest?.guestId ?? null, now])
}

async function readOtherUploads(db: Pick<Database | Tx, 'sql'>, params: unknown[]): Promise<UploadsInProgress> {
  const [otherUploads] = await db.sql<UploadsInProgress>(SELECT_OTHER_UPLOADS, params)
  if (!otherUploads) throw new Error('the query returned no row')
  return otherUploads
}
