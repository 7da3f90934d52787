import { facts } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { SharingConfig, TrashConfig } from '../config.ts'
import { MAIL_DAYS } from '../mail/forget-mails.job.ts'

@Handles(facts.sharing)
export class GetFacts implements Handler<typeof facts.sharing> {
  constructor(
    private readonly config: SharingConfig,
    private readonly trash: TrashConfig,
  ) {}

  async handle() {
    const { visitEventsDays: visitDays } = this.config
    return { visitDays, trashDays: this.trash.purgeAfterDays, mailDays: MAIL_DAYS }
  }
}
