import type { GalleryMail } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { isExpired } from '../../../links/link.entity.ts'
import { pickCounts } from '../../../proofing/picks/pick-list.ts'
import { GatheredOfMail } from './gathered-of-mail.ts'
import { isStillEnd, type KeptMail } from './kept-mail.ts'
import { VisitOfMail } from './visit-of-mail.ts'

const COMMENT = `
  SELECT v.name, c.text, p.original_filename AS photo FROM comments c
  JOIN pick_lists v ON v.id = c.visitor_id JOIN photos p ON p.id = c.photo_id WHERE c.id = $1 AND c.link_id = $2`

/** What the owner of a gallery is told. What was taken back meanwhile is not. */
@Injectable()
export class OwnerMail {
  // oxlint-disable-next-line max-params -- one parameter per dependency
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visits: VisitOfMail,
    private readonly gathered: GatheredOfMail,
  ) {}

  async of(mail: KeptMail): Promise<GalleryMail | null> {
    switch (mail.kind) {
      case 'picks_sent':
        return this.picks(mail)
      case 'comment':
        return this.comment(mail)
      case 'visit':
        return this.visits.of(mail)
      case 'gathered':
        return this.gathered.of(mail)
      case 'link_expiry':
        return this.expiry(mail)
      default:
        return null
    }
  }

  private async picks(mail: KeptMail): Promise<GalleryMail | null> {
    const { linkId, gallery, data } = mail
    const [list] = await this.db.sql<{ id: string; name: string }>(
      'SELECT id, name FROM pick_lists WHERE id = $1 AND link_id = $2 AND sent_at IS NOT NULL',
      [data['listId'], linkId],
    )
    if (!list) return null
    return { kind: 'picks_sent', linkId, gallery, name: list.name, ...(await pickCounts(this.db, mail, list.id)) }
  }

  private async comment({ linkId, gallery, data }: KeptMail): Promise<GalleryMail | null> {
    const [said] = await this.db.sql<{ name: string; text: string; photo: string }>(COMMENT, [
      data['commentId'],
      linkId,
    ])
    return said ? { kind: 'comment', linkId, gallery, ...said } : null
  }

  private expiry(mail: KeptMail): GalleryMail | null {
    const { linkId, gallery, revoked, expiresAt } = mail
    if (revoked || !expiresAt || !isStillEnd(mail) || isExpired(expiresAt, this.clock.now())) return null
    return { kind: 'link_expiry', linkId, gallery, expiresAt: expiresAt.toISOString() }
  }
}
