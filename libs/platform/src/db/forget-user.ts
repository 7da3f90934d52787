import { photoPurged, userDeleted } from '@daymark/contracts'
import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

const BATCH = 500
/** Given up, these still have to be done: what they tell is not done by anything else. */
const STILL_TO_DO = [userDeleted.name, photoPurged.name]

/**
 * Repeats a statement that removes so many rows at most (its last parameter) and answers them, each time in a commit of its own, until
 * nothing is left: nobody waits for a lock on all that somebody had, and a process that dies goes on where it was.
 */
export async function inBatches<T>(
  db: Database,
  [sql, ...params]: [string, ...unknown[]],
  also: (tx: Tx, gone: T[]) => Promise<void> | void = () => {},
): Promise<void> {
  const one = (): Promise<number> =>
    db.commit(async tx => {
      const gone = await tx.sql<T>(sql, [...params, BATCH])
      await also(tx, gone)
      return gone.length
    })
  // a statement may answer more than the rows it counted
  while ((await one()) >= BATCH);
}

/** Events of somebody that were given up here: they name her, and nothing is to come of them any more. */
export function forgetDeadLetters(tx: Tx, userId: string): void {
  void tx.sql(
    `DELETE FROM dead_letters WHERE $1 IN (envelope -> 'data' ->> 'userId', envelope -> 'data' ->> 'ownerId')
       AND envelope ->> 'type' <> ALL ($2)`,
    [userId, STILL_TO_DO],
  )
}
