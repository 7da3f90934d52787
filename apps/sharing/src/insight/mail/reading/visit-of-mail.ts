import type { GalleryMail } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { pickCounts } from '../../../proofing/picks/pick-list.ts'
import { wantsTopic } from '../choices/wants-topic.ts'
import type { VisitTold } from '../visits/visit-mails.ts'
import type { KeptMail } from './kept-mail.ts'

const SEEN = `
  SELECT (count(DISTINCT e.photo_id) FILTER (WHERE e.type = 'photo_view'))::int AS photos,
    coalesce(sum(CASE WHEN jsonb_typeof(e.data -> 'count') = 'number'
      THEN LEAST(GREATEST(round((e.data ->> 'count')::numeric), 1), 100000) ELSE 1 END) FILTER (WHERE e.type = 'download'), 0)::int
      AS downloads
  FROM visits v JOIN visit_events e ON e.visit_id = v.id
  WHERE v.link_id = $1 AND v.visitor_id = $2 AND v.started_at >= $3 AND v.started_at <= $4`
const LIST = `
  SELECT id, name, picking AND changed_at > $3 AS changed, coalesce(sent_at > $3, false) AS sent,
    (SELECT count(*)::int FROM comments c WHERE c.visitor_id = l.id AND c.created_at > $3) AS comments
  FROM pick_lists l WHERE id = $1 AND link_id = $2`

type List = { id: string; name: string; changed: boolean; sent: boolean; comments: number }

/** All of a visit where the owner wants that, else what came after the mail that told of it at once. */
@Injectable()
export class VisitOfMail {
  constructor(private readonly db: Database) {}

  async of(mail: KeptMail): Promise<GalleryMail | null> {
    const visit = mail.data as VisitTold
    const isWhole = visit.whole && (await wantsTopic(this.db, mail.ownerId, 'gallery_activity'))
    if (!isWhole && visit.since === null) return null
    const { linkId, gallery } = mail
    return {
      ...{ kind: 'visit' as const, linkId, gallery, startedAt: visit.startedAt },
      topic: isWhole ? ('gallery_activity' as const) : ('gallery_feedback' as const),
      ...(isWhole ? await this.seen(linkId, visit) : { photos: 0, downloads: 0 }),
      ...(await this.done(mail, visit, isWhole)),
    }
  }

  private async done(mail: KeptMail, visit: VisitTold, isWhole: boolean) {
    const list = await this.listOf(mail.linkId, visit, isWhole)
    if (!list) return { name: null, comments: 0, picks: null }
    const { id, name, comments, changed, sent } = list
    const isTold = isWhole ? changed : sent
    return { name, comments, picks: isTold ? { ...(await pickCounts(this.db, mail, id)), sent } : null }
  }

  private async listOf(linkId: string, { listId, startedAt, since }: VisitTold, isWhole: boolean) {
    if (listId === null) return undefined
    // a moment before it began: what is done first is done with its first call
    const from = isWhole ? new Date(Date.parse(startedAt) - 1) : new Date(since ?? startedAt)
    const [list] = await this.db.sql<List>(LIST, [listId, linkId, from])
    return list
  }

  private async seen(linkId: string, { visitorId, startedAt, until }: VisitTold) {
    const [row] = await this.db.sql<{ photos: number; downloads: number }>(SEEN, [linkId, visitorId, startedAt, until])
    return row ?? { photos: 0, downloads: 0 }
  }
}
