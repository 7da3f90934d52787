import type { ArchivedObject, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import { readPart } from '../archive/read-archive.ts'

const PAGE = 2000
/** Applies until the next backup of the account sets the number of retained backups. */
const KEPT_DAYS = 400
const RUN = `
  INSERT INTO backup_runs (id, user_id, target, state, made_at, keep, expires_at, progress_at, retry_at, finished_at, manifest)
  VALUES ($1, $2, $3, 'done', $4, 1000, now() + interval '${KEPT_DAYS} days', $4, $4, $4, $5) ON CONFLICT DO NOTHING`
const OBJECTS = `
  INSERT INTO backup_objects AS o (target, user_id, sha256, size, last_seen, stored_at)
  SELECT DISTINCT ON (e ->> 'sha256') $1, $2::uuid, e ->> 'sha256', (e ->> 'size')::bigint, $3::timestamptz, $3::timestamptz
  FROM jsonb_array_elements($4::jsonb) AS e ORDER BY e ->> 'sha256'
  ON CONFLICT (target, user_id, sha256) DO UPDATE SET last_seen = greatest(o.last_seen, excluded.last_seen)`

/** Records an existing backup of a store in this database, so that the next backup copies only new files. */
export async function adoptBackup(
  db: Database,
  store: Storage,
  target: BackupTarget,
  manifest: ArchiveManifest,
): Promise<void> {
  const { userId, archive, at, parts } = manifest
  const list = parts.find(({ name }) => name === 'objects')
  const missing = new Set(manifest.missing.map(({ sha256 }) => sha256))
  if (list)
    for await (const objects of readPart<ArchivedObject>(store, list, PAGE)) {
      const stored = objects.filter(({ sha256 }) => !missing.has(sha256))
      await db.commit(async tx => void tx.sql(OBJECTS, [target, userId, at, JSON.stringify(stored)]))
    }
  await db.commit(async tx => void tx.sql(RUN, [archive, userId, target, at, manifest]))
}
