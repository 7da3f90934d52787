import { errors, type Input, type ShownGallery, studioPages } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { isSuspended } from '../owners/suspended.ts'
import type { Listed } from './listed-links.ts'
import { StudioPages } from './studio-pages.ts'

/** What a visitor sees: nothing that is not named here, and of a locked gallery its title alone. */
@Handles(studioPages.listShown)
export class ListShown implements Handler<typeof studioPages.listShown> {
  private readonly db: Database
  private readonly pages: StudioPages
  constructor(db: Database, pages: StudioPages) {
    this.db = db
    this.pages = pages
  }

  async handle({ ownerId }: Input<typeof studioPages.listShown>) {
    const on = await this.db.sql(
      `SELECT FROM studio_pages p WHERE owner_id = $1 AND enabled AND NOT ${isSuspended('p.owner_id')}`,
      [ownerId],
    )
    if (!on.length) throw errors.STUDIO_PAGE_NOT_FOUND()
    const links = await this.pages.listed(ownerId)
    return { galleries: links.filter(({ state }) => state === 'open' || state === 'locked').map(shown) }
  }
}

const shown = ({ title, address, state, token, createdAt, cover }: Listed): ShownGallery => ({
  ...{ title, address },
  open: state === 'open' && cover ? { token, sharedAt: createdAt.toISOString(), cover } : null,
})
