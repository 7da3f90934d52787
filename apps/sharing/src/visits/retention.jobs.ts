import { DAY_MS } from '@daymark/contracts'
import { Clock, Database, runInBatches, Every, type Job } from '@daymark/platform'
import { SharingConfig } from '../config.ts'

const EVENTS_PER_BATCH = 5000
const DELETE_OLD_EVENTS = `
  WITH due AS (SELECT id FROM visit_events WHERE at < $1 ORDER BY at LIMIT $2)
  DELETE FROM visit_events WHERE id IN (SELECT id FROM due) RETURNING id`

/** Deletes visit events after their retention time. Visits and their aggregated figures remain. */
@Every('15m')
export class DeleteOldEvents implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: SharingConfig,
  ) {}

  async run(): Promise<void> {
    const cutoff = new Date(this.clock.now().getTime() - this.config.visitEventsDays * DAY_MS)
    await runInBatches(this.db, [DELETE_OLD_EVENTS, cutoff], { size: EVENTS_PER_BATCH })
  }
}

const VISITS_PER_BATCH = 1000
/** The foreign key also deletes the events of the visits. */
const DELETE_VISITS = 'DELETE FROM visits WHERE id IN (SELECT id FROM visits WHERE link_id = $1 LIMIT $2) RETURNING id'
/**
 * Minimum age of a tombstone before the visits of its link are deleted. Longer than any transaction that records a visit, so that no visit
 * is stored afterwards.
 */
const TOMBSTONE_GRACE_MS = 60_000
const TABLES_WITH_LINK_ID = [
  'visit_hours',
  'visit_photos',
  'visit_downloads',
  'downloaded_photos',
  'picks',
  'pick_lists',
  'comments',
  'comment_threads',
  'mails',
  'visit_mails',
  'mail_digests',
  'first_look_subscribers',
]

/** Deletes the visits of deleted links in batches, because deleting a million events together with the link would take too long. */
@Every('5m')
export class DeleteVisits implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const cutoff = new Date(this.clock.now().getTime() - TOMBSTONE_GRACE_MS)
    const tombstones = await this.db.sql<{ id: string }>(
      'SELECT link_id AS id FROM link_tombstones WHERE deleted_at < $1',
      [cutoff],
    )
    for (const { id } of tombstones) {
      await runInBatches(this.db, [DELETE_VISITS, id], { size: VISITS_PER_BATCH })
      await this.db.commit(async tx => {
        for (const table of [...TABLES_WITH_LINK_ID, 'link_tombstones'])
          tx.send(`DELETE FROM ${table} WHERE link_id = $1`, [id])
        tx.send('DELETE FROM unsubscribes WHERE scope_id = $1', [id])
      })
    }
  }
}
