import { library, type Actor, type Input, type TrashedPhoto, type TrashedThing } from '@daymark/contracts'
import { Clock, Database, goneBefore, Handles, type Handler } from '@daymark/platform'
import { LibraryConfig } from '../config.ts'

type Row<T extends { deletedAt: string }> = Omit<T, 'deletedAt'> & { deletedAt: Date }
type Page = { ownerId: string; before: Date; limit: number; offset: number }

@Handles(library.listTrash)
export class ListTrash implements Handler<typeof library.listTrash> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: LibraryConfig,
  ) {}

  async handle({ kind, limit, offset }: Input<typeof library.listTrash>, { userId: ownerId }: Actor) {
    const page = { ownerId, before: goneBefore(this.clock.now(), this.config), limit, offset }
    const [counts, photos, things] = await Promise.all([
      this.count(page),
      kind === 'photos' ? this.photos(page) : [],
      kind === 'albums' || kind === 'tags' ? this.things(page, kind) : [],
    ])
    return { counts, photos, things, days: this.config.purgeAfterDays }
  }

  private async count({ ownerId, before }: Page) {
    const [counts] = await this.db.sql<{ photos: number; albums: number; tags: number }>(
      `SELECT (SELECT count(*)::int FROM photos WHERE owner_id = $1 AND deleted_at > $2) AS photos,
         (count(*) FILTER (WHERE kind = 'album'))::int AS albums, (count(*) FILTER (WHERE kind = 'tag'))::int AS tags
       FROM trash WHERE owner_id = $1 AND deleted_at > $2`,
      [ownerId, before],
    )
    return counts ?? { photos: 0, albums: 0, tags: 0 }
  }

  private async photos({ ownerId, before, limit, offset }: Page): Promise<TrashedPhoto[]> {
    const rows = await this.db.sql<Row<TrashedPhoto>>(
      `SELECT id, filename, original_filename AS "originalFilename", title, size::float8, width, height, placeholder,
         variants IS NOT NULL AS "isReady", deleted_at AS "deletedAt"
       FROM photos WHERE owner_id = $1 AND deleted_at > $2
       ORDER BY deleted_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [ownerId, before, limit, offset],
    )
    return rows.map(told)
  }

  private async things(page: Page, kind: 'albums' | 'tags'): Promise<TrashedThing[]> {
    const members = kind === 'albums' ? 'trashed_places WHERE album_id' : 'trashed_tags WHERE tag_id'
    const rows = await this.db.sql<Row<TrashedThing>>(
      `SELECT id, name, (SELECT count(*)::int FROM ${members} = t.id) AS photos, deleted_at AS "deletedAt"
       FROM trash t WHERE owner_id = $1 AND kind = $5 AND deleted_at > $2
       ORDER BY deleted_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [page.ownerId, page.before, page.limit, page.offset, kind.slice(0, -1)],
    )
    return rows.map(told)
  }
}

const told = <T extends { deletedAt: Date }>(row: T) => ({ ...row, deletedAt: row.deletedAt.toISOString() })
