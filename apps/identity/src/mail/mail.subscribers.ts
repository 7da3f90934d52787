import {
  billingMailRequested,
  brandChanged,
  developerMailRequested,
  type EventOf,
  galleryMailEnded,
  galleryMailRequested,
  studioLogoChanged,
} from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { Mails } from './mails.ts'

/**
 * Queues a mail that billing requests. Each service that requests mails has its own `mailRequested` event, so each needs its own
 * subscriber.
 */
@On(billingMailRequested)
export class QueueBillingMail implements Subscriber<typeof billingMailRequested> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof billingMailRequested>, commit: Commit) {
    await commit(tx => this.mails.queueRequest(tx, data))
  }
}

/** Queues a mail that the developer service requests, such as the notice that a webhook was turned off. */
@On(developerMailRequested)
export class QueueDeveloperMail implements Subscriber<typeof developerMailRequested> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof developerMailRequested>, commit: Commit) {
    await commit(tx => this.mails.queueRequest(tx, data))
  }
}

/** Queues a mail about a gallery. The recipient and the content are requested from sharing only when the mail is sent. */
@On(galleryMailRequested)
export class QueueGalleryMail implements Subscriber<typeof galleryMailRequested> {
  constructor(private readonly mails: Mails) {}

  async on({ data: { mailId, ownerId } }: EventOf<typeof galleryMailRequested>, commit: Commit) {
    await commit(async tx => {
      const isQueued = await this.mails.queueGalleryMail(tx, { mailId, ownerId })
      if (!isQueued) tx.emit(galleryMailEnded, mailId, { mailId, ownerId })
    })
  }
}

/** Saves a copy of the studio's name and color for mails, unless the saved revision is newer. */
@On(brandChanged)
export class SaveBrand implements Subscriber<typeof brandChanged> {
  async on({ data: { ownerId, revision, brand } }: EventOf<typeof brandChanged>, commit: Commit) {
    await commit(async tx => {
      if (!brand) return
      tx.send(
        `INSERT INTO brands (user_id, revision, name, accent) SELECT id, $2, $3, $4 FROM users WHERE id = $1
         ON CONFLICT (user_id) DO UPDATE SET revision = $2, name = $3, accent = $4 WHERE brands.revision < $2`,
        [ownerId, revision, brand.name, brand.accent],
      )
    })
  }
}

/** Saves a copy of the studio's logo for mails, unless the saved revision is newer. */
@On(studioLogoChanged)
export class SaveStudioLogo implements Subscriber<typeof studioLogoChanged> {
  async on({ data: { ownerId, revision, logo } }: EventOf<typeof studioLogoChanged>, commit: Commit) {
    await commit(async tx => {
      if (revision === undefined) return
      tx.send(
        `INSERT INTO brands (user_id, logo_revision, logo) SELECT id, $2, $3 FROM users WHERE id = $1
         ON CONFLICT (user_id) DO UPDATE SET logo_revision = $2, logo = $3 WHERE brands.logo_revision < $2`,
        [ownerId, revision, logo ? JSON.stringify(logo) : null],
      )
    })
  }
}
