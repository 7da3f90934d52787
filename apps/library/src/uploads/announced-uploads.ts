import { type Input, type library, PARTIAL_UPLOAD_LIMITS } from '@daymark/contracts'
import { type Database, prepared, type Tx } from '@daymark/platform'
import type { Library } from '../accounts/change-library.ts'

export type Reservation = NonNullable<Input<typeof library.authorizeUpload>['reservation']>
type Guest = { linkId: string; guestId: string }
/** Sums of other uploads in progress: in the owner's library, through one upload link, and by one guest of that link. */
export type AnnouncedUploads = { bytes: number; linkBytes: number; linkFiles: number; guestFiles: number }

const HOUR_MS = 3_600_000
const SELECT_OTHER_UPLOADS = prepared(`
  SELECT coalesce(sum(bytes), 0)::float8 AS bytes,
    coalesce(sum(bytes) FILTER (WHERE link_id = $3), 0)::float8 AS "linkBytes",
    (count(*) FILTER (WHERE link_id = $3))::int AS "linkFiles",
    (count(*) FILTER (WHERE link_id = $3 AND guest_id = $4))::int AS "guestFiles"
  FROM pending_uploads WHERE owner_id = $1 AND upload_name <> $2 AND expires_at > $5`)
const INSERT_PENDING_UPLOAD = `
  INSERT INTO pending_uploads (owner_id, upload_name, link_id, guest_id, bytes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (owner_id, upload_name) DO UPDATE SET link_id = $3, guest_id = $4, bytes = $5, expires_at = $6`

/**
 * Reserves storage for an upload that begins. Its bytes are in the store before they are a file of the library: while they arrive,
 * and after a broken connection until the client continues. An abandoned upload expires after some hours.
 *
 * `work` decides on the upload, given the sums of other uploads; if it returns `room`, the upload is announced. Uploads of one owner
 * that begin at the same time are decided one after another.
 */
export async function announceUpload<T extends { room: number; existing: unknown }>(
  db: Database,
  {
    ownerId,
    reservation,
    guest,
    now,
  }: { ownerId: string; reservation: Reservation | undefined; guest?: Guest; now: Date },
  work: (db: Database | Tx, others: AnnouncedUploads) => Promise<T>,
): Promise<T> {
  const keys = [ownerId, reservation?.partialKey ?? '', guest?.linkId ?? null, guest?.guestId ?? null]
  const decideOnUpload = async (db: Database | Tx) => work(db, await readOtherUploads(db, [...keys, now]))
  if (!reservation || reservation.bytes === 0) return decideOnUpload(db)
  return db.commit(async tx => {
    await tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`beginnings ${ownerId}`])
    const decision = await decideOnUpload(tx)
    void tx.sql('DELETE FROM pending_uploads WHERE owner_id = $1 AND expires_at <= $2', [ownerId, now])
    const hours = guest ? PARTIAL_UPLOAD_LIMITS.guestHours : PARTIAL_UPLOAD_LIMITS.ownerHours
    const bytes = Math.min(reservation.bytes, decision.room)
    if (!decision.existing)
      void tx.sql(INSERT_PENDING_UPLOAD, [...keys, bytes, new Date(now.getTime() + hours * HOUR_MS)])
    return decision
  })
}

/** Ends the reservation of an upload, in the commit that registers its file. Returns the sums of other uploads. */
export async function endReservation(
  { tx, ownerId, now }: Library,
  partialKey = '',
  guest?: Guest,
): Promise<AnnouncedUploads> {
  if (partialKey)
    void tx.sql('DELETE FROM pending_uploads WHERE owner_id = $1 AND upload_name = $2', [ownerId, partialKey])
  return readOtherUploads(tx, [ownerId, partialKey, guest?.linkId ?? null, guest?.guestId ?? null, now])
}

async function readOtherUploads(db: Pick<Database | Tx, 'sql'>, params: unknown[]): Promise<AnnouncedUploads> {
  const [others] = await db.sql<AnnouncedUploads>(SELECT_OTHER_UPLOADS, params)
  if (!others) throw new Error('the query returned no row')
  return others
}
