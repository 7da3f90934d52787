import { Injectable } from '@nestjs/common'
import { Smtp } from '../smtp.ts'
import { AskedReset } from './asked-reset.ts'
import type { WaitingMail } from './waiting-mail.ts'
import { WriteMail } from './write-mail.ts'

/** Writes and sends; false for a mail that nobody is to get. */
@Injectable()
export class WrittenMails {
  private readonly asked: AskedReset
  private readonly write: WriteMail
  private readonly smtp: Smtp
  constructor(asked: AskedReset, write: WriteMail, smtp: Smtp) {
    this.asked = asked
    this.write = write
    this.smtp = smtp
  }

  async send(waiting: WaitingMail): Promise<boolean> {
    const isOpen = waiting.kind === 'password_reset' && waiting.userId === null
    const mail = isOpen ? await this.asked.resolve(waiting) : waiting
    const parcel = mail && (await this.write.of(mail))
    if (parcel) await this.smtp.send(parcel)
    return parcel !== undefined
  }
}
