import { act, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { lockUploadLink } from './own-upload-link.ts'
import { UploadLink, uploadLinkTarget } from './upload-link.entity.ts'

/** For good, as nothing is lost with it: what came through it is library's, and stays. */
@Handles(sharing.deleteUploadLink)
export class DeleteUploadLink implements Handler<typeof sharing.deleteUploadLink> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof sharing.deleteUploadLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await lockUploadLink(tx, id, actor)
      await tx.em.delete(UploadLink, link.id)
      tx.emit(sharingAudited, ...act(actor, 'upload-link.deleted', uploadLinkTarget(link)))
      return { success: true as const }
    })
  }
}
