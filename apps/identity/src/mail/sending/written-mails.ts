import { Injectable } from '@nestjs/common'
import { type Parcel, Smtp } from '../smtp.ts'
import { ResetRequests } from './reset-requests.ts'
import { WriteGalleryMail } from '../galleries/write-gallery-mail.ts'
import type { AnyWaitingMail, WaitingMail } from '../mails.ts'
import { WriteMail } from './write-mail.ts'

/** Renders and sends a mail; false if it must not be sent. */
@Injectable()
export class WrittenMails {
  constructor(
    private readonly resets: ResetRequests,
    private readonly write: WriteMail,
    private readonly smtp: Smtp,
    private readonly ofGalleries: WriteGalleryMail,
  ) {}

  async send(waiting: AnyWaitingMail): Promise<boolean> {
    const parcel = await (waiting.kind === 'gallery' ? this.ofGalleries.of(waiting) : this.ownMail(waiting))
    if (parcel) await this.smtp.send(parcel)
    return parcel !== undefined
  }

  private async ownMail(waiting: WaitingMail): Promise<Parcel | undefined> {
    const isOpen = waiting.kind === 'password_reset' && waiting.userId === null
    const mail = isOpen ? await this.resets.resolve(waiting) : waiting
    return mail && this.write.of(mail)
  }
}
