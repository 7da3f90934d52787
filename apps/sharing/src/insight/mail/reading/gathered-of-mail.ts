import type { GalleryMail } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { wantsTopic } from '../choices/wants-topic.ts'
import type { GatheredTold } from '../visits/gathered-mails.ts'
import type { KeptMail } from './kept-mail.ts'

/** What the owner wrote herself is no news to her. */
const DONE = `
  SELECT (SELECT count(*)::int FROM visits WHERE $4 AND link_id = $1 AND started_at >= $2 AND started_at < $3) AS visits,
    (SELECT count(*)::int FROM comments
     WHERE link_id = $1 AND visitor_id IS NOT NULL AND created_at >= $2 AND created_at < $3) AS comments,
    (SELECT count(*)::int FROM pick_lists WHERE link_id = $1 AND sent_at >= $2 AND sent_at < $3) AS lists`

type Done = { visits: number; comments: number; lists: number }

/** What was done in a gallery where it was too much for a mail of each. Visits are told to who wants to hear of every one. */
@Injectable()
export class GatheredOfMail {
  constructor(private readonly db: Database) {}

  async of({ linkId, ownerId, gallery, data }: KeptMail): Promise<GalleryMail | null> {
    const { since, until } = data as GatheredTold
    const ofVisits = await wantsTopic(this.db, ownerId, 'gallery_activity')
    const [done] = await this.db.sql<Done>(DONE, [linkId, since, until, ofVisits])
    if (!done || done.visits + done.comments + done.lists === 0) return null
    const topic = ofVisits ? ('gallery_activity' as const) : ('gallery_feedback' as const)
    return { kind: 'digest', linkId, gallery, topic, since, ...done }
  }
}
