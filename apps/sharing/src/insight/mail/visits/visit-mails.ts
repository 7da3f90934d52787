import { type GalleryMail, VISIT_GAP_MS } from '@daymark/contracts'
import { Clock, prepared, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { visitorKeyHash, hasKey } from '../../../proofing/visitors/named-visitors.ts'
import { GatheredMails } from './gathered-mails.ts'

type Of = { id: string; ownerId: string }
/** What the mail of a visit is made of. `since`: when she was told at once of what she did first; null: nothing followed. */
export type VisitTold = {
  visitorId: string
  listId: string | null
  whole: boolean
  startedAt: string
  until: string
  since: string | null
}
type Seen = { visitorId: string; beginsVisit: boolean; at: Date; key: string | undefined }
/** `since`: not after what she did. */
type Did = { visitorId: string | undefined; listId: string; occasion: string; data: object; since: Date }

const BEGIN = prepared(`
  INSERT INTO visit_mails (link_id, visitor_id, owner_id, whole, started_at, due_at) VALUES ($1, $2, $3, true, $4, $5)
  ON CONFLICT (link_id, visitor_id) DO UPDATE SET whole = true`)
const NAME = prepared(`
  UPDATE visit_mails SET list_id = (SELECT id FROM pick_lists v WHERE v.link_id = $1 AND ${hasKey('v', '$3')})
  WHERE link_id = $1 AND visitor_id = $2 AND list_id IS NULL`)
/**
 * Her name says whose visit it is: a browser may addComment that it is another one each time. Only a visit in which nobody has said a name is
 * that of a browser; a browser that is somebody else's already gets another row ('list ' is in no cookie).
 */
const VISIT = `coalesce(
  (SELECT visitor_id FROM visit_mails WHERE link_id = $1 AND list_id = $4::uuid ORDER BY told_at LIMIT 1),
  (SELECT 'list ' || $4::text FROM visit_mails WHERE link_id = $1 AND visitor_id = $2 AND list_id <> $4::uuid),
  $2::text, 'list ' || $4::text)`
const DO = prepared(`
  WITH done AS (
    INSERT INTO visit_mails AS v (link_id, visitor_id, owner_id, list_id, whole, told_at, started_at, due_at)
    VALUES ($1, ${VISIT}, $3, $4::uuid, false, $5, $5, $6)
    ON CONFLICT (link_id, visitor_id) DO UPDATE
      SET list_id = $4::uuid, follows = v.told_at IS NOT NULL, told_at = coalesce(v.told_at, $5), due_at = $6
    RETURNING follows
  ) SELECT follows FROM done`)

/**
 * When the owner of a link hears of a visit: of its first comment or sent list at once, of what follows, or of all of it where she
 * wants that, when it has ended (tell-visits.job.ts).
 */
@Injectable()
export class VisitMails {
  constructor(
    private readonly clock: Clock,
    private readonly mails: GatheredMails,
  ) {}

  /** For who wants to hear of every visit. `key`: of a visitor who said her name. */
  seen(tx: Tx, { id, ownerId }: Of, { visitorId, beginsVisit, at, key }: Seen): void {
    if (beginsVisit) void tx.sql(BEGIN, [id, visitorId, ownerId, at, afterGap(at)])
    if (key !== undefined) void tx.sql(NAME, [id, visitorId, visitorKeyHash(key)])
  }

  /** A visitor sent her list, or wrote. */
  async did(tx: Tx, link: Of, kind: Extract<GalleryMail['kind'], 'picks_sent' | 'comment'>, did: Did): Promise<void> {
    const { visitorId, listId, ...told } = did
    const now = this.clock.now()
    const values = [link.id, visitorId ?? null, link.ownerId, listId, now, afterGap(now)]
    const [row] = await tx.sql<{ follows: boolean }>(DO, values)
    if (!row?.follows) await this.mails.tell(tx, link, { kind, ...told })
  }
}

const afterGap = (now: Date): Date => new Date(+now + VISIT_GAP_MS)
