import { Clock, Database, Every, purgeCutoff, type Job } from '@daymark/platform'
import { TrashConfig } from '../../config.ts'
import { purgeLinks } from './purge-links.ts'

const BATCH = 500
const DUE = `id IN (SELECT id FROM trashed_links WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`

@Every('5m')
export class PurgeLinks implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: TrashConfig,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    const until = purgeCutoff(now, this.config)
    while ((await this.db.commit(tx => purgeLinks(tx, DUE, [until], now))) === BATCH);
  }
}
