import { errors, sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { Link } from './link.entity.ts'
import { viewLinks } from './view-links.ts'

/** Somebody else's does not exist. */
@Handles(sharing.getLink)
export class GetLink implements Handler<typeof sharing.getLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.getLink>, { userId: ownerId }: Actor) {
    const link = isId(id) && isId(ownerId) ? await this.db.repository(Link).findOneBy({ id, ownerId }) : null
    const [view] = await viewLinks(this.db, link ? [link] : [], this.clock.now())
    if (!view) throw errors.SHARE_NOT_FOUND()
    return view
  }
}
