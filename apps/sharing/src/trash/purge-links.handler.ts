import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { purgeLinks } from './purge-links.ts'

@Handles(sharing.purgeTrash)
export class PurgeTrashedLinks implements Handler<typeof sharing.purgeTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Those of albums go with their album. */
  async handle({ linkIds, all }: Input<typeof sharing.purgeTrash>, { userId }: Actor) {
    const which = 'owner_id = $1 AND NOT with_album AND ($2 OR id = ANY($3::uuid[]))'
    const links = await this.db.commit(tx =>
      purgeLinks(tx, which, [userId, all, linkIds.filter(isId)], this.clock.now()),
    )
    return { links }
  }
}
