import type { StudioPage } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { findListedLinks } from './listed-links.ts'

type PageSettings = Omit<StudioPage, 'name' | 'links'>
const NO_PAGE: PageSettings & { name: string | null } = {
  enabled: false,
  name: null,
  title: '',
  text: '',
  allowIndexing: false,
}

/** Text and links of studio pages. */
@Injectable()
export class StudioPages {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async get(ownerId: string): Promise<StudioPage> {
    const [[row], links] = await Promise.all([
      this.db.sql<typeof NO_PAGE>(
        `SELECT p.enabled, n.name, p.title, p.text, p.allow_indexing AS "allowIndexing" FROM studio_pages p
         LEFT JOIN studio_page_names n ON n.owner_id = p.owner_id AND n.is_current WHERE p.owner_id = $1`,
        [ownerId],
      ),
      this.listed(ownerId),
    ])
    const publicLinks = links.map(({ token: _, createdAt: __, ...link }) => link)
    return { ...(row ?? NO_PAGE), links: publicLinks }
  }

  listed(ownerId: string) {
    return findListedLinks(this.db, ownerId, this.clock.now())
  }
}
