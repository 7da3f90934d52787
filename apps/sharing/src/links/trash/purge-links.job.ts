import { Clock, Database, Every, purgeCutoff, type Job, type Tx } from '@daymark/platform'
import { TrashConfig } from '../../config.ts'
import { deleteUnlinkedSelection } from '../selections/selection.ts'

/** Deletes trashed links permanently and returns their number. A job deletes their visits later (visits/retention.jobs.ts). */
export async function purgeLinks(tx: Tx, condition: string, parameters: unknown[], now: Date): Promise<number> {
  const deleted = await tx.sql<{ id: string; album_id: string; kind: string }>(
    `DELETE FROM trashed_links WHERE ${condition} RETURNING id, album_id, state ->> 'kind' AS kind`,
    parameters,
  )
  tx.send(
    'INSERT INTO link_tombstones (link_id, deleted_at) SELECT id, $2 FROM unnest($1::uuid[]) AS deleted (id) ON CONFLICT DO NOTHING',
    [deleted.map(({ id }) => id), now],
  )
  const selections = deleted.filter(({ kind }) => kind === 'selection').map(row => row.album_id)
  for (const id of [...new Set(selections)].sort()) await deleteUnlinkedSelection(tx, id)
  return deleted.length
}

const LINKS_PER_BATCH = 500
const IS_DUE = `id IN (SELECT id FROM trashed_links WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${LINKS_PER_BATCH} FOR UPDATE SKIP LOCKED)`

@Every('5m')
export class PurgeLinks implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: TrashConfig,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    const deletedBefore = purgeCutoff(now, this.config)
    while ((await this.db.commit(tx => purgeLinks(tx, IS_DUE, [deletedBefore], now))) === LINKS_PER_BATCH);
  }
}
