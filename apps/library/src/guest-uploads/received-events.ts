import {
  errors,
  type EventOf,
  isEncrypted,
  type photoProcessed,
  receivedChanged,
  type ReceivedFile as ReceivedView,
  uploadReceived,
} from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { ReceivedFile } from './received-file.entity.ts'

type ReceivedRow = Omit<ReceivedView, 'receivedAt'> & { receivedAt: Date }

/** Selects guest files. An accepted file has a picture only while its photo is not deleted and still has this file. */
const SELECT_RECEIVED = `
  SELECT r.id, r.link_id AS "linkId", r.guest_id AS "guestId", r.guest_name AS "guestName", r.size::float8, r.sha256, r.state,
    r.original_filename AS "originalFilename", coalesce(p.status, r.status) AS status, coalesce(p.error, r.error) AS error,
    coalesce(p.width, r.width) AS width, coalesce(p.height, r.height) AS height,
    CASE WHEN r.state = 'waiting' THEN r.placeholder ELSE p.placeholder END AS placeholder,
    (CASE WHEN r.state = 'waiting' THEN r.variants ELSE p.variants END) IS NOT NULL AS "hasPicture", r.created_at AS "receivedAt"
  FROM guest_uploads r
  LEFT JOIN photos p ON p.id = r.id AND r.state = 'added' AND p.deleted_at IS NULL AND p.file_id IS NULL`

export async function readGuestFiles(
  db: Pick<Database | Tx, 'sql'>,
  condition: string,
  parameters: unknown[],
): Promise<ReceivedView[]> {
  const rows = await db.sql<ReceivedRow>(`${SELECT_RECEIVED} WHERE ${condition}`, parameters)
  return rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() }))
}

export async function readGuestFile(db: Pick<Database | Tx, 'sql'>, id: string): Promise<ReceivedView> {
  const [row] = await readGuestFiles(db, 'r.id = $1', [id])
  if (!row) throw errors.RECEIVED_NOT_FOUND()
  return row
}

/** Publishes an event for a change of an album's pending files, so that open pages of the owner load them again. */
export const emitReceivedChanged = ({ tx, ownerId }: LockedLibrary, albumId: string): void =>
  tx.emit(receivedChanged, albumId, { ownerId, albumId })

export function emitUploadReceived(lockedLibrary: LockedLibrary, file: ReceivedFile): void {
  const { id: receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType } = file
  lockedLibrary.tx.emit(uploadReceived, receivedId, {
    receivedId,
    ownerId,
    albumId,
    linkId,
    guestId,
    guestName,
    originalFilename,
    size,
    mimeType,
    waiting: file.state === 'waiting',
    receivedAt: file.createdAt.toISOString(),
  })
  emitReceivedChanged(lockedLibrary, albumId)
}

type ProcessingResult = EventOf<typeof photoProcessed>['data']

const findPendingFile = ({ tx, ownerId }: LockedLibrary, id: string) =>
  tx.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' })

export async function applyProcessingToGuestFile(
  lockedLibrary: LockedLibrary,
  id: string,
  data: ProcessingResult,
): Promise<void> {
  const file = await findPendingFile(lockedLibrary, id)
  if (!file) return
  lockedLibrary.account.replaceVariantSizes(file.variants, data.variants)
  file.applyProcessingResult(data)
  lockedLibrary.tx.update(ReceivedFile, id, file)
  emitReceivedChanged(lockedLibrary, file.albumId)
}

export async function applyFailureToGuestFile(lockedLibrary: LockedLibrary, id: string, reason: string): Promise<void> {
  const file = await findPendingFile(lockedLibrary, id)
  if (file?.status !== 'processing') return
  lockedLibrary.tx.update(ReceivedFile, id, { status: 'failed', error: reason })
  emitReceivedChanged(lockedLibrary, file.albumId)
}

/** Stores the storage key of a pending guest file after its encryption. Returns false if there is no pending file with this id. */
export async function applyEncryptionToGuestFile(
  lockedLibrary: LockedLibrary,
  id: string,
  objectKey: string,
): Promise<boolean> {
  const file = await findPendingFile(lockedLibrary, id)
  if (!file) return false
  if (!isEncrypted(file.objectKey)) {
    file.setEncryptedKeys(objectKey)
    lockedLibrary.tx.update(ReceivedFile, id, file)
  }
  return true
}
