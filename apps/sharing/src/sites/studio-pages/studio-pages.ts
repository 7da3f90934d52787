import type { StudioPage } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { listedLinks } from './listed-links.ts'

type Said = Omit<StudioPage, 'name' | 'links'>
const NONE: Said & { name: string | null } = { enabled: false, name: null, title: '', text: '', allowIndexing: false }

/** What each owner says on her page, and lists there. */
@Injectable()
export class StudioPages {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async of(ownerId: string): Promise<StudioPage> {
    const [[row], links] = await Promise.all([
      this.db.sql<typeof NONE>(
        `SELECT p.enabled, n.name, p.title, p.text, p.allow_indexing AS "allowIndexing" FROM studio_pages p
         LEFT JOIN studio_page_names n ON n.owner_id = p.owner_id AND n.is_current WHERE p.owner_id = $1`,
        [ownerId],
      ),
      this.listed(ownerId),
    ])
    const told = links.map(({ token: _, createdAt: __, ...link }) => link)
    return { ...(row ?? NONE), links: told }
  }

  listed(ownerId: string) {
    return listedLinks(this.db, ownerId, this.clock.now())
  }
}
