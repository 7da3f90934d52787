import { photoPurged } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import type { ReceivedFile } from './received-file.entity.ts'

type Decided = Exclude<ReceivedFile['state'], 'waiting'>

/** All that a photo needed, and what the guest's phone knew it by. */
const FILELESS = `exif = '{}', variants = NULL, visitor = NULL, placeholder = NULL, idempotency_key = CASE WHEN $2 = 'withdrawn' THEN NULL ELSE idempotency_key END`

/** They wait no longer. What was decided stays as a note of what came. */
export const decide = ({ tx }: Library, ids: string[], state: Decided) =>
  tx.sql(`UPDATE guest_uploads SET state = $2, ${FILELESS} WHERE id = ANY ($1::uuid[])`, [ids, state])

/** For good, with everything that media made of them. */
export function dropFiles({ tx, account, ownerId }: Library, files: ReceivedFile[]): void {
  account.filesDropped(files)
  for (const { id: photoId, objectKey } of files) tx.emit(photoPurged, photoId, { photoId, ownerId, objectKey })
}
