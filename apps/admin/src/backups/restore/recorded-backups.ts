import type { ArchivedObject, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import { readPart } from '../archive/read-archive.ts'

const SELECT_INSTALLATIONS = `
  SELECT id::text FROM installation.identity
  UNION SELECT manifest ->> 'installation' FROM backup_runs WHERE manifest ? 'installation'`
const SELECT_NEWEST = `
  SELECT DISTINCT ON (user_id) user_id AS "userId", made_at AS at, (manifest ->> 'sequence')::int AS sequence
  FROM backup_runs WHERE target = $1 AND state = 'done' AND manifest ? 'sequence' ORDER BY user_id, sequence DESC`

type NewestBackup = { userId: string; at: Date; sequence: number }
/**
 * `installations`: ids of this installation and of those whose backups were restored into it. `newest`: the newest backup of each account.
 */
export type RecordedBackups = { installations: string[]; newest: NewestBackup[] }

/** Reads from the database which backups a store should contain. Write access to the store cannot change these records. */
export async function readRecordedBackups(db: Database, target: BackupTarget): Promise<RecordedBackups> {
  const installations = await db.sql<{ id: string }>(SELECT_INSTALLATIONS)
  return {
    installations: installations.map(({ id }) => id),
    newest: await db.sql<NewestBackup>(SELECT_NEWEST, [target]),
  }
}

const OBJECTS_PER_PAGE = 2000
/** Days for which a recorded backup is retained, until the next backup of the account applies the retention of the plan. */
const RETENTION_DAYS = 400
const INSERT_RUN = `
  INSERT INTO backup_runs (id, user_id, target, state, made_at, keep, expires_at, progress_at, retry_at, finished_at, manifest)
  VALUES ($1, $2, $3, 'done', $4, 1000, now() + interval '${RETENTION_DAYS} days', $4, $4, $4, $5) ON CONFLICT DO NOTHING`
const INSERT_OBJECTS = `
  INSERT INTO backup_objects AS o (target, user_id, sha256, size, last_seen, stored_at)
  SELECT DISTINCT ON (e ->> 'sha256') $1, $2::uuid, e ->> 'sha256', (e ->> 'size')::bigint, $3::timestamptz, $3::timestamptz
  FROM jsonb_array_elements($4::jsonb) AS e ORDER BY e ->> 'sha256'
  ON CONFLICT (target, user_id, sha256) DO UPDATE SET last_seen = greatest(o.last_seen, excluded.last_seen)`

/** Records an existing backup of a store in this database, so that the next backup copies only new files. */
export async function recordExistingBackup(
  db: Database,
  store: Storage,
  target: BackupTarget,
  manifest: ArchiveManifest,
): Promise<void> {
  const { userId, archive, at, parts } = manifest
  const objectList = parts.find(({ name }) => name === 'objects')
  const missingHashes = new Set(manifest.missing.map(({ sha256 }) => sha256))
  if (objectList)
    for await (const objects of readPart<ArchivedObject>(store, objectList, OBJECTS_PER_PAGE)) {
      const storedObjects = objects.filter(({ sha256 }) => !missingHashes.has(sha256))
      await db.commit(async tx => tx.send(INSERT_OBJECTS, [target, userId, at, JSON.stringify(storedObjects)]))
    }
  await db.commit(async tx => tx.send(INSERT_RUN, [archive, userId, target, at, manifest]))
}
