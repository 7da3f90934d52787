import type { ArchivedObject } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Run } from './runs.ts'

/** One statement for a page: those that a store has are only seen again. */
const SEE = `
  INSERT INTO backup_objects AS o (target, user_id, sha256, size, last_seen)
  SELECT DISTINCT ON (e ->> 'sha256') $1, $2::uuid, e ->> 'sha256', (e ->> 'size')::bigint, $3::timestamptz
  FROM jsonb_array_elements($4::jsonb) AS e ORDER BY e ->> 'sha256'
  ON CONFLICT (target, user_id, sha256) DO UPDATE SET last_seen = greatest(o.last_seen, excluded.last_seen)
  RETURNING sha256, stored_at IS NULL AS wanted`

/** The objects with the oldest verification, so that all are verified over time. A damaged one stays until it is copied again. */
const SAMPLE = `
  SELECT sha256, size::float8 AS size, 'originals/x' AS key FROM backup_objects
  WHERE user_id = $1 AND target = $2 AND last_seen >= $3 AND (stored_at IS NOT NULL OR checked_at IS NOT NULL)
  ORDER BY stored_at IS NOT NULL, checked_at NULLS FIRST, random() LIMIT $4`

/** What lies in the stores of copies, as far as this installation put it there. */
@Injectable()
export class StoredObjects {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Records objects before they are copied, so that every object in a store is known. Returns those that must be copied. */
  async see({ userId, target, madeAt }: Run, objects: ArchivedObject[]): Promise<ArchivedObject[]> {
    const rows = await this.db.commit(tx =>
      tx.sql<{ sha256: string; wanted: boolean }>(SEE, [target, userId, madeAt, JSON.stringify(objects)]),
    )
    const wanted = new Set(rows.filter(row => row.wanted).map(row => row.sha256))
    const once = new Map(objects.map(object => [object.sha256, object]))
    return [...once.values()].filter(({ sha256 }) => wanted.has(sha256))
  }

  async stored({ userId, target }: Pick<Run, 'userId' | 'target'>, sha256: string[]): Promise<void> {
    await this.set('stored_at = $4', [target, userId, sha256, this.clock.now()])
  }
  async checked({ userId, target }: Pick<Run, 'userId' | 'target'>, sha256: string[]): Promise<void> {
    await this.set('checked_at = $4', [target, userId, sha256, this.clock.now()])
  }
  /** Marks objects as damaged; the next backup copies them again. */
  async damaged({ userId, target }: Pick<Run, 'userId' | 'target'>, sha256: string[]): Promise<void> {
    await this.set('stored_at = NULL, checked_at = $4', [target, userId, sha256, this.clock.now()])
  }

  /** Of what the newest backup needs. */
  sample(
    { userId, target, madeAt }: Pick<Run, 'userId' | 'target' | 'madeAt'>,
    files: number,
  ): Promise<ArchivedObject[]> {
    return this.db.sql<ArchivedObject>(SAMPLE, [userId, target, madeAt, files])
  }

  private async set(what: string, params: [string, string, string[], Date]): Promise<void> {
    if (params[2].length === 0) return
    const sql = `UPDATE backup_objects SET ${what} WHERE target = $1 AND user_id = $2 AND sha256 = ANY ($3)`
    await this.db.commit(async tx => void tx.sql(sql, params))
  }
}
