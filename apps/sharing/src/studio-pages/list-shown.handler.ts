import { errors, type Input, type ShownGallery, studioPages } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { type Listed, shownLinks } from './listed-links.ts'

/** What a visitor sees: nothing that is not named here, and of a locked gallery its title alone. */
@Handles(studioPages.listShown)
export class ListShown implements Handler<typeof studioPages.listShown> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ ownerId }: Input<typeof studioPages.listShown>) {
    const found = await shownLinks(this.db, ownerId, this.clock.now())
    if (!found) throw errors.STUDIO_PAGE_NOT_FOUND()
    const { version, links } = found
    return { version, galleries: links.filter(({ state }) => state === 'open' || state === 'locked').map(shown) }
  }
}

const shown = ({ title, address, state, token, createdAt, cover }: Listed): ShownGallery => ({
  ...{ title, address },
  open: state === 'open' ? { token, sharedAt: createdAt.toISOString(), cover } : null,
})
