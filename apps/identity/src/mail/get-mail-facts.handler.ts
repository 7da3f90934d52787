import { identity } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Mails } from './mails.ts'

@Handles(identity.getMailFacts)
export class GetMailFacts implements Handler<typeof identity.getMailFacts> {
  private readonly mails: Mails
  constructor(mails: Mails) {
    this.mails = mails
  }

  async handle() {
    return { isSetUp: this.mails.isSetUp }
  }
}
