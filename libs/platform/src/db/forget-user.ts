import { photoPurged, userDeleted } from '@daymark/contracts'
import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

const BATCH_SIZE = 500
/**
 * Dead letters of these events are not removed with the user. They must still be handled, because nothing else performs the deletion that
 * they request.
 */
const RETAINED_EVENT_TYPES = [userDeleted.name, photoPurged.name]

/**
 * Repeats a DELETE with a row limit (its last parameter) until no rows are left. Each batch is a separate commit, so that no transaction
 * locks all rows of a user and a deletion continues after a crash.
 */
export async function deleteInBatches<T>(
  db: Database,
  [sql, ...params]: [string, ...unknown[]],
  onDeleted: (tx: Tx, deletedRows: T[]) => Promise<void> | void = () => {},
): Promise<void> {
  const deleteBatch = (): Promise<number> =>
    db.commit(async tx => {
      const deletedRows = await tx.sql<T>(sql, [...params, BATCH_SIZE])
      await onDeleted(tx, deletedRows)
      return deletedRows.length
    })
  // The comparison is not `===`, because a statement may return more rows than its limit.
  while ((await deleteBatch()) >= BATCH_SIZE);
}

/** Removes the dead letters of a deleted user, which contain personal data. */
export function forgetDeadLetters(tx: Tx, userId: string): void {
  tx.send(
    `DELETE FROM dead_letters WHERE $1 IN (envelope -> 'data' ->> 'userId', envelope -> 'data' ->> 'ownerId')
       AND envelope ->> 'type' <> ALL ($2)`,
    [userId, RETAINED_EVENT_TYPES],
  )
}
