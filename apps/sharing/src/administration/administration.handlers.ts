import {
  activity,
  type Actor,
  retentionFacts,
  accountTotals,
  type Input,
  MAX_OUTGOING_ITEMS,
  outgoing,
  requireSuperAdmin,
} from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { SharingConfig, TrashConfig } from '../config.ts'
import { MAIL_RETENTION_DAYS } from '../mail/delete-old-mails.job.ts'

/** Adds up the visit counters of all links instead of counting visits. */
const COUNT_LINKS_AND_VIEWS = `
  SELECT count(*) AS shares, coalesce(sum(view_count), 0) AS views, count(*) FILTER (WHERE created_at >= $1) AS recent
  FROM links`

type DomainRow = { host: string; ownerId: string; state: string; problem: string | null; checkedAt: Date | null }
const LIST_DOMAINS = `
  SELECT host, owner_id AS "ownerId", state, problem, checked_at AS "checkedAt" FROM domains
  ORDER BY (problem IS NULL), claimed_at DESC LIMIT ${MAX_OUTGOING_ITEMS}`

type LinkViews = { id: string; viewCount: number }
type AlbumTitle = { id: string; title: string }

@RpcHandlers()
export class AdministrationHandlers {
  constructor(
    private readonly db: Database,
    private readonly config: SharingConfig,
    private readonly trash: TrashConfig,
  ) {}

  @Handles(retentionFacts.sharing)
  async getFacts() {
    const { visitEventsDays: visitDays } = this.config
    return { visitDays, trashDays: this.trash.purgeAfterDays, mailDays: MAIL_RETENTION_DAYS }
  }

  @Handles(accountTotals.sharing)
  async getSharingFigures({ week }: Input<typeof accountTotals.sharing>) {
    const [row] = await this.db.sql<Record<'shares' | 'views' | 'recent', string>>(COUNT_LINKS_AND_VIEWS, [week])
    return { shares: Number(row?.shares), views: Number(row?.views), sharesWeek: Number(row?.recent) }
  }

  @Handles(outgoing.domains)
  async listDomains(_: Input<typeof outgoing.domains>, actor: Actor) {
    if (actor.role !== 'system') requireSuperAdmin(actor)
    const rows = await this.db.sql<DomainRow>(LIST_DOMAINS)
    return { domains: rows.map(row => ({ ...row, checkedAt: row.checkedAt?.toISOString() ?? null })) }
  }

  @Handles(activity.describeLinks)
  async describeLinks({ linkIds, albumIds }: Input<typeof activity.describeLinks>) {
    const [links, albums] = await Promise.all([
      this.db.sql<LinkViews>('SELECT id, view_count AS "viewCount" FROM links WHERE id = ANY($1::uuid[])', [linkIds]),
      this.db.sql<AlbumTitle>('SELECT id, title FROM albums WHERE id = ANY($1::uuid[]) AND NOT deleted', [albumIds]),
    ])
    return { links, albums }
  }
}
