import type { ArchivedObject } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { BackupRunRow } from './backup-runs.ts'

/** Records a page of objects. For objects that are already recorded, only `last_seen` changes. */
const INSERT_OBJECTS = `
  INSERT INTO backup_objects AS o (target, user_id, sha256, size, last_seen)
  SELECT DISTINCT ON (e ->> 'sha256') $1, $2::uuid, e ->> 'sha256', (e ->> 'size')::bigint, $3::timestamptz
  FROM jsonb_array_elements($4::jsonb) AS e ORDER BY e ->> 'sha256'
  ON CONFLICT (target, user_id, sha256) DO UPDATE SET last_seen = greatest(o.last_seen, excluded.last_seen)
  RETURNING sha256, stored_at IS NULL AS must_copy`

/**
 * Selects the objects whose verification is oldest, so that all objects are verified over time. Damaged objects are included until they are
 * copied again. A verification reads objects by hash, so all of them have the same placeholder as key.
 */
const SELECT_SAMPLE = `
  SELECT sha256, size::float8 AS size, 'originals/x' AS key FROM backup_objects
  WHERE user_id = $1 AND target = $2 AND last_seen >= $3 AND (stored_at IS NOT NULL OR checked_at IS NOT NULL)
  ORDER BY stored_at IS NOT NULL, checked_at NULLS FIRST, random() LIMIT $4`

/** The objects that this installation has written to backup stores. */
@Injectable()
export class StoredObjects {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Records objects before they are copied, so that the table lists every object in a store. Returns the objects to copy. */
  async record({ userId, target, madeAt }: BackupRunRow, objects: ArchivedObject[]): Promise<ArchivedObject[]> {
    const rows = await this.db.commit(tx =>
      tx.sql<{ sha256: string; must_copy: boolean }>(INSERT_OBJECTS, [target, userId, madeAt, JSON.stringify(objects)]),
    )
    const hashesToCopy = new Set(rows.filter(row => row.must_copy).map(row => row.sha256))
    const objectByHash = new Map(objects.map(object => [object.sha256, object]))
    return [...objectByHash.values()].filter(({ sha256 }) => hashesToCopy.has(sha256))
  }

  async markStored({ userId, target }: Pick<BackupRunRow, 'userId' | 'target'>, sha256: string[]): Promise<void> {
    await this.updateObjects('stored_at = $4', [target, userId, sha256, this.clock.now()])
  }
  async markVerified({ userId, target }: Pick<BackupRunRow, 'userId' | 'target'>, sha256: string[]): Promise<void> {
    await this.updateObjects('checked_at = $4', [target, userId, sha256, this.clock.now()])
  }
  /** Marks objects as damaged. The next backup copies them again. */
  async markDamaged({ userId, target }: Pick<BackupRunRow, 'userId' | 'target'>, sha256: string[]): Promise<void> {
    await this.updateObjects('stored_at = NULL, checked_at = $4', [target, userId, sha256, this.clock.now()])
  }

  /** Selects a sample of the objects of the newest backup. */
  selectSample(
    { userId, target, madeAt }: Pick<BackupRunRow, 'userId' | 'target' | 'madeAt'>,
    files: number,
  ): Promise<ArchivedObject[]> {
    return this.db.sql<ArchivedObject>(SELECT_SAMPLE, [userId, target, madeAt, files])
  }

  private async updateObjects(assignments: string, params: [string, string, string[], Date]): Promise<void> {
    if (params[2].length === 0) return
    const sql = `UPDATE backup_objects SET ${assignments} WHERE target = $1 AND user_id = $2 AND sha256 = ANY ($3)`
    await this.db.commit(async tx => tx.send(sql, params))
  }
}
