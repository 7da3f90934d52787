import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

/** `size`: rows in one transaction. `onBatch` is called with the rows of each batch, in its transaction. */
type BatchOptions<T> = { size?: number; onBatch?: (tx: Tx, rows: T[]) => Promise<void> | void }

/**
 * Repeats a statement with a row limit (its last parameter) until no rows are left. Each batch is a separate commit, so that no
 * transaction locks all of the rows and the work continues after a crash.
 */
export async function runInBatches<T>(
  db: Database,
  [sql, ...params]: [string, ...unknown[]],
  { size = 500, onBatch }: BatchOptions<T> = {},
): Promise<void> {
  const runBatch = (): Promise<number> =>
    db.commit(async tx => {
      const rows = await tx.sql<T>(sql, [...params, size])
      await onBatch?.(tx, rows)
      return rows.length
    })
  // The comparison is not `===`, because a statement may return more rows than its limit.
  while ((await runBatch()) >= size);
}
