import type { BackupTarget } from '@daymark/contracts'
import type { Database } from '@daymark/platform'

const INSTALLATIONS = `
  SELECT id::text FROM installation.identity
  UNION SELECT manifest ->> 'installation' FROM backup_runs WHERE manifest ? 'installation'`
const NEWEST = `
  SELECT DISTINCT ON (user_id) user_id AS "userId", made_at AS at, (manifest ->> 'sequence')::int AS sequence
  FROM backup_runs WHERE target = $1 AND state = 'done' AND manifest ? 'sequence' ORDER BY user_id, sequence DESC`

type NewestBackup = { userId: string; at: Date; sequence: number }
/** `installations`: this one, and those whose backups were restored into it. `newest`: of each account. */
export type RecordedBackups = { installations: string[]; newest: NewestBackup[] }

/** The backups of a store as recorded in the database, which write access to the store cannot change. */
export async function readRecordedBackups(db: Database, target: BackupTarget): Promise<RecordedBackups> {
  const installations = await db.sql<{ id: string }>(INSTALLATIONS)
  return { installations: installations.map(({ id }) => id), newest: await db.sql<NewestBackup>(NEWEST, [target]) }
}
