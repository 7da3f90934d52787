import { type Actor, figures, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

/** Visits are counted in each link as they come. */
const FIGURES = `
  SELECT count(*) AS shares, coalesce(sum(view_count), 0) AS views, count(*) FILTER (WHERE created_at >= $1) AS recent
  FROM links`

@Handles(figures.sharing)
export class GetFigures implements Handler<typeof figures.sharing> {
  constructor(private readonly db: Database) {}

  async handle({ week }: Input<typeof figures.sharing>, actor: Actor) {
    requireSuperAdmin(actor)
    const [row] = await this.db.sql<Record<'shares' | 'views' | 'recent', string>>(FIGURES, [week])
    return { shares: Number(row?.shares), views: Number(row?.views), sharesWeek: Number(row?.recent) }
  }
}
