import { Clock, Database, Every, type Job } from '@daymark/platform'

const BATCH = 1000
/** Longer than any visit can be under way to the database when its link is deleted. */
const GRACE_MS = 60_000
const FIGURES = [
  ...['visit_hours', 'visit_photos', 'visit_downloads', 'downloaded_photos', 'picks', 'pick_lists'],
  ...['comments', 'comment_threads', 'mails', 'visit_mails', 'mail_digests', 'first_look_subscribers'],
]

/** Visits of deleted links, a batch at a time: a million events would keep the owner waiting who deletes a link. */
@Every('5m')
export class ForgetVisits implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - GRACE_MS)
    const ended = await this.db.sql<{ id: string }>('SELECT link_id AS id FROM link_tombstones WHERE deleted_at < $1', [
      until,
    ])
    for (const { id } of ended) {
      while ((await this.forget(id)) === BATCH);
      await this.db.commit(async tx => {
        for (const table of [...FIGURES, 'link_tombstones'])
          void tx.sql(`DELETE FROM ${table} WHERE link_id = $1`, [id])
        void tx.sql('DELETE FROM unsubscribes WHERE scope_id = $1', [id])
      })
    }
  }

  /** Their events go with them. */
  private async forget(linkId: string): Promise<number> {
    const gone = await this.db.commit(tx =>
      tx.sql(
        `WITH gone AS (
           DELETE FROM visits WHERE id IN (SELECT id FROM visits WHERE link_id = $1 LIMIT ${BATCH}) RETURNING id
         ) SELECT id FROM gone`,
        [linkId],
      ),
    )
    return gone.length
  }
}
