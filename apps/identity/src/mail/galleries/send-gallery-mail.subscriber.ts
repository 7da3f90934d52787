import { galleryMailEnded, galleryMailRequested, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { Mails } from '../mails.ts'

/** A mail about a gallery, to its owner or to a visitor: which of them, and what is in it, is asked when it is sent. */
@On(galleryMailRequested)
export class SendGalleryMail implements Subscriber<typeof galleryMailRequested> {
  constructor(private readonly mails: Mails) {}

  async on({ data: { mailId, ownerId } }: EventOf<typeof galleryMailRequested>, commit: Commit) {
    await commit(async tx => {
      const isPosted = await this.mails.postOfGallery(tx, { mailId, ownerId })
      if (!isPosted) tx.emit(galleryMailEnded, mailId, { mailId, ownerId })
    })
  }
}
