import { Injectable } from '@nestjs/common'
import { type Parcel, Smtp } from '../smtp.ts'
import { AskedReset } from './asked-reset.ts'
import { WriteGalleryMail } from '../galleries/write-gallery-mail.ts'
import type { AnyWaitingMail, WaitingMail } from './waiting-mail.ts'
import { WriteMail } from './write-mail.ts'

/** Writes and sends; false for a mail that nobody is to get. */
@Injectable()
export class WrittenMails {
  constructor(
    private readonly asked: AskedReset,
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
    const mail = isOpen ? await this.asked.resolve(waiting) : waiting
    return mail && this.write.of(mail)
  }
}
