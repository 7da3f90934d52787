import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Counted = { linkId: string; photos: number; bytes: number; waiting: number }
const COUNT = `
  SELECT link_id AS "linkId", (count(*) FILTER (WHERE state <> 'withdrawn'))::int AS photos,
    coalesce(sum(size) FILTER (WHERE state IN ('waiting', 'added')), 0)::float8 AS bytes,
    (count(*) FILTER (WHERE state = 'waiting'))::int AS waiting
  FROM received_files WHERE owner_id = $1 AND link_id = ANY ($2::uuid[]) GROUP BY link_id`

@Handles(library.countReceived)
export class CountReceived implements Handler<typeof library.countReceived> {
  constructor(private readonly db: Database) {}

  async handle({ linkIds }: Input<typeof library.countReceived>, { userId }: Actor) {
    return { links: await this.db.sql<Counted>(COUNT, [userId, linkIds]) }
  }
}
