import { act, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { forgetWithoutLinks } from '../selections/selection.ts'
import { linkTarget } from './audited-link.ts'
import { lockLink } from './lock-link.ts'
import { removeLinks } from './remove-links.ts'

@Handles(sharing.deleteLink)
export class DeleteLink implements Handler<typeof sharing.deleteLink> {
  private readonly db: Database
  private readonly clock: Clock
  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async handle({ id }: Input<typeof sharing.deleteLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      tx.emit(sharingAudited, ...act(actor, 'link.revoked', linkTarget(link, albumTitle), { deleted: true }))
      await removeLinks(tx, [link], this.clock.now(), actor)
      if (link.kind === 'selection') await forgetWithoutLinks(tx, link.albumId)
      return { success: true as const }
    })
  }
}
