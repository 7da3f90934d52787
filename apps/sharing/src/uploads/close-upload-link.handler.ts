import { act, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { countGuests, lockUploadLink } from './own-upload-link.ts'
import { uploadLinkTarget } from './upload-link.entity.ts'

/** Closed, or open again. What came stays. */
@Handles(sharing.closeUploadLink)
export class CloseUploadLink implements Handler<typeof sharing.closeUploadLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, revoked }: Input<typeof sharing.closeUploadLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await lockUploadLink(tx, id, actor)
      if (link.revoked !== revoked) {
        link.revoked = revoked
        await tx.em.save(link)
        const what = revoked ? 'upload-link.closed' : 'upload-link.opened'
        tx.emit(sharingAudited, ...act(actor, what, uploadLinkTarget(link)))
      }
      return link.view((await countGuests(tx, [link.id])).get(link.id) ?? 0, this.clock.now())
    })
  }
}
