import { act, linkRevoked, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { linkTarget } from './audited-link.ts'
import { lockLink } from './lock-link.ts'

@Handles(sharing.revokeLink)
export class RevokeLink implements Handler<typeof sharing.revokeLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.revokeLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      const now = this.clock.now()
      if (!link.revoked) {
        link.setRevoked(true, now)
        await tx.em.save(link)
        tx.emit(linkRevoked, link.id, link.state(now), actor)
        tx.emit(sharingAudited, ...act(actor, 'link.revoked', linkTarget(link, albumTitle)))
      }
      return link.view(albumTitle, now)
    })
  }
}
