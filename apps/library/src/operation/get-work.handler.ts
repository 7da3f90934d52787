import { type Actor, type Input, requireSuperAdmin, work } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'

/** From an index of what is not ready alone (migrations/0012-unfinished.ts). */
const WORK = `
  SELECT count(*) FILTER (WHERE status = 'processing') AS unfinished, count(*) FILTER (WHERE status = 'failed') AS failed,
    min(created_at) FILTER (WHERE status = 'processing') AS oldest
  FROM photos WHERE status <> 'completed' AND deleted_at IS NULL`

@Handles(work.library)
export class GetWork implements Handler<typeof work.library> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(_: Input<typeof work.library>, actor: Actor) {
    requireSuperAdmin(actor)
    const [row] = await this.db.sql<{ unfinished: string; failed: string; oldest: Date | null }>(WORK)
    const age = row?.oldest ? Math.max(0, +this.clock.now() - +row.oldest) : 0
    return { unfinished: Number(row?.unfinished), failed: Number(row?.failed), oldestSeconds: Math.round(age / 1000) }
  }
}
