import { photoPurged, userDeleted } from '@daymark/contracts'
import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

/** `size`: rows in one transaction. `onDeleted` is called in the transaction of each batch. */
type BatchOptions<T> = { size?: number; onDeleted?: (tx: Tx, deletedRows: T[]) => Promise<void> | void }
/**
 * Dead letters of these events are not removed with the user. They must still be handled, because nothing else performs the deletion that
 * they request.
 */
const RETAINED_EVENT_TYPES = [userDeleted.name, photoPurged.name]

/**
 * Repeats a statement with a row limit (its last parameter) until no rows are left. Each batch is a separate commit, so that no
 * transaction locks all of the rows and a deletion continues after a crash.
 */
export async function deleteInBatches<T>(
  db: Database,
  [sql, ...params]: [string, ...unknown[]],
  { size = 500, onDeleted }: BatchOptions<T> = {},
): Promise<void> {
  const deleteBatch = (): Promise<number> =>
    db.commit(async tx => {
      const deletedRows = await tx.sql<T>(sql, [...params, size])
      await onDeleted?.(tx, deletedRows)
      return deletedRows.length
    })
  // The comparison is not `===`, because a statement may return more rows than its limit.
  while ((await deleteBatch()) >= size);
}

/** Removes the dead letters of a deleted user, which contain personal data. */
export function forgetDeadLetters(tx: Tx, userId: string): void {
  tx.send(
    `DELETE FROM dead_letters WHERE $1 IN (envelope -> 'data' ->> 'userId', envelope -> 'data' ->> 'ownerId')
       AND envelope ->> 'type' <> ALL ($2)`,
    [userId, RETAINED_EVENT_TYPES],
  )
}
