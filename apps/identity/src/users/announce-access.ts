import { userAccessChanged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { User } from './user.entity.ts'

/**
 * Tells whether a person may act from now on, in the commit that changes it and holds the row. The time of the database is the version:
 * one clock for all replicas, and the row is changed by one at a time.
 */
export async function announceAccess(tx: Tx, { id, disabled, deletionDueAt, mustChangePassword }: User): Promise<void> {
  const sql = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS version'
  const [now] = await tx.sql<{ version: number }>(sql)
  const mayAct = !disabled && !mustChangePassword
  const state = { mayAct, suspended: disabled, deleting: deletionDueAt !== null }
  tx.emit(userAccessChanged, id, { userId: id, version: now?.version ?? 0, ...state })
}
