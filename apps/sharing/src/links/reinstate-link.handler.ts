import { act, linkChanged, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { linkTarget } from './audited-link.ts'
import { lockLink } from './lock-link.ts'

/** Takes a revocation back; a link that has expired stays so until its owner moves the date. */
@Handles(sharing.reinstateLink)
export class ReinstateLink implements Handler<typeof sharing.reinstateLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.reinstateLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      const now = this.clock.now()
      if (link.revoked) {
        link.setRevoked(false, now)
        await tx.em.save(link)
        tx.emit(linkChanged, link.id, link.state(now), actor)
        tx.emit(sharingAudited, ...act(actor, 'link.reinstated', linkTarget(link, albumTitle)))
      }
      return link.view(albumTitle, now)
    })
  }
}
