import { photoPurged, userDeleted } from '@daymark/contracts'
import type { Tx } from './tx.ts'

/**
 * Dead letters of these events are not removed with the user. The events must still be handled, because nothing else performs the deletion
 * that they request.
 */
const RETAINED_EVENT_TYPES = [userDeleted.name, photoPurged.name]

/** Removes the dead letters of a deleted user, which contain personal data. */
export function forgetDeadLetters(tx: Tx, userId: string): void {
  tx.send(
    `DELETE FROM dead_letters WHERE $1 IN (envelope -> 'data' ->> 'userId', envelope -> 'data' ->> 'ownerId')
       AND envelope ->> 'type' <> ALL ($2)`,
    [userId, RETAINED_EVENT_TYPES],
  )
}
