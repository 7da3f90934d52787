import { identity } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Mails } from './mails.ts'

@Handles(identity.getMailFacts)
export class GetMailFacts implements Handler<typeof identity.getMailFacts> {
  constructor(private readonly mails: Mails) {}

  async handle() {
    return { isSetUp: this.mails.isSetUp }
  }
}
