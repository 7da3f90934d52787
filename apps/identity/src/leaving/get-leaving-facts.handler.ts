import { leaving } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { IdentityConfig } from '../config.ts'
import { Mails } from '../mail/mails.ts'

@Handles(leaving.facts)
export class GetLeavingFacts implements Handler<typeof leaving.facts> {
  constructor(
    private readonly config: IdentityConfig,
    private readonly mails: Mails,
  ) {}

  async handle() {
    return { days: this.config.deleteAfterDays, mailSetUp: this.mails.isSetUp }
  }
}
