import { act, linkRevoked, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { forgetWithoutLinks } from '../selections/selection.ts'
import { TrashLinks } from '../trash/trash-links.ts'
import { linkTarget } from './audited-link.ts'
import { lockLink } from './lock-link.ts'

@Handles(sharing.deleteLink)
export class DeleteLink implements Handler<typeof sharing.deleteLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly trash: TrashLinks,
  ) {}

  async handle({ id }: Input<typeof sharing.deleteLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      tx.emit(sharingAudited, ...act(actor, 'link.revoked', linkTarget(link, albumTitle), { deleted: true }))
      const now = this.clock.now()
      // whoever is told of revocations learns of this one; links that end with their album are told with that
      if (!link.revoked) tx.emit(linkRevoked, link.id, link.ended(now), actor)
      await this.trash.put(tx, [link], { title: albumTitle, now, withAlbum: false, actor })
      if (link.kind === 'selection') await forgetWithoutLinks(tx, link.albumId)
      return { success: true as const }
    })
  }
}
